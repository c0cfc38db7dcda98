import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { runUntilGone, runUntilShown } from './support/run-until.ts';
import { homeScreen, signIn, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

/** The script of the sign-in page comes a second after the page that was asked for. */
async function signInPageOf(page: Page): Promise<void> {
  await homeScreen(page).signOut.waitFor();
  const script = page.waitForResponse(/\/sign-in-[^/]+\.js$/).then((response) => response.finished());
  await page.clock.runFor(SECOND_MS);
  await script;
}

describe('specification 4, sign-out', () => {
  test('ends on /auth with nothing left in the browser', async ({ visit }) => {
    const account = await createAccount();
    const { page, context } = await visit('/auth');
    await signIn(page, account);
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect(await context.cookies()).toEqual([]);
    const left = () => [...Object.keys(localStorage), ...Object.keys(sessionStorage)];
    expect(await page.evaluate(left)).toEqual([]);
  });

  test('ends on /auth from a page that needs no account', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/check', { session });
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
  });

  test('leaves theme, payout, source and language, and nothing else', async ({ visit }) => {
    const { session } = await createAccount();
    const kept = {
      'pipcast.theme': 'dark',
      'pipcast.payout': '80',
      'pipcast.source': 'simulated',
      'pipcast.alerts': 'sound title',
      'pipcast.push': 'a hash',
    };
    const { page, context } = await visit('/', { session, keepsApp: true, stored: kept });
    const url = page.url();
    await context.addCookies([{ name: 'pipcast.language', value: 'en', url }]);
    await page.evaluate(() => sessionStorage.setItem('pipcast.mode', 'bot'));
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    const left = () =>
      page.evaluate(async () => [
        ...Object.keys(localStorage).sort(),
        ...Object.keys(sessionStorage),
        ...(await caches.keys()),
        ...(await navigator.serviceWorker.getRegistrations()).map(({ scope }) => scope),
        ...(await indexedDB.databases()).map(({ name }) => name),
      ]);
    await expect.poll(left).toEqual(['pipcast.payout', 'pipcast.source', 'pipcast.theme']);
    expect((await context.cookies()).map(({ name }) => name)).toEqual(['pipcast.language']);
  });

  test('ends on /auth when the line goes down in the first seconds of a visit', async ({ visit }) => {
    const { session } = await createAccount();
    const { page, context, expectNoise } = await visit('/', { at: OPEN_AT, session });
    expectNoise(/request failed/, /console error: Failed to load resource/);
    await homeScreen(page).current.waitFor();
    await signInPageOf(page);
    await context.setOffline(true);
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
  });

  test('ends the session too before the sign-in page has come, which follows once the line is back', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page, context, expectNoise } = await visit('/', { at: OPEN_AT, session });
    expectNoise(/request failed/, /console error: Failed to load resource/);
    await homeScreen(page).current.waitFor();
    await context.setOffline(true);
    await homeScreen(page).signOut.click();
    await page.getByText('This did not load').waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
    expect(await page.evaluate(() => Object.keys(localStorage))).toEqual([]);
    await page.getByText(/^The server could not be reached, so you may still be signed in/).waitFor();
    await context.setOffline(false);
    await page.getByRole('button', { name: 'Try again' }).click();
    await signInScreen(page).button.waitFor();
  });

  test('the way back does not lead to the signals', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { session });
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    await page.goBack();
    await expect.poll(() => homeScreen(page).signOut.count()).toBe(0);
    await page.goto('/');
    await signInScreen(page).button.waitFor();
  });

  test('ends there too when the server could not be reached, and a toast says so', async ({ visit }) => {
    const { session } = await createAccount();
    const { page, context, expectNoise } = await visit('/', { at: OPEN_AT, session });
    await homeScreen(page).signOut.waitFor();
    expectNoise(/request failed: POST \/auth\/v1\/logout/, /console error: Failed to load resource/);
    await page.route('**/auth/v1/logout**', (route) => route.abort('connectionrefused'));
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    await runUntilShown(page, page.getByText(/server could not be reached/i));
    await page.clock.runFor(60 * SECOND_MS);
    await page.getByRole('button', { name: 'Dismiss' }).click();
    await runUntilGone(page, page.getByText('Signed out in this browser'));
    const { origins } = await context.storageState();
    expect(JSON.stringify(origins)).not.toMatch(/access_token|refresh_token/);
  });

  test('says so once the line is back when it was down, though nothing was ever said before', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page, context, expectNoise } = await visit('/', { at: OPEN_AT, session });
    expectNoise(/request failed/, /console error: Failed to load resource/);
    await signInPageOf(page);
    await context.setOffline(true);
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    await context.setOffline(false);
    await runUntilShown(page, page.getByText('The server could not be reached'));
  });

  test('signs the other tabs of the browser out as well', async ({ visit }) => {
    const { session } = await createAccount();
    const { page, openTab } = await visit('/', { session });
    const other = await openTab('/');
    await homeScreen(other).signOut.waitFor();
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    await signInScreen(other).button.waitFor();
    expect(new URL(other.url()).pathname).toBe('/auth');
  });

  test('signing in takes the other tabs of the browser along', async ({ visit }) => {
    const account = await createAccount();
    const { page, openTab } = await visit('/auth');
    const other = await openTab('/auth');
    await signInScreen(other).button.waitFor();
    await signIn(page, account);
    await homeScreen(page).signOut.waitFor();
    await homeScreen(other).signOut.waitFor();
    expect(new URL(other.url()).pathname).toBe('/');
  });
});
