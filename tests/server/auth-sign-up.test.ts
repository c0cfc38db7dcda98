import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createAccount } from '../../src/server/auth/accounts.ts';
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

let open: AuthServer;
let closed: AuthServer;
beforeAll(async () => {
  open = await startAuthServer({ signup: 'open' });
  closed = await startAuthServer({}, open.database);
});
afterAll(async () => {
  await closed.close();
  await open.close();
});
beforeEach(() => open.database.db.query('delete from users'));

const EMAIL = 'mara@example.com';
const signUp = (body: object, server = open) => post(server.app, '/signup', body);
const password = 'correct horse';

describe('a sign-up', () => {
  test('makes a confirmed account with the metadata given and signs it in', async () => {
    const response = await signUp({
      email: 'Mara+Signals@Example.com',
      password,
      data: { full_name: 'Mara', theme: null, nested: { a: null }, sub: 'forged', email_verified: false },
      gotrue_meta_security: {},
      code_challenge: null,
      code_challenge_method: null,
    });
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const { user, ...session } = response.json();
    expect(Object.keys(session).sort()).toEqual([
      'access_token',
      'expires_at',
      'expires_in',
      'refresh_token',
      'token_type',
    ]);
    expect(user).toMatchObject({
      email: 'mara+signals@example.com',
      role: 'authenticated',
      app_metadata: { provider: 'email', providers: ['email'] },
      user_metadata: {
        full_name: 'Mara',
        nested: { a: null },
        sub: user.id,
        email: 'mara+signals@example.com',
        email_verified: true,
        phone_verified: false,
      },
      email_confirmed_at: new Date(START).toISOString(),
      last_sign_in_at: new Date(START).toISOString(),
    });
    expect(user.user_metadata).not.toHaveProperty('theme');
    expect(user.identities[0].identity_data).toEqual(user.user_metadata);
    expect((await getUser(open.app, session.access_token)).json()).toEqual(user);
    expect(claimsOf(session.access_token)['amr']).toEqual([
      { method: 'password', timestamp: Math.floor(START / 1000) },
    ]);
    expect((await refreshWith(open.app, session.refresh_token)).statusCode).toBe(200);
    expect((await signInWith(open.app, 'mara+signals@example.com', password)).statusCode).toBe(200);
  });

  test.each(['🔑🔒🔑🔒🔑🔒🔑🔒', 'x'.repeat(200), 'x'.repeat(1024), 'nul\0 and nul'])(
    'takes the password %s',
    async (each) => {
      expect((await signUp({ email: EMAIL, password: each })).statusCode).toBe(200);
      expect((await signInWith(open.app, EMAIL, each)).statusCode).toBe(200);
    },
  );

  test('of one address by several at once makes one account and tells the others', async () => {
    const answers = await Promise.all(Array.from({ length: 6 }, () => signUp({ email: EMAIL, password })));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 422, 422, 422, 422, 422]);
    const refused = answers.filter(({ statusCode }) => statusCode === 422);
    for (const answer of refused) {
      expect(answer.json()).toEqual({ code: 'user_already_exists', message: 'User already registered' });
    }
  });

  test('of an address that has an account, in other capitals too, is refused by code', async () => {
    await createAccount(open.database.db, { email: EMAIL }, START);
    const response = await signUp({ email: 'MARA@example.com', password });
    expect(response.statusCode).toBe(422);
    expect(response.json().code).toBe('user_already_exists');
  });
});

describe('a sign-up that is refused', () => {
  const short = {
    code: 'weak_password',
    message: 'Password should be at least 8 characters.',
    weak_password: { reasons: ['length'] },
  };
  const common = {
    code: 'weak_password',
    message: 'Password is known to be weak and easy to guess, please choose a different one.',
    weak_password: { reasons: ['pwned'] },
  };
  const failed = (message: string) => ({ code: 'validation_failed', message });
  test.each([
    [{}, 422, { code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' }],
    [{ data: {} }, 422, { code: 'anonymous_provider_disabled', message: 'Anonymous sign-ins are disabled' }],
    [{ email: EMAIL }, 400, failed('Signup requires a valid password')],
    [{ email: EMAIL, password: '' }, 400, failed('Signup requires a valid password')],
    [{ email: EMAIL, password: '1234567' }, 422, short],
    // Twelve bytes, three characters.
    [{ email: EMAIL, password: '🔑🔑🔑' }, 422, short],
    [{ email: EMAIL, password: 'Password123' }, 422, common],
    [{ email: EMAIL, password: 'qwertyuiop' }, 422, common],
    [{ email: 'no address', password: '12345' }, 422, short],
    [
      { email: EMAIL, password: 'x'.repeat(1025) },
      400,
      failed('Password cannot be longer than 1024 characters'),
    ],
    [
      { email: EMAIL, phone: '+15550100', password },
      400,
      failed('Only an email address or phone number should be provided on signup.'),
    ],
    [
      { phone: '+15550100', password },
      400,
      { code: 'phone_provider_disabled', message: 'Phone signups are disabled' },
    ],
    [
      { email: EMAIL, password, code_challenge: 'x'.repeat(43) },
      400,
      failed('PKCE flow requires code_challenge_method and code_challenge'),
    ],
    [
      { email: EMAIL, password, code_challenge: 'x'.repeat(42), code_challenge_method: 's256' },
      400,
      failed('code challenge has to be between 43 and 128 characters'),
    ],
    [
      { email: EMAIL, password, code_challenge: '!'.repeat(43), code_challenge_method: 's256' },
      400,
      failed(
        'code challenge can only contain alphanumeric characters, hyphens, periods, underscores and tildes',
      ),
    ],
    [
      { email: ' mara@example.com', password },
      400,
      failed('Unable to validate email address: invalid format'),
    ],
    [
      { email: 'mara@example.com\0', password },
      400,
      failed('Unable to validate email address: invalid format'),
    ],
    [{ email: `${'a'.repeat(250)}@example.com`, password }, 400, failed('An email address is too long')],
    [
      { email: EMAIL, password, data: { name: '\0' } },
      400,
      failed('User metadata cannot hold a NUL character'),
    ],
    [
      { email: EMAIL, password, data: { name: 'x'.repeat(5000) } },
      400,
      failed('User metadata cannot be longer than 4096 bytes of JSON'),
    ],
  ])('%j says why', async (body, status, answer) => {
    const response = await signUp(body);
    expect(response.statusCode).toBe(status);
    expect(response.json()).toEqual(answer);
  });

  test('because the operator did not open it, before anything else is looked at', async () => {
    for (const body of [
      { email: EMAIL, password },
      { email: EMAIL, password: '1' },
      { email: 'no address' },
    ]) {
      const response = await signUp(body, closed);
      expect(response.statusCode).toBe(422);
      expect(response.json()).toEqual({
        code: 'signup_disabled',
        message: 'Signups not allowed for this instance',
      });
    }
  });

  test('takes half an emoji in the metadata for the replacement character', async () => {
    const response = await post(
      open.app,
      '/signup',
      `{"email":"${EMAIL}","password":"${password}","data":{"name":"\\ud83d"}}`,
    );
    expect(response.json().user.user_metadata.name).toBe('\ufffd');
  });
});
