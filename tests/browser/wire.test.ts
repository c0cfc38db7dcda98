import { join } from 'node:path';
import type { Page, Request } from 'playwright-core';
import { build, type Rolldown } from 'vite';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { homeScreen, signIn, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

interface Call {
  readonly method: string;
  readonly path: string;
  readonly query: Record<string, string>;
  readonly headers: Record<string, string>;
  readonly body: unknown;
  readonly status: number | undefined;
}

/** Everything the page asks of the auth service, as it goes over the wire. */
function recordCalls(page: Page): () => Promise<Call[]> {
  const requests: Request[] = [];
  const describeCall = async (request: Request): Promise<Call> => {
    const { pathname, searchParams } = new URL(request.url());
    const body = request.postData();
    return {
      method: request.method(),
      path: pathname,
      query: Object.fromEntries(searchParams),
      headers: await request.allHeaders(),
      body: body ? JSON.parse(body) : undefined,
      status: (await request.response())?.status(),
    };
  };
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/auth/v1/')) requests.push(request);
  });
  // Described when asked for: one that is still under way when its page is closed has no answer to wait for.
  return () => Promise.all(requests.map(describeCall));
}

const VERSIONED = { 'x-supabase-api-version': '2024-01-01' };
const JSON_BODY = { 'content-type': expect.stringMatching(/^application\/json/) };

describe('specification 7, the calls as they go over the wire', () => {
  test('sign in: POST /auth/v1/token?grant_type=password with email and password; no token and no password is ever in an address', async ({
    visit,
  }) => {
    const account = await createAccount();
    const { page } = await visit('/auth');
    const calls = recordCalls(page);
    const addresses: string[] = [];
    page.on('request', (request) => addresses.push(request.url()));
    await signIn(page, account);
    await homeScreen(page).signOut.waitFor();
    const [call, ...others] = await calls();
    expect(call).toMatchObject({
      method: 'POST',
      path: '/auth/v1/token',
      query: { grant_type: 'password' },
      headers: { ...VERSIONED, ...JSON_BODY },
      body: { email: account.email, password: account.password },
      status: 200,
    });
    expect(others.filter(({ path }) => path !== '/auth/v1/user')).toEqual([]);
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    expect(addresses.length).toBeGreaterThan(1);
    expect(addresses.join(' ')).not.toContain(account.password);
    expect(addresses.join(' ')).not.toMatch(/eyJ[\w-]+\.|access_token=|refresh_token=[^&]/);
  });

  test('sign out: POST /auth/v1/logout?scope=global with the bearer and no body', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session });
    const calls = recordCalls(page);
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    expect(await calls()).toEqual([
      expect.objectContaining({
        method: 'POST',
        path: '/auth/v1/logout',
        query: { scope: 'global' },
        headers: expect.objectContaining({ ...VERSIONED, authorization: `Bearer ${session.access_token}` }),
        body: undefined,
        status: 204,
      }),
    ]);
  });

  test('refresh: POST /auth/v1/token?grant_type=refresh_token with the refresh token', async ({ visit }) => {
    const { session } = await createAccount();
    let calls: () => Promise<Call[]> = async () => [];
    const { page } = await visit('/', {
      session: { ...session, expires_at: 1 },
      before: async (_, one) => {
        calls = recordCalls(one);
      },
    });
    await homeScreen(page).signOut.waitFor();
    const [call] = await calls();
    expect(call).toMatchObject({
      method: 'POST',
      path: '/auth/v1/token',
      query: { grant_type: 'refresh_token' },
      headers: { ...VERSIONED, ...JSON_BODY },
      body: { refresh_token: session.refresh_token },
      status: 200,
    });
  });

  test('current user: GET /auth/v1/user with the bearer; there are no others: drawing signals sends nothing', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    let calls: () => Promise<Call[]> = async () => [];
    const { page } = await visit('/', {
      at: OPEN_AT,
      session: { ...session, expires_at: OPEN_AT / SECOND_MS + 3600 },
      before: async (_, one) => {
        calls = recordCalls(one);
      },
    });
    await homeScreen(page).signOut.waitFor();
    await expect.poll(calls).toEqual([
      expect.objectContaining({
        method: 'GET',
        path: '/auth/v1/user',
        query: {},
        headers: expect.objectContaining({ ...VERSIONED, authorization: `Bearer ${session.access_token}` }),
        body: undefined,
        status: 200,
      }),
    ]);
    const { current, bot, generate, latest } = homeScreen(page);
    const requests: string[] = [];
    page.on('request', (request) => {
      // The page's own files may still be fetched; they say nothing of what was drawn.
      if (!request.url().includes('/assets/')) requests.push(request.url());
    });
    await current.waitFor();
    await page.clock.runFor(180 * SECOND_MS);
    await bot.click();
    await generate.click();
    await page.clock.runFor(2 * SECOND_MS);
    await latest.getByRole('timer').waitFor();
    expect(requests).toEqual([]);
    const stored = await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }));
    expect(stored).not.toMatch(/CALL|PUT|confidence/);
  });

  test('sign up, which no screen uses: POST /auth/v1/signup with data.full_name and the site root to return to', async ({
    visit,
  }) => {
    const { page } = await visit('/auth');
    await signInScreen(page).button.waitFor();
    const calls = recordCalls(page);
    await page.evaluate(await sessionModule());
    const email = `signs-up-${Date.now()}@example.com`;
    const refusal = await page.evaluate(async (address) => {
      const { createSession } = (
        window as unknown as { pipcastSession: typeof import('../../src/web/lib/session/session.ts') }
      ).pipcastSession;
      const session = createSession({ authUrl: '/auth/v1', anonKey: '' });
      const answer = await session.signUp(address, 'a-long-enough-key', 'Mara Lind');
      await session.dispose();
      return answer;
    }, email);
    expect(refusal).toBeUndefined();
    const [call] = await calls();
    expect(call).toMatchObject({
      method: 'POST',
      path: '/auth/v1/signup',
      query: { redirect_to: new URL('/', page.url()).href },
      headers: { ...VERSIONED, ...JSON_BODY },
      body: { email, password: 'a-long-enough-key', data: { full_name: 'Mara Lind' } },
      status: 200,
    });
    // Another tab hears of it by the storage; this one finds it when it is loaded.
    await page.goto('/');
    await homeScreen(page).signOut.waitFor();
  });
});

/** The page's own session code as one script, for the call that no screen makes. */
async function sessionModule(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'error',
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      minify: false,
      lib: {
        entry: join(import.meta.dirname, '../../src/web/lib/session/session.ts'),
        name: 'pipcastSession',
        formats: ['iife'],
      },
    },
  });
  const [{ output }] = result as [Rolldown.RolldownOutput];
  return output[0].code.replace(/^var pipcastSession/m, 'window.pipcastSession');
}
