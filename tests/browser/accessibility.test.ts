import { AxeBuilder } from '@axe-core/playwright';
import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { CLOSED_AT, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { runUntilShown } from './support/run-until.ts';
import { homeScreen, signIn, signInScreen } from './support/screens.ts';
import { DESKTOP, type OpenVisit, PHONE, test, type Visit, type VisitOptions } from './support/visit.ts';

/** Every screen and state, each a way to get there; the page's clock stands still. */
const SCREENS: Record<string, (visit: OpenVisit, options: VisitOptions) => Promise<Visit>> = {
  '/auth': async (visit, options) => {
    const opened = await visit('/auth', options);
    await signInScreen(opened.page).button.waitFor();
    return opened;
  },
  '/auth, signing in': async (visit, options) => {
    const opened = await visit('/auth', options);
    await holdRequests(opened.page, '**/auth/v1/token**');
    await signIn(opened.page, { email: 'mara@example.com', password: 'any-key' });
    await signInScreen(opened.page).busyButton.waitFor();
    return opened;
  },
  '/auth, refused': async (visit, options) => {
    const opened = await visit('/auth', options);
    opened.expectNoise(/status of 400/);
    await signIn(opened.page, { email: 'nobody@example.com', password: 'any-key' });
    await runUntilShown(opened.page, opened.page.getByText('Sign In Failed'));
    return opened;
  },
  '/, P-Special, market open': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: OPEN_AT });
    await homeScreen(opened.page).currentTimer.waitFor();
    return opened;
  },
  '/, P-Special, the clocks of a signal shown': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: OPEN_AT });
    await homeScreen(opened.page).current.getByRole('button').click();
    return opened;
  },
  '/, P-Special, market closed': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: CLOSED_AT });
    await opened.page.getByText('MARKET CLOSED', { exact: true }).waitFor();
    return opened;
  },
  '/, P-BOT': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: OPEN_AT });
    await homeScreen(opened.page).bot.click();
    await homeScreen(opened.page).generate.waitFor();
    return opened;
  },
  '/, P-BOT, busy': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: OPEN_AT });
    await homeScreen(opened.page).bot.click();
    await homeScreen(opened.page).generate.click();
    await homeScreen(opened.page).analyzing.waitFor();
    return opened;
  },
  '/, P-BOT, a signal': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: OPEN_AT });
    await homeScreen(opened.page).bot.click();
    await homeScreen(opened.page).generate.click();
    await opened.page.clock.runFor(3 * SECOND_MS);
    await homeScreen(opened.page).latestTimer.waitFor();
    return opened;
  },
  '/, P-BOT, expired': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: OPEN_AT });
    await homeScreen(opened.page).bot.click();
    await homeScreen(opened.page).generate.click();
    await opened.page.clock.runFor(2 * SECOND_MS);
    await opened.page.clock.runFor(5 * SECOND_MS);
    await homeScreen(opened.page).latest.getByText('Expired', { exact: true }).waitFor();
    return opened;
  },
  '/, offline': async (visit, options) => {
    const opened = await visitHome(visit, { ...options, at: OPEN_AT });
    await homeScreen(opened.page).current.waitFor();
    await opened.context.setOffline(true);
    await opened.page.getByText(/offline/i).waitFor();
    return opened;
  },
  404: async (visit, options) => {
    const opened = await visit('/no-such-page', options);
    opened.expectNoise(/no-such-page/);
    await opened.page.getByText('Oops! Page not found').waitFor();
    return opened;
  },
};

async function visitHome(visit: OpenVisit, options: VisitOptions): Promise<Visit> {
  const { session } = await createAccount();
  const expiresAt = (options.at ?? 0) / SECOND_MS + session.expires_in;
  return visit('/', { ...options, session: { ...session, expires_at: expiresAt } });
}

/** What axe finds once everything that moves has come to rest. */
async function violations(page: Page): Promise<string[]> {
  await page.evaluate(async () => {
    const finite = document
      .getAnimations()
      .filter((one) => one.effect?.getComputedTiming().iterations !== Infinity);
    await Promise.all(finite.map((animation) => animation.finished.catch(() => undefined)));
  });
  const found = await whileTimePasses(page, new AxeBuilder({ page }).setLegacyMode().analyze());
  expect(found.passes.length).toBeGreaterThan(10);
  return found.violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`);
}

/** axe waits on timers, and the page's stand still: lets a millisecond pass now and then, too few to change the screen. */
async function whileTimePasses<T>(page: Page, work: Promise<T>): Promise<T> {
  let isDone = false;
  const settled = work.finally(() => {
    isDone = true;
  });
  while (!isDone) await Promise.race([page.clock.runFor(1), settled]);
  return settled;
}

// Colours differ by theme, structure by size: each screen is seen in both themes and in both sizes.
describe.for([
  ['desktop', 'light', DESKTOP],
  ['phone', 'dark', PHONE],
] as const)('axe finds nothing on a %s in the %s theme', ([, theme, size]) => {
  test.for(Object.entries(SCREENS))('%s', async ([, open], { visit }) => {
    const { page } = await open(visit, { at: OPEN_AT, theme, size });
    expect(await violations(page)).toEqual([]);
  });
});
