import { randomInt } from 'node:crypto';
import { type RandomUint32, uniformInt } from '../../core/random/random.ts';

/** Crockford's base 32: no i, l, o or u, so that nothing read aloud is mistaken. Lower case is what people type. */
const ALPHABET = '0123456789abcdefghjkmnpqrstvwxyz';
const GROUPS = 4;
const GROUP_LENGTH = 5;

/** A new key for an account, 4 groups of 5 characters with 100 random bits: `k3v9x-04hqd-z8m2t-w6j1r`. */
export function generateAccountKey(random: RandomUint32 = () => randomInt(2 ** 32)): string {
  const group = () =>
    Array.from({ length: GROUP_LENGTH }, () => ALPHABET[uniformInt(random, 0, ALPHABET.length - 1)]).join('');
  return Array.from({ length: GROUPS }, group).join('-');
}

/**
 * The form in which a generated key is hashed: however it was typed (capitals, blanks, dashes or none, o for 0, i or l
 * for 1), it comes out as it was generated. A text that is no key comes back as it is.
 */
export function canonicalAccountKey(typed: string): string {
  const characters = typed
    .toLowerCase()
    .replace(/[\s\u2010-\u2015-]/g, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');
  if (characters.length !== GROUPS * GROUP_LENGTH || !/^[0-9a-hjkmnp-tv-z]+$/.test(characters)) return typed;
  return (characters.match(/.{5}/g) as string[]).join('-');
}
