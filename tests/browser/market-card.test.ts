import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { abstainedAt, enteredFor, settledFor } from '../support/fake-market-store.ts';
import { matrix } from '../support/rounds.ts';
import { announced, recordAnnouncements } from './support/announcements.ts';
import { cutOff } from './support/cut-off.ts';
import { faultsIn, inEachLook } from './support/looks.ts';
import { overlaps } from './support/overlaps.ts';
import {
  BEFORE,
  EARLIER,
  endedOn,
  ENTERED,
  ENTRY,
  type MarketScene,
  MINUTE,
  openScene,
  passWithPrices,
  SIGNAL,
  tellScene,
  visitScripted,
} from './support/scripted-market.ts';
import { homeScreen } from './support/screens.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';

interface State extends MarketScene {
  readonly name: string;
  /** Left to CI: another state has its words, or its colour, or a test of the component has read it. */
  readonly isVariant?: boolean;
  readonly says: readonly RegExp[];
}

const STATES: readonly State[] = [
  {
    name: 'before',
    at: 0.5,
    entries: [BEFORE, enteredFor(BEFORE), SIGNAL],
    mid: ENTRY,
    says: [/Starts in 1 s/, /EUR\/USD/],
  },
  {
    name: 'ahead',
    at: 19,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY + 7,
    says: [/\+0\.7 pip/, /ahead, 42 s left/, /1\.15908/, /1\.15915/],
  },
  {
    name: 'behind',
    isVariant: true,
    at: 19,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY - 5,
    says: [/−0\.5 pip/, /behind, 42 s left/],
  },
  {
    name: 'settling',
    isVariant: true,
    at: 61.5,
    entries: [...EARLIER, SIGNAL, ENTERED],
    mid: ENTRY + 8,
    says: [/Settling/, /Expired/],
  },
  {
    name: 'won',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY + 9, 'won')],
    mid: ENTRY + 9,
    says: [/Won/, /14:32 CALL, \+0\.9 pip/, /Settled/],
  },
  {
    name: 'lost',
    isVariant: true,
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY - 6, 'lost')],
    mid: ENTRY - 6,
    says: [/Lost/, /14:32 CALL, −0\.6 pip/],
  },
  {
    name: 'unchanged',
    isVariant: true,
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY, 'unchanged')],
    mid: ENTRY,
    says: [/Unchanged/, /14:32 CALL, 0\.0 pip/],
  },
  {
    name: 'void',
    at: 63,
    entries: [...EARLIER, SIGNAL, ENTERED, settledFor(SIGNAL, { reason: 'no-exit' })],
    mid: ENTRY,
    says: [/Void/, /No price within 15 s of the expiry/],
  },
  {
    name: 'no-signal',
    at: 19,
    entries: [
      ...EARLIER,
      abstainedAt(MINUTE, {
        reasons: {
          'EUR/USD': 'undecided',
          'USD/JPY': 'undecided',
          'EUR/JPY': 'undecided',
          'EUR/GBP': 'stale',
          'USD/CAD': 'stale',
        },
      }),
    ],
    mid: ENTRY + 7,
    says: [/No signal/, /no signal on it/, /What each pair said/],
  },
  {
    name: 'feed-lost',
    at: 36,
    entries: [...EARLIER, SIGNAL, ENTERED],
    says: [/No price for 31\u00A0s/, /Prices stopped/, /void if none by 14:33:16/],
  },
];

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
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  const { page } = await openScene(visit, ahead, {
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

const TAKEN = { ledger: 'live', total: 0, signals: [] };

test.for(matrix(['en', 'pt-BR', 'id', 'hi', 'bn', 'ur'], (locale) => locale === 'bn'))(
  'a signal that a trader takes, and its undoing, move nothing on phones, in %s',
  async (locale, { visit }) => {
    const [, ahead] = STATES;
    if (ahead === undefined) throw new Error('no state');
    const { page, stream } = await visitScripted(visit, ahead, {
      size: PHONE,
      before: async (context) => {
        await context.addCookies([{ name: 'pipcast.language', value: locale, url: inject('marketUrl') }]);
        await context.route('**/api/taken', (route) => route.fulfill({ json: TAKEN }));
        await context.route('**/api/taken/*', (route) => {
          const taken = { ...SIGNAL, delayMs: 59_900, outcome: null, lateOutcome: null };
          const signals = route.request().method() === 'PUT' ? [taken] : [];
          return route.fulfill({ json: { ...TAKEN, signals } });
        });
      },
    });
    await tellScene(page, stream, ahead);
    const took = page.locator('.took');
    const button = took.getByRole('button');
    const boxes = (isTakeable = true) =>
      took.evaluate((line, isThere) => {
        const { parentElement } = line;
        if (!isThere) line.remove();
        const tops = [...document.querySelectorAll('.market-card > *, .strip, .price-chart')].map(
          (box) => `${box.className} ${box.getBoundingClientRect().top}`,
        );
        parentElement?.append(line);
        return tops;
      }, isTakeable);
    await button.waitFor();
    await page.evaluate(() => document.fonts.ready);
    for (const width of [320, 360, 390]) {
      await page.setViewportSize({ ...PHONE, width });
      const open = await boxes();
      const words = await took.innerText();
      await button.click();
      await expect.poll(() => took.innerText()).not.toBe(words);
      expect(await boxes(), `taken, ${width} px`).toEqual(open);
      expect(await boxes(false), `none to take, ${width} px`).toEqual(open);
      expect(await cutOff(page), `${width} px`).toEqual([]);
      expect(await overlaps(page), `${width} px`).toEqual([]);
      await button.click();
      await expect.poll(() => took.innerText()).toBe(words);
    }
  },
);

test('the ages of old prices stay in the card of the pairs', async ({ visit }) => {
  const lost = STATES.at(-1) as State;
  const { page } = await openScene(visit, lost, { size: PHONE });
  const { pairs } = homeScreen(page);
  await pairs.getByText('s old').first().waitFor();
  for (const width of [320, 390, 768, 1024, 1280]) {
    await page.setViewportSize({ ...PHONE, width });
    expect(await pairs.evaluate((card) => card.scrollWidth - card.clientWidth), `${width} px`).toBe(0);
    const ends = await pairs
      .locator('.market-pairs__price')
      .evaluateAll((prices) => prices.map((price) => price.getBoundingClientRect().right));
    expect(new Set(ends).size, `${width} px`).toBe(1);
  }
});

test('the dot follows the price, four times a second at most, once where motion is not wanted', async ({
  visit,
}) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  for (const [reducedMotion, most] of [
    [false, 4],
    [true, 1],
  ] as const) {
    const { page, stream } = await openScene(visit, ahead, { reducedMotion });
    await page.evaluate(() => {
      const seen = { frames: 0 };
      Object.assign(window, { seen });
      const dot = document.querySelector('[data-part="dot"]');
      new MutationObserver(() => (seen.frames += 1)).observe(dot as Element, { attributeFilter: ['style'] });
    });
    const pips = page.locator('[data-part="sayTitle"]');
    await page.clock.runFor(1_000);
    const before = await framesOf(page);
    for (let step = 1; step <= 20; step += 1) {
      // Within the middle of the scale, which moves in frames of its own.
      await stream.price(page, await page.evaluate(() => Date.now()), ENTRY + 5 + (step % 3));
      await page.clock.runFor(100);
    }
    // One more for the frame that the second itself brings.
    expect((await framesOf(page)) - before).toBeLessThanOrEqual(2 * most + 1);
    await page.clock.runFor(1_000);
    expect(await pips.innerText()).toBe('+0.7 pip');
  }
});

test('the race names the second that the ring names, after half a minute as well, also where motion is not wanted', async ({
  visit,
}) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  const secondsIn = async (part: Locator) => /\d+ ?s/.exec(await part.innerText())?.[0].replace(' ', '');
  for (const reducedMotion of matrix([false, true], (isReduced) => !isReduced)) {
    const { page, stream } = await openScene(visit, ahead, { reducedMotion });
    // Between the frames of the page's clock, which the race waits for.
    await page.clock.runFor(350);
    await passWithPrices(page, stream, Array<number>(30).fill(ENTRY + 7));
    const ring = homeScreen(page).current.getByRole('timer');
    const race = page.locator('[data-part="sayText"]');
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await page.clock.runFor(100);
      expect(await secondsIn(race), `${tenth}`).toBe(await secondsIn(ring));
    }
  }
});

test('the prices of before are drawn once they are there, also where motion is not wanted', async ({
  visit,
}) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  const { page, stream } = await visitScripted(visit, ahead, { reducedMotion: true });
  await tellScene(page, stream, ahead);
  // The page's clock stands still: no later frame draws them.
  const path = page.locator('[data-part="before"]');
  await expect.poll(async () => (await path.getAttribute('d'))?.split('L').length).toBeGreaterThan(20);
});

test('the scale moves over 200 ms when the price leaves its middle, at once where motion is not wanted', async ({
  visit,
}) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  for (const [reducedMotion, moves] of [
    [false, true],
    [true, false],
  ] as const) {
    const { page, stream } = await openScene(visit, ahead, { reducedMotion });
    await page.clock.runFor(1_000);
    await recordPlaces(page);
    await stream.price(page, await page.evaluate(() => Date.now()), ENTRY + 60);
    await page.clock.runFor(1_600);
    const places = await placesOf(page);
    const [before = 1, after = 0] = [places[0], places.at(-1)];
    expect(after).toBeGreaterThan(before + 0.1);
    const between = new Set(places.filter((y) => y > before && y < after));
    expect(between.size > 3, `${between.size} positions on the way`).toBe(moves);
    expect(between.size).toBeLessThan(20);
  }
});

/** Writes down each place of the entry on the scale, from 0 to 1, from the present one on. */
const recordPlaces = (page: Page) =>
  page.locator('[data-part="entryTag"]').evaluate((label) => {
    const placeNow = () => Number((label as HTMLElement).style.getPropertyValue('--y'));
    const places = [placeNow()];
    Object.assign(window, { places });
    new MutationObserver(() => places.push(placeNow())).observe(label, { attributeFilter: ['style'] });
  });

const placesOf = (page: Page) => page.evaluate(() => (window as unknown as { places: number[] }).places);

const framesOf = (page: Page) =>
  page.evaluate(() => (window as unknown as { seen: { frames: number } }).seen.frames);

test('the outcome and a minute without a signal are heard once, and no tick is', async ({ visit }) => {
  const [, ahead] = STATES;
  if (ahead === undefined) throw new Error('no state');
  const { page, stream } = await openScene(visit, ahead, {
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

/** A price that jumps to and fro each second: nothing in the race is free of its line. */
const ZIGZAG = Array.from({ length: 122 }, (_, index) => index - 61).map(
  (second) => [MINUTE + second * 1000, 2 * ENTRY + (second % 2 === 0 ? 30 : -30)] as const,
);

const CROWDED = [
  ['runs', { at: 47, entries: [...EARLIER, SIGNAL, ENTERED], mid: ENTRY + 5 }],
  ['was won', { at: 63, entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY + 9, 'won')], mid: ENTRY + 9 }],
  [
    'was lost',
    { at: 63, entries: [...EARLIER, SIGNAL, ENTERED, endedOn(ENTRY - 6, 'lost')], mid: ENTRY - 6 },
  ],
] as const;

test.for(matrix<(typeof CROWDED)[number]>(CROWDED, ([name]) => name === 'runs'))(
  'no line crosses the words of a race whose line leaves no place free: it %s',
  async ([, scene], { visit }) => {
    const line = ZIGZAG.filter(([ms]) => ms < MINUTE + scene.at * 1000);
    const { page } = await openScene(visit, scene, {
      before: (context) =>
        context.addInitScript((points) => {
          Object.assign((window as unknown as { market: object }).market, { points });
        }, line),
    });
    await inEachLook(page, async ({ name }) => {
      await page.clock.runFor(300);
      for (const part of await page.locator(':is(.race__say, .race__label):visible').all()) {
        const words = await part.innerText();
        expect(await coloursBehind(part), `${words}, ${name}`).toHaveLength(1);
      }
    });
  },
);

/** The colours behind the words of a part. */
async function coloursBehind(part: Locator): Promise<number[]> {
  await part.evaluate((element: HTMLElement) => {
    element.style.webkitTextFillColor = 'transparent';
  });
  const picture = await part.screenshot();
  return part.evaluate(async (_, base64) => {
    const bytes = Uint8Array.from(atob(base64), (sign) => sign.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    // What is around shines through the edges, and letters do not reach them.
    const edge = 2;
    const [width, height] = [bitmap.width - 2 * edge, bitmap.height - 2 * edge];
    const pen = new OffscreenCanvas(width, height).getContext('2d');
    pen?.drawImage(bitmap, -edge, -edge);
    const pixels = pen?.getImageData(0, 0, width, height).data.buffer;
    return [...new Set(new Uint32Array(pixels ?? new ArrayBuffer(0)))];
  }, picture.toString('base64'));
}
