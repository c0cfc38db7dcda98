import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { DEVICES } from './support/looks.ts';
import { homeScreen, readSignal, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

/** Presses Tab until the focused element has this name; fails when it never comes. Every stop on the way must be visible. */
async function tabTo(page: Page, name: string): Promise<void> {
  const stops: string[] = [];
  for (let presses = 0; presses < 40; presses += 1) {
    await page.keyboard.press('Tab');
    const stop = await page.evaluate(() => {
      const element = document.activeElement;
      if (!(element instanceof HTMLElement) || element === document.body) return { name: '', isShown: true };
      const labels =
        element instanceof HTMLInputElement || element instanceof HTMLSelectElement ? element.labels : null;
      const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(element);
      const isRinged = (outlineStyle !== 'none' && outlineWidth !== '0px') || boxShadow !== 'none';
      return {
        name: (
          element.getAttribute('aria-label') ??
          labels?.[0]?.textContent ??
          element.textContent ??
          ''
        ).trim(),
        isShown: isRinged && element.matches(':focus-visible') && element.getClientRects().length > 0,
      };
    });
    expect(stop.isShown, `the focus on "${stop.name}" can be seen`).toBe(true);
    if (stop.name === name) return;
    stops.push(stop.name);
  }
  throw new Error(`Tab never reached "${name}": ${stops.join(', ')}`);
}

describe('keyboard', () => {
  test.for(DEVICES)(
    'alone signs in, asks for a signal, switches the theme and signs out (%s)',
    async ([, size], { visit }) => {
      const account = await createAccount();
      const { page } = await visit('/auth', { at: OPEN_AT, size });
      await signInScreen(page).button.waitFor();
      await tabTo(page, 'Email');
      await page.keyboard.type(account.email);
      await tabTo(page, 'Password');
      await page.keyboard.type(account.password);
      await tabTo(page, 'Sign In');
      await page.keyboard.press('Enter');

      const home = homeScreen(page);
      await home.current.waitFor();
      await page.clock.runFor(6 * SECOND_MS);
      await tabTo(page, 'P-BOT');
      await page.keyboard.press('Space');
      await home.generate.waitFor();
      await tabTo(page, 'Select OTC Pair');
      await page.keyboard.press('ArrowDown');
      await tabTo(page, 'Timeframe');
      await page.keyboard.press('End');
      await tabTo(page, 'Generate P-BOT Signal');
      await page.keyboard.press('Enter');
      await home.analyzing.waitFor();
      expect(await home.analyzing.evaluate((button) => button === document.activeElement)).toBe(true);
      await page.clock.runFor(2 * SECOND_MS);
      await expect.poll(() => readSignal(home.latest)).toMatchObject({ pair: 'USD/BRL', timeframe: '1min' });

      await tabTo(page, `${account.email.replace(/@.*/, '')}Menu`);
      await page.keyboard.press('Enter');
      await tabTo(page, 'Switch to dark theme');
      await page.keyboard.press('Enter');
      await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
      await tabTo(page, 'Sign Out');
      await page.keyboard.press('Enter');
      await signInScreen(page).button.waitFor();
    },
  );

  test('after a refused sign-in the cursor is in the password, ready for another try', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth');
    expectNoise(/status of 400/);
    const { email, password } = signInScreen(page);
    await email.fill('nobody@example.com');
    await password.fill('any-key');
    await password.press('Enter');
    await page.getByRole('alert').filter({ hasText: 'Sign In Failed' }).waitFor();
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
  });

  test('Tab goes past the toast of a refused sign-in, and Escape dismisses it', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth');
    expectNoise(/status of 400/);
    const { email, password } = signInScreen(page);
    await email.fill('nobody@example.com');
    await password.fill('any-key');
    await password.press('Enter');
    const toast = page.getByRole('alert').filter({ hasText: 'Sign In Failed' });
    await toast.waitFor();
    await expect.poll(() => password.evaluate((field) => field === document.activeElement)).toBe(true);
    await tabTo(page, 'Sign In');
    await tabTo(page, 'Dismiss');
    await tabTo(page, 'Email');
    await page.keyboard.press('Escape');
    await toast.waitFor({ state: 'detached' });
    expect(await email.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.getByText('Invalid login credentials', { exact: true }).waitFor();
  });
});
