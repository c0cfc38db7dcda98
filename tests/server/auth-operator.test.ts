import { hash as bcryptHash } from '@node-rs/bcrypt';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, epochMs } from '../../src/core/time/instant.ts';
import type { HostedUser } from '../../src/operator/user-import/hosted-user.ts';
import { importAccount } from '../../src/operator/user-import/user-import-command.ts';
import {
  changeEmail,
  countAccounts,
  createAccount,
  createDemoAccount,
  disableAccount,
  enableAccount,
  listAccounts,
  removeAccount,
  requireAccount,
  resetKey,
} from '../../src/server/auth/accounts.ts';
import { databasePool } from '../../src/server/db/database-pool.ts';
import { removeOldSessions } from '../../src/server/auth/sessions.ts';
import {
  type AuthServer,
  claimsOf,
  getUser,
  post,
  refreshWith,
  signInWith,
  START,
  startAuthServer,
} from './auth-support.ts';

const EMAIL = 'mara@example.com';
let server: AuthServer;
/** What a command in another process has: a pool of its own. */
let operator: Pool;
beforeAll(async () => {
  server = await startAuthServer();
  operator = databasePool({ connectionString: server.database.url }, server.app.log);
});
afterAll(async () => {
  await operator.end();
  await server.close();
});
beforeEach(async () => {
  await server.database.db.query('delete from users');
  server.clock.now = START;
});

const KEY = /^[0-9a-hjkmnp-tv-z]{5}(-[0-9a-hjkmnp-tv-z]{5}){3}$/;
const signIn = async (email: string, key: string) => (await signInWith(server.app, email, key)).json();
const codeFor = async (accessToken: string) => {
  const response = await getUser(server.app, accessToken);
  return response.statusCode === 200 ? 'signed in' : response.json().code;
};

describe('an account', () => {
  test('is made with a key that works, and listed without it', async () => {
    const { account, key } = await createAccount(
      operator,
      { email: 'Mara@Example.com', name: ' Mara ', traderId: '4711' },
      START,
    );
    expect(key).toMatch(KEY);
    expect(account).toEqual({
      id: expect.any(String),
      email: EMAIL,
      name: 'Mara',
      traderId: '4711',
      state: 'active',
      isAdmin: false,
      sessions: 0,
      createdMs: START,
      lastSignInMs: null,
      lastSeenMs: null,
      keyRequestedMs: null,
    });
    await signIn(EMAIL, key);
    expect(await listAccounts(operator, START)).toEqual([
      { ...account, lastSignInMs: START, lastSeenMs: START, sessions: 1 },
    ]);
    expect(await requireAccount(operator, account.id, START)).toMatchObject({ email: EMAIL });
    expect(await countAccounts(operator)).toBe(1);
    const { rows } = await operator.query('select users::text as row from users');
    expect(rows[0].row).not.toContain(key);
  });

  test('is refused for an address or trader ID that is taken, or what is none', async () => {
    await createAccount(operator, { email: EMAIL, traderId: '4711' }, START);
    const refusals = [
      [{ email: 'MARA@example.com' }, 'email_taken', 'There is an account for mara@example.com already.'],
      [
        { email: 'ivo@example.com', traderId: ' 4711 ' },
        'trader_id_taken',
        'The trader ID 4711 belongs to mara@example.com already.',
      ],
      [{ email: 'mara' }, 'email_invalid', 'Unable to validate email address: invalid format: "mara"'],
      [
        { email: ' ivo@example.com' },
        'email_invalid',
        'Unable to validate email address: invalid format: " ivo@example.com"',
      ],
      [
        { email: 'ivo@example.com', traderId: 'x'.repeat(101) },
        'trader_id_invalid',
        'The trader ID must be at most 100 printable characters.',
      ],
      [
        { email: 'ivo@example.com', name: 'I\u0007vo' },
        'name_invalid',
        'The name must be at most 100 printable characters.',
      ],
    ] as const;
    for (const [request, code, message] of refusals) {
      await expect(createAccount(operator, request, START)).rejects.toMatchObject({ code, message });
    }
    expect(await countAccounts(operator)).toBe(1);
  });

  test('may go without name and trader ID, as many as there are', async () => {
    await createAccount(operator, { email: EMAIL, traderId: '', name: ' ' }, START);
    const { account } = await createAccount(operator, { email: 'ivo@example.com' }, START);
    expect(account).toMatchObject({ name: null, traderId: null });
  });

  test('that does not exist is said so by every command', async () => {
    for (const command of [disableAccount, enableAccount, resetKey, removeAccount, requireAccount]) {
      await expect(command(operator, 'nobody@example.com', START)).rejects.toMatchObject({
        code: 'not_found',
        message: 'There is no account for "nobody@example.com".',
      });
    }
  });

  test('for a demo is made only where there is none at all', async () => {
    const demo = await createDemoAccount(operator, START);
    expect(demo).toMatchObject({ account: { email: 'demo@example.com' }, key: expect.stringMatching(KEY) });
    expect(await createDemoAccount(operator, START)).toBeUndefined();
  });
});

describe('a command of another process', () => {
  test('that changes an address: sessions and key stay, and the new one is seen at once', async () => {
    const { account, key } = await createAccount(
      operator,
      { email: EMAIL, name: 'Mara', traderId: '4711' },
      START,
    );
    const session = await signIn(EMAIL, key);
    expect((await getUser(server.app, session.access_token)).json().email).toBe(EMAIL);
    const later = epochMs(START + DAY_MS / 100);
    expect(await changeEmail(operator, EMAIL, 'Mara.New@Example.com', later)).toEqual({
      ...account,
      email: 'mara.new@example.com',
      lastSignInMs: START,
      lastSeenMs: START,
      sessions: 1,
    });
    expect((await getUser(server.app, session.access_token)).json()).toMatchObject({
      email: 'mara.new@example.com',
      user_metadata: { email: 'mara.new@example.com', full_name: 'Mara' },
      identities: [{ email: 'mara.new@example.com' }],
      updated_at: new Date(later).toISOString(),
    });
    expect(
      claimsOf((await refreshWith(server.app, session.refresh_token)).json().access_token),
    ).toMatchObject({
      email: 'mara.new@example.com',
    });
    expect((await signInWith(server.app, EMAIL, key)).json().code).toBe('invalid_credentials');
    expect((await signInWith(server.app, 'mara.new@example.com', key)).statusCode).toBe(200);
    await createAccount(operator, { email: EMAIL }, START);
  });

  test('that changes an address to one that is taken, or none, changes nothing; to the same one is no change', async () => {
    const { account } = await createAccount(operator, { email: EMAIL, traderId: '4711' }, START);
    await createAccount(operator, { email: 'ivo@example.com' }, START);
    const refusals = [
      [EMAIL, 'IVO@example.com', 'email_taken', 'There is an account for ivo@example.com already.'],
      [EMAIL, 'mara', 'email_invalid', 'Unable to validate email address: invalid format: "mara"'],
      ['nobody@example.com', 'new@example.com', 'not_found', 'There is no account for "nobody@example.com".'],
    ] as const;
    for (const [whose, address, code, message] of refusals) {
      await expect(changeEmail(operator, whose, address, START)).rejects.toMatchObject({ code, message });
    }
    expect(await changeEmail(operator, account.id, 'MARA@example.com', epochMs(START + 1))).toEqual(account);
    const { rows } = await operator.query('select updated_at from users where id = $1', [account.id]);
    expect(rows).toEqual([{ updated_at: new Date(START) }]);
  });

  test('that changes an address does not vouch for it', async () => {
    const { account } = await createAccount(operator, { email: EMAIL }, START);
    await operator.query('update users set email_confirmed_at = null');
    expect(await changeEmail(operator, account.id, 'new@example.com', START)).toMatchObject({
      state: 'needs_key',
    });
  });

  test('that disables an account ends its sessions at once; enabled, it signs in again', async () => {
    const { key } = await createAccount(operator, { email: EMAIL }, START);
    const session = await signIn(EMAIL, key);
    expect(await codeFor(session.access_token)).toBe('signed in');
    expect(await disableAccount(operator, EMAIL, START)).toMatchObject({ state: 'disabled', sessions: 0 });
    expect(await codeFor(session.access_token)).toBe('session_not_found');
    expect((await refreshWith(server.app, session.refresh_token)).json().code).toBe(
      'refresh_token_not_found',
    );
    expect((await signIn(EMAIL, key)).code).toBe('user_banned');
    server.clock.advance(10_000 * DAY_MS);
    expect((await signIn(EMAIL, key)).code).toBe('user_banned');
    expect(await enableAccount(operator, EMAIL, server.clock.now)).toMatchObject({ state: 'active' });
    expect((await signIn(EMAIL, key)).user.email).toBe(EMAIL);
  });

  test('that resets a key ends the sessions, and answers who asked for one', async () => {
    const { key: old } = await createAccount(operator, { email: EMAIL }, START);
    const session = await signIn(EMAIL, old);
    expect(await codeFor(session.access_token)).toBe('signed in');
    await post(server.app, '/recover', { email: EMAIL });
    expect(await requireAccount(operator, EMAIL, START)).toMatchObject({ keyRequestedMs: START });
    const { account, key } = await resetKey(operator, EMAIL, START);
    expect(account).toMatchObject({ keyRequestedMs: null, sessions: 0 });
    expect(await codeFor(session.access_token)).toBe('session_not_found');
    expect((await signIn(EMAIL, old)).code).toBe('invalid_credentials');
    expect((await signIn(EMAIL, key.toUpperCase())).user.email).toBe(EMAIL);
  });

  test('that resets the key of an unconfirmed or passwordless account lets it in', async () => {
    await createAccount(operator, { email: EMAIL }, START);
    await operator.query('update users set email_confirmed_at = null, password_hash = null');
    const { key } = await resetKey(operator, EMAIL, START);
    expect((await signIn(EMAIL, key)).user.email_confirmed_at).toBe(new Date(START).toISOString());
  });

  test('that removes an account ends all that was its own', async () => {
    const { key } = await createAccount(operator, { email: EMAIL }, START);
    const session = await signIn(EMAIL, key);
    expect(await codeFor(session.access_token)).toBe('signed in');
    await removeAccount(operator, EMAIL, START);
    expect(await codeFor(session.access_token)).toBe('user_not_found');
    expect((await refreshWith(server.app, session.refresh_token)).json().code).toBe(
      'refresh_token_not_found',
    );
    expect((await operator.query('select from sessions')).rowCount).toBe(0);
  });

  test('by hand, in SQL, is noticed as well', async () => {
    const { key } = await createAccount(operator, { email: EMAIL }, START);
    const session = await signIn(EMAIL, key);
    expect(await codeFor(session.access_token)).toBe('signed in');
    await operator.query('update users set user_metadata = user_metadata || \'{"theme":"dark"}\'');
    expect((await getUser(server.app, session.access_token)).json().user_metadata.theme).toBe('dark');
    await operator.query('truncate users cascade');
    expect(await codeFor(session.access_token)).toBe('user_not_found');
  });

  test('never leaves a session behind that was opened while it ran', async () => {
    const { key } = await createAccount(operator, { email: EMAIL }, START);
    for (let round = 0; round < 5; round++) {
      const opening = Array.from({ length: 4 }, () => signIn(EMAIL, key));
      // Another moment each round: before, while and after the sessions are opened.
      for (let wait = 0; wait < round * 10; wait++) await operator.query('select 1');
      await disableAccount(operator, EMAIL, START);
      await Promise.all(opening);
      expect((await operator.query('select from sessions')).rowCount).toBe(0);
      await enableAccount(operator, EMAIL, START);
    }
  });
});

describe('two servers on one database', () => {
  test('take each other’s tokens and see each other’s sign-outs', async () => {
    const secret = 'a secret that both servers know!!';
    const [one, two] = [
      await startAuthServer({ secret }, server.database),
      await startAuthServer({ secret }, server.database),
    ];
    try {
      expect(one.auth.publicJwk).toEqual(two.auth.publicJwk);
      const { key } = await createAccount(operator, { email: EMAIL }, START);
      const session = (await signInWith(one.app, EMAIL, key)).json();
      expect((await getUser(two.app, session.access_token)).statusCode).toBe(200);
      const refreshed = (await refreshWith(two.app, session.refresh_token)).json();
      expect((await refreshWith(one.app, refreshed.refresh_token)).statusCode).toBe(200);
      await post(one.app, '/logout', '', { authorization: `Bearer ${session.access_token}` });
      expect((await getUser(two.app, session.access_token)).statusCode).toBe(403);
    } finally {
      await one.close();
      await two.close();
    }
  });
});

describe('an import', () => {
  const hosted = async (changes: Partial<HostedUser> = {}): Promise<HostedUser> => ({
    id: '0b5e1f0a-1111-4222-8333-444455556666',
    email: 'Ivo@Example.com',
    passwordHash: await bcryptHash('old password', 4),
    fullName: 'Ivo',
    traderId: '4712',
    userMetadata: { theme: 'dark', sub: 'another', email_verified: false },
    createdAt: epochMs(START - DAY_MS),
    lastSignInAt: epochMs(START - 1000),
    emailConfirmedAt: epochMs(START - DAY_MS),
    disabled: false,
    ...changes,
  });

  test('keeps ID, password, metadata and times, and changes nothing the second time', async () => {
    const user = await hosted();
    expect(await importAccount(operator, user, START)).toEqual({ result: 'imported' });
    expect(await requireAccount(operator, 'ivo@example.com', START)).toMatchObject({
      id: user.id,
      name: 'Ivo',
      traderId: '4712',
      createdMs: user.createdAt,
      lastSignInMs: user.lastSignInAt,
    });
    const session = await signIn('ivo@example.com', 'old password');
    expect(session.user.user_metadata).toEqual({
      theme: 'dark',
      full_name: 'Ivo',
      sub: user.id,
      email: 'ivo@example.com',
      email_verified: true,
      phone_verified: false,
    });
    const before = (await operator.query('select * from users')).rows;
    expect(
      await importAccount(operator, await hosted({ passwordHash: await bcryptHash('x', 4) }), START),
    ).toEqual({
      result: 'already_there',
    });
    expect((await operator.query('select * from users')).rows).toEqual(before);
  });

  test('without IDs goes by the address', async () => {
    const user = await hosted({ id: undefined, traderId: undefined });
    expect(await importAccount(operator, user, START)).toEqual({ result: 'imported' });
    expect(await importAccount(operator, user, START)).toEqual({ result: 'already_there' });
  });

  test('of a banned user makes a disabled account', async () => {
    await importAccount(operator, await hosted({ disabled: true }), START);
    expect((await signIn('ivo@example.com', 'old password')).code).toBe('user_banned');
  });

  test.each([
    [{ email: 'no address' }, 'Unable to validate email address: invalid format'],
    [{ passwordHash: '$fbscrypt$v=1' }, 'the password hash is of a kind that is not supported'],
    [
      { passwordHash: `$2b$13$${'a'.repeat(53)}` },
      "the password hash costs too much to check (bcrypt above 12, or argon2 above 4 times this server's)",
    ],
    [{ traderId: 'x'.repeat(101) }, 'The trader ID must be at most 100 printable characters.'],
    [{ userMetadata: { a: '\0' } }, 'User metadata cannot hold a NUL character'],
    [{ userMetadata: { a: 'x'.repeat(5000) } }, 'User metadata cannot be longer than 4096 bytes of JSON'],
    [{ email: EMAIL }, 'There is an account for mara@example.com already.'],
    [{ traderId: '4711' }, 'The trader ID 4711 belongs to mara@example.com already.'],
  ])('refuses %j with the reason', async (changes, reason) => {
    await createAccount(operator, { email: EMAIL, traderId: '4711' }, START);
    expect(await importAccount(operator, await hosted(changes), START)).toEqual({
      result: 'refused',
      reason,
    });
    expect(await countAccounts(operator)).toBe(1);
  });

  test('refuses an ID that another address has', async () => {
    await importAccount(operator, await hosted({ traderId: undefined }), START);
    const other = await hosted({ email: 'eva@example.com', traderId: undefined });
    expect(await importAccount(operator, other, START)).toEqual({
      result: 'refused',
      reason: 'The ID 0b5e1f0a-1111-4222-8333-444455556666 belongs to another account already.',
    });
  });
});

test('sessions of long ago are removed in batches, however often they were refreshed, and unused ones', async () => {
  const { key } = await createAccount(operator, { email: EMAIL }, START);
  for (let i = 0; i < 3; i++) {
    await signIn(EMAIL, key);
    server.clock.advance(DAY_MS);
  }
  await operator.query('update sessions set refreshed_at = $1', [new Date(server.clock.now)]);
  const remove = (at: number, limit: number) =>
    removeOldSessions(operator, { maxAgeMs: 9 * DAY_MS, idleMs: 5 * DAY_MS }, epochMs(at), limit);
  expect(await remove(START + 10 * DAY_MS + 1, 1)).toBe(1);
  const left = 'select created_at from sessions order by created_at';
  expect((await operator.query(left)).rowCount).toBe(2);
  expect(await remove(START + 8 * DAY_MS, 100)).toBe(0);
  expect(await remove(START + 8 * DAY_MS + 1, 100)).toBe(2);
});
