import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { abstainedAt } from '../support/fake-market-store.ts';
import { matrix } from '../support/rounds.ts';
import { announced, recordAnnouncements } from './support/announcements.ts';
import { cutOff } from './support/cut-off.ts';
import { faultsIn, inEachLook } from './support/looks.ts';
import { AHEAD, STATES } from './support/market-states.ts';
import { overlaps } from './support/overlaps.ts';
import { homeScreen } from './support/screens.ts';
import {
  ENTRY,
  endedOn,
  MINUTE,
  openScene,
  passWithPrices,
  tellScene,
  visitScripted,
} from './support/scripted-market.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';

/** The boxes that no state may move; on a phone, where it is above the fold, the confidence too. */
const boxesOf = (page: Page, parts: readonly string[]) =>
  page.evaluate(
    (names) =>
      names.map((part) => {
        const box = document
          .querySelector(`.market-card > :is(.market-card__${part}, .signal__${part})`)
          ?.getBoundingClientRect();
        return `${part} ${Math.round(box?.top ?? -1)} ${Math.round(box?.height ?? -1)}`;
      }),
    parts,
  );
const ABOVE = ['head', 'what', 'time', 'race'];

/** The words of the race that lie on others. */
const wordsOnWords = (page: Page) =>
  page.evaluate(() => {
    const words = [...document.querySelectorAll('.race__label, .race__tag, .race__say > *')].flatMap(
      (part) => {
        const range = document.createRange();
        range.selectNodeContents(part);
        const { left, right, top, bottom } = range.getBoundingClientRect();
        const isSeen = right > left && getComputedStyle(part).visibility === 'visible';
        return isSeen ? [{ text: part.textContent, left, right, top: top + 1, bottom: bottom - 1 }] : [];
      },
    );
    return words.flatMap((one, index) =>
      words
        .slice(index + 1)
        .filter((other) => one.left < other.right && other.left < one.right)
        .filter((other) => one.top < other.bottom && other.top < one.bottom)
        .map((other) => `${one.text} on ${other.text}`),
    );
  });

/** The boxes seen so far in each look: every state adds its own, and all are one. */
const skeletons = new Map<string, Set<string>>();
/** The places of the strip of outcomes in the card, so far, at each width of a phone. */
const strips = new Map<number, Set<number>>();

test.for(matrix(STATES, ({ isVariant = false }) => !isVariant))(
  'each state says what it is, in one skeleton, and axe finds nothing, on a desktop and on a phone; no outcome moves the strip on any phone: $name',
  async (state, { visit }) => {
    const { page } = await openScene(visit, state, {
      // Those of the running server are later than the page's clock, and would take the place of the test's own.
      before: (context) =>
        context.route('**/api/market/signals?*', (route) => route.fulfill({ json: { signals: [] } })),
    });
    await inEachLook(page, async (look) => {
      const { name, size } = look;
      // What is drawn with the next frame is drawn.
      await page.clock.runFor(20);
      const text = await homeScreen(page).current.innerText();
      for (const words of state.says) expect(text, name).toMatch(words);
      const parts = size === PHONE ? [...ABOVE, 'confidence'] : ABOVE;
      const boxes = skeletons.get(name) ?? new Set();
      skeletons.set(name, boxes.add((await boxesOf(page, parts)).join(', ')));
      expect([...boxes], name).toHaveLength(1);
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), name).toBe(0);
      expect(await wordsOnWords(page), name).toEqual([]);
      // The page around the card is the same in each of them.
      expect(await faultsIn(look, page, state === STATES[0] ? 'html' : '.market-card'), name).toEqual([]);
    });
    if (!['won', 'lost', 'unchanged', 'void'].includes(state.name)) return;
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ ...PHONE, width });
      await homeScreen(page)
        .current.getByText(new RegExp(`Last: 14:32 CALL ${state.name}`))
        .waitFor();
      const [card, strip] = [page.locator('.market-card'), page.locator('.strip')];
      const topOf = (part: Locator) => part.evaluate((box) => box.getBoundingClientRect().top);
      const seen = strips.get(width) ?? new Set();
      strips.set(width, seen.add((await topOf(strip)) - (await topOf(card))));
      expect([...seen], `${width} px`).toHaveLength(1);
    }
  },
);

test('a trouble moves nothing on a phone, and a desktop’s card without a signal is full', async ({
  visit,
}) => {
  const { page, stream } = await openScene(visit, { at: 19, entries: [], mid: ENTRY }, { size: PHONE });
  const parts = [...ABOVE, 'confidence', 'today'];
  const before = await boxesOf(page, parts);
  await stream.feed(page, { isLive: false, feeds: [{ source: 'kraken', state: 'unreachable' }] });
  await homeScreen(page).current.getByText('Simulated signals still work.').waitFor();
  expect(await boxesOf(page, parts)).toEqual(before);
  await page.setViewportSize(DESKTOP);
  await homeScreen(page).current.locator('.market-card__times').waitFor();
});

test('on a phone race, confidence and the strip of outcomes end above the fold, and P-BOT’s confidence above its dock; the page ends within 2,200 px, that of P-BOT within 2,000', async ({
  visit,
}) => {
  const { page } = await openScene(visit, AHEAD, {
    size: PHONE,
    // No banner of a replay is above it.
    before: (context) => withConfig(context, '**/', { livePrices: true }),
  });
  const bottomOf = (part: string) =>
    page.locator(`.market-card__${part}`).evaluate((box) => box.getBoundingClientRect().bottom);
  const tabs = await page.getByRole('navigation').evaluate((bar) => bar.getBoundingClientRect().top);
  expect(await bottomOf('race')).toBeLessThan(tabs - 150);
  expect(await bottomOf('confidence')).toBeLessThan(tabs);
  expect(await bottomOf('today')).toBeLessThan(tabs);
  const height = () => page.evaluate(() => document.documentElement.scrollHeight);
  expect(await height()).toBeLessThan(2_200);
  await homeScreen(page).bot.click();
  await homeScreen(page).latest.waitFor();
  expect(await height()).toBeLessThan(2_000);
  const dock = await page.locator('.bot-form').evaluate((form) => {
    const { top, height: high } = form.getBoundingClientRect();
    return { top, high };
  });
  expect(dock.high).toBeLessThan(160);
  const words = await page
    .locator('.market-card__note')
    .evaluateAll((all) => all.map((note) => note.getBoundingClientRect().bottom));
  expect(Math.max(...words.slice(0, 2)), 'what a confidence is worth').toBeLessThan(dock.top);
});

test('whatever the payout asks for, no label of the confidence’s line lies on another or leaves the card', async ({
  visit,
}) => {
  const { page, stream } = await visitScripted(visit, AHEAD, {
    before: (context) => context.addInitScript(() => localStorage.setItem('pipcast.language', 'pseudo')),
  });
  await tellScene(page, stream, AHEAD);
  for (const width of [320, PHONE.width, DESKTOP.width]) {
    await page.setViewportSize({ width, height: 900 });
    // From 62.5 to 50 in 100 are needed, the confidence is 50.9.
    for (const payout of [60, 80, 86, 90, 94, 96, 98, 100]) {
      await page.locator('#payout input').fill(String(payout));
      const at = `${payout} % at ${width} px`;
      expect(await page.locator('.gauge [data-form="solid"]').isVisible(), at).toBe(true);
      expect(await cutOff(page), at).toEqual([]);
      expect(await overlaps(page), at).toEqual([]);
    }
  }
});

test('the outcome and a minute without a signal are heard once, and no tick is', async ({ visit }) => {
  const { page, stream } = await openScene(visit, AHEAD, {
    before: recordAnnouncements,
  });
  const heard = async () => (await announced(page)).map(({ text }) => text);
  const start = await heard();
  await passWithPrices(
    page,
    stream,
    [0, 1, 2, 3, 4].map((more) => ENTRY + more),
  );
  expect(await heard()).toEqual(start);
  await page.clock.runFor(38_000);
  await stream.entries(
    page,
    abstainedAt(MINUTE + 60_000, { reasons: { 'EUR/USD': 'thin' } }),
    endedOn(ENTRY + 9, 'won'),
  );
  await page.clock.runFor(1_000);
  const after = (await heard()).slice(start.length);
  expect(after.filter((text) => text === '14:32 CALL won, plus 0.9 pip')).toHaveLength(1);
  expect(after.filter((text) => text === 'No signal this minute: Prices too quiet')).toHaveLength(1);
});

test('a window that changes its width folds what the reader has not opened or folded, and no more', async ({
  visit,
}) => {
  const { page } = await openScene(visit, AHEAD);
  const [fold, folded] = [page.getByText(/^Why CALL/), page.locator('.why li').first()];
  await page.setViewportSize(PHONE);
  await folded.waitFor({ state: 'hidden' });
  await page.setViewportSize(DESKTOP);
  await folded.waitFor();
  await page.setViewportSize(PHONE);
  await folded.waitFor({ state: 'hidden' });
  await fold.click();
  await folded.waitFor();
  await page.clock.runFor(50);
  await page.setViewportSize({ width: PHONE.height, height: PHONE.width });
  await page.setViewportSize(PHONE);
  await folded.waitFor();
});
