import { afterAll, beforeAll, describe, expect, inject } from 'vitest';
import { startApp } from '../../scripts/running-app.mjs';
import { createAccount, revoke } from './support/accounts.ts';
import { homeScreen, signIn, signInScreen, textOf } from './support/screens.ts';
import { test } from './support/visit.ts';

/** A second app whose accounts live in the app under test, on another origin, as in a hosted project. */
let front: Awaited<ReturnType<typeof startApp>>;
let options: { url: string; otherOrigins: string[] };

beforeAll(async () => {
  front = await startApp({
    SUPABASE_URL: inject('appUrl'),
    SUPABASE_ANON_KEY: 'public-key',
    PIPCAST_BRAND_NAME: 'Example Signals',
    PIPCAST_PHONE: '+44 20 7946 0000',
    PIPCAST_BROKER_URL: 'https://broker.example.com/join',
  });
  options = { url: front.url, otherOrigins: [inject('appUrl')] };
});

afterAll(() => front.stop());

describe('decisions, a hosted project instead of the embedded auth server', () => {
  test('a trader signs in and out across origins, with the public key on every call', async ({ visit }) => {
    const account = await createAccount();
    const { page } = await visit('/auth', options);
    const keys: (string | undefined)[] = [];
    page.on('request', (request) => {
      const { origin, pathname } = new URL(request.url());
      if (origin === inject('appUrl') && request.method() !== 'OPTIONS') {
        expect(pathname).toMatch(/^\/auth\/v1\//);
        keys.push(request.headers()['apikey']);
      }
    });
    await signIn(page, account);
    await homeScreen(page).signOut.waitFor();
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    expect(keys.length).toBeGreaterThanOrEqual(2);
    expect(new Set(keys)).toEqual(new Set(['public-key']));
  });

  test("a refusal comes with the service's own words", async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth', options);
    expectNoise(/status of 400/);
    await signIn(page, { email: 'nobody@example.com', password: 'any-key' });
    const toast = page.getByRole('alert').filter({ hasText: 'Sign In Failed' });
    await toast.waitFor();
    expect(await textOf(toast)).toContain('Invalid login credentials');
  });

  test('a session that was revoked there ends on /auth here', async ({ visit }) => {
    const account = await createAccount();
    await revoke(account);
    const { page, expectNoise } = await visit('/', { ...options, session: account.session });
    expectNoise(/status of 40[013]/);
    await signInScreen(page).button.waitFor();
  });

  test('its own auth server is off', async ({ visit }) => {
    const { page } = await visit('/auth', options);
    const answer = await page.request.post('/auth/v1/token?grant_type=password', { data: {} });
    expect(answer.status()).toBe(404);
  });
});

describe('decisions, brand and contact are the configuration', () => {
  test('on every screen', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { ...options, session });
    const { about } = homeScreen(page);
    await about.waitFor();
    await page.getByRole('link', { name: 'Example Signals home', exact: true }).waitFor();
    expect(await page.title()).toContain('Example Signals');
    const links = await about
      .getByRole('link')
      .evaluateAll((all) => all.map((link) => link.getAttribute('href')));
    expect(links.slice(0, 2)).toEqual(['tel:+442079460000', 'https://broker.example.com/join']);
    expect(await textOf(page.locator('body'))).not.toContain('Pipcast');
  });
});
