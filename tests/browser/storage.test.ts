import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT } from './support/instants.ts';
import { runUntilShown } from './support/run-until.ts';
import { homeScreen, openMenu, signIn, signInScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

describe('a browser that refuses to store', () => {
  test('anything: signing in works for this tab, and a reload ends on /auth', async ({ visit }) => {
    const account = await createAccount();
    const { page } = await visit('/auth', {
      at: OPEN_AT,
      before: async (context) =>
        context.addInitScript(() => {
          Object.defineProperty(window, 'localStorage', {
            get() {
              throw new DOMException('Access is denied for this document.', 'SecurityError');
            },
          });
        }),
    });
    await signIn(page, account);
    await homeScreen(page).signOut.waitFor();
    await runUntilShown(page, page.getByText('Signed in for this tab only', { exact: true }));
    await openMenu(page);
    await page.getByRole('button', { name: 'Switch to dark theme' }).click();
    await page.getByRole('button', { name: 'Switch to light theme' }).waitFor();
    await page.reload();
    await signInScreen(page).button.waitFor();
  });

  test('more, because it is full: signing in and out work', async ({ visit }) => {
    const account = await createAccount();
    const { page } = await visit('/auth', {});
    await page.evaluate(() => {
      for (let size = 2 ** 20; size >= 1; size /= 2) {
        try {
          for (let piece = 0; ; piece += 1) localStorage.setItem(`filler-${size}-${piece}`, 'x'.repeat(size));
        } catch {
          // Full for this size; a smaller piece may still fit.
        }
      }
    });
    await page.reload();
    await signIn(page, account);
    await homeScreen(page).signOut.waitFor();
    await homeScreen(page).signOut.click();
    await signInScreen(page).button.waitFor();
    expect(await page.evaluate(() => Object.values(localStorage).join('').includes('refresh_token'))).toBe(
      false,
    );
  });
});
