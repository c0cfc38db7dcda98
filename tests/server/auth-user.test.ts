import { generateKeyPair, SignJWT } from 'jose';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { epochMs, HOUR_MS, MINUTE_MS } from '../../src/core/time/instant.ts';
import {
  createAccount,
  disableAccount,
  enableAccount,
  removeAccount,
  resetKey,
} from '../../src/server/auth/accounts.ts';
import type { AuthContext } from '../../src/server/auth/auth.ts';
import { openServerSecret } from '../../src/server/platform/server-secret.ts';
import { openSigningKey, type SigningKey } from '../../src/server/auth/access-tokens.ts';
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
const SECRET = 'a secret of at least 32 characters';
let server: AuthServer;
let signingKey: SigningKey;
let key: string;
let session: { access_token: string; refresh_token: string; user: { id: string; user_metadata: object } };
beforeAll(async () => {
  server = await startAuthServer({ secret: SECRET });
  signingKey = (await openSigningKey(server.database.db, openServerSecret(SECRET, ''), START)).key;
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.query('delete from users');
  server.clock.now = START;
  ({ key } = await createAccount(server.database.db, { email: EMAIL, name: 'Mara' }, START));
  session = (await signInWith(server.app, EMAIL, key)).json();
});

/** A token of this server's own key with claims of the test's choice. */
function signed(
  claims: Record<string, unknown>,
  header: { alg: string; kid?: string } = { alg: 'ES256', kid: signingKey.kid },
) {
  return new SignJWT(claims).setProtectedHeader(header).sign(signingKey.privateKey);
}
const base64 = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a bearer token', () => {
  test('answers the user, with the scheme in any case', async () => {
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) {
      const response = await server.app.inject({
        url: '/auth/v1/user',
        headers: { authorization: `${scheme} ${session.access_token}` },
      });
      expect(response.statusCode).toBe(200);
      expect(response.headers['content-type']).toBe('application/json');
      expect(response.headers['cache-control']).toBe('no-store');
      expect(response.json()).toEqual(session.user);
    }
  });

  test.each([undefined, '', 'Bearer', 'Bearer ', 'Basic bWFyYQ==', 'Bearer two words'])(
    'is missing in %j',
    async (authorization) => {
      const response = await server.app.inject({
        url: '/auth/v1/user',
        headers: {
          'x-supabase-api-version': '2024-01-01',
          ...(authorization === undefined ? {} : { authorization }),
        },
      });
      expect(response.statusCode).toBe(401);
      expect(response.json()).toEqual({
        code: 'no_authorization',
        message: 'This endpoint requires a valid Bearer token',
      });
    },
  );

  const forged: [string, () => Promise<string> | string][] = [
    ['nonsense', () => 'nonsense'],
    [
      'with algorithm none',
      () => `${base64({ alg: 'none', typ: 'JWT' })}.${session.access_token.split('.')[1]}.`,
    ],
    [
      'with algorithm none and our kid and signature',
      () =>
        `${base64({ alg: 'none', kid: signingKey.kid })}.${session.access_token.split('.').slice(1).join('.')}`,
    ],
    [
      'signed with the public key as a shared secret',
      () =>
        new SignJWT(claimsOf(session.access_token))
          .setProtectedHeader({ alg: 'HS256', kid: signingKey.kid })
          .sign(Buffer.from(JSON.stringify(signingKey.publicJwk))),
    ],
    [
      'altered',
      () => {
        const [header, , signature] = session.access_token.split('.');
        return `${header}.${base64({ ...claimsOf(session.access_token), role: 'service_role' })}.${signature}`;
      },
    ],
    ['cut short', () => session.access_token.slice(0, -4)],
    [
      'of a foreign key under our kid',
      async () =>
        new SignJWT(claimsOf(session.access_token))
          .setProtectedHeader({ alg: 'ES256', kid: signingKey.kid })
          .sign((await generateKeyPair('ES256')).privateKey),
    ],
    ['that names no key', () => signed(claimsOf(session.access_token), { alg: 'ES256' })],
    [
      'that names another key',
      () => signed(claimsOf(session.access_token), { alg: 'ES256', kid: 'another' }),
    ],
    ['without an end', () => signed({ ...claimsOf(session.access_token), exp: undefined })],
    ['with an end that is no number', () => signed({ ...claimsOf(session.access_token), exp: 'never' })],
  ];
  test.each(forged)('%s is refused', async (_kind, make) => {
    const response = await getUser(server.app, await make());
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      code: 'bad_jwt',
      message: expect.stringMatching(/^invalid JWT: unable to parse or verify signature, /),
    });
  });

  test('expires on the second, and one that was accepted before does too', async () => {
    expect((await getUser(server.app, session.access_token)).statusCode).toBe(200);
    // The token's second began 123 ms before it was issued.
    server.clock.advance(HOUR_MS - 124);
    expect((await getUser(server.app, session.access_token)).statusCode).toBe(200);
    server.clock.advance(1);
    const response = await getUser(server.app, session.access_token);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({
      code: 'bad_jwt',
      message: expect.stringContaining('token is expired'),
    });
  });

  test.each([
    [{ sub: undefined }, 403, 'invalid claim: missing sub claim'],
    [{ sub: '' }, 403, 'invalid claim: missing sub claim'],
    [{ sub: 'anon' }, 400, 'invalid claim: sub claim must be a UUID'],
    [{ session_id: 'x' }, 403, 'invalid claim: session_id claim must be a UUID'],
    [{ session_id: undefined }, 403, 'invalid claim: session_id claim must be a UUID'],
  ])('with the claims %j is refused', async (claims, status, message) => {
    const response = await getUser(
      server.app,
      await signed({ ...claimsOf(session.access_token), ...claims }),
    );
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual({ code: 'bad_jwt', message });
  });

  test("with another user's session is refused", async () => {
    const { key: ivosKey } = await createAccount(server.database.db, { email: 'ivo@example.com' }, START);
    const ivo = (await signInWith(server.app, 'ivo@example.com', ivosKey)).json();
    const mixed = await signed({ ...claimsOf(ivo.access_token), sub: session.user.id });
    const response = await getUser(server.app, mixed);
    expect(response.statusCode).toBe(403);
    expect(response.json().code).toBe('session_not_found');
  });

  test('of a user who was removed is refused', async () => {
    await removeAccount(server.database.db, EMAIL, START);
    const response = await getUser(server.app, session.access_token);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({
      code: 'user_not_found',
      message: 'User from sub claim in JWT does not exist',
    });
  });

  test('of a user who was banned by hand is refused', async () => {
    await server.database.db.query("update users set banned_until = '2100-01-01'");
    const response = await getUser(server.app, session.access_token);
    expect(response.statusCode).toBe(403);
    expect(response.json()).toEqual({ code: 'user_banned', message: 'User is banned' });
  });

  test('for another audience than it was issued for is refused', async () => {
    const response = await getUser(server.app, session.access_token, { 'x-jwt-aud': 'another' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      code: 'validation_failed',
      message: "Token audience doesn't match request audience",
    });
    expect(
      (await getUser(server.app, session.access_token, { 'x-jwt-aud': 'authenticated' })).statusCode,
    ).toBe(200);
  });
});

describe('signing out', () => {
  const signOut = (query: string, accessToken = session.access_token) =>
    post(server.app, `/logout${query}`, '', { authorization: `Bearer ${accessToken}` });
  const codeOf = async (accessToken: string) => {
    const response = await getUser(server.app, accessToken);
    return response.statusCode === 200 ? 'signed in' : response.json().code;
  };

  test.each([
    ['', 'session_not_found', 'session_not_found'],
    ['?scope=', 'session_not_found', 'session_not_found'],
    ['?scope=global', 'session_not_found', 'session_not_found'],
    ['?scope=global&scope=local', 'session_not_found', 'session_not_found'],
    ['?scope=local', 'session_not_found', 'signed in'],
    ['?scope=others', 'signed in', 'session_not_found'],
  ])('with %j leaves this session: %s, and another: %s', async (query, here, elsewhere) => {
    const other = (await signInWith(server.app, EMAIL, key)).json();
    expect(await codeOf(session.access_token)).toBe('signed in');
    expect(await codeOf(other.access_token)).toBe('signed in');
    const response = await signOut(query);
    expect(response.statusCode).toBe(204);
    expect(response.body).toBe('');
    expect(await codeOf(session.access_token)).toBe(here);
    expect(await codeOf(other.access_token)).toBe(elsewhere);
    expect((await refreshWith(server.app, other.refresh_token)).statusCode).toBe(
      elsewhere === 'signed in' ? 200 : 400,
    );
  });

  test('never ends the sessions of another account', async () => {
    const { key: ivosKey } = await createAccount(server.database.db, { email: 'ivo@example.com' }, START);
    const ivo = (await signInWith(server.app, 'ivo@example.com', ivosKey)).json();
    await signOut('?scope=global');
    expect(await codeOf(ivo.access_token)).toBe('signed in');
  });

  test('a second time is refused, for the session is gone', async () => {
    await signOut('?scope=global');
    const response = await signOut('?scope=global');
    expect(response.statusCode).toBe(403);
    expect(response.json().code).toBe('session_not_found');
  });

  test.each(['Global', 'all', 'x'.repeat(1000)])('with the scope %s is refused', async (scope) => {
    const response = await signOut(`?scope=${scope}`);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toMatchObject({
      code: 'validation_failed',
      message: expect.stringMatching(/^Unsupported logout scope "/),
    });
    expect(await codeOf(session.access_token)).toBe('signed in');
  });

  test('checks the bearer before the scope', async () => {
    expect((await signOut('?scope=all', 'nonsense')).json().code).toBe('bad_jwt');
  });

  test('does not look at the body, whatever it is', async () => {
    const response = await post(server.app, '/logout', '{not json', {
      authorization: `Bearer ${session.access_token}`,
    });
    expect(response.statusCode).toBe(204);
  });
});

describe('changing one’s account', () => {
  const change = (body: object, accessToken = session.access_token) =>
    server.app.inject({
      method: 'PUT',
      url: '/auth/v1/user',
      headers: {
        authorization: `Bearer ${accessToken}`,
        'x-supabase-api-version': '2024-01-01',
        'content-type': 'application/json',
      },
      payload: JSON.stringify(body),
    });

  test('merges the top level of the metadata; the next GET shows it, the next token carries it', async () => {
    expect((await getUser(server.app, session.access_token)).json()).toEqual(session.user);
    server.clock.advance(1000);
    const first = await change({
      data: { theme: 'dark', pairs: ['EUR/USD'], nested: { a: 1 } },
      code_challenge: null,
    });
    expect(first.statusCode).toBe(200);
    const second = await change({ data: { theme: null, nested: { b: 2 }, absent: null } });
    const { user_metadata: metadata, updated_at: updatedAt } = second.json();
    expect(metadata).toEqual({ ...session.user.user_metadata, pairs: ['EUR/USD'], nested: { b: 2 } });
    expect(updatedAt).toBe('2026-11-20T12:00:01.123Z');
    expect((await getUser(server.app, session.access_token)).json()).toEqual(second.json());
    const refreshed = (await refreshWith(server.app, session.refresh_token)).json();
    expect(claimsOf(refreshed.access_token)['user_metadata']).toEqual(metadata);
  });

  test('by two at once loses nothing of either', async () => {
    await Promise.all(Array.from({ length: 8 }, (_, n) => change({ data: { [`key${n}`]: n } })));
    const { user_metadata: metadata } = (await getUser(server.app, session.access_token)).json();
    expect(metadata).toMatchObject(Object.fromEntries(Array.from({ length: 8 }, (_, n) => [`key${n}`, n])));
  });

  test('by many at once does not add up to more metadata than fits', async () => {
    const statuses = await Promise.all(
      Array.from({ length: 8 }, async (_, n) => {
        const response = await change({ data: { [`key${n}`]: 'x'.repeat(1500) } });
        return response.statusCode;
      }),
    );
    expect(statuses.filter((status) => status === 200)).toHaveLength(2);
    expect(statuses.filter((status) => status === 400)).toHaveLength(6);
    const { user_metadata: metadata } = (await getUser(server.app, session.access_token)).json();
    expect(JSON.stringify(metadata).length).toBeLessThanOrEqual(4096);
  });

  test('leaves alone what the server itself says in the metadata', async () => {
    const forged = { sub: 'x', email: 'root@example.com', email_verified: false, phone_verified: true };
    const { user_metadata: metadata } = (await change({ data: { ...forged, theme: 'dark' } })).json();
    expect(metadata).toEqual({ ...session.user.user_metadata, theme: 'dark' });
    const nulls = { sub: null, email: null, email_verified: null };
    expect((await change({ data: nulls })).json().user_metadata).toEqual(metadata);
  });

  test.each([
    [
      'signed out',
      () => post(server.app, '/logout', '', { authorization: `Bearer ${session.access_token}` }),
    ],
    ['disabled', () => disableAccount(server.database.db, EMAIL, START)],
    ['given a new key', () => resetKey(server.database.db, EMAIL, START)],
    [
      'banned by hand',
      () =>
        server.database.db.query("update users set banned_until = $1::timestamptz + interval '1 day'", [
          new Date(START),
        ]),
    ],
  ])('is not done for one who is %s while the new password is hashed', async (_what, end) => {
    const { context } = server.auth;
    const { passwords } = context;
    const hash: AuthContext['passwords']['hash'] = async (...asked) => {
      const hashed = await passwords.hash(...asked);
      await end();
      return hashed;
    };
    Object.assign(context, { passwords: { ...passwords, hash } });
    try {
      const response = await change({ password: 'correct horse' });
      expect(response.statusCode).toBe(403);
      expect(response.json().code).toBe('session_not_found');
    } finally {
      Object.assign(context, { passwords });
    }
    await enableAccount(server.database.db, EMAIL, START);
    expect((await signInWith(server.app, EMAIL, 'correct horse')).statusCode).toBe(400);
  });

  test('to two passwords at once leaves one of them, which was said to be set', async () => {
    const wanted = ['correct horse', 'battery staple'];
    const changes = await Promise.all(wanted.map((password) => change({ password })));
    const signIns = [];
    for (const password of wanted) signIns.push(await signInWith(server.app, EMAIL, password));
    const working = signIns.map(({ statusCode }) => statusCode === 200);
    expect(working.filter(Boolean)).toHaveLength(1);
    // On a busy computer one may be over before the other begins: then both were set, one after the other.
    expect(changes[working.indexOf(true)]?.statusCode).toBe(200);
  });

  test('sets a password, ends every other session and keeps this one', async () => {
    const other = (await signInWith(server.app, EMAIL, key)).json();
    const response = await change({ password: 'correct horse' });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toMatchObject({ id: session.user.id });
    expect((await getUser(server.app, session.access_token)).statusCode).toBe(200);
    expect((await getUser(server.app, other.access_token)).json().code).toBe('session_not_found');
    expect((await refreshWith(server.app, other.refresh_token)).json().code).toBe('refresh_token_not_found');
    expect((await signInWith(server.app, EMAIL, key)).statusCode).toBe(400);
    expect((await signInWith(server.app, EMAIL, 'correct horse')).statusCode).toBe(200);
  });

  test('to a new password takes the current one, or a sign-in of the last 15 minutes', async () => {
    const refreshedLater = async (ms: number) => {
      server.clock.now = epochMs(START + ms);
      return (await refreshWith(server.app, session.refresh_token)).json().access_token;
    };
    expect(
      (await change({ password: 'correct horse' }, await refreshedLater(15 * MINUTE_MS))).statusCode,
    ).toBe(200);
    const late = await refreshedLater(15 * MINUTE_MS + 1);
    const refused = await change({ password: 'battery staple' }, late);
    expect(refused.statusCode).toBe(400);
    expect(refused.json()).toEqual({
      code: 'reauthentication_needed',
      message: 'Password update requires reauthentication',
    });
    expect((await change({ password: 'battery staple', current_password: '' }, late)).json().code).toBe(
      'reauthentication_needed',
    );
    const given = await change({ password: 'battery staple', current_password: 'correct horse' }, late);
    expect(given.statusCode).toBe(200);
    expect((await signInWith(server.app, EMAIL, 'battery staple')).statusCode).toBe(200);
  });

  test('to a new password with a wrong current one is refused, just after the sign-in too', async () => {
    const response = await change({ password: 'correct horse', current_password: 'wrong horse' });
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      code: 'current_password_invalid',
      message: 'Current password is not correct',
    });
    expect((await signInWith(server.app, EMAIL, key)).statusCode).toBe(200);
  });

  test('with nothing to change answers the user', async () => {
    const response = await change({ unknown: 1 });
    expect(response.statusCode).toBe(200);
    expect(response.json()).toEqual(session.user);
  });

  test('to the address it has is no change', async () => {
    expect((await change({ email: 'MARA@example.com' })).json()).toEqual(session.user);
  });

  test.each([
    [{ password: '' }, 422, 'weak_password'],
    [{ password: '1234567' }, 422, 'weak_password'],
    [{ password: 'qwertyuiop' }, 422, 'weak_password'],
    [{ password: 'x'.repeat(1025) }, 400, 'validation_failed'],
    [{ app_metadata: { role: 'admin' } }, 403, 'not_admin'],
    [{ email: 'taken@example.com' }, 422, 'email_exists'],
    [{ email: 'free@example.com' }, 403, 'not_admin'],
    [{ email: 'no address' }, 400, 'validation_failed'],
    [{ email: '' }, 400, 'validation_failed'],
    [{ phone: '+15550100' }, 422, 'phone_provider_disabled'],
    [{ data: { a: '\0' } }, 400, 'validation_failed'],
    [{ data: { a: 'x'.repeat(4096) } }, 400, 'validation_failed'],
    [{ data: [] }, 400, 'bad_json'],
    [{ data: 'x' }, 400, 'bad_json'],
    [{ password: 5 }, 400, 'bad_json'],
  ])('is refused for %j', async (body, status, code) => {
    await createAccount(server.database.db, { email: 'taken@example.com' }, START);
    const response = await change({ data: { changed: true }, ...body });
    expect(response.statusCode).toBe(status);
    expect(response.json().code).toBe(code);
    expect((await getUser(server.app, session.access_token)).json().user_metadata).toEqual(
      session.user.user_metadata,
    );
  });

  test('to the password it has is refused, however a generated key is typed', async () => {
    for (const same of [key, key.toUpperCase()]) {
      const response = await change({ password: same });
      expect(response.statusCode).toBe(422);
      expect(response.json()).toEqual({
        code: 'same_password',
        message: 'New password should be different from the old password.',
      });
    }
  });

  test('needs a bearer', async () => {
    expect((await change({}, 'nonsense')).json().code).toBe('bad_jwt');
  });
});
