import { readFile } from 'node:fs/promises';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { holdRequests } from './support/hold-requests.ts';
import { OPEN_AT, SECOND_MS } from './support/instants.ts';
import { chosen, openHome } from './support/language.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import { PHONE, test } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';
import { withSignals } from './support/with-signals.ts';

/** A consonant of each script whose vowel signs can have two parts, and its typeface. */
const SHAPED = [
  { locale: 'hi', letter: 'क', family: 'Noto Sans Devanagari Subset' },
  { locale: 'bn', letter: 'ক', family: 'Noto Sans Bengali Subset' },
];

test.for(SHAPED)(
  'the typeface for $locale joins each sign of its sentences to a letter, in whole',
  async ({ locale, letter, family }, { visit }) => {
    const { page } = await visit('/auth', { before: chosen(locale, inject('appUrl')) });
    const sentences = await readFile(`src/web/languages/${locale}.ts`, 'utf8');
    const signs = new Set(sentences.match(/\p{M}/gu));
    const tooWide = await page.evaluate(
      async ([base, font, ...all]) => {
        await document.fonts.load(font, base);
        const context = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
        context.font = font;
        const width = (text: string) => context.measureText(text).width;
        // A sign of which a part is missing stands beside a dotted circle, and is wider than the letter.
        return all.filter((sign) => width(base + sign) >= 2 * width(base));
      },
      [letter, `100px "${family}"`, ...signs] as const,
    );
    expect(signs.size).toBeGreaterThan(10);
    expect(tooWide).toEqual([]);
  },
);

/** Those for which a computer may have no letters. */
describe.each(['hi', 'bn', 'ur'])('in %s', (locale) => {
  test.for(['/auth', '/check'])(
    'a first visit of %s shifts nothing when the letters come late',
    async (path, { visit }) => {
      let release = () => {};
      const { page } = await visit(path, {
        size: PHONE,
        // The wait has no end but the letters.
        at: OPEN_AT,
        atOnce: true,
        before: async (context, opened) => {
          await chosen(locale, inject('appUrl'))(context);
          await recordLayoutShifts(context);
          release = await holdRequests(opened, '**/noto-*.woff2');
        },
      });
      // What can be drawn without them is.
      await page.locator('#loading, h1').first().waitFor({ state: 'attached' });
      await shiftsOf(page);
      release();
      await page.locator('h1').waitFor();
      await page.evaluate(() => document.fonts.ready);
      expect(await shiftsOf(page)).toEqual([]);
    },
  );
});

test.for(['en', 'pt-BR', 'id', 'hi', 'bn', 'ur'])(
  'the figures of both sources move nothing on phones as they come, in %s',
  async (locale, { visit }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    for (const width of [360, 390]) {
      const { page } = await visit('/', {
        url,
        session,
        at: OPEN_AT,
        // High enough for all that could move.
        size: { width, height: 1_500 },
        before: async (context) => {
          await chosen(locale, url)(context);
          await withConfig(context, '**/', { livePrices: true });
          await withSignals(context, 12_412);
          await recordLayoutShifts(context);
        },
      });
      await page.locator('section.signal').first().waitFor();
      await page.evaluate(() => document.fonts.ready);
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route('**/api/record', (route) => held.then(() => route.fallback()));
      await page.clock.runFor(11 * SECOND_MS);
      // What stands in their place is drawn first.
      await shiftsOf(page);
      release();
      await page.locator('.gauge__solid').waitFor();
      expect(await shiftsOf(page), `${width} px`).toEqual([]);
    }
  },
);

test('the brand and the names of the pages have room beside each other where they are no bar', async ({
  visit,
}) => {
  const page = await openHome(visit, 'pt-BR');
  await page.setViewportSize({ width: 640, height: 700 });
  const gapAt640 = () =>
    page.evaluate(() => {
      const boxOf = (part: string) => document.querySelector(part)?.getBoundingClientRect() as DOMRect;
      return innerWidth === 640 ? boxOf('.nav').left - boxOf('.brand__word').right : Number.NaN;
    });
  await expect.poll(gapAt640).toBeGreaterThan(8);
});

test('numbers are in the digits of the language, and the clock says UTC+5', async ({ visit }) => {
  const page = await openHome(visit, 'bn');
  const clock = await page.locator('.clock').first().textContent();
  expect(clock).toMatch(/[০-৯]{2}:[০-৯]{2}:[০-৯]{2}/);
  expect(clock).toContain('UTC+5');
  // What the chart draws is in no element.
  await page.addInitScript(() => {
    const drawn: string[] = [];
    const { fillText } = CanvasRenderingContext2D.prototype;
    CanvasRenderingContext2D.prototype.fillText = function (text, ...rest) {
      drawn.push(text);
      fillText.call(this, text, ...rest);
    };
    Object.assign(window, { drawn });
  });
  await page.evaluate(() => localStorage.setItem('pipcast.source', 'market'));
  await page.reload();
  await page.locator('.price-chart canvas').first().scrollIntoViewIfNeeded();
  const drawn = () => page.evaluate(() => (window as unknown as { drawn: string[] }).drawn);
  await expect.poll(async () => (await drawn()).join(' ')).toMatch(/১\.১০/);
  expect((await drawn()).filter((text) => /[0-9]/.test(text))).toEqual([]);
});

test('in Urdu the words of a drawing, which runs from left to right, and of a countdown read from the right', async ({
  visit,
}) => {
  const page = await openHome(visit, 'ur');
  const label = page.locator('[dir="ltr"] span').filter({ visible: true }).first();
  const [word, own] = await label.evaluate((line) => {
    line.textContent = 'اوپر CALL';
    const range = document.createRange();
    const leftOf = (from: number, to: number) => {
      range.setStart(line.firstChild as Node, from);
      range.setEnd(line.firstChild as Node, to);
      return range.getBoundingClientRect().left;
    };
    return [leftOf(0, 4), leftOf(5, 9)];
  });
  expect(own).toBeLessThan(word);
  const [digits, unit] = await page
    .locator('.ring b')
    .first()
    .evaluate((seconds) => {
      const range = document.createRange();
      range.selectNode(seconds.firstChild as Node);
      return [range, seconds.lastElementChild as Element].map((part) => part.getBoundingClientRect().left);
    });
  expect(unit).toBeLessThan(digits as number);
});

test('a visit in English fetches nothing of another language', async ({ visit }) => {
  const asked: string[] = [];
  const { page } = await visit('/auth', {
    before: async (_, one) => {
      one.on('request', (request) => asked.push(new URL(request.url()).pathname));
    },
  });
  await page.waitForLoadState('networkidle');
  expect(asked.filter((path) => /language|noto|(?:Arab|Beng|Deva)-/.test(path))).toEqual([]);
});
