import { hash as argon2Hash } from '@node-rs/argon2';
import { hash as bcryptHash, verify as bcryptVerify } from '@node-rs/bcrypt';
import { beforeAll, describe, expect, test } from 'vitest';
import { ARGON2ID, createPasswords, hashProblem, LONGEST_PASSWORD_BYTES } from './passwords.ts';

/** At their own cost, not at that of other tests (tests/support/server-setup.ts). */
const COST = { ...ARGON2ID };
beforeAll(() => void Object.assign(ARGON2ID, COST));

const ungated = createPasswords({ run: (_whom, work) => work() });
const passwords = {
  hash: (password: string) => ungated.hash(password, 'anybody'),
  verify: (password: string, account: Parameters<typeof ungated.verify>[1]) =>
    ungated.verify(password, account, 'anybody'),
};
const OURS = /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/;
const stored = (passwordHash: string, passwordIsKey = false) => ({ passwordHash, passwordIsKey });
const matches = async (password: string, hash: string, isKey = false) =>
  (await passwords.verify(password, stored(hash, isKey))).matches;

describe('a password', () => {
  test.each([
    ['of words', 'correct horse'],
    ['of emoji', '🔑🔑🔑'],
    ['of 200 bytes', 'a'.repeat(200)],
    ['with a NUL', 'with\0nul'],
    ['with blanks around it', ' blanks '],
    ['of the greatest length', 'é'.repeat(LONGEST_PASSWORD_BYTES / 2)],
  ])('%s signs in whole, and neither shorter, longer nor otherwise spelt', async (_kind, password) => {
    const hash = await passwords.hash(password);
    expect(hash).toMatch(OURS);
    expect(await passwords.verify(password, stored(hash))).toEqual({
      matches: true,
      upgradedHash: undefined,
    });
    expect(await matches(password.slice(0, -1), hash)).toBe(false);
    expect(await matches(`${password}x`, hash)).toBe(false);
    expect(await matches(`x${password.slice(1)}`, hash)).toBe(false);
  });

  test('matches nothing when there is no account, or no password', async () => {
    expect(await passwords.verify('', undefined)).toEqual({ matches: false });
    expect(await passwords.verify('x'.repeat(2_000_000), undefined)).toEqual({ matches: false });
  });

  test('matches no hash of a kind that is not supported, and that is no error', async () => {
    for (const hash of ['', 'correct horse', '$fbscrypt$v=1', `$2b$31$${'a'.repeat(53)}`]) {
      expect(await matches('correct horse', hash)).toBe(false);
    }
  });

  test('longer than can be set matches nothing', async () => {
    const long = 'x'.repeat(LONGEST_PASSWORD_BYTES + 1);
    expect(await matches(long, await passwords.hash(long))).toBe(false);
  });
});

describe('a generated key', () => {
  test('signs in however it is typed', async () => {
    const hash = await passwords.hash('k3v9x-04hqd-z8m1t-w6j1r');
    expect(await matches(' K3V9X O4HQD Z8MIT W6JLR', hash, true)).toBe(true);
    expect(await matches('k3v9x-04hqd-z8m1t-w6j1s', hash, true)).toBe(false);
  });

  test("is taken literally when it is the trader's own password", async () => {
    const hash = await passwords.hash('k3v9x-04hqd-z8m1t-w6j1r');
    expect(await matches('K3V9X-04HQD-Z8M1T-W6J1R', hash)).toBe(false);
  });
});

describe('a bcrypt hash of an export', () => {
  test.each(['$2a$', '$2b$', '$2y$'])(
    'with the prefix %s verifies and is replaced by argon2id',
    async (prefix) => {
      const hash = (await bcryptHash('correct horse', 4)).replace(/^\$2.\$/, () => prefix);
      expect(await matches('wrong horse', hash)).toBe(false);
      const verdict = await passwords.verify('correct horse', stored(hash));
      expect(verdict).toEqual({ matches: true, upgradedHash: expect.stringMatching(OURS) });
      const upgraded = 'upgradedHash' in verdict ? verdict.upgradedHash : undefined;
      expect(await matches('correct horse', upgraded ?? '')).toBe(true);
    },
  );

  test('takes 72 bytes and refuses the same with anything behind', async () => {
    const password = 'é'.repeat(36);
    const hash = await bcryptHash(password, 4);
    expect(await matches(password, hash)).toBe(true);
    expect(await matches(`${password}x`, hash)).toBe(false);
    expect(await matches(`${password}${'x'.repeat(500)}`, hash)).toBe(false);
  });

  test('is not fooled by a NUL', async () => {
    const hash = await bcryptHash('correct horse', 4);
    expect(await matches('correct horse\0anything', hash)).toBe(false);
    // bcrypt ends a password with a NUL and begins again: to it, this is the same one.
    expect(await bcryptVerify('correct horse\0correct horse', hash)).toBe(true);
    expect(await matches('correct horse\0correct horse', hash)).toBe(false);
  });
});

describe('an argon2 hash of an export', () => {
  test.each([
    ['argon2i', { algorithm: 1, memoryCost: 4096, timeCost: 3 }],
    ['argon2id of lower cost', { algorithm: 2, memoryCost: 8192, timeCost: 1 }],
    ['argon2id of higher cost', { algorithm: 2, memoryCost: 65536, timeCost: 2 }],
  ])('%s verifies and is replaced', async (_kind, options) => {
    const hash = await argon2Hash('correct horse', options);
    expect(hashProblem(hash)).toBeUndefined();
    expect(await matches('wrong horse', hash)).toBe(false);
    expect(await passwords.verify('correct horse', stored(hash))).toEqual({
      matches: true,
      upgradedHash: expect.stringMatching(OURS),
    });
  });
});

describe('hashProblem', () => {
  test('takes our own and bcrypt of a usual cost', async () => {
    expect(hashProblem(await passwords.hash('x'))).toBeUndefined();
    expect(hashProblem(await bcryptHash('x', 10))).toBeUndefined();
  });

  test.each([
    '',
    'plain text',
    `$2x$10$${'a'.repeat(53)}`,
    `$2b$10$${'a'.repeat(52)}`,
    '$argon2id$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$aGFz',
    '$argon2d$v=19$m=19456,t=2,p=1$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g',
    '$fbscrypt$v=1,n=14,r=8,p=1,ss=Bw==,sk=abc$c2FsdA$aGFzaA',
  ])('does not know the kind of %s', (hash) => {
    expect(hashProblem(hash)).toBe('the password hash is of a kind that is not supported');
  });

  const argon2 = (memory: number, passes: number, lanes = 1) =>
    `$argon2id$v=19$m=${memory},t=${passes},p=${lanes}$c29tZXNhbHRzb21lc2FsdA$aGFzaGhhc2hoYXNoaGFzaGhhc2hoYXNoaGFzaGhhc2g`;
  const bcrypt = (cost: number) => `$2b$${cost}$${'a'.repeat(53)}`;
  const { memoryCost, timeCost } = ARGON2ID;

  test.each([
    bcrypt(12),
    argon2(memoryCost * 4, timeCost),
    argon2(memoryCost, timeCost * 4),
    argon2(4096, 3, 4),
  ])('takes %s, which costs four times ours at most', (hash) => {
    expect(hashProblem(hash)).toBeUndefined();
  });

  test.each([
    bcrypt(13),
    bcrypt(31),
    argon2(memoryCost * 4 + 8, 1),
    argon2(memoryCost, timeCost * 4 + 1),
    argon2(4096, 3, 5),
    argon2(262_144, 10, 16),
    argon2(4_294_967_295, 2),
    argon2(memoryCost, 4_000_000_000),
  ])('refuses %s, which costs more', async (hash) => {
    expect(hashProblem(hash)).toMatch(/^the password hash costs too much to check/);
    // One that is stored anyway is not checked, so that it costs nothing.
    expect(await matches('correct horse', hash)).toBe(false);
  });
});
