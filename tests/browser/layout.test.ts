import type { Page } from 'playwright-core';
import { describe, expect, inject, vi } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { cutOff } from './support/cut-off.ts';
import { CLOSED_AT } from './support/instants.ts';
import { overlaps } from './support/overlaps.ts';
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

/** Lets the browser's letters be twice as large, until the window has another size, as a reader can in its settings: lengths in px stay what they are. */
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
  test('/auth, an unknown address, and the record, its filters folded and not', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth', { size: NARROW, url: inject('marketUrl') });
    await signInScreen(page).button.waitFor();
    await expectWhole(page);
    expectNoise(/404/);
    await page.goto('/no-such-page');
    await page.getByText('Oops! Page not found').waitFor();
    await expectWhole(page);
    await page.goto('/record');
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

test('a screen of 1920 px has the chart beside the card, in both modes', async ({ visit }) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const stored = { 'pipcast.source': 'market' };
  const { page } = await visit('/', { session, url, stored, size: { width: 1920, height: 1080 } });
  for (const mode of ['P-Special', 'P-BOT']) {
    await page.getByRole('button', { name: mode, exact: true }).click();
    // Its place is empty for a moment when a card comes.
    await vi.waitFor(async () => {
      const [card, chart, main] = await Promise.all(
        ['.market-card', '.price-chart', 'main'].map((part) => page.locator(part).boundingBox()),
      );
      expect(chart?.x, mode).toBeGreaterThan((card?.x ?? 0) + (card?.width ?? Infinity));
      expect(Math.abs((chart?.y ?? 0) - (card?.y ?? Infinity)), mode).toBeLessThan(200);
      expect(main?.width, mode).toBeGreaterThan(1600);
    }, 10_000);
  }
});

test('between a phone and a desktop nothing in the header lies on anything else', async ({ visit }) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url, size: { width: 641, height: 900 } });
  await homeScreen(page).current.waitFor();
  for (const width of [641, 700, 768, 900, 1024, 1200, 1280]) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    const over = await page
      .locator('header :is(.brand > *, .nav, .clock, button):visible')
      .evaluateAll((parts) => {
        const boxes = parts.map((part) => part.getBoundingClientRect());
        return boxes.flatMap((one, index) =>
          boxes.slice(index + 1).flatMap((other, further) => {
            const across = Math.min(one.right, other.right) - Math.max(one.left, other.left);
            const down = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top);
            return across > 0 && down > 0 ? [`${index} and ${index + 1 + further}`] : [];
          }),
        );
      });
    expect(over, `${width} px`).toEqual([]);
  }
});

test('at 768 px no menu or field is wider than what it holds needs', async ({ visit }) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url, size: { width: 768, height: 1024 } });
  const widest = () =>
    page
      .locator('select:visible, input:visible')
      .evaluateAll((fields) => Math.max(...fields.map((field) => field.getBoundingClientRect().width)));
  await homeScreen(page).bot.click();
  await homeScreen(page).generate.waitFor();
  expect(await widest()).toBeLessThan(400);
  await page.getByRole('button', { name: 'Market', exact: true }).click();
  await page.getByRole('textbox', { name: 'Payout, % of the stake' }).waitFor();
  expect(await widest()).toBeLessThan(400);
  await page.goto('/record');
  await page.getByRole('button', { name: 'Filters', exact: true }).click();
  expect(await widest()).toBeLessThan(400);
});

test('letters twice as large cut nothing off and lie on no others, on a desktop, a phone and the narrowest', async ({
  visit,
}) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url });
  const { page: signInPage } = await visit('/auth', { url });
  const look = async (seen = page) => {
    for (const size of [DESKTOP, PHONE, NARROW]) {
      await seen.setViewportSize(size);
      await doubleLetters(seen);
      const faults = [...(await cutOff(seen)), ...(await overlaps(seen))];
      expect(faults, `${seen.url()}, ${size.width} px`).toEqual([]);
    }
  };
  await signInScreen(signInPage).button.waitFor();
  await look(signInPage);
  await homeScreen(page).current.waitFor();
  await eachSignalScreen(page, look);
  await page.locator('.price-chart').scrollIntoViewIfNeeded();
  await page.locator('.price-chart canvas').first().waitFor();
  await look();
  for (const path of ['/record', '/check', '/alerts']) {
    await page.goto(path);
    await page.locator('main :is(section, table)').first().waitFor();
    await look();
  }
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
  const arrow = page.locator('.icon--out').first();
  expect(await arrow.evaluate((icon) => getComputedStyle(icon).scale)).toBe('-1 1');
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
