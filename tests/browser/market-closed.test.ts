import { expect } from 'vitest';
import type { SignalMark } from '../../src/core/wire/market.ts';
import { signalId } from '../../src/core/signals/ledger-entry.ts';
import { faults } from './support/axe.ts';
import { inEachLook } from './support/looks.ts';
import { MINUTE, tellScene, visitScripted } from './support/scripted-market.ts';
import { WEEKEND_AT } from './support/instants.ts';
import { homeScreen, textOf } from './support/screens.ts';
import { PHONE, test } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';

/** 22:00 on the Friday before: the last window of the week has just closed. */
const CLOSE = Date.parse('2026-11-20T17:00:00Z');
const OUTCOMES = ['won', 'lost', 'unchanged', 'void'] as const;
const MARKS = Array.from({ length: 20 }, (_, at): SignalMark => {
  const outcome = OUTCOMES[at % 4] ?? 'won';
  return {
    id: signalId(`00000000-0000-4000-8000-0000000000${10 + at}`),
    pair: 'EUR/USD',
    direction: at % 2 === 0 ? 'CALL' : 'PUT',
    decidedMs: CLOSE - (22 - at) * 60_000,
    outcome,
    control: outcome === 'won' ? 'lost' : outcome === 'lost' ? 'won' : outcome,
  };
});

test('a closed market on the market’s own prices: when it opens, P-BOT now, and the last session', async ({
  visit,
}) => {
  const scene = { at: (WEEKEND_AT - MINUTE) / 1_000, entries: [] };
  const { page, stream } = await visitScripted(visit, scene, {
    before: async (context, one) => {
      // No banner of a replay is above it.
      await withConfig(context, '**/', { livePrices: true });
      await one.route('**/api/market/signals?*', (route) => route.fulfill({ json: { signals: MARKS } }));
    },
  });
  await tellScene(page, stream, scene);
  const { current, currentTimer } = homeScreen(page);
  await current.getByText('MARKET CLOSED', { exact: true }).waitFor();
  const text = await textOf(current);
  expect(text).toContain('Saturday 21 Nov');
  expect(text).toMatch(/Opens Monday 23 Nov,? 04:00 UTC\+5/);
  expect(text).toContain('Asian session, then Tokyo at 05:00');
  expect(await textOf(currentTimer)).toContain('1 day 16:00:00');
  await page.clock.runFor(1_000);
  await expect.poll(() => textOf(currentTimer)).toContain('1 day 15:59:59');
  await current.getByText('Last session, Friday 20 Nov').waitFor();
  await expect.poll(() => current.locator('.strip__columns > span').count()).toBe(20);
  expect(await textOf(current)).toContain('5 of 10');
  await page.setViewportSize(PHONE);
  expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(1_404);
  for (const name of ['Available pairs', 'Price chart', 'Your payout', 'Alerts'])
    expect(await page.getByRole('region', { name, exact: true }).count()).toBe(0);
  await inEachLook(page, async ({ name }) => {
    expect(await faults(page), name).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBe(0);
  });

  await page
    .getByRole('region', { name: 'P-BOT runs now' })
    .getByRole('button', { name: 'Open P-BOT' })
    .click();
  await homeScreen(page).otcPair.waitFor();
});
