import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { MINUTE_MS, SECOND_MS } from '../../src/core/time/instant.ts';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { unavailable } from '../../src/server/auth/auth-error.ts';
import type { AuthContext } from '../../src/server/auth/auth.ts';
import { RATE_LIMITS } from '../../src/server/auth/rate-limits.ts';
import { type DatabaseClock, stopDatabaseClock } from '../support/database-clock.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { type AuthServer, post, refreshWith, signInWith, START, startAuthServer } from './auth-support.ts';

const EMAIL = 'mara@example.com';
const { capacity, refillMs } = RATE_LIMITS.signInFailuresPerPair;
let database: TestDatabase;
let clock: DatabaseClock;
let server: AuthServer;
let key: string;
beforeAll(async () => {
  database = await createTestDatabase();
  clock = await stopDatabaseClock(database);
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query('truncate users, token_buckets cascade');
  ({ key } = await createAccount(database.db, { email: EMAIL }, START));
  server = await startAuthServer({ rateLimit: 'on', signup: 'open' }, database);
  return () => server.close();
});

const from = (address: string) => ({ 'x-forwarded-for': address });
const HOME = from('203.0.113.7');
const signIn = (password: string, headers = HOME, email = EMAIL) =>
  signInWith(server.app, email, password, headers);

async function fail(times: number, headers = HOME, email = EMAIL) {
  for (let i = 0; i < times; i++) expect((await signIn('wrong', headers, email)).statusCode).toBe(400);
}

describe('guessing a password', () => {
  test('is refused with the seconds to wait, the right password too, until they passed', async () => {
    await fail(capacity);
    const response = await signIn(key);
    expect(response.statusCode).toBe(429);
    expect(response.json()).toEqual({
      code: 'over_request_rate_limit',
      message: 'Request rate limit reached',
    });
    expect(response.headers['retry-after']).toBe(String(refillMs / 1000));
    await clock.advance(refillMs);
    expect((await signIn(key)).statusCode).toBe(200);
  });

  test('with other capitals is guessing the same one', async () => {
    await fail(capacity, HOME, 'MARA@example.COM');
    expect((await signIn(key)).statusCode).toBe(429);
  });

  test('from other addresses of one IPv6 customer is guessing from the same one', async () => {
    for (let i = 0; i < capacity; i++) await fail(1, from(`2001:db8:1:2::${i}`));
    expect((await signIn(key, from('2001:db8:1:2:ffff::1'))).statusCode).toBe(429);
    expect((await signIn(key, from('2001:db8:1:3::1'))).statusCode).toBe(200);
  });

  test('does not lock out a neighbour at the same address', async () => {
    const { key: ivosKey } = await createAccount(database.db, { email: 'ivo@example.com' }, START);
    await fail(capacity);
    expect((await signIn(key)).statusCode).toBe(429);
    expect((await signIn(ivosKey, HOME, 'ivo@example.com')).statusCode).toBe(200);
  });

  test('unknown accounts is refused in the same way as known ones', async () => {
    await fail(capacity, HOME, 'nobody@example.com');
    expect((await signIn('wrong', HOME, 'nobody@example.com')).statusCode).toBe(429);
  });

  test('of a trader who signed in at home is no reason to refuse a sign-in there, after a restart and a sign-out too', async () => {
    expect((await signIn(key)).statusCode).toBe(200);
    await server.close();
    server = await startAuthServer({ rateLimit: 'on' }, database);
    const { capacity: most } = RATE_LIMITS.signInFailuresPerAccount;
    for (let i = 0; i < most; i++) await fail(1, from(`198.51.100.${i}`));
    for (const forget of ['sessions', 'security_events']) {
      expect((await signIn(key, from('192.0.2.1'))).statusCode).toBe(429);
      expect((await signIn(key)).statusCode).toBe(200);
      await database.db.query(`delete from ${forget}`);
    }
    expect((await signIn(key)).statusCode).toBe(200);
    await database.db.query('delete from sessions; delete from security_events');
    expect((await signIn(key)).statusCode).toBe(429);
  });

  test('is counted by the address of the connection when no proxy is trusted', async () => {
    await server.close();
    server = await startAuthServer({ rateLimit: 'on' }, database, { trustProxy: false });
    for (let i = 0; i < capacity; i++) await fail(1, from(`198.51.100.${i}`));
    expect((await signIn(key, from('192.0.2.1'))).statusCode).toBe(429);
  });
});

test('a refresh is never refused for its number', async () => {
  const { refresh_token: token } = (await signIn(key)).json();
  for (let i = 0; i < 200; i++) expect((await refreshWith(server.app, token)).statusCode).toBe(200);
  for (let i = 0; i < 50; i++) expect((await refreshWith(server.app, 'nonsense')).statusCode).toBe(400);
});

test('one network that asks without end is put off, and not signed out; another is answered', async () => {
  const { refresh_token: token } = (await signIn(key)).json();
  const ask = (headers: Record<string, string>) => server.app.inject({ url: '/auth/v1/settings', headers });
  const { capacity: most } = RATE_LIMITS.requestsPerNetwork;
  for (let asked = 1; asked < most; asked += 1) expect((await ask(HOME)).statusCode).toBe(200);
  const refresh = () => post(server.app, '/token?grant_type=refresh_token', { refresh_token: token }, HOME);
  expect(await refresh()).toMatchObject({ statusCode: 503, headers: { 'retry-after': '1' } });
  expect((await ask(from('192.0.2.1'))).statusCode).toBe(200);
  server.clock.advance(SECOND_MS);
  expect((await refresh()).statusCode).toBe(200);
});

test('sign-ins whose password could not be checked, while the server is full, cost no attempts', async () => {
  const { context } = server.auth;
  const { passwords } = context;
  const verify: AuthContext['passwords']['verify'] = () =>
    Promise.reject(unavailable('Too many sign-ins at once'));
  Object.assign(context, { passwords: { ...passwords, verify } });
  for (let i = 0; i < capacity + 1; i++) expect((await signIn(key)).statusCode).toBe(503);
  Object.assign(context, { passwords });
  await fail(capacity);
  expect((await signIn(key)).statusCode).toBe(429);
});

test('sign-ups from one address are refused after too many, from elsewhere not', async () => {
  const signUp = (headers: Record<string, string>) =>
    post(server.app, '/signup', { email: 'x', password: 'correct horse' }, headers);
  for (let i = 0; i < RATE_LIMITS.signUpsPerAccount.capacity; i++)
    expect((await signUp(HOME)).statusCode).toBe(400);
  const response = await signUp(HOME);
  expect(response.statusCode).toBe(429);
  expect(response.json().code).toBe('over_request_rate_limit');
});

test('asking for a key twice within a minute is refused alike for accounts that exist and that do not', async () => {
  for (const email of [EMAIL, 'nobody@example.com']) {
    expect((await post(server.app, '/recover', { email }, HOME)).statusCode).toBe(200);
    await clock.advance(1500);
    const response = await post(server.app, '/recover', { email }, HOME);
    expect(response.statusCode).toBe(429);
    expect(response.json()).toEqual({
      code: 'over_email_send_rate_limit',
      message: 'For security purposes, you can only request this after 59 seconds.',
    });
    expect(response.headers['retry-after']).toBe('59');
    await clock.advance(MINUTE_MS);
    expect((await post(server.app, '/recover', { email }, HOME)).statusCode).toBe(200);
  }
});

test('setting passwords again and again is refused', async () => {
  const { access_token: accessToken } = (await signIn(key)).json();
  const set = (password: string) =>
    server.app.inject({
      method: 'PUT',
      url: '/auth/v1/user',
      headers: { authorization: `Bearer ${accessToken}`, ...HOME },
      payload: { password },
    });
  for (let i = 0; i < RATE_LIMITS.accountChangesPerUser.capacity; i++) {
    expect((await set(`password ${i}`)).statusCode).toBe(200);
  }
  expect((await set('one more password')).json()).toMatchObject({
    code: 429,
    error_code: 'over_request_rate_limit',
  });
});

test('changing the metadata again and again is refused', async () => {
  const { access_token: accessToken } = (await signIn(key)).json();
  const change = (round: number) =>
    server.app.inject({
      method: 'PUT',
      url: '/auth/v1/user',
      headers: { authorization: `Bearer ${accessToken}`, ...HOME },
      payload: { data: { round } },
    });
  const { capacity: most } = RATE_LIMITS.accountChangesPerUser;
  for (let round = 0; round < most; round += 1) expect((await change(round)).statusCode).toBe(200);
  expect((await change(most)).statusCode).toBe(429);
});

test('walking through addresses to see which have an account is refused', async () => {
  await createAccount(database.db, { email: 'ivo@example.com' }, START);
  const { access_token: accessToken } = (await signIn(key)).json();
  const change = (email: string) =>
    server.app.inject({
      method: 'PUT',
      url: '/auth/v1/user',
      headers: { authorization: `Bearer ${accessToken}`, ...HOME },
      payload: { email },
    });
  for (let i = 0; i < RATE_LIMITS.accountChangesPerUser.capacity; i++) {
    expect((await change(`nobody${i}@example.com`)).statusCode).toBe(403);
  }
  for (const email of ['ivo@example.com', 'nobody@example.com']) {
    expect((await change(email)).json()).toMatchObject({
      code: 429,
      error_code: 'over_request_rate_limit',
    });
  }
  expect((await change(EMAIL)).statusCode).toBe(200);
});
