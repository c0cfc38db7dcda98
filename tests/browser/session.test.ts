import type { BrowserContext, Page, Request } from 'playwright-core';
import { describe, expect } from 'vitest';
import { SESSION_KEY } from '../../src/web/lib/session/session-storage.ts';
import { matrix } from '../support/rounds.ts';
import { createAccount, revoke, type StoredSession } from './support/accounts.ts';
import { MINUTE_MS, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { homeScreen, signIn, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

/** As the page stores it: it expires an hour after this instant on the page's clock. */
const freshAt = (session: StoredSession, at: number) => ({
  ...session,
  expires_at: at / SECOND_MS + session.expires_in,
});

function countCalls(page: Page, part: string): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes(part)) calls += 1;
  });
  return () => calls;
}

const storedSession = (page: Page): Promise<StoredSession> =>
  page.evaluate((key) => JSON.parse(localStorage.getItem(key) ?? 'null'), SESSION_KEY);

/**
 * How to let the pages' clock run until something is true, a second at a time. It stands still while the auth service is being
 * asked: the answers come over the real network, and time that passed before they arrive would count as a dead line.
 */
function clockOf(context: BrowserContext) {
  const asked = new Set<Request>();
  context.on('request', (request) => {
    if (request.url().includes('/auth/v1/')) asked.add(request);
  });
  context.on('requestfinished', (request) => asked.delete(request));
  context.on('requestfailed', (request) => asked.delete(request));
  return async (isReached: () => Promise<boolean>): Promise<void> => {
    await expect
      .poll(async () => {
        if (asked.size === 0) await context.clock.runFor(SECOND_MS);
        return isReached();
      })
      .toBe(true);
  };
}

const isRefreshed = async (page: Page, before: StoredSession) =>
  (await storedSession(page)).refresh_token !== before.refresh_token;

describe('specification 7 and 9, refreshing the session', () => {
  test('happens by itself before the hour is over, and the new session is stored', async ({ visit }) => {
    const { session } = await createAccount();
    const { page, context } = await visit('/', { at: OPEN_AT, session: freshAt(session, OPEN_AT) });
    await homeScreen(page).signOut.waitFor();
    const runUntil = clockOf(context);
    const refreshes = countCalls(page, 'grant_type=refresh_token');
    await page.clock.fastForward(57 * MINUTE_MS);
    await page.clock.runFor(30 * SECOND_MS);
    expect(refreshes()).toBe(0);
    await page.clock.fastForward(MINUTE_MS);
    await runUntil(() => isRefreshed(page, session));
    expect(refreshes()).toBe(1);
    expect(await homeScreen(page).signOut.count()).toBe(1);
  });

  test('that the server refuses is a sign-out', async ({ visit }) => {
    const account = await createAccount();
    const { page, context, expectNoise } = await visit('/', {
      at: OPEN_AT,
      session: freshAt(account.session, OPEN_AT),
    });
    await homeScreen(page).signOut.waitFor();
    const runUntil = clockOf(context);
    expectNoise(/status of 400 .*grant_type=refresh_token/);
    await revoke(account);
    await page.clock.fastForward(59 * MINUTE_MS);
    await runUntil(() => signInScreen(page).button.isVisible());
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect(JSON.stringify((await context.storageState()).origins)).not.toContain('refresh_token');
  });

  test("that fails for the network's sake is not: the page stays, says so and tries again", async ({
    visit,
  }) => {
    const account = await createAccount();
    const { page, context, expectNoise } = await visit('/', {
      at: OPEN_AT,
      session: freshAt(account.session, OPEN_AT),
    });
    const { current } = homeScreen(page);
    const runUntil = clockOf(context);
    expectNoise(/request failed: (POST|GET) \/auth\/v1\//, /console error: Failed to load resource/);
    await page.route('**/auth/v1/**', (route) => route.abort('connectionrefused'));
    await page.clock.fastForward(59 * MINUTE_MS);
    const banner = page.getByRole('status').filter({ hasText: 'You are offline.' });
    await runUntil(() => banner.isVisible());
    expect(new URL(page.url()).pathname).toBe('/');
    await current.getByRole('timer').waitFor();
    await page.unroute('**/auth/v1/**');
    await runUntil(() => isRefreshed(page, account.session));
    await banner.waitFor({ state: 'detached' });
    expect((await context.storageState()).origins).toHaveLength(1);
  });

  test('with two tabs leaves both signed in', async ({ visit }) => {
    const { session } = await createAccount();
    const { page, context, openTab } = await visit('/', { at: OPEN_AT, session: freshAt(session, OPEN_AT) });
    const runUntil = clockOf(context);
    const other = await openTab('/');
    await homeScreen(page).signOut.waitFor();
    await homeScreen(other).signOut.waitFor();
    for (let hours = 0; hours < 2; hours += 1) {
      const before = await storedSession(page);
      await context.clock.fastForward(59 * MINUTE_MS);
      await runUntil(() => isRefreshed(page, before));
    }
    expect(await homeScreen(page).signOut.count()).toBe(1);
    expect(await homeScreen(other).signOut.count()).toBe(1);
  });
});

describe('a stored session that is no good ends on /auth, never in a blank page or a loop', () => {
  const broken = {
    'no JSON': '{"access_token":',
    'an empty object': '{}',
    null: 'null',
    'a number': '7',
    'a list': '[]',
    'an empty text': '',
    'wrong types': '{"access_token":1,"refresh_token":2,"expires_at":"x","user":null}',
    'no user': JSON.stringify({
      access_token: 'a.b.c',
      refresh_token: 'x',
      expires_in: 3600,
      expires_at: 4_000_000_000,
    }),
    'text that cannot travel': JSON.stringify({
      access_token: 'ключ',
      refresh_token: '\n',
      expires_in: 3600,
      expires_at: 4_000_000_000,
      user: {},
    }),
  };
  test(Object.keys(broken).join(', '), async ({ visit }) => {
    const { page } = await visit('/auth');
    const calls = countCalls(page, '/auth/v1/');
    for (const [what, value] of Object.entries(broken)) {
      await signInScreen(page).button.waitFor();
      await page.evaluate(([key, text]) => localStorage.setItem(key, text), [SESSION_KEY, value] as const);
      const before = calls();
      await page.goto('/');
      await signInScreen(page).button.waitFor();
      await expect.poll(() => new URL(page.url()).pathname, { message: what }).toBe('/auth');
      expect(calls() - before, what).toBeLessThanOrEqual(4);
    }
  });

  test('a session that was revoked while the page was closed, one of another server, and an expired one whose refresh token was used up', async ({
    visit,
  }) => {
    const [revoked, usedUp] = [await createAccount(), await createAccount()];
    const { session } = await createAccount();
    const [header, , signature] = session.access_token.split('.');
    const claims = { sub: 'c0ffee00-0000-4000-8000-000000000000', exp: 4_000_000_000, aud: 'authenticated' };
    const foreign = [header, Buffer.from(JSON.stringify(claims)).toString('base64url'), signature].join('.');
    await Promise.all([revoke(revoked), revoke(usedUp)]);
    const { page, expectNoise } = await visit('/auth');
    expectNoise(/status of 40[013]/, /status of 400 .*refresh_token/);
    const refused: (string | undefined)[] = [];
    page.on('response', (response) => {
      if (response.status() >= 400) refused.push(new URL(response.url()).pathname.split('/').at(-1));
    });
    for (const [what, stored, refusal] of [
      ['revoked', revoked.session, 'user'],
      ['of another server', { ...session, access_token: foreign, refresh_token: 'a'.repeat(12) }, 'user'],
      ['used up', { ...usedUp.session, expires_at: 1 }, 'token'],
    ] as const) {
      await signInScreen(page).button.waitFor();
      await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
        SESSION_KEY,
        JSON.stringify(stored),
      ] as const);
      refused.length = 0;
      await page.goto('/');
      await signInScreen(page).button.waitFor();
      expect(refused, what).toContain(refusal);
      await expect.poll(() => new URL(page.url()).pathname, { message: what }).toBe('/auth');
      await expect
        .poll(() => page.evaluate((key) => localStorage.getItem(key), SESSION_KEY), { message: what })
        .toBeNull();
    }
  });

  test('an account that signs out elsewhere is signed out here when the page comes back to the front', async ({
    visit,
  }) => {
    const account = await createAccount();
    const { page, expectNoise } = await visit('/', {
      at: OPEN_AT,
      session: freshAt(account.session, OPEN_AT),
    });
    await homeScreen(page).signOut.waitFor();
    expectNoise(/status of 40[013]/);
    await revoke(account);
    await page.clock.fastForward(2 * MINUTE_MS);
    await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')));
    await signInScreen(page).button.waitFor();
  });
});

describe("the browser's clock is wrong", () => {
  const offsets = [
    ['an hour fast', 3_600_000],
    ['an hour slow', -3_600_000],
    ['a year fast', 365 * 86_400_000],
  ] as const;
  test.for(matrix(offsets, ([name]) => name === 'an hour slow'))(
    '%s: signing in works and does not ask for token after token',
    async ([, offset], { visit }) => {
      const account = await createAccount();
      const { page } = await visit('/auth', {
        before: async (context) => context.clock.install({ time: Date.now() + offset }),
      });
      const calls = countCalls(page, '/auth/v1/token');
      await signIn(page, account);
      await homeScreen(page).signOut.waitFor();
      await page.reload();
      await homeScreen(page).signOut.waitFor();
      for (let minutes = 0; minutes < 3; minutes += 1) await page.clock.fastForward(MINUTE_MS);
      expect(calls()).toBe(1);
      expect(await homeScreen(page).signOut.count()).toBe(1);
    },
  );
});
