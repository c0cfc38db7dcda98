import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { homeScreen, openMenu, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

describe('specification 2, routes', () => {
  test('/ sends a visitor who is not signed in to /auth', async ({ visit }) => {
    const { page } = await visit('/');
    await signInScreen(page).button.waitFor();
    expect(new URL(page.url()).pathname).toBe('/auth');
  });

  test('/auth sends a signed-in trader to /, which shows the brand, Sign Out, the signals panel and About Us; going back does not return to the sign-in screen', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page } = await visit('/auth', { session });
    const home = homeScreen(page);
    await home.signOut.waitFor();
    expect(new URL(page.url()).pathname).toBe('/');
    await page.getByRole('link', { name: 'Pipcast home', exact: true }).waitFor();
    await home.special.waitFor();
    await home.bot.waitFor();
    await home.about.waitFor();
    expect(await page.title()).toContain('Pipcast');
    await page.goBack();
    await expect.poll(() => new URL(page.url()).pathname).not.toBe('/auth');
  });

  test('/ shows "Loading..." while the session loads', async ({ visit }) => {
    const { session } = await createAccount();
    let release = () => {};
    const { page } = await visit('/', {
      // Expired, so that the page has to ask the server before it knows.
      session: { ...session, expires_at: 1 },
      before: async (_, one) => {
        release = await holdRequests(one, '**/auth/v1/token**');
      },
    });
    await page.getByText('Loading...', { exact: true }).filter({ visible: true }).waitFor();
    expect(await homeScreen(page).signOut.count()).toBe(0);
    expect(new URL(page.url()).pathname).toBe('/');
    release();
    await homeScreen(page).signOut.waitFor();
    expect(await page.getByText('Loading...', { exact: true }).count()).toBe(0);
  });

  describe('any other route', () => {
    const path = '/no/such/page';

    test('answers 404, shows the page that says so, with the header of every other page, and logs the path; "Return to Home" leads to / with a session, to /auth without', async ({
      visit,
    }) => {
      const url = inject('marketUrl');
      const { session } = await createAccount(undefined, url);
      for (const trader of [undefined, session]) {
        const { page, response, expectNoise } = await visit(path, {
          url,
          ...(trader && { session: trader }),
        });
        expectNoise(
          /status of 404 .*\/no\/such\/page/,
          /console (log|info|warning|error): .*\/no\/such\/page/,
        );
        expect(response.status()).toBe(404);
        await page.getByText('Oops! Page not found', { exact: true }).waitFor();
        const header = page.getByRole('banner');
        await header.getByRole('link', { name: 'Signals', exact: true }).waitFor({
          state: trader === undefined ? 'detached' : 'visible',
        });
        await openMenu(page);
        await header.getByRole('combobox', { name: 'Language' }).waitFor();
        await header.getByRole('button', { name: 'Switch to dark theme' }).waitFor();
        await page.keyboard.press('Escape');
        await page.getByRole('link', { name: 'Return to Home', exact: true }).click();
        await (trader === undefined ? signInScreen(page).button : homeScreen(page).signOut).waitFor();
        expect(new URL(page.url()).pathname).toBe(trader === undefined ? '/auth' : '/');
      }
    });

    test('is one with other letters, one below a page, and one that is no word', async ({ visit }) => {
      const { page, expectNoise } = await visit('/auth');
      expectNoise(/404/);
      for (const odd of ['/Auth', '/index', '/auth/deeper', '/%F0%9F%A6%8A']) {
        expect((await page.goto(odd))?.status(), odd).toBe(404);
        await page.getByText('Oops! Page not found', { exact: true }).waitFor();
      }
    });
  });
});
