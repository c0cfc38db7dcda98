import type { BrowserContext } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import { homeScreen, signInScreen } from './support/screens.ts';
import { settledSignal } from './support/settled-signal.ts';
import { test } from './support/visit.ts';

/** Keeps the app's script back until `release` is called: what is there meanwhile is what the server has drawn. */
async function holdScript(context: BrowserContext): Promise<() => void> {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await context.route('**/assets/index-*.js', async (route) => {
    await released;
    await route.continue();
  });
  return release;
}

describe('before the scripts are there', () => {
  test.for(['/auth', '/'])(
    '%s can be read, typed into and sent; what was typed counts',
    async (path, { visit }) => {
      const account = await createAccount();
      let release = () => {};
      const { page } = await visit(path, {
        atOnce: true,
        before: async (context) => {
          release = await holdScript(context);
          await recordLayoutShifts(context);
        },
      });
      const { email, password, button, terms } = signInScreen(page);
      await terms.waitFor();
      expect(await page.title()).toBe('Sign in · Pipcast');
      expect(await page.getByText('Loading...').filter({ visible: true }).count()).toBe(0);
      await email.fill(account.email);
      await password.fill(account.password);
      await button.click();
      expect(new URL(page.url()).search).toBe('');
      release();
      await homeScreen(page).signOut.waitFor();
      expect(new URL(page.url()).pathname).toBe('/');
      expect(page.url()).not.toContain('email');
    },
  );

  test('what is half typed is still there afterwards, with the cursor in it', async ({ visit }) => {
    let release = () => {};
    const { page } = await visit('/auth', {
      atOnce: true,
      before: async (context) => {
        release = await holdScript(context);
        await recordLayoutShifts(context);
      },
    });
    const { email, password } = signInScreen(page);
    await email.fill('mara@example.com');
    await password.pressSequentially('half a k');
    release();
    // The app has taken the page over once it no longer notes what is sent.
    await expect.poll(() => page.locator('html[data-form]').count()).toBe(0);
    await password.pressSequentially('ey');
    expect([await email.inputValue(), await password.inputValue()]).toEqual([
      'mara@example.com',
      'half a key',
    ]);
    expect(await password.evaluate((input) => input === document.activeElement)).toBe(true);
    expect(await shiftsOf(page)).toEqual([]);
  });

  test('a trader who is signed in is shown the home page with "Loading..." in its card, never the form', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    let release = () => {};
    const { page } = await visit('/', {
      session,
      atOnce: true,
      before: async (context) => {
        release = await holdScript(context);
        await recordLayoutShifts(context);
      },
    });
    await page.locator('#drawn .signal').getByText('Loading...').waitFor();
    expect(await page.locator('#loading').isVisible()).toBe(false);
    expect(await signInScreen(page).button.isVisible()).toBe(false);
    const boxes = () =>
      page
        .locator('.top, .bar, .signal')
        .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().top));
    const drawn = await boxes();
    release();
    await homeScreen(page).signOut.waitFor();
    expect(await page.locator('#drawn').count()).toBe(0);
    expect(await page.getByText('Loading...').count()).toBe(0);
    expect(await boxes()).toEqual(drawn);
    expect(await shiftsOf(page)).toEqual([]);
  });

  test('the record says its figures and a story its signal; both are gone when the app has drawn the same', async ({
    visit,
  }) => {
    const url = inject('marketUrl');
    for (const path of ['/record', `/record/${await settledSignal()}`]) {
      let release = () => {};
      const { page } = await visit(path, {
        url,
        atOnce: true,
        before: async (context) => {
          release = await holdScript(context);
          await recordLayoutShifts(context);
        },
      });
      const heading = page.getByRole('heading', { level: 1 });
      const drawn = await page.locator('#drawn').getByRole('heading', { level: 1 }).textContent();
      expect(drawn).toMatch(path === '/record' ? /Too early|in 100/i : /^\w{3} \d{1,2} Nov 2026, \d\d:\d\d$/);
      release();
      await page.locator('#drawn').waitFor({ state: 'detached' });
      await heading.waitFor();
      expect(await shiftsOf(page)).toEqual([]);
    }
  });

  test('a record drawn at the usual payout does not say what another one needs', async ({ visit }) => {
    let release = () => {};
    const { page } = await visit('/record', {
      url: inject('marketUrl'),
      stored: { 'pipcast.payout': '92' },
      atOnce: true,
      before: async (context) => {
        release = await holdScript(context);
      },
    });
    const drawn = page.locator('#drawn h1');
    await drawn.waitFor({ state: 'attached' });
    expect(await drawn.isVisible()).toBe(false);
    release();
    await page.getByRole('heading', { level: 1 }).waitFor();
  });

  test('the page is the same after the app has taken it over', async ({ visit }) => {
    const { page, response } = await visit('/auth');
    const drawn = /<div id="root">(.*)<\/div>/.exec(await response.text())?.[1] ?? '';
    await expect.poll(() => page.locator('html[data-form]').count()).toBe(0);
    const texts = (html: string) => html.replace(/<!--.*?-->/g, '').split(/<[^>]+>/);
    expect(texts(await page.locator('#root').innerHTML())).toEqual(texts(drawn));
    expect(drawn).toContain('Terms &amp; Conditions');
  });
});
