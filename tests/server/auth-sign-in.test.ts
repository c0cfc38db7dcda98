import { hash as bcryptHash } from '@node-rs/bcrypt';
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { HOUR_MS } from '../../src/core/time/instant.ts';
import { createAccount, disableAccount, listAccounts, resetKey } from '../../src/server/auth/accounts.ts';
import { importAccount } from '../../src/operator/user-import/user-import-command.ts';
import type { AuthContext } from '../../src/server/auth/auth.ts';
import { SESSIONS_PER_USER } from '../../src/server/auth/sessions.ts';
import {
  type AuthServer,
  claimsOf,
  getUser,
  post,
  signInWith,
  START,
  startAuthServer,
} from './auth-support.ts';

const EMAIL = 'mara@example.com';
let server: AuthServer;
let key: string;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.query('delete from users');
  server.clock.now = START;
  ({ key } = await createAccount(server.database.db, { email: EMAIL, name: 'Mara', traderId: 'T-1' }, START));
});

const signIn = (email: string, password: string) => signInWith(server.app, email, password);
const token = (body: unknown, query = '?grant_type=password') => post(server.app, `/token${query}`, body);
const WRONG = { code: 'invalid_credentials', message: 'Invalid login credentials' };

test('sign-ins are counted by their result', async () => {
  const { signIns } = server.auth.context;
  signIns.reset();
  await signIn(EMAIL, key);
  await signIn(EMAIL, 'wrong');
  await signIn('nobody@example.com', 'wrong');
  const { values } = await signIns.get();
  expect(Object.fromEntries(values.map(({ labels, value }) => [labels.result, value]))).toEqual({
    ok: 1,
    invalid_credentials: 2,
  });
});

describe('a sign-in', () => {
  test('answers a session and the user as the protocol describes them, and no cache keeps a copy', async () => {
    const response = await signIn(EMAIL, key);
    expect(response.statusCode).toBe(200);
    expect(response.headers).toMatchObject({
      'content-type': expect.stringContaining('application/json'),
      'cache-control': 'no-store',
    });
    expect(response.headers['x-supabase-api-version']).toBeUndefined();
    const { user, ...session } = response.json();
    expect(session).toEqual({
      access_token: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+$/),
      token_type: 'bearer',
      expires_in: 3600,
      expires_at: Math.floor(START / 1000) + 3600,
      refresh_token: expect.stringMatching(/^[\w-]{51}$/),
      weak_password: null,
    });
    const at = '2026-11-20T12:00:00.123Z';
    const uuid = expect.stringMatching(
      /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/,
    );
    const metadata = {
      full_name: 'Mara',
      sub: user.id,
      email: EMAIL,
      email_verified: true,
      phone_verified: false,
    };
    expect(user).toEqual({
      id: uuid,
      aud: 'authenticated',
      role: 'authenticated',
      email: EMAIL,
      email_confirmed_at: at,
      phone: '',
      confirmed_at: at,
      last_sign_in_at: at,
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: metadata,
      identities: [
        {
          identity_id: uuid,
          id: user.id,
          user_id: user.id,
          identity_data: metadata,
          provider: 'email',
          last_sign_in_at: at,
          created_at: at,
          updated_at: at,
          email: EMAIL,
        },
      ],
      created_at: at,
      updated_at: at,
      is_anonymous: false,
    });
  });

  test('signs a token with exactly the claims of the protocol; the trader ID is not among them', async () => {
    const { access_token: accessToken, user } = (await signIn(EMAIL, key)).json();
    expect(JSON.parse(Buffer.from(accessToken.split('.')[0], 'base64url').toString())).toEqual({
      alg: 'ES256',
      typ: 'JWT',
      kid: server.auth.publicJwk.kid,
    });
    expect(claimsOf(accessToken)).toEqual({
      sub: user.id,
      aud: 'authenticated',
      iat: Math.floor(START / 1000),
      exp: Math.floor(START / 1000) + 3600,
      email: EMAIL,
      phone: '',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: user.user_metadata,
      role: 'authenticated',
      aal: 'aal1',
      amr: [{ method: 'password', timestamp: Math.floor(START / 1000) }],
      session_id: expect.any(String),
      is_anonymous: false,
    });
  });

  test('takes the address with capitals', async () => {
    expect((await signIn('Mara@Example.COM', key)).statusCode).toBe(200);
  });

  test.each([' mara@example.com', 'mara@example.com\t', '\ufeffmara@example.com', 'mara@example.com\u00a0'])(
    'does not trim the address %j',
    async (email) => {
      expect((await signIn(email, key)).json()).toEqual(WRONG);
    },
  );

  test('takes a generated key as people type it', async () => {
    expect((await signIn(EMAIL, ` ${key.toUpperCase().replaceAll('-', ' ')}`)).statusCode).toBe(200);
  });

  test('opens a session of its own each time, with where it came from', async () => {
    const headers = { 'user-agent': 'Browser/1.0', 'x-forwarded-for': '203.0.113.7' };
    const first = await signInWith(server.app, EMAIL, key, headers);
    const second = await signInWith(server.app, EMAIL, key, headers);
    expect(claimsOf(first.json().access_token)['session_id']).not.toBe(
      claimsOf(second.json().access_token)['session_id'],
    );
    const { rows } = await server.database.db.query('select host(ip) as ip, user_agent from sessions');
    expect(rows).toEqual([
      { ip: '203.0.113.7', user_agent: 'Browser/1.0' },
      { ip: '203.0.113.7', user_agent: 'Browser/1.0' },
    ]);
  });

  test('works from an unknown address and program', async () => {
    const headers = { 'user-agent': `Br\u00f6wser\0${'x'.repeat(5000)}`, 'x-forwarded-for': 'unknown' };
    expect((await signInWith(server.app, EMAIL, key, headers)).statusCode).toBe(200);
    const { rows } = await server.database.db.query('select ip, length(user_agent) as length from sessions');
    expect(rows).toEqual([{ ip: null, length: 299 }]);
  });

  test.each([
    ['disabled', () => disableAccount(server.database.db, EMAIL, START)],
    ['given a new key', () => resetKey(server.database.db, EMAIL, START)],
  ])('opens no session for one who is %s while the key is checked', async (_what, change) => {
    const { context } = server.auth;
    const { passwords } = context;
    const verify: AuthContext['passwords']['verify'] = async (...asked) => {
      const verdict = await passwords.verify(...asked);
      await change();
      return verdict;
    };
    Object.assign(context, { passwords: { ...passwords, verify } });
    try {
      expect((await signIn(EMAIL, key)).json()).toMatchObject({ code: 'invalid_credentials' });
    } finally {
      Object.assign(context, { passwords });
    }
    expect((await listAccounts(server.database.db, START))[0]?.sessions).toBe(0);
  });

  test('beyond the most sessions a user may have ends the one unused for longest', async () => {
    const first = (await signIn(EMAIL, key)).json();
    const { id } = (await listAccounts(server.database.db, START))[0] ?? {};
    await server.database.db.query(
      `insert into sessions (id, user_id, created_at, refresh_key)
       select gen_random_uuid(), $1, $3::timestamptz + n * interval '1 ms', decode(repeat('00', 32), 'hex')
       from generate_series(1, $2) n`,
      [id, SESSIONS_PER_USER - 1, new Date(START)],
    );
    server.clock.advance(1000);
    const { access_token: accessToken } = (await signIn(EMAIL, key)).json();
    const { rows } = await server.database.db.query('select count(*)::int as count from sessions');
    expect(rows[0].count).toBe(SESSIONS_PER_USER);
    expect((await getUser(server.app, first.access_token)).json().code).toBe('session_not_found');
    expect((await getUser(server.app, accessToken)).statusCode).toBe(200);
  });
});

describe('a sign-in that is refused', () => {
  test.each([
    ['with a wrong key', EMAIL, 'k3v9x-04hqd-z8m1t-w6j1r'],
    ['with no key', EMAIL, ''],
    ['with a key of 200 bytes', EMAIL, 'x'.repeat(200)],
    ['with a key of 30 000 bytes', EMAIL, 'x'.repeat(30_000)],
    ['with an emoji', EMAIL, '🔑'],
    ['with half an emoji', EMAIL, '\ud83d'],
    ['with a NUL', EMAIL, '\0'],
    ['of an unknown user', 'nobody@example.com', 'whatever'],
    ['of what is no address', 'not an address', 'whatever'],
    ['of an address with a NUL', 'mara@example.com\0', 'whatever'],
    ['of an address with half an emoji', '\ud83dmara@example.com', 'whatever'],
    ['of an endless address', `${'a'.repeat(30_000)}@example.com`, 'whatever'],
    ['with SQL in the address', "' or true --", 'whatever'],
  ])('%s answers one and the same', async (_case, email, password) => {
    const response = await signIn(email, password);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(WRONG);
    expect(response.headers['x-sb-error-code']).toBe('invalid_credentials');
  });

  test.each([
    [{}, 400, 'validation_failed', 'missing email or phone'],
    [{ email: '', password: 'x' }, 400, 'validation_failed', 'missing email or phone'],
    [{ email: null, phone: null, password: 'x' }, 400, 'validation_failed', 'missing email or phone'],
    [
      { email: EMAIL, phone: '+15550100', password: 'x' },
      400,
      'validation_failed',
      'Only an email address or phone number should be provided on login.',
    ],
    [{ phone: '+15550100', password: 'x' }, 422, 'phone_provider_disabled', 'Phone logins are disabled'],
  ])('%j says so', async (body, status, code, message) => {
    const response = await token(body);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ code, message });
  });

  test.each(['', '?grant_type=', '?grant_type=magic', '?grant_type=pkce', '?GRANT_TYPE=password'])(
    'for the grant in %j says that there is no such grant',
    async (query) => {
      const response = await token({ email: EMAIL, password: key }, query);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ code: 'invalid_credentials', message: 'unsupported_grant_type' });
    },
  );

  test('takes the first of two grants', async () => {
    const response = await token(
      { email: EMAIL, password: key },
      '?grant_type=password&grant_type=refresh_token',
    );
    expect(response.statusCode).toBe(200);
  });

  test('for a disabled account is refused as such only with the right key', async () => {
    await disableAccount(server.database.db, EMAIL, START);
    expect((await signIn(EMAIL, 'wrong')).json()).toEqual(WRONG);
    const response = await signIn(EMAIL, key);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: 'user_banned', message: 'User is banned' });
  });

  test('for an account without a password says nothing of it', async () => {
    await server.database.db.query('update users set password_hash = null');
    expect((await signIn(EMAIL, key)).json()).toEqual(WRONG);
  });

  test('for an unconfirmed address is refused as such only with the right key', async () => {
    await server.database.db.query('update users set email_confirmed_at = null');
    expect((await signIn(EMAIL, 'wrong')).json()).toEqual(WRONG);
    const response = await signIn(EMAIL, key);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: 'email_not_confirmed', message: 'Email not confirmed' });
  });

  test('takes as long as the floor, whichever of the two was wrong and however long the check took', async () => {
    const now = performance.now.bind(performance);
    let aheadMs = 0;
    const clock = vi.spyOn(performance, 'now').mockImplementation(() => now() + aheadMs);
    onTestFinished(() => clock.mockRestore());
    const tookMs = async (email: string, refusalFloorMs: number, checkMs: number) => {
      const slow = await startAuthServer({ refusalFloorMs }, server.database);
      vi.spyOn(slow.auth.context.passwords, 'verify').mockImplementation(async () => {
        aheadMs += checkMs;
        return { matches: false };
      });
      const startedMs = now();
      expect((await signInWith(slow.app, email, 'wrong')).statusCode).toBe(400);
      const ms = now() - startedMs;
      await slow.close();
      return ms;
    };
    for (const email of [EMAIL, 'nobody@example.com']) {
      expect(await tookMs(email, 150, 0)).toBeGreaterThanOrEqual(150);
      // Counted from the end of the check, the floor would not end within the test's time.
      await tookMs(email, HOUR_MS, HOUR_MS);
    }
  });
});

describe('an account of the hosted service', () => {
  async function imported(password: string, cost = 4) {
    await importAccount(
      server.database.db,
      {
        id: '0b5e1f0a-1111-4222-8333-444455556666',
        email: 'Ivo@Example.com',
        passwordHash: await bcryptHash(password, cost),
        fullName: undefined,
        traderId: undefined,
        userMetadata: { full_name: 'Ivo' },
        createdAt: undefined,
        lastSignInAt: undefined,
        emailConfirmedAt: undefined,
        disabled: false,
      },
      START,
    );
  }
  const storedHash = async () =>
    (await server.database.db.query("select password_hash from users where email = 'ivo@example.com'"))
      .rows[0].password_hash;

  test('signs in with its old password, which is hashed again by that and signs in once more', async () => {
    await imported('old password');
    expect((await signIn('ivo@example.com', 'wrong password')).statusCode).toBe(400);
    expect(await storedHash()).toMatch(/^\$2[aby]\$/);
    const { user } = (await signIn('ivo@example.com', 'old password')).json();
    expect(user).toMatchObject({
      id: '0b5e1f0a-1111-4222-8333-444455556666',
      user_metadata: { full_name: 'Ivo' },
    });
    expect(await storedHash()).toMatch(/^\$argon2id\$/);
    expect((await signIn('ivo@example.com', 'old password')).statusCode).toBe(200);
  });

  test('with a password that today would be too short signs in and learns so', async () => {
    await imported('short');
    expect((await signIn('ivo@example.com', 'short')).json().weak_password).toEqual({
      message: 'Password should be at least 8 characters.',
      reasons: ['length'],
    });
  });

  test('with a password of 72 bytes does not sign in with more than that', async () => {
    await imported('p'.repeat(72));
    expect((await signIn('ivo@example.com', 'p'.repeat(73))).json()).toEqual(WRONG);
    expect((await signIn('ivo@example.com', 'p'.repeat(72))).statusCode).toBe(200);
  });
});
