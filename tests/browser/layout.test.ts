import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { cutOff } from './support/cut-off.ts';
import { CLOSED_AT } from './support/instants.ts';
import { homeScreen, signInScreen } from './support/screens.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';

/** A desktop of 1280 px at 400 %, and the narrowest phones. */
const NARROW = { width: 320, height: 640 };

/** Nothing is cut off, whichever way the page reads. */
async function expectWhole(page: Page): Promise<void> {
  for (const direction of ['rtl', 'ltr']) {
    await page.evaluate((dir) => {
      document.documentElement.dir = dir;
    }, direction);
    expect(await cutOff(page), direction).toEqual([]);
  }
}

/** Lets the browser's letters be twice as large, as a reader can in its settings: lengths in px stay what they are. */
async function doubleLetters(page: Page): Promise<void> {
  const browser = await page.context().newCDPSession(page);
  await browser.send('Page.enable');
  await browser.send('Page.setFontSizes', { fontSizes: { standard: 32 } });
  await expect
    .poll(() => page.evaluate(() => getComputedStyle(document.documentElement).fontSize))
    .toBe('32px');
}

/** Each screen of the signals, one after the other. */
async function eachSignalScreen(page: Page, look: () => Promise<void>): Promise<void> {
  const { special, bot, current, latest, generate } = homeScreen(page);
  await current.waitFor();
  await look();
  await bot.click();
  await generate.waitFor();
  await look();
  await page.getByRole('button', { name: 'Market', exact: true }).click();
  await latest.getByText('Measured').waitFor();
  await look();
  await special.click();
  await current.getByText('Measured').waitFor();
  await look();
}

describe('at 320 px nothing is cut off and no page scrolls sideways, from left to right or from right to left', () => {
  test('/auth', async ({ visit }) => {
    const { page } = await visit('/auth', { size: NARROW });
    await signInScreen(page).button.waitFor();
    await expectWhole(page);
  });

  test('an unknown address', async ({ visit }) => {
    const { page, expectNoise } = await visit('/no-such-page', { size: NARROW });
    expectNoise(/404/);
    await page.getByText('Oops! Page not found').waitFor();
    await expectWhole(page);
  });

  test('the closed market', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { session, size: NARROW, at: CLOSED_AT });
    await page.getByText('MARKET CLOSED', { exact: true }).waitFor();
    await expectWhole(page);
  });

  test('the signals, both modes and sources', async ({ visit }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    const { page } = await visit('/', { session, size: NARROW, url });
    await eachSignalScreen(page, () => expectWhole(page));
  });

  test('the record, its filters folded and not', async ({ visit }) => {
    const { page } = await visit('/record', { size: NARROW, url: inject('marketUrl') });
    const filters = page.getByRole('button', { name: 'Filters', exact: true });
    await filters.waitFor();
    await expectWhole(page);
    const outcome = page.getByRole('combobox', { name: 'Outcome', exact: true });
    expect(await outcome.isVisible()).toBe(false);
    await filters.click();
    await outcome.selectOption('won');
    await page.getByRole('button', { name: 'Filters, 1 on', exact: true }).waitFor();
    await expectWhole(page);
  });
});

test('a phone of 360 px shows the name of the brand and the zone of the market clock', async ({ visit }) => {
  const { session } = await createAccount();
  const { page } = await visit('/', { session, size: { width: 360, height: 740 } });
  const header = page.getByRole('banner');
  for (const part of [header.locator('.brand__word'), header.getByText('UTC+5', { exact: true })]) {
    await part.waitFor();
    expect((await part.boundingBox())?.width).toBeGreaterThan(30);
  }
});

test('letters twice as large cut nothing off, neither on a desktop nor on a phone', async ({ visit }) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url });
  await homeScreen(page).current.waitFor();
  await doubleLetters(page);
  await eachSignalScreen(page, async () => {
    for (const size of [DESKTOP, PHONE]) {
      await page.setViewportSize(size);
      await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width);
      expect(await cutOff(page), `${size.width} px`).toEqual([]);
    }
  });
});

test('a telephone number, times, spans and English sentences keep their order on a page from right to left', async ({
  visit,
}) => {
  const { session } = await createAccount();
  const { page } = await visit('/', { session });
  await homeScreen(page).current.waitFor();
  await page.evaluate(() => {
    document.documentElement.dir = 'rtl';
  });
  const sentence = 'Pipcast publishes signals. It never holds your money.';
  for (const text of ['+1 202 555 0143', '04:00–13:00', sentence]) {
    const [first, last] = await page.getByText(text, { exact: true }).first().evaluate(placesOfEnds);
    expect(first, text).toBeLessThan(last ?? 0);
  }
});

/** Where the first and the last letter of an element stand, in px from the left. */
function placesOfEnds(element: Element): number[] {
  const [start, end] = [element.firstChild, element.lastChild];
  if (!(start instanceof Text && end instanceof Text)) throw new Error('no text');
  const placeOf = (at: number, node: Text) => {
    const range = document.createRange();
    range.setStart(node, at);
    range.setEnd(node, at + 1);
    return range.getBoundingClientRect().left;
  };
  return [placeOf(0, start), placeOf(end.length - 1, end)];
}
