import { randomUUID } from 'node:crypto';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount, pipcast } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { homeScreen, signIn, signInScreen, textOf } from './support/screens.ts';
import { runUntilGone, runUntilShown } from './support/run-until.ts';
import { test as base } from './support/visit.ts';

/** The sign-in screen, for tests that only read it. */
const test = base.extend<{ screen: Page }>({
  screen: [
    async ({ visitOnce }, use) => {
      const { page } = await visitOnce('/auth');
      await signInScreen(page).button.waitFor();
      await use(page);
    },
    { scope: 'file' },
  ],
});

const REFUSED = /status of 400 .*\/auth\/v1\/token/;

/** Counts the sign-in calls that leave the page. */
function countSignIns(page: Page): () => number {
  let calls = 0;
  page.on('request', (request) => {
    if (request.url().includes('/auth/v1/token')) calls += 1;
  });
  return () => calls;
}

describe('specification 2, the sign-in screen', () => {
  test('has a required e-mail field, a required password field and the button', async ({ screen }) => {
    const { email, password } = signInScreen(screen);
    expect(await email.getAttribute('type')).toBe('email');
    expect(await password.getAttribute('type')).toBe('password');
    expect(await email.getAttribute('required')).not.toBeNull();
    expect(await password.getAttribute('required')).not.toBeNull();
  });

  test('lets a password manager fill it in', async ({ screen }) => {
    const { email, password } = signInScreen(screen);
    expect(await email.getAttribute('autocomplete')).toBe('username');
    expect(await password.getAttribute('autocomplete')).toBe('current-password');
  });

  test('lists the four steps to access under Terms & Conditions', async ({ screen }) => {
    await signInScreen(screen).terms.waitFor();
    const steps = await screen
      .getByRole('list')
      .filter({ hasText: '$25' })
      .getByRole('listitem')
      .allInnerTexts();
    expect(steps.map((step) => step.trim())).toEqual([
      expect.stringMatching(/account at .*partner broker/i),
      expect.stringContaining('$25'),
      expect.stringMatching(/trader ID .*by phone/i),
      expect.stringMatching(/key within 24 hours/i),
    ]);
  });

  test('says in one sober sentence each what the risk is', async ({ screen }) => {
    await signInScreen(screen).terms.waitFor();
    const text = await textOf(screen.locator('body'));
    expect(text).toMatch(/prohibited for retail clients in the EU and (the )?UK/);
    expect(text).toMatch(/restricted elsewhere/);
    expect(text).toMatch(/Most retail accounts lose money\./);
    expect(text).toMatch(/Nothing here is advice\./i);
  });

  test('offers no way to sign up', async ({ screen }) => {
    expect(await screen.getByRole('button', { name: /sign up|register|create/i }).count()).toBe(0);
    expect(await screen.getByRole('link', { name: /sign up|register|create/i }).count()).toBe(0);
  });
});

describe('specification 5, validation', () => {
  test('what cannot be right is refused in the browser, with the cursor in the field', async ({ visit }) => {
    const { page } = await visit('/auth');
    const { email, password, button } = signInScreen(page);
    const signIns = countSignIns(page);
    for (const [what, mail, key, field] of [
      ['nothing', '', '', 'Email'],
      ['no password', 'mara@example.com', '', 'Password'],
      ['no e-mail', '', 'secret-key', 'Email'],
      ['something that is no e-mail', 'mara', 'secret-key', 'Email'],
      ['an e-mail without a host', 'mara@', 'secret-key', 'Email'],
    ] as const) {
      await email.fill(mail);
      await password.fill(key);
      await button.click();
      await expect
        .poll(
          () =>
            page.evaluate(
              () => (document.activeElement as HTMLInputElement | null)?.labels?.[0]?.textContent,
            ),
          { message: what },
        )
        .toBe(field);
      expect(signIns(), what).toBe(0);
      expect(new URL(page.url()).pathname, what).toBe('/auth');
    }
  });
});

describe('specification 2 and 8, signing in', () => {
  test('reads "Signing In..." while busy, sends once however often it is pressed, then welcomes for four seconds', async ({
    visit,
  }) => {
    const account = await createAccount();
    const { page } = await visit('/auth', { at: OPEN_AT });
    const signIns = countSignIns(page);
    const release = await holdRequests(page, '**/auth/v1/token**');
    await signIn(page, account);
    const { busyButton, button, password } = signInScreen(page);
    await busyButton.waitFor();
    expect(await button.count()).toBe(0);
    expect(await busyButton.getAttribute('aria-busy')).toBe('true');
    await busyButton.click({ force: true });
    await password.press('Enter', { timeout: 1000 }).catch(() => undefined);
    release();
    await homeScreen(page).signOut.waitFor();
    const welcome = page.getByText('Welcome back!', { exact: true });
    await runUntilShown(page, welcome);
    expect(await page.getByText('You have been signed in successfully', { exact: true }).count()).toBe(1);
    expect(signIns()).toBe(1);
    expect(new URL(page.url()).pathname).toBe('/');
    await page.clock.runFor(3 * SECOND_MS);
    expect(await welcome.count()).toBe(1);
    await page.clock.runFor(SECOND_MS);
    await runUntilGone(page, welcome);
  });

  test('a wrong key and an unknown address get the toast "Sign In Failed" with the service\'s words, until it is dismissed, and another try', async ({
    visit,
  }) => {
    const { page, expectNoise } = await visit('/auth', { at: OPEN_AT });
    expectNoise(REFUSED);
    const { button, email } = signInScreen(page);
    for (const account of [
      { ...(await createAccount()), password: 'not-the-key' },
      { email: 'nobody@example.com', password: 'any-key' },
    ]) {
      await signIn(page, account);
      const toast = page.getByRole('alert').filter({ hasText: 'Sign In Failed' });
      await runUntilShown(page, toast);
      expect(await textOf(toast)).toContain('Invalid login credentials');
      await button.waitFor();
      expect(await email.inputValue()).toBe(account.email);
      expect(new URL(page.url()).pathname).toBe('/auth');
      await page.clock.runFor(60 * SECOND_MS);
      expect(await toast.count()).toBe(1);
      await page.getByRole('button', { name: 'Dismiss' }).click();
      await runUntilGone(page, toast);
    }
  });

  test('a service that cannot be reached is distinguished from a refusal', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth');
    expectNoise(/request failed: POST \/auth\/v1\/token/, /console error: Failed to load resource/);
    await page.route('**/auth/v1/token**', (route) => route.abort('connectionrefused'));
    await signIn(page, { email: 'mara@example.com', password: 'any-key' });
    const toast = page.getByRole('alert').filter({ hasText: 'Sign In Failed' });
    await toast.waitFor();
    expect(await textOf(toast)).toMatch(/cannot be reached/);
    await signInScreen(page).button.waitFor();
  });

  test('a password of emoji, one of 200 bytes, and an address with spaces around it and capitals in it work', async ({
    visit,
  }) => {
    const accounts = [
      await createAccount('🔑🦊-schlüssel-密钥'),
      await createAccount(`${'long-'.repeat(39)}12345`),
      await createAccount(),
    ];
    const [, , odd] = accounts;
    const { page } = await visit('/auth');
    for (const account of accounts) {
      const email = account === odd ? `  ${account.email.toUpperCase()} ` : account.email;
      await signIn(page, { ...account, email });
      await homeScreen(page).signOut.click();
      await signInScreen(page).button.waitFor();
    }
  });
});

describe("decisions, the provider's key", () => {
  test('that the operator hands out signs in, typed in capitals, with spaces around it and Enter as well', async ({
    visit,
  }) => {
    const email = `key-${randomUUID()}@example.com`;
    const { key } = JSON.parse(await pipcast('user', 'add', email, '--trader-id', 'T-1001', '--json'));
    const { page } = await visit('/auth');
    const fields = signInScreen(page);
    await fields.email.fill(email);
    await fields.password.fill(` ${key.toUpperCase()} `);
    await fields.password.press('Enter');
    await homeScreen(page).signOut.waitFor();
  });

  test('of a disabled account is refused, and its sessions end at once', async ({ visit }) => {
    const account = await createAccount();
    const { page, expectNoise } = await visit('/', { session: account.session });
    await homeScreen(page).signOut.waitFor();
    expectNoise(/status of 40[013]/);
    await pipcast('user', 'disable', account.email);
    await page.reload();
    await signIn(page, account);
    const toast = page.getByRole('alert').filter({ hasText: 'Sign In Failed' });
    await toast.waitFor();
    expect(await textOf(toast)).toContain('User is banned');
  });
});
