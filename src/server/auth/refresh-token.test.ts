import { createHash, randomBytes } from 'node:crypto';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createRefreshTokens, parseRefreshToken } from './refresh-token.ts';

const secret = Buffer.alloc(32, 7);
const tokens = createRefreshTokens(secret);
const session = { id: '3f2b8c1e-9a4d-4e6f-8b1a-0c5d7e9f1a2b', refreshKey: Buffer.alloc(32, 1) };

describe('a refresh token', () => {
  test('comes apart into what it was made of, and is authentic under its own key only', () => {
    fc.assert(
      fc.property(fc.uuid(), fc.integer({ min: 0, max: 2 ** 31 - 1 }), (id, counter) => {
        const refreshKey = randomBytes(32);
        const token = parseRefreshToken(tokens.issue({ id, refreshKey }, counter));
        expect(token).toMatchObject({ sessionId: id, counter });
        expect(tokens.isAuthentic(token, refreshKey)).toBe(true);
        expect(tokens.isAuthentic(token, randomBytes(32))).toBe(false);
        expect(createRefreshTokens(randomBytes(32)).isAuthentic(token, refreshKey)).toBe(false);
      }),
    );
  });

  test('is spelt with the characters of a URL and at least 51 of them', () => {
    expect(tokens.issue(session, 0)).toMatch(/^[\w-]{51}$/);
    expect(tokens.issue(session, 2 ** 31 - 1)).toMatch(/^[\w-]{56}$/);
  });

  test('is the same each time, so that many tabs get one token, and another for each counter', () => {
    expect(tokens.issue(session, 5)).toBe(tokens.issue(session, 5));
    expect(tokens.issue(session, 5)).not.toBe(tokens.issue(session, 6));
  });

  test('with any one character changed is refused before the database is asked', () => {
    const text = tokens.issue(session, 300);
    fc.assert(
      fc.property(fc.nat(text.length - 1), fc.constantFrom(...'AZaz09-_+/=. \n'), (at, character) => {
        fc.pre(text[at] !== character);
        const altered = text.slice(0, at) + character + text.slice(at + 1);
        expect(() => parseRefreshToken(altered)).toThrow('Refresh token is not valid');
      }),
    );
  });

  test('has one spelling: with anything around it or in it, or in the other alphabet, it is refused', () => {
    const text = tokens.issue(session, 300);
    const others = [`${text}=`, `${text} `, `\n${text}`, `${text.slice(0, 9)}!${text.slice(9)}`];
    const inOtherAlphabet = Array.from({ length: 50 }, (_, counter) => tokens.issue(session, counter))
      .filter((token) => /[-_]/.test(token))
      .map((token) => token.replaceAll('-', '+').replaceAll('_', '/'));
    expect(inOtherAlphabet).not.toEqual([]);
    for (const other of [...others, ...inOtherAlphabet]) {
      expect(() => parseRefreshToken(other)).toThrow('Refresh token is not valid');
    }
  });

  test('of another version is refused, though its checksum is right', () => {
    const bytes = Buffer.from(tokens.issue(session, 300), 'base64url');
    const signed = Buffer.concat([Buffer.of(1), bytes.subarray(1, -4)]);
    const checksum = createHash('sha256').update(signed).digest().subarray(0, 4);
    const other = Buffer.concat([signed, checksum]).toString('base64url');
    expect(() => parseRefreshToken(other)).toThrow('Refresh token is not valid');
  });

  test('whose counter is spelt with a byte too many is refused', () => {
    // 0x80 0x00 is a longer way to write 0.
    const bytes = Buffer.from(tokens.issue(session, 0), 'base64url');
    const longer = Buffer.concat([bytes.subarray(0, 17), Buffer.of(0x80, 0x00), bytes.subarray(18)]);
    expect(() => parseRefreshToken(longer.toString('base64url'))).toThrow('Refresh token is not valid');
  });

  test.each([
    '',
    'short',
    'x'.repeat(40),
    '='.repeat(60),
    '\0'.repeat(60),
    'eyJhbGciOiJub25lIn0.e30.',
    'a'.repeat(100_000),
  ])('is not any text (case %$)', (text) => {
    expect(() => parseRefreshToken(text)).toThrow('Refresh token is not valid');
  });

  /** Any of the first 55,296 of Unicode; the first use of fast-check's own set of all takes seconds. */
  const character = fc.nat(0xd7ff).map((code) => String.fromCharCode(code));

  test('any text at all is refused as a 400 and nothing worse', () => {
    fc.assert(
      fc.property(fc.string({ unit: character, maxLength: 120 }), (text) => {
        try {
          parseRefreshToken(text);
          expect.unreachable();
        } catch (error) {
          expect(error).toMatchObject({ status: 400 });
        }
      }),
    );
  });

  test('of the older 12-character kind is one whose session is not here', () => {
    expect(() => parseRefreshToken('abcdefgh2345')).toThrow('Invalid Refresh Token: Refresh Token Not Found');
    expect(() => parseRefreshToken('ABCDEFGH2345')).toThrow('Refresh token is not valid');
  });
});
