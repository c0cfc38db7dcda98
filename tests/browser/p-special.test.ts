import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { announced, recordAnnouncements } from './support/announcements.ts';
import { MINUTE_MS, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { homeScreen, readSignal, textOf } from './support/screens.ts';
import { seedRandom } from './support/seeded-random.ts';
import { test as base } from './support/visit.ts';

const AUTO_PAIRS = ['EUR/USD', 'USD/JPY', 'EUR/JPY', 'EUR/GBP', 'USD/CAD'];

/** A trader's page with its first signal, its clock standing still, for tests that only read it. */
const test = base.extend<{ open: Page }>({
  open: [
    async ({ visitOnce }, use) => {
      const { session } = await createAccount();
      const { page } = await visitOnce('/', { at: OPEN_AT, session });
      await homeScreen(page).current.waitFor();
      await use(page);
    },
    { scope: 'file' },
  ],
});

describe('specification 2 and 4, P-Special while the market is open', () => {
  test('draws a signal at once and shows all of it', async ({ open }) => {
    const { current, special, bot } = homeScreen(open);
    const signal = await readSignal(current);
    expect(AUTO_PAIRS).toContain(signal.pair);
    expect(['CALL', 'PUT']).toContain(signal.direction);
    expect(signal.confidence).toBeGreaterThanOrEqual(88);
    expect(signal.confidence).toBeLessThanOrEqual(94);
    expect(signal).toMatchObject({ timeframe: '1min', time: '14:32:00', secondsLeft: 60 });
    expect(await special.getAttribute('aria-pressed')).toBe('true');
    expect(await bot.getAttribute('aria-pressed')).toBe('false');
  });

  test('says beside the confidence that the signal is simulated', async ({ open }) => {
    const { current } = homeScreen(open);
    await current.getByText('Simulated', { exact: true }).waitFor();
    await current.getByText('Drawn at random. Not market analysis.', { exact: true }).waitFor();
  });

  test('counts down from 60 each second, shows 1 s until the very end, then clears the signal and shows the next at once', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session });
    const { current, currentTimer } = homeScreen(page);
    for (const left of [60, 59, 58, 57]) {
      await expect.poll(() => textOf(currentTimer)).toBe(`Expires in ${left}s`);
      await page.clock.runFor(SECOND_MS);
    }
    await page.clock.runFor(MINUTE_MS - 4 * SECOND_MS - 1);
    await expect.poll(() => readSignal(current)).toMatchObject({ secondsLeft: 1, time: '14:32:00' });
    await page.clock.runFor(1);
    await expect.poll(() => readSignal(current)).toMatchObject({ secondsLeft: 60, time: '14:33:00' });
  });

  test('draws one every 60 s within the bounds, and over time every pair, direction and percent', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, before: (context) => seedRandom(context, 1) });
    const { current } = homeScreen(page);
    await current.waitFor();
    // What this seed of the browser's cryptographic generator draws first: nothing else is asked for chance.
    expect(await readSignal(current)).toMatchObject({ pair: 'EUR/JPY', direction: 'PUT', confidence: 92 });
    const seen = { pairs: new Set<string>(), directions: new Set<string>(), percents: new Set<number>() };
    for (let minute = 0; minute < 30; minute += 1) {
      const time = `${14 + Math.floor((32 + minute) / 60)}:${String((32 + minute) % 60).padStart(2, '0')}:00`;
      await expect.poll(() => readSignal(current)).toMatchObject({ time, secondsLeft: 60 });
      const { pair, direction, confidence } = await readSignal(current);
      seen.pairs.add(pair);
      seen.directions.add(direction);
      seen.percents.add(confidence);
      await page.clock.fastForward(MINUTE_MS);
    }
    expect([...seen.pairs].sort()).toEqual(AUTO_PAIRS.toSorted());
    expect([...seen.directions].sort()).toEqual(['CALL', 'PUT']);
    expect([...seen.percents].sort()).toEqual([88, 89, 90, 91, 92, 93, 94]);
  });

  test('lists the five pairs and marks the drawn one', async ({ open }) => {
    const { current, pairs } = homeScreen(open);
    const { pair } = await readSignal(current);
    const rows = await pairs.getByRole('listitem').allInnerTexts();
    expect(rows.map((row) => row.trim().split(/\s/)[0])).toEqual(AUTO_PAIRS);
    expect(await pairs.locator('[aria-current=true]').innerText()).toContain(pair);
  });

  test('a tab that slept shows the right second at once', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session });
    const { current } = homeScreen(page);
    await current.waitFor();
    const before = await readSignal(current);
    await page.clock.fastForward(17_000);
    await expect.poll(() => readSignal(current)).toEqual({ ...before, secondsLeft: 43 });
  });

  test('a tab that slept for an hour shows one new signal, not sixty', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, before: recordAnnouncements });
    const { current } = homeScreen(page);
    await current.waitFor();
    const heardBefore = (await announced(page)).length;
    await page.clock.fastForward(60 * MINUTE_MS + 20 * SECOND_MS);
    await expect.poll(() => readSignal(current)).toMatchObject({ time: '15:32:20', secondsLeft: 60 });
    const heard = (await announced(page))
      .slice(heardBefore)
      .filter(({ text }) => text.includes('confidence'));
    expect(heard).toHaveLength(1);
  });

  test('a clock that is set back draws a whole signal on the new time', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session });
    const { current } = homeScreen(page);
    await current.waitFor();
    await page.clock.setSystemTime(OPEN_AT - 10 * MINUTE_MS);
    await page.clock.runFor(2 * SECOND_MS);
    const { secondsLeft = 0 } = await readSignal(current);
    expect(secondsLeft).toBeGreaterThanOrEqual(58);
    expect(secondsLeft).toBeLessThanOrEqual(60);
  });
});

describe('decisions, the time of a signal', () => {
  test("is in the user's own zone, with UTC and the market's clock one hover away", async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, timezone: 'America/New_York' });
    const { current } = homeScreen(page);
    await current.waitFor();
    expect(await textOf(current)).toMatch(/04:32:00 (EST|GMT-5|UTC-5)/);
    const utc = current.getByText('09:32:00');
    await utc.waitFor({ state: 'hidden' });
    await current.getByText('04:32:00').hover();
    await utc.waitFor();
    await current.getByText('14:32:00 UTC+5').waitFor();
    await page.mouse.move(0, 0);
    await utc.waitFor({ state: 'hidden' });
  });

  test('the other clocks are one key or tap away as well, and Escape puts them away', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session, timezone: 'Asia/Tokyo' });
    const { current } = homeScreen(page);
    const time = current.getByRole('button', { name: /18:32:00 (JST|UTC\+9)/ });
    const utc = current.getByText('09:32:00');
    await time.press('Enter');
    await utc.waitFor();
    expect(await time.getAttribute('aria-expanded')).toBe('true');
    await time.press('Escape');
    await utc.waitFor({ state: 'hidden' });
  });
});
