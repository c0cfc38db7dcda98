import type { Pool } from 'pg';
import { validationFailed } from './auth-error.ts';
import { queryRows } from '../platform/sql.ts';
import { randomInt } from 'node:crypto';
import { type RandomUint32, uniformInt } from '../../core/random/random.ts';

/** Longest trader ID and name, in characters. */
const LONGEST_LABEL = 100;

export type AccountErrorCode =
  | 'email_invalid'
  | 'email_taken'
  | 'id_taken'
  | 'trader_id_taken'
  | 'trader_id_invalid'
  | 'name_invalid'
  | 'not_found'
  | 'last_admin'
  | 'admin_account';

/** A refusal that the operator can act on; the message is one plain sentence. */
export class AccountError extends Error {
  override readonly name = 'AccountError';
  readonly code: AccountErrorCode;

  constructor(code: AccountErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}

/** What is wrong with a name or trader ID, as a sentence; undefined when nothing is. */
export function labelProblem(text: string | undefined, what: string): string | undefined {
  if (text === undefined || (text.length <= LONGEST_LABEL && !/\p{C}/u.test(text))) return undefined;
  return `The ${what} must be at most ${LONGEST_LABEL} printable characters.`;
}

export async function conflictOf(
  db: Pool,
  error: unknown,
  account: { id: string; email: string; traderId: string | null | undefined },
): Promise<AccountError | undefined> {
  const constraint = error instanceof Error && 'constraint' in error ? error.constraint : undefined;
  switch (constraint) {
    case 'users_email_unique':
      return new AccountError('email_taken', `There is an account for ${account.email} already.`);
    case 'users_pkey':
      return new AccountError('id_taken', `The ID ${account.id} belongs to another account already.`);
    case 'users_trader_id_unique': {
      const rows = await queryRows<{ email: string }>(db)`select email from users
        where trader_id = ${account.traderId}`;
      const owner = rows[0]?.email ?? 'another account';
      return new AccountError(
        'trader_id_taken',
        `The trader ID ${account.traderId} belongs to ${owner} already.`,
      );
    }
    default:
      return undefined;
  }
}

const LONGEST_EMAIL = 255;

/** The HTML standard's pattern for an e-mail address: what a browser's e-mail field lets through. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/i;

/** The address of a new account as it is stored: lower case, nothing trimmed. Throws `validation_failed`. */
export function requireEmail(email: string): string {
  const problem = emailProblem(email);
  if (problem !== undefined) throw validationFailed(problem);
  return email.toLowerCase();
}

/** What is wrong with an address, as a sentence; undefined when nothing is. */
export function emailProblem(email: string): string | undefined {
  if (email === '') return 'An email address is required';
  if (email.length > LONGEST_EMAIL) return 'An email address is too long';
  return EMAIL.test(email) ? undefined : 'Unable to validate email address: invalid format';
}

/** The address to look an account up by: lower case, nothing trimmed. */
export function lookupEmail(email: string): string {
  return email.toLowerCase();
}

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
