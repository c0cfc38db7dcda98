import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { recordTransfers, type Transfer } from './support/measure-visit.ts';
import { EARLIER, ENTERED, ENTRY, openScene, SIGNAL } from './support/scripted-market.ts';
import { homeScreen } from './support/screens.ts';
import { DESKTOP, type OpenVisit, PHONE, test, type VisitOptions } from './support/visit.ts';

/** The app whose market is a replay, twenty times as fast, with the market's signals chosen. */
async function visitMarket(visit: OpenVisit, options: VisitOptions = {}) {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const opened = await visit('/', { ...options, session, url, stored: { 'pipcast.source': 'market' } });
  await homeScreen(opened.page).current.waitFor();
  return opened;
}

const chart = (page: Page) => page.getByRole('region', { name: 'Price chart', exact: true });
const crosshair = (page: Page) => chart(page).getByRole('slider', { name: 'Price at a time' });
const today = (page: Page) => page.getByRole('region', { name: 'Today', exact: true });
/** `04:31` of `04:31: open 1.10069, ...` in minutes. */
async function pointedMinute(page: Page): Promise<number> {
  const text = (await crosshair(page).getAttribute('aria-valuetext')) ?? '';
  const [hours = Number.NaN, minutes = Number.NaN] = text.slice(0, 5).split(':').map(Number);
  return hours * 60 + minutes;
}

test('the chart is fetched when it is seen, not before', async ({ visit }) => {
  let transfers: () => Promise<Transfer[]> = async () => [];
  const { page } = await visitMarket(visit, {
    size: { width: 390, height: 500 },
    before: async (_, one) => {
      transfers = recordTransfers(one);
    },
  });
  await today(page).locator('.strip__columns > span').first().waitFor();
  const charts = async () => (await transfers()).filter(({ path }) => path.includes('price-chart'));
  expect(await charts()).toEqual([]);
  await chart(page).scrollIntoViewIfNeeded();
  await chart(page).locator('canvas').first().waitFor();
  expect((await charts()).length).toBeGreaterThan(0);
});

test('its card is as high before the chart is fetched, without the past prices, and with an old price as with a fresh one', async ({
  visit,
}) => {
  for (const size of [PHONE, DESKTOP]) {
    const scene = { at: 5, entries: [...EARLIER, SIGNAL, ENTERED], mid: ENTRY + 7 };
    let release = () => {};
    const { page } = await openScene(visit, scene, {
      size: { ...size, height: 500 },
      before: async (_, one) => {
        release = await holdRequests(one, '**/api/market/bars*');
      },
    });
    const height = async () => (await chart(page).boundingBox())?.height;
    const before = await height();
    await chart(page).scrollIntoViewIfNeeded();
    await chart(page).locator('canvas').first().waitFor();
    expect(await height(), `drawn, ${size.width} px`).toBe(before);
    // As long as a page waits for an answer.
    await page.clock.runFor(10_000);
    const problem = chart(page).getByText('The past prices did not load');
    await problem.waitFor();
    expect(await height(), `without the past, ${size.width} px`).toBe(before);
    release();
    await chart(page).getByRole('button', { name: 'Try again' }).click();
    await problem.waitFor({ state: 'detached' });
  }
});

test('a keyboard moves the crosshair over the bars, which keeps to its bar when others come, and hears prices and signals at it', async ({
  visit,
}) => {
  const { page } = await visitMarket(visit);
  await chart(page).scrollIntoViewIfNeeded();
  await crosshair(page).focus();
  await page.keyboard.press('ArrowLeft');
  const first = await pointedMinute(page);
  const times = async () =>
    (await chart(page).locator('.price-chart__area').getAttribute('aria-label'))?.match(/\d\d:\d\d/g);
  const timesBefore = await times();
  // A minute of this replay takes 3 s.
  await expect.poll(times).not.toEqual(timesBefore);
  expect(await pointedMinute(page)).toBe(first);
  await page.keyboard.press('PageDown');
  expect(first - (await pointedMinute(page))).toBe(10);
  await page.keyboard.press('ArrowRight');
  expect(first - (await pointedMinute(page))).toBe(9);
  expect(await crosshair(page).getAttribute('aria-valuetext')).toMatch(
    /^\d\d:\d\d: open 1\.\d{5}, high 1\.\d{5}, low 1\.\d{5}, close 1\.\d{5}/,
  );
  expect(await crosshair(page).evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
});

test('the pointer reads the price at a time, and leaving it goes back to the last price', async ({
  visit,
}) => {
  const { page } = await visitMarket(visit);
  await chart(page).scrollIntoViewIfNeeded();
  await chart(page).locator('canvas').first().waitFor();
  const here = chart(page).locator('.price-chart__here');
  const box = await crosshair(page).boundingBox();
  if (box === null) throw new Error('no chart');
  const lastMinute = await pointedMinute(page);
  await page.mouse.move(box.x + box.width * 0.3, box.y + box.height / 2);
  await expect.poll(() => pointedMinute(page)).toBeLessThan(lastMinute - 20);
  expect(await here.innerText()).toMatch(/^\d\d:\d\d: open/);
  await page.mouse.move(box.x, box.y - 200);
  await expect.poll(() => pointedMinute(page)).toBeGreaterThanOrEqual(lastMinute);
});

test('spans, looks and pairs are switched; the table has the same bars', async ({ visit }) => {
  const { page } = await visitMarket(visit);
  await chart(page).scrollIntoViewIfNeeded();
  const press = (name: string) => chart(page).getByRole('button', { name, exact: true }).click();
  await press('15 m');
  await chart(page).getByText('Show as table').click();
  const rows = chart(page).getByRole('table').getByRole('row');
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^\d\d:\d\d:(00|15|30|45)\s/);
  await press('4 h');
  await expect.poll(() => rows.nth(1).innerText()).toMatch(/^\d\d:\d[05]\s/);
  await press('1 h');
  // What the longest outcome takes, twice in a bar.
  await rows.locator('td:last-child').evaluateAll((cells) => {
    for (const cell of cells)
      cell.replaceChildren(
        ...[1, 2].map(() => {
          const link = document.createElement('a');
          link.href = '/';
          link.textContent = '04:05 CALL unchanged';
          return link;
        }),
      );
  });
  const frame = chart(page).getByRole('region');
  for (const size of [PHONE, { width: 1024, height: 800 }, { width: 2560, height: 800 }]) {
    await page.setViewportSize(size);
    const cut = await frame.evaluate((part) => part.scrollWidth - part.clientWidth);
    expect(cut, `cut at the right at ${size.width} px`).toBe(0);
  }
  await page.setViewportSize(DESKTOP);
  await press('Line');
  expect(await crosshair(page).getAttribute('aria-valuetext')).toMatch(/^\d\d:\d\d: 1\.\d{5}/);
  await chart(page).getByRole('combobox', { name: 'Pair of the chart' }).selectOption('USD/CAD');
  await chart(page).getByText('No price yet').waitFor();
});

test('keys go along the strip of outcomes, and lead to the story of each', async ({ visit }) => {
  const { page } = await visitMarket(visit);
  const strip = today(page).getByRole('slider');
  await strip.locator('> span').nth(1).waitFor();
  const words = async () => (await strip.getAttribute('aria-valuetext')) ?? '';
  // While the page comes, the card that has the strip may be drawn again, without the focus and the choice.
  await expect
    .poll(async () => {
      await strip.press('ArrowLeft');
      return today(page)
        .getByRole('link', { name: await words(), exact: true })
        .count();
    })
    .toBe(1);
  expect(await words()).toMatch(/^\d\d:\d\d EUR\/USD (CALL|PUT): (won|lost|unchanged|void)\. Coin: /);
  await strip.press('Enter');
  await expect.poll(() => new URL(page.url()).pathname).toMatch(/^\/record\/[\da-f-]{36}$/);
  await page.getByRole('heading', { level: 1 }).waitFor();
});

test('a finger anywhere on the strip chooses the nearest signal, whose words lead to its story', async ({
  visit,
}) => {
  const { page } = await visitMarket(visit, { size: PHONE, hasTouch: true });
  const strip = today(page).getByRole('slider');
  await strip.locator('> span').nth(1).waitFor();
  // Between the rows of the engine and of the coin; the strip is narrower once its counts are longer.
  const tapLatest = async () => {
    const { width = 0, height = 0 } = (await strip.boundingBox({ timeout: 10_000 })) ?? {};
    await strip.tap({ position: { x: width - 4, y: height / 2 }, timeout: 10_000 });
  };
  // While the page comes, the card that has the strip may be drawn again, without the choice.
  const link = today(page).getByRole('link', { name: /Coin: / });
  await expect
    .poll(() =>
      tapLatest().then(
        () => link.count(),
        () => 0,
      ),
    )
    .toBe(1);
  expect(new URL(page.url()).pathname).toBe('/');
  const latest = await link.innerText();
  // Its first pixels are its own, below the words that link.
  await strip.tap({ position: { x: 4, y: 1 } });
  await expect.poll(() => link.innerText()).not.toBe(latest);
  // The oldest leaves the strip when a minute is over.
  const isThere = () => new URL(page.url()).pathname.startsWith('/record/');
  const follow = async () => {
    await tapLatest();
    await link.tap({ timeout: 10_000 });
  };
  await expect.poll(async () => isThere() || (await follow().then(isThere, isThere))).toBe(true);
});
