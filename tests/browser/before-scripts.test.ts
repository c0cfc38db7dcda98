import type { BrowserContext } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import { homeScreen, signInScreen } from './support/screens.ts';
import { PHONE, test } from './support/visit.ts';

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
      expect(await page.getByText('Loading...').isVisible()).toBe(false);
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

  test('a trader who is signed in is shown "Loading...", never the form', async ({ visit }) => {
    const { session } = await createAccount();
    let release = () => {};
    const { page } = await visit('/', {
      session,
      atOnce: true,
      before: async (context) => {
        release = await holdScript(context);
      },
    });
    await page.getByText('Loading...').waitFor();
    expect(await signInScreen(page).button.isVisible()).toBe(false);
    release();
    await homeScreen(page).signOut.waitFor();
    expect(await page.getByText('Loading...').count()).toBe(0);
  });

  test('the page is the same after the app has taken it over', async ({ visit }) => {
    const { page, response } = await visit('/auth');
    const drawn = /<div id="root">(.*)<\/div>/.exec(await response.text())?.[1] ?? '';
    await expect.poll(() => page.locator('html[data-form]').count()).toBe(0);
    const texts = (html: string) => html.replace(/<!--.*?-->/g, '').split(/<[^>]+>/);
    expect(texts(await page.locator('#root').innerHTML())).toEqual(texts(drawn));
    expect(drawn).toContain('Terms &amp; Conditions');
  });

  test('styles of what stands on top are computed before the first paint, then its layout, then what follows', async ({
    visit,
  }) => {
    const { page } = await visit('/auth', {
      size: PHONE,
      before: async (context) => {
        await recordLayoutShifts(context);
        await context.addInitScript(() => {
          const asked: unknown[] = [];
          Object.assign(globalThis, { asked });
          const computed = getComputedStyle;
          const height = Object.getOwnPropertyDescriptor(HTMLElement.prototype, 'offsetHeight')?.get;
          const note = (what: string) => {
            if (document.querySelector('form') === null) return;
            const paints = performance.getEntriesByType('paint').length;
            const hasStyles = [...document.styleSheets].some(({ href }) => href !== null);
            const hasTerms = computed(document.querySelector('.terms') as Element).display !== 'none';
            asked.push({ what, isPainted: paints > 0, hasStyles, hasTerms });
          };
          globalThis.getComputedStyle = (element, pseudo) => {
            note('styles');
            return computed(element, pseudo);
          };
          Object.defineProperty(HTMLElement.prototype, 'offsetHeight', {
            get(this: HTMLElement) {
              note('layout');
              return height?.call(this);
            },
          });
        });
      },
    });
    await signInScreen(page).terms.waitFor();
    const steps = [
      { what: 'styles', hasTerms: false },
      { what: 'layout', hasTerms: false },
      { what: 'styles', hasTerms: true },
    ];
    const asked = await page.evaluate(() => (globalThis as unknown as { asked: object[] }).asked);
    expect(asked.slice(0, 3)).toMatchObject(steps.map((step) => ({ ...step, hasStyles: true })));
    expect(asked[0]).toMatchObject({ isPainted: false });
    expect(await shiftsOf(page)).toEqual([]);
  });
});
