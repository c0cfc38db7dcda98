import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { CLOSED_AT, MINUTE_MS, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { runUntilShown } from './support/run-until.ts';
import { homeScreen, readSignal, textOf } from './support/screens.ts';
import { seedRandom } from './support/seeded-random.ts';
import { type OpenVisit, test as base, type VisitOptions } from './support/visit.ts';

const OTC_PAIRS = ['USD/INR', 'USD/BRL', 'USD/BDT', 'USD/PKR', 'EUR/USD', 'USD/JPY', 'EUR/JPY', 'USD/CAD'];
const TIMEFRAMES = [
  ['5s', 5],
  ['10s', 10],
  ['15s', 15],
  ['30s', 30],
  ['1min', 60],
] as const;

async function openBot(visit: OpenVisit, at = OPEN_AT, before?: VisitOptions['before']): Promise<Page> {
  const { session } = await createAccount();
  const { page } = await visit('/', { at, session, ...(before && { before }) });
  await homeScreen(page).bot.click();
  await homeScreen(page).generate.waitFor();
  return page;
}

/** The P-BOT view before anything was chosen, for tests that only read it. */
const test = base.extend<{ view: Page }>({
  view: [({ visitOnce }, use) => openBot(visitOnce).then(use), { scope: 'file' }],
});

describe('specification 2, the P-BOT view', () => {
  test('has the badge, the note, both dropdowns and the button', async ({ view }) => {
    const { bot, special, otcPair, timeframe, latest } = homeScreen(view);
    await view.getByText('P-BOT - 24/7 OTC SIGNALS', { exact: true }).waitFor();
    await view.getByText('OTC pairs available 24/7 - No market hour restrictions', { exact: true }).waitFor();
    await latest.waitFor();
    await otcPair.waitFor();
    await timeframe.waitFor();
    expect(await bot.getAttribute('aria-pressed')).toBe('true');
    expect(await special.getAttribute('aria-pressed')).toBe('false');
  });

  test('offers the eight OTC pairs as "Major Pairs" and the five timeframes, each starting on its first', async ({
    view,
  }) => {
    const { otcPair, timeframe } = homeScreen(view);
    expect(
      (await otcPair.locator('option').allTextContents()).map((text) => text.trim().slice(0, 7)),
    ).toEqual(OTC_PAIRS);
    expect(await otcPair.locator('optgroup').getAttribute('label')).toBe('Major Pairs');
    expect(await otcPair.locator('optgroup option').count()).toBe(OTC_PAIRS.length);
    const values = await timeframe
      .locator('option')
      .evaluateAll((options) => options.map((option) => (option as HTMLOptionElement).value));
    expect(values).toEqual(TIMEFRAMES.map(([value]) => value));
    expect(await otcPair.locator('option:checked').textContent()).toContain('USD/INR');
    expect(await timeframe.inputValue()).toBe('5s');
  });

  test('shows no signal before one was asked for', async ({ view }) => {
    expect(await textOf(homeScreen(view).latest)).not.toMatch(/CALL|PUT|\d%/);
  });

  test('About Us is below it, too', async ({ view }) => {
    await homeScreen(view).about.waitFor();
  });
});

describe('specification 4, a P-BOT signal', () => {
  test('is analysed for 2 s under "Analyzing Market...", however often it is pressed, then shown, and says all the time that it is simulated', async ({
    visit,
  }) => {
    const page = await openBot(visit);
    const { generate, analyzing, latest } = homeScreen(page);
    await generate.click();
    await analyzing.waitFor();
    expect(await analyzing.getAttribute('aria-busy')).toBe('true');
    expect(await generate.count()).toBe(0);
    await latest.getByText('Simulated', { exact: true }).waitFor();
    await page.clock.runFor(1500);
    await analyzing.click({ force: true });
    await analyzing.press('Enter');
    await page.clock.runFor(499);
    expect(await textOf(latest)).not.toMatch(/CALL|PUT/);
    await analyzing.waitFor();
    await page.clock.runFor(1);
    await generate.waitFor();
    const signal = await readSignal(latest);
    expect(signal).toMatchObject({ pair: 'USD/INR', timeframe: '5s', time: '14:32:02', secondsLeft: 5 });
    expect(['CALL', 'PUT']).toContain(signal.direction);
    expect(signal.confidence).toBeGreaterThanOrEqual(90);
    expect(signal.confidence).toBeLessThanOrEqual(94);
    await latest.getByText('Simulated', { exact: true }).waitFor();
    await latest.getByText('Drawn at random. Not market analysis.', { exact: true }).waitFor();
    await page.clock.runFor(2 * SECOND_MS);
    await expect.poll(() => readSignal(latest)).toEqual({ ...signal, secondsLeft: 3 });
  });

  test('of each timeframe counts down from its seconds and is cleared at zero; the next replaces the one before', async ({
    visit,
  }) => {
    const page = await openBot(visit);
    const { timeframe, otcPair, generate, latest } = homeScreen(page);
    await otcPair.selectOption({ value: 'EUR/JPY' });
    for (const [value, seconds] of TIMEFRAMES) {
      await timeframe.selectOption({ value });
      await generate.click();
      await page.clock.runFor(2 * SECOND_MS);
      await expect
        .poll(() => readSignal(latest))
        .toMatchObject({
          pair: 'EUR/JPY',
          timeframe: value,
          secondsLeft: seconds,
        });
      await page.clock.runFor(seconds * SECOND_MS - 1);
      await expect.poll(() => readSignal(latest)).toMatchObject({ secondsLeft: 1 });
      await page.clock.runFor(1);
      await expect.poll(() => textOf(latest), { message: value }).not.toMatch(/CALL|PUT|\d%/);
    }
    for (const time of ['14:34:12', '14:34:14']) {
      await generate.click();
      await page.clock.runFor(2 * SECOND_MS);
      await expect.poll(() => readSignal(latest)).toMatchObject({ time, secondsLeft: 60 });
    }
  });

  test('stays within 90 to 94 percent, and reaches every one of them', async ({ visit }) => {
    const page = await openBot(visit, OPEN_AT, (context) => seedRandom(context, 1));
    const { generate, latest } = homeScreen(page);
    const percents = new Set<number>();
    for (let draw = 0; draw < 15; draw += 1) {
      await generate.click();
      await page.clock.runFor(2 * SECOND_MS);
      await generate.waitFor();
      percents.add((await readSignal(latest)).confidence);
    }
    expect([...percents].sort()).toEqual([90, 91, 92, 93, 94]);
  });

  test('comes around the clock, the market closed or not', async ({ visit }) => {
    const page = await openBot(visit, CLOSED_AT);
    const { generate, latest } = homeScreen(page);
    await generate.click();
    await page.clock.runFor(2 * SECOND_MS);
    await expect.poll(() => readSignal(latest)).toMatchObject({ time: '23:12:38', secondsLeft: 5 });
  });
});

describe('specification 4, switching between the modes', () => {
  test('a P-BOT signal arrives though the view was switched away, and waits while it has not expired; what was chosen is still chosen', async ({
    visit,
  }) => {
    const page = await openBot(visit);
    const { generate, timeframe, otcPair, latest, special, bot, current } = homeScreen(page);
    await otcPair.selectOption({ value: 'USD/PKR' });
    await timeframe.selectOption({ value: '30s' });
    await generate.click();
    await special.click();
    await current.waitFor();
    await page.clock.runFor(10 * SECOND_MS);
    await bot.click();
    await latest.waitFor();
    await expect
      .poll(() => readSignal(latest))
      .toMatchObject({ time: '14:32:02', pair: 'USD/PKR', timeframe: '30s', secondsLeft: 22 });
    expect([await otcPair.inputValue(), await timeframe.inputValue()]).toEqual(['USD/PKR', '30s']);
    await special.click();
    await current.waitFor();
    await page.clock.runFor(22 * SECOND_MS);
    await bot.click();
    await latest.getByText('Expired', { exact: true }).waitFor();
    expect(await textOf(latest)).not.toMatch(/CALL|PUT|\d%/);
  });

  test('a look at the record leaves the signal, the mode and what was chosen as they are', async ({
    visit,
  }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    const { page } = await visit('/', { at: OPEN_AT, session, url });
    const { bot, otcPair, timeframe, generate, latest } = homeScreen(page);
    await bot.click();
    await otcPair.selectOption({ value: 'USD/PKR' });
    await timeframe.selectOption({ value: '1min' });
    await generate.click();
    await page.clock.runFor(2 * SECOND_MS);
    const signal = await readSignal(latest);
    await page.getByRole('link', { name: 'Record', exact: true }).first().click();
    await runUntilShown(page, page.locator('.record'));
    await page.getByRole('link', { name: 'Signals', exact: true }).click();
    await expect.poll(() => readSignal(latest)).toMatchObject({ pair: signal.pair, time: signal.time });
    expect([await otcPair.inputValue(), await timeframe.inputValue()]).toEqual(['USD/PKR', '1min']);
  });

  test('back in P-Special the running signal is there; without one, one is drawn at once', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { at: OPEN_AT, session });
    const { current, bot, special, latest } = homeScreen(page);
    await current.waitFor();
    await page.clock.runFor(10 * SECOND_MS);
    await bot.click();
    await latest.waitFor();
    expect(await current.count()).toBe(0);
    await page.clock.runFor(10 * SECOND_MS);
    await special.click();
    await expect.poll(() => readSignal(current)).toMatchObject({ time: '14:32:00', secondsLeft: 40 });
    await bot.click();
    await page.clock.fastForward(5 * MINUTE_MS);
    await special.click();
    await expect.poll(() => readSignal(current)).toMatchObject({ time: '14:37:20', secondsLeft: 60 });
  });
});
