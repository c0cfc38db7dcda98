import fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS, HOUR_MS } from '../../src/core/time/instant.ts';
import { createAccount, disableAccount } from '../../src/server/auth/accounts.ts';
import { REUSE_INTERVAL_MS } from '../../src/server/auth/refresh.ts';
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
let key: string;
beforeAll(async () => {
  server = await startAuthServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  await server.database.db.query('delete from users');
  server.clock.now = START;
  ({ key } = await createAccount(server.database.db, { email: EMAIL }, START));
});

const refresh = (text: string) => refreshWith(server.app, text);
const signIn = async () => (await signInWith(server.app, EMAIL, key)).json();
/** Refreshes and answers the token that came back. */
const next = async (text: string): Promise<string> => (await refresh(text)).json().refresh_token;
const REUSED = { code: 'refresh_token_already_used', message: 'Invalid Refresh Token: Already Used' };
const NOT_FOUND = {
  code: 'refresh_token_not_found',
  message: 'Invalid Refresh Token: Refresh Token Not Found',
};

describe('a refresh', () => {
  test('answers a new pair of the same session; sign-in time and method stay, the old access token too', async () => {
    const session = await signIn();
    server.clock.advance(HOUR_MS / 2);
    const response = await refresh(session.refresh_token);
    expect(response.statusCode).toBe(200);
    expect(response.headers['cache-control']).toBe('no-store');
    const refreshed = response.json();
    expect(Object.keys(refreshed)).not.toContain('weak_password');
    expect(refreshed).toMatchObject({ token_type: 'bearer', expires_in: 3600, user: session.user });
    expect(refreshed.refresh_token).not.toBe(session.refresh_token);
    const [before, after] = [claimsOf(session.access_token), claimsOf(refreshed.access_token)];
    expect(after).toEqual({
      ...before,
      iat: (before['iat'] as number) + 1800,
      exp: (before['exp'] as number) + 1800,
    });
    expect((await getUser(server.app, session.access_token)).statusCode).toBe(200);
    expect((await getUser(server.app, refreshed.access_token)).statusCode).toBe(200);
  });

  test('by many tabs at once counts on by one and gives all of them the same token, and it works', async () => {
    const { refresh_token: first } = await signIn();
    const answers = await Promise.all(Array.from({ length: 20 }, () => refresh(first)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    const tokens = new Set(answers.map((answer) => answer.json().refresh_token));
    expect(tokens.size).toBe(1);
    const { rows } = await server.database.db.query('select refresh_counter from sessions');
    expect(rows).toEqual([{ refresh_counter: 1 }]);
    const [second = ''] = tokens;
    expect((await refresh(second)).statusCode).toBe(200);
  });

  test('whose answer was lost gives the same token again, however much later', async () => {
    const { refresh_token: first } = await signIn();
    const lost = await next(first);
    server.clock.advance(20 * DAY_MS);
    expect(await next(first)).toBe(lost);
  });

  test('with the token before the newest ends the session once the newest was used and the interval is over', async () => {
    const stolen = await signIn();
    server.clock.advance(HOUR_MS / 2);
    const newest = (await refresh(stolen.refresh_token)).json();
    expect((await getUser(server.app, stolen.access_token)).statusCode).toBe(200);
    server.clock.advance(REUSE_INTERVAL_MS + 1);
    // The old access token says nothing of the newest: its answer may have been lost.
    expect(await next(stolen.refresh_token)).toBe(newest.refresh_token);
    expect((await getUser(server.app, newest.access_token)).statusCode).toBe(200);
    const response = await refresh(stolen.refresh_token);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(REUSED);
    expect((await getUser(server.app, newest.access_token)).json().code).toBe('session_not_found');
    expect((await refresh(newest.refresh_token)).json()).toEqual(NOT_FOUND);
  });

  test('after more than 30 days without use says so, and ends the session', async () => {
    const { refresh_token: first } = await signIn();
    server.clock.advance(30 * DAY_MS + 1);
    const response = await refresh(first);
    expect([response.statusCode, response.json()]).toEqual([
      400,
      { code: 'session_expired', message: 'Invalid Refresh Token: Session Expired (Inactivity)' },
    ]);
    expect((await refresh(first)).json()).toEqual(NOT_FOUND);
  });

  test('with the token before the newest gives the newest within the interval, used or not', async () => {
    const session = await signIn();
    const newest = (await refresh(session.refresh_token)).json();
    expect((await getUser(server.app, newest.access_token)).statusCode).toBe(200);
    server.clock.advance(REUSE_INTERVAL_MS);
    expect(await next(session.refresh_token)).toBe(newest.refresh_token);
  });

  test('that rotates again forgives a lost answer again', async () => {
    const second = (await refresh((await signIn()).refresh_token)).json();
    expect((await getUser(server.app, second.access_token)).statusCode).toBe(200);
    const lost = await next(second.refresh_token);
    server.clock.advance(HOUR_MS);
    expect(await next(second.refresh_token)).toBe(lost);
  });

  test('with an older token gives the newest one within the reuse interval', async () => {
    const { refresh_token: first } = await signIn();
    const third = await next(await next(first));
    server.clock.advance(REUSE_INTERVAL_MS);
    expect(await next(first)).toBe(third);
  });

  test('with an older token after the interval ends the session: its tokens, and only its', async () => {
    const other = await signIn();
    const stolen = await signIn();
    const second = await next(stolen.refresh_token);
    const newest = (await refresh(second)).json();
    server.clock.advance(REUSE_INTERVAL_MS + 1);
    const response = await refresh(stolen.refresh_token);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(REUSED);
    expect((await refresh(newest.refresh_token)).json()).toEqual(NOT_FOUND);
    expect((await refresh(second)).json()).toEqual(NOT_FOUND);
    const access = await getUser(server.app, newest.access_token);
    expect(access.statusCode).toBe(403);
    expect(access.json()).toMatchObject({ code: 'session_not_found' });
    expect((await getUser(server.app, other.access_token)).statusCode).toBe(200);
    expect((await refresh(other.refresh_token)).statusCode).toBe(200);
  });

  test('remembers where it came from', async () => {
    const { refresh_token: first } = await signIn();
    await post(
      server.app,
      '/token?grant_type=refresh_token',
      { refresh_token: first },
      { 'user-agent': 'Phone/2.0', 'x-forwarded-for': '2001:db8::7' },
    );
    const { rows } = await server.database.db.query(
      'select host(ip) as ip, user_agent, refreshed_at from sessions',
    );
    expect(rows).toEqual([{ ip: '2001:db8::7', user_agent: 'Phone/2.0', refreshed_at: new Date(START) }]);
  });

  test('does not look at a bearer', async () => {
    const { refresh_token: first } = await signIn();
    const response = await post(
      server.app,
      '/token?grant_type=refresh_token',
      { refresh_token: first },
      { authorization: 'Bearer nonsense' },
    );
    expect(response.statusCode).toBe(200);
  });

  test('keeps no token in the database, nor what one could be made of without the server’s secret', async () => {
    const { refresh_token: first } = await signIn();
    const { rows } = await server.database.db.query('select * from sessions');
    const mac = Buffer.from(first, 'base64url').subarray(18, 34);
    for (const value of Object.values(rows[0])) {
      if (Buffer.isBuffer(value)) expect(value.includes(mac)).toBe(false);
      else expect(String(value)).not.toContain(first);
    }
    const stranger = await startAuthServer({ secret: 'another secret of 32 characters!' }, server.database);
    try {
      expect((await refreshWith(stranger.app, first)).json()).toEqual({
        code: 'validation_failed',
        message: 'Invalid Refresh Token: Not Issued By This Server',
      });
    } finally {
      await stranger.close();
    }
  });
});

describe('a refresh that is refused', () => {
  test.each(['', 'short', 'ABCDEFGHIJKL', 'x'.repeat(51), 'x'.repeat(1000)])(
    'for %j is not valid',
    async (text) => {
      const response = await refresh(text);
      expect(response.statusCode).toBe(400);
      expect(response.json()).toEqual({ code: 'validation_failed', message: 'Refresh token is not valid' });
    },
  );

  test('for a token of the hosted service’s older kind is not found', async () => {
    const response = await refresh('abcdefgh2345');
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual(NOT_FOUND);
  });

  test.each(['global', 'local'])(
    'after a %s sign-out is not found, inside the reuse interval too',
    async (scope) => {
      const session = await signIn();
      const second = await next(session.refresh_token);
      await post(server.app, `/logout?scope=${scope}`, '', {
        authorization: `Bearer ${session.access_token}`,
      });
      expect((await refresh(second)).json()).toEqual(NOT_FOUND);
      expect((await refresh(session.refresh_token)).json()).toEqual(NOT_FOUND);
    },
  );

  test('for a counter that was never reached is not valid', async () => {
    const { refresh_token: first } = await signIn();
    const second = await next(first);
    await server.database.db.query('update sessions set refresh_counter = 0');
    expect((await refresh(second)).json()).toEqual({
      code: 'validation_failed',
      message: 'Refresh token is not valid',
    });
  });

  test('for a disabled account is not found, for its sessions ended', async () => {
    const { refresh_token: first } = await signIn();
    await disableAccount(server.database.db, EMAIL, START);
    expect((await refresh(first)).json()).toEqual(NOT_FOUND);
  });

  test('for an account that was banned by hand says so', async () => {
    const { refresh_token: first } = await signIn();
    await server.database.db.query("update users set banned_until = '2100-01-01'");
    const response = await refresh(first);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({ code: 'user_banned', message: 'Invalid Refresh Token: User Banned' });
  });

  test('90 days after the sign-in, however often it was refreshed, says that the session expired, and ends it', async () => {
    let { refresh_token: second } = await signIn();
    for (let month = 0; month < 3; month += 1) {
      server.clock.advance(30 * DAY_MS - (month === 2 ? 1 : 0));
      second = await next(second);
    }
    server.clock.advance(1);
    const newest = (await refresh(second)).json();
    expect((await getUser(server.app, newest.access_token)).statusCode).toBe(200);
    server.clock.advance(1);
    expect((await getUser(server.app, newest.access_token)).json().code).toBe('session_not_found');
    const response = await refresh(newest.refresh_token);
    expect(response.statusCode).toBe(400);
    expect(response.json()).toEqual({
      code: 'session_expired',
      message: 'Invalid Refresh Token: Session Expired',
    });
    expect((await refresh(newest.refresh_token)).json()).toEqual(NOT_FOUND);
  });
});

test('a refresh while hundreds of requests wait for the database is to be repeated, not refused', async () => {
  const { refresh_token: token } = (await signInWith(server.app, EMAIL, key)).json();
  const { context } = server.auth;
  const { db } = context;
  const withWaiting = (waitingCount: number) =>
    Object.assign(context, { db: Object.create(db, { waitingCount: { value: waitingCount } }) as typeof db });
  try {
    withWaiting(501);
    const response = await refreshWith(server.app, token);
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1']);
    withWaiting(500);
    expect((await refreshWith(server.app, token)).statusCode).toBe(200);
  } finally {
    Object.assign(context, { db });
  }
});

test('under any order of uses, lost answers and waits the server does as the counters say', async () => {
  const step = fc.record({
    /** How many tokens before the newest one is used. */
    behind: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 4 })),
    waitMs: fc.constantFrom(0, REUSE_INTERVAL_MS, REUSE_INTERVAL_MS + 1, HOUR_MS),
    /** Whether the access token of the answer is used. */
    usesAccess: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 15 }), async (steps) => {
      const issued: string[] = [(await signIn()).refresh_token];
      let rotatedAt = Number.NEGATIVE_INFINITY;
      let isNewestUsed = true;
      for (const { behind, waitMs, usesAccess } of steps) {
        server.clock.advance(waitMs);
        const index = Math.max(0, issued.length - 1 - behind);
        const isBehind = issued.length - 1 - index;
        const response = await refresh(issued[index] as string);
        const isForgiven = isBehind === 0 || (isBehind === 1 && !isNewestUsed);
        if (!isForgiven && server.clock.now - rotatedAt > REUSE_INTERVAL_MS) {
          expect(response.json()).toEqual(REUSED);
          for (const each of issued) expect((await refresh(each)).json()).toEqual(NOT_FOUND);
          return;
        }
        expect(response.statusCode).toBe(200);
        const { refresh_token: answered, access_token: accessToken } = response.json();
        if (isBehind === 0) {
          isNewestUsed = false;
          expect(issued).not.toContain(answered);
          issued.push(answered);
          rotatedAt = server.clock.now;
        } else expect(answered).toBe(issued.at(-1));
        if (usesAccess) {
          expect((await getUser(server.app, accessToken)).statusCode).toBe(200);
          isNewestUsed = true;
        }
      }
    }),
    { numRuns: 25 },
  );
});
