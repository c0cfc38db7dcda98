import type { BrowserContext, Page } from 'playwright-core';
import { expect } from 'vitest';
import { enteredFor, settledFor, signalAt } from '../support/fake-market-store.ts';
import { EARLIER, ENTRY, MINUTE, openScene } from './support/scripted-market.ts';
import { test } from './support/visit.ts';

/** Counts what would move the device and what would be heard; all of it is switched on. */
async function recordAlerts(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    const given = { vibrations: 0, tones: 0, badges: [] as number[] };
    Object.assign(window, { given });
    navigator.vibrate = () => {
      given.vibrations += 1;
      return true;
    };
    navigator.setAppBadge = async (count = -1) => void given.badges.push(count);
    navigator.clearAppBadge = async () => void given.badges.push(0);
    localStorage.setItem('pipcast.alerts', 'sound vibration title');
    const { start } = OscillatorNode.prototype;
    OscillatorNode.prototype.start = function (...args) {
      given.tones += 1;
      return start.apply(this, args);
    };
  });
}

interface Given {
  readonly vibrations: number;
  readonly tones: number;
  /** What stood on the icon, one after the other. */
  readonly badges: readonly number[];
}

const given = (page: Page) => page.evaluate(() => (window as unknown as { given: Given }).given);
const alertsOf = async (page: Page) => {
  const { vibrations, tones } = await given(page);
  return { vibrations, tones };
};

/** As when another tab is in front: the page is hidden, and draws nothing. */
async function hide(page: Page, isHidden: boolean): Promise<void> {
  await page.evaluate((hidden) => {
    Object.defineProperty(document, 'hidden', { value: hidden, configurable: true });
    Object.defineProperty(document, 'visibilityState', {
      value: hidden ? 'hidden' : 'visible',
      configurable: true,
    });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  }, isHidden);
}

test('in a hidden tab a new signal is heard and felt once, counts down in the title, and its outcome on the icon', async ({
  visit,
}) => {
  const { page, stream, openTab } = await openScene(
    visit,
    { at: 50, entries: EARLIER, mid: ENTRY },
    { before: recordAlerts },
  );
  const own = await page.title();
  expect(await alertsOf(page)).toEqual({ vibrations: 0, tones: 0 });

  await (await openTab('/check')).bringToFront();
  await hide(page, true);
  const next = signalAt(MINUTE + 60_000, { direction: 'PUT' });
  await page.clock.runFor(MINUTE + 60_100 - (await page.evaluate(() => Date.now())));
  await stream.entries(page, next);
  await expect.poll(() => page.title()).toBe('PUT 61s');
  await expect.poll(() => alertsOf(page)).toEqual({ vibrations: 1, tones: 2 });
  await page.clock.runFor(1_000);
  await stream.entries(page, enteredFor(next));
  for (const left of [60, 59, 58, 57]) {
    await stream.price(page, await page.evaluate(() => Date.now()), ENTRY + left);
    await expect.poll(() => page.title()).toBe(`PUT ${left}s`);
    await page.clock.runFor(1_000);
  }
  expect(await alertsOf(page)).toEqual({ vibrations: 1, tones: 2 });

  // Prices stop: the title is given back at the expiry anyway.
  await page.clock.runFor(60_000);
  await expect.poll(() => page.title()).toBe(own);
  expect((await given(page)).badges).toEqual([]);
  await stream.entries(page, settledFor(next));
  await expect.poll(async () => (await given(page)).badges).toEqual([1]);
  await hide(page, false);
  await expect.poll(async () => (await given(page)).badges).toEqual([1, 0]);
  expect(await alertsOf(page)).toEqual({ vibrations: 1, tones: 2 });
});
