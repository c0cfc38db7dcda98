import type { Locator, Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import { abstainedAt } from '../support/fake-market-store.ts';
import { atRest } from './support/axe.ts';
import { cutOff } from './support/cut-off.ts';
import { inEachLook } from './support/looks.ts';
import { AHEAD, type State, STATES } from './support/market-states.ts';
import { overlaps } from './support/overlaps.ts';
import {
  EARLIER,
  endedOn,
  ENTERED,
  ENTRY,
  MINUTE,
  openScene,
  passWithPrices,
  SIGNAL,
  tellScene,
  visitScripted,
} from './support/scripted-market.ts';
import { homeScreen } from './support/screens.ts';
import { PHONE, test } from './support/visit.ts';

const TAKEN = { ledger: 'live', total: 0, signals: [] };

test.for(['en', 'pt-BR', 'id', 'hi', 'bn', 'ur'])(
  'a signal that a trader takes, and its undoing, move nothing on phones, in %s',
  async (locale, { visit }) => {
    const { page, stream } = await visitScripted(visit, AHEAD, {
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
    await tellScene(page, stream, AHEAD);
    const took = page.locator('.took');
    const button = took.getByRole('button');
    const boxes = async (isTakeable = true) => {
      await atRest(page);
      return took.evaluate((line, isThere) => {
        const { parentElement } = line;
        if (!isThere) line.remove();
        const tops = [...document.querySelectorAll('.market-card > *, .strip, .price-chart')].map(
          (box) => `${box.className} ${box.getBoundingClientRect().top}`,
        );
        parentElement?.append(line);
        return tops;
      }, isTakeable);
    };
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

/** As many minutes without a signal as the note about them can name. */
const NONE = {
  at: 19,
  mid: ENTRY + 7,
  entries: Array.from({ length: 61 }, (_, at) =>
    abstainedAt(MINUTE - (60 - at) * 60_000, { reasons: { 'EUR/USD': 'undecided' } }),
  ),
};

test.for([
  ['en', [320, 360]],
  ['pt-BR', [360, 390]],
] as const)(
  'on phones the words of a minute without a signal take no more room than those of a confidence, in %s',
  async ([locale, widths], { visit }) => {
    const heights = [];
    for (const scene of [AHEAD, NONE]) {
      const { page, stream } = await visitScripted(visit, scene, {
        size: PHONE,
        before: (context) =>
          context.addCookies([{ name: 'pipcast.language', value: locale, url: inject('marketUrl') }]),
      });
      await tellScene(page, stream, scene);
      const words = page.locator('.market-card__confidence');
      await words.locator(scene === NONE ? '.market-card__note.small' : '.gauge').waitFor();
      const each = [];
      for (const width of widths) {
        await page.setViewportSize({ ...PHONE, width });
        each.push((await words.boundingBox())?.height);
      }
      heights.push(each);
    }
    expect(heights[1]).toEqual(heights[0]);
  },
);

test('the ages of old prices stay in the card of the pairs', async ({ visit }) => {
  const { page } = await openScene(visit, STATES.at(-1) as State, { size: PHONE });
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
  for (const [reducedMotion, most] of [
    [false, 4],
    [true, 1],
  ] as const) {
    const { page, stream } = await openScene(visit, AHEAD, { reducedMotion });
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
    await expect.poll(() => pips.innerText()).toBe('+0.7 pip');
  }
});

test('the race names the second that the ring names, after half a minute as well, also where motion is not wanted', async ({
  visit,
}) => {
  const secondsIn = async (part: Locator) => /\d+\s?s/.exec(await part.innerText())?.[0].replace(/\s/, '');
  for (const reducedMotion of [false, true]) {
    const { page, stream } = await openScene(visit, AHEAD, { reducedMotion });
    // Between the frames of the page's clock, which the race waits for.
    await page.clock.runFor(350);
    await passWithPrices(page, stream, Array<number>(30).fill(ENTRY + 7));
    const ring = homeScreen(page).current.getByRole('timer');
    const race = page.locator('[data-part="sayText"]');
    for (let tenth = 0; tenth < 10; tenth += 1) {
      await page.clock.runFor(100);
      await expect
        .poll(async () => [await secondsIn(race)], { message: `${tenth}` })
        .toEqual([await secondsIn(ring)]);
    }
  }
});

test('the prices of before are drawn once they are there, also where motion is not wanted', async ({
  visit,
}) => {
  const { page, stream } = await visitScripted(visit, AHEAD, { reducedMotion: true });
  await tellScene(page, stream, AHEAD);
  // The page's clock stands still: no later frame draws them.
  const path = page.locator('[data-part="before"]');
  await expect.poll(async () => (await path.getAttribute('d'))?.split('L').length).toBeGreaterThan(20);
});

test('the scale moves over 200 ms when the price leaves its middle, at once where motion is not wanted', async ({
  visit,
}) => {
  for (const [reducedMotion, moves] of [
    [false, true],
    [true, false],
  ] as const) {
    const { page, stream } = await openScene(visit, AHEAD, { reducedMotion });
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

test.for(CROWDED)(
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
