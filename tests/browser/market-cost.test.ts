import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { enteredFor, signalAt } from '../support/fake-market-store.ts';
import { installRenderCounter } from '../support/render-counter.ts';
import { createAccount } from './support/accounts.ts';
import { OPEN_AT } from './support/instants.ts';
import {
  EARLIER,
  ENTERED,
  ENTRY,
  MINUTE,
  openScene,
  passWithPrices,
  SIGNAL,
} from './support/scripted-market.ts';
import { homeScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

/** At most so many components are rendered in a second in which nothing but prices and the time change. */
const MOST = 10;
const SECONDS = 8;
const MIDS = Array.from({ length: SECONDS }, (_, second) => ENTRY + 4 + (second % 4));

const rendersOf = (page: Page) =>
  page.evaluate(
    () => (globalThis as unknown as { pipcastRenders: { rendered: number } }).pipcastRenders.rendered,
  );

const counting = { before: (_: unknown, page: Page) => page.addInitScript(installRenderCounter) };

/** Draws the chart too, which stands below the fold. */
async function chartDrawn(page: Page): Promise<void> {
  await page.getByRole('region', { name: 'Price chart', exact: true }).scrollIntoViewIfNeeded();
  await expect
    .poll(async () => {
      await page.clock.runFor(100);
      return page.locator('.price-chart__canvas canvas').count();
    })
    .toBeGreaterThan(0);
}

test('a second of a simulated signal renders at most 10 components', async ({ visit }) => {
  const { session } = await createAccount();
  const { page } = await visit('/', { at: OPEN_AT, session, ...counting });
  await homeScreen(page).currentTimer.waitFor();
  await page.clock.runFor(1_000);
  const before = await rendersOf(page);
  for (let second = 0; second < SECONDS; second += 1) await page.clock.runFor(1_000);
  const rendered = (await rendersOf(page)) - before;
  expect(rendered).toBeGreaterThan(0);
  expect(rendered / SECONDS).toBeLessThanOrEqual(MOST);
});

test('a second of P-Special on the market, with its prices, race and chart, renders at most 10', async ({
  visit,
}) => {
  const { page, stream } = await openScene(
    visit,
    { at: 19, entries: [...EARLIER, SIGNAL, ENTERED], mid: ENTRY + 7 },
    counting,
  );
  await chartDrawn(page);
  await passWithPrices(page, stream, [ENTRY + 6]);
  const before = await rendersOf(page);
  await passWithPrices(page, stream, MIDS);
  const rendered = (await rendersOf(page)) - before;
  expect(rendered).toBeGreaterThan(0);
  expect(rendered / SECONDS).toBeLessThanOrEqual(MOST);
});

test('a second of P-BOT on the market renders at most 10', async ({ visit }) => {
  const { page, stream } = await openScene(visit, { at: 19, entries: EARLIER, mid: ENTRY + 7 }, counting);
  const { bot, generate, latest } = homeScreen(page);
  const choice = { pair: 'EUR/USD', timeframe: '1min' } as const;
  const decidesMs = MINUTE + 20_000;
  const limit = { most: 12, perMs: 60_000, left: 11 };
  await page.route('**/api/market/signals', (route) =>
    route.fulfill({
      status: 202,
      json: { ...choice, nowMs: MINUTE + 19_000, decidesMs, limit, decision: null },
    }),
  );
  await bot.click();
  await page.getByRole('combobox', { name: 'Timeframe' }).selectOption({ label: '1min' });
  await generate.click();
  await latest.getByText('Decides in').waitFor();
  const signal = signalAt(decidesMs, { mode: 'bot', ...choice });
  await passWithPrices(page, stream, [ENTRY + 6, ENTRY + 7]);
  await stream.entries(page, signal, enteredFor(signal));
  await latest.getByText('CALL', { exact: true }).waitFor();
  await chartDrawn(page);
  await passWithPrices(page, stream, [ENTRY + 6, ENTRY + 7]);
  await latest.getByText('Expires in').waitFor();
  const before = await rendersOf(page);
  await passWithPrices(page, stream, MIDS);
  const rendered = (await rendersOf(page)) - before;
  expect(rendered).toBeGreaterThan(0);
  expect(rendered / SECONDS).toBeLessThanOrEqual(MOST);
});
