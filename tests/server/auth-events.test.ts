import { beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { epochMs, HOUR_MS, MINUTE_MS } from '../../src/core/time/instant.ts';
import { createAccount, disableAccount, removeAccount } from '../../src/server/auth/accounts.ts';
import { RATE_LIMITS } from '../../src/server/auth/rate-limits.ts';
import { insertEvent, listEvents, removeOldEvents } from '../../src/server/auth/security-events.ts';
import { type DatabaseClock, stopDatabaseClock } from '../support/database-clock.ts';
import { memoryLog } from '../support/memory-log.ts';
import { createTestDatabase } from '../support/test-database.ts';
import {
  type AuthServer,
  getUser,
  post,
  refreshWith,
  signInWith,
  START,
  startAuthServer,
} from './auth-support.ts';

const EMAIL = 'mara@example.com';
const FROM = { 'x-forwarded-for': '203.0.113.7' };
const { log, text, entries, clear } = memoryLog();
let clock: DatabaseClock;
let server: AuthServer;
let key: string;
let id: string;
beforeAll(async () => {
  const database = await createTestDatabase();
  clock = await stopDatabaseClock(database);
  server = await startAuthServer({ signup: 'open', log }, database);
  return async () => {
    await server.close();
    await database.drop();
  };
});
beforeEach(async () => {
  await server.database.db.query('delete from users');
  await server.database.db.query('truncate security_events');
  clear();
  server.clock.now = START;
  const made = await createAccount(server.database.db, { email: EMAIL }, START);
  key = made.key;
  id = made.account.id;
});

/** What was recorded, the oldest first. */
async function events() {
  const listed = await listEvents(server.database.db, { limit: 1000 });
  return listed.reverse().map(({ what, result, account, ip }) => [what, result, account, ip]);
}
const signIn = (email = EMAIL, password = key, headers = FROM) =>
  signInWith(server.app, email, password, headers);
const setPassword = (body: object, accessToken: string) =>
  server.app.inject({
    method: 'PUT',
    url: '/auth/v1/user',
    headers: { authorization: `Bearer ${accessToken}`, ...FROM },
    payload: body,
  });

describe('recorded, once each, is', () => {
  test('a sign-in, with the account, the address and the time', async () => {
    await signIn();
    expect(await listEvents(server.database.db, { limit: 10 })).toEqual([
      {
        id: expect.any(Number),
        atMs: START,
        what: 'sign_in',
        result: 'ok',
        account: id,
        email: EMAIL,
        operator: null,
        admin: null,
        ip: '203.0.113.7',
      },
    ]);
    const logged = entries().filter(({ msg }) => msg === 'security event');
    expect(logged.map(({ event }) => event)).toEqual([
      { what: 'sign_in', result: 'ok', account: id, ip: '203.0.113.7' },
    ]);
  });

  test('a refused sign-in with the reason, and the account where there is one', async () => {
    await signIn(EMAIL, 'wrong horse');
    await signIn('nobody@example.com', 'wrong horse');
    await disableAccount(server.database.db, EMAIL, START);
    await signIn();
    expect(await events()).toEqual([
      ['sign_in', 'invalid_credentials', id, '203.0.113.7'],
      ['sign_in', 'invalid_credentials', null, '203.0.113.7'],
      ['sign_in', 'user_banned', id, '203.0.113.7'],
    ]);
  });

  test('a sign-up, and one that is refused', async () => {
    const signUp = () =>
      post(server.app, '/signup', { email: 'ivo@example.com', password: 'correct horse' }, FROM);
    const { user } = (await signUp()).json();
    await signUp();
    expect(await events()).toEqual([
      ['sign_up', 'ok', user.id, '203.0.113.7'],
      ['sign_up', 'user_already_exists', null, '203.0.113.7'],
    ]);
  });

  test('a refresh token that came back after its time, and no other refresh', async () => {
    const { refresh_token: first } = (await signIn()).json();
    const second = (await refreshWith(server.app, first)).json();
    await refreshWith(server.app, second.refresh_token);
    await refreshWith(server.app, 'nonsense');
    server.clock.advance(HOUR_MS);
    await refreshWith(server.app, first);
    expect(await events()).toEqual([
      ['sign_in', 'ok', id, '203.0.113.7'],
      ['refresh', 'refresh_token_already_used', id, '127.0.0.1'],
    ]);
  });

  test('a sign-out', async () => {
    const { access_token: accessToken } = (await signIn()).json();
    await post(server.app, '/logout', '', { authorization: `Bearer ${accessToken}`, ...FROM });
    expect((await events()).at(-1)).toEqual(['sign_out', 'ok', id, '203.0.113.7']);
  });

  test('a change of password, done or refused, and no other change', async () => {
    const { access_token: accessToken } = (await signIn()).json();
    await setPassword({ password: 'correct horse', current_password: 'wrong horse' }, accessToken);
    await setPassword({ password: 'correct horse', current_password: key }, accessToken);
    await setPassword({ data: { theme: 'dark' } }, accessToken);
    await getUser(server.app, accessToken);
    expect((await events()).slice(1)).toEqual([
      ['password_change', 'current_password_invalid', id, '203.0.113.7'],
      ['password_change', 'ok', id, '203.0.113.7'],
    ]);
  });

  test('what a rate limit refuses, once a minute for a network', async () => {
    const limited = await startAuthServer({ rateLimit: 'on', log }, server.database);
    const guess = () => signInWith(limited.app, EMAIL, 'wrong horse', FROM);
    try {
      const { capacity } = RATE_LIMITS.signInFailuresPerPair;
      for (let i = 0; i < capacity + 20; i++) await guess();
      limited.clock.advance(MINUTE_MS);
      await clock.advance(MINUTE_MS);
      // Two more guesses are free by then; the third is refused.
      for (let i = 0; i < 10; i++) await guess();
      const results = (await events()).map(([, result]) => result);
      expect(results.filter((each) => each === 'over_request_rate_limit')).toHaveLength(2);
      expect(results.filter((each) => each === 'invalid_credentials')).toHaveLength(capacity + 2);
    } finally {
      await limited.close();
    }
  });
});

test('no event holds a password, a token or an address that was typed in', async () => {
  const session = (await signIn()).json();
  await signIn('hunter2@example.com', 'hunter3 of another');
  await setPassword({ password: 'correct horse', current_password: key }, session.access_token);
  const { rows } = await server.database.db.query('select e::text as row from security_events e');
  const said = [...rows.map(({ row }) => row), text()].join('\n');
  for (const secret of [key, 'correct horse', 'hunter', EMAIL, session.access_token, session.refresh_token]) {
    expect(said).not.toContain(secret);
  }
});

test('an event that cannot be stored refuses no sign-in, and the log says so', async () => {
  await server.database.db.query('alter table security_events rename to aside');
  try {
    expect((await signIn()).statusCode).toBe(200);
    expect((await signIn(EMAIL, 'wrong horse')).statusCode).toBe(400);
    expect(text()).toContain('a security event could not be stored');
  } finally {
    await server.database.db.query('alter table aside rename to security_events');
  }
});

describe('of what is recorded', () => {
  const add = (what: string, result: string, ageMs: number, account?: string) =>
    insertEvent(server.database.db, {
      at: epochMs(START - ageMs),
      what,
      result,
      account,
      operator: undefined,
      ip: undefined,
    });

  test('the filters choose, the newest first', async () => {
    const { db } = server.database;
    await add('sign_in', 'ok', 3000, id);
    await add('sign_in', 'invalid_credentials', 2000, id);
    await add('sign_out', 'ok', 1000);
    const chosen = async (filter: object) =>
      (await listEvents(db, { limit: 10, ...filter })).map(({ atMs }) => START - atMs);
    expect(await chosen({})).toEqual([1000, 2000, 3000]);
    expect(await chosen({ limit: 2 })).toEqual([1000, 2000]);
    expect(await chosen({ account: id })).toEqual([2000, 3000]);
    expect(await chosen({ what: 'sign_in' })).toEqual([2000, 3000]);
    expect(await chosen({ refused: true })).toEqual([2000]);
  });

  test('the account stays named after it was removed', async () => {
    await signIn();
    await removeAccount(server.database.db, EMAIL, START);
    expect(await listEvents(server.database.db, { account: id, limit: 10 })).toMatchObject([
      { what: 'sign_in', account: id, email: null },
    ]);
  });

  test('events older than a year go, and refused sign-ins beyond the number that is kept, in batches', async () => {
    const day = 24 * HOUR_MS;
    await add('sign_out', 'ok', 365 * day + 1);
    await add('sign_out', 'ok', 365 * day);
    for (let i = 0; i < 4; i++) await add('sign_in', 'invalid_credentials', 1000 - i);
    await add('sign_in', 'ok', 2000);
    const { db } = server.database;
    expect(await removeOldEvents(db, START, 1, 2)).toBe(2);
    expect(await removeOldEvents(db, START, 10, 2)).toBe(1);
    expect(await removeOldEvents(db, START, 10, 2)).toBe(0);
    expect((await listEvents(db, { limit: 10 })).map(({ what, atMs }) => [what, START - atMs])).toEqual([
      ['sign_in', 2000],
      ['sign_in', 997],
      ['sign_in', 998],
      ['sign_out', 365 * day],
    ]);
  });
});
