import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { DEVICES } from './support/looks.ts';
import { recordLayoutShifts, recordTransfers, shiftsOf, type Transfer } from './support/measure-visit.ts';
import { homeScreen } from './support/screens.ts';
import { type OpenVisit, test, type VisitOptions } from './support/visit.ts';

/** The app whose market is a replay, twenty times as fast. */
async function visitMarketApp(visit: OpenVisit, options: VisitOptions = {}) {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const opened = await visit('/', { ...options, session, url });
  await homeScreen(opened.page).current.waitFor();
  return opened;
}

const MARKET = { 'pipcast.source': 'market' };
const sourceButton = (page: Page, name: 'Simulated' | 'Market') =>
  page.getByRole('button', { name, exact: true });

describe('a server without a market', () => {
  test('offers neither the switch nor pages that it does not have', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { session, stored: MARKET });
    await homeScreen(page).current.waitFor();
    expect(await page.getByRole('group', { name: 'Source' }).count()).toBe(0);
    expect(await page.getByRole('navigation').count()).toBe(0);
    expect(await page.getByText('How our market-driven signals score').count()).toBe(0);
  });
});

describe('a cold visit of a server with a market', () => {
  test.for(DEVICES)(
    'on a %s is simulated, pays for nothing of the market, says where its record is, and shifts nothing',
    async ([, size], { visit }) => {
      let transfers: () => Promise<Transfer[]> = async () => [];
      const { page } = await visitMarketApp(visit, {
        size,
        before: async (context, one) => {
          transfers = recordTransfers(one);
          await recordLayoutShifts(context);
        },
      });
      await page.waitForLoadState('networkidle');
      expect(await shiftsOf(page)).toEqual([]);
      const score = page.getByRole('link', { name: 'How our market-driven signals score', exact: true });
      expect(await score.getAttribute('href')).toBe('/record');
      const all = await transfers();
      const code = all.filter(({ type }) => type === 'script' || type === 'stylesheet');
      expect(
        code.reduce((sum, { bytes }) => sum + bytes, 0),
        JSON.stringify(code),
      ).toBeLessThanOrEqual(105_000);
      expect(all.length, JSON.stringify(all.map((one) => one.path))).toBeLessThanOrEqual(8);
      expect(all.map((one) => one.path).filter((path) => /market|canvas|record/.test(path))).toEqual([]);
      expect(await sourceButton(page, 'Simulated').getAttribute('aria-pressed')).toBe('true');
      expect(await page.getByText('Measured', { exact: true }).count()).toBe(0);
    },
  );
});

test('the choice is remembered, and what was drawn at random is never beside what was measured', async ({
  visit,
}) => {
  const { page } = await visitMarketApp(visit);
  await sourceButton(page, 'Market').click();
  await homeScreen(page).current.getByText('Measured').waitFor();
  expect(await page.getByRole('main').innerText()).not.toMatch(/Drawn at random/);
  await expect.poll(() => page.getByRole('main').getByText('Replay of').count()).toBeGreaterThanOrEqual(1);
  await page.reload();
  await homeScreen(page).current.getByText('Measured').waitFor();
  expect(await sourceButton(page, 'Market').getAttribute('aria-pressed')).toBe('true');
});

test('a shortcut to the market counts until the reader chooses, also after a reload', async ({ visit }) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/?show=market', { session, url });
  await homeScreen(page).current.getByText('Measured').waitFor();
  await sourceButton(page, 'Simulated').click();
  await page.reload();
  await homeScreen(page).current.getByText('Drawn at random').waitFor();
  expect(await sourceButton(page, 'Simulated').getAttribute('aria-pressed')).toBe('true');
});

test('P-BOT on the market answers a press: a signal with its outcome, or why there is none', async ({
  visit,
}) => {
  const { page } = await visitMarketApp(visit, { stored: MARKET });
  const { bot, generate, latest } = homeScreen(page);
  await bot.click();
  await page.getByRole('combobox', { name: 'Timeframe' }).selectOption('30s');
  await expect.poll(() => generate.isEnabled()).toBe(true);
  // A minute of the replay takes three seconds: a busy computer may look too late.
  const counted = page.waitForFunction(() =>
    document.body.textContent.includes('11 of 12 requests left this minute'),
  );
  await generate.click();
  await counted;
  await expect.poll(() => latest.innerText()).toMatch(/(CALL|PUT)[^]*Settled|No signal\s[^]* at \d\d:/);
  expect(await page.getByRole('combobox', { name: 'Select Pair' }).locator('option:disabled').count()).toBe(
    4,
  );
});

test('a chunk that does not come is said, and fetched at another try', async ({ visit }) => {
  const { page, expectNoise } = await visitMarketApp(visit);
  expectNoise(/market-panel|Failed to load resource/);
  await page.route('**/assets/market-panel*.js', (route) => route.abort());
  await sourceButton(page, 'Market').click();
  await page.getByText('This did not load').waitFor();
  await page.unroute('**/assets/market-panel*.js');
  await page.getByRole('button', { name: 'Try again' }).click();
  await homeScreen(page).current.getByText('Measured').waitFor();
});
