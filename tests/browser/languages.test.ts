import { readFile } from 'node:fs/promises';
import type { BrowserContext, Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { JUDGED_RECORD } from './support/judged-record.ts';
import { cutLetters, cutOff } from './support/cut-off.ts';
import { holdRequests } from './support/hold-requests.ts';
import { CLOSED_AT, OPEN_AT, SECOND_MS } from './support/instants.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import { overlaps } from './support/overlaps.ts';
import { homeScreen, openMenu } from './support/screens.ts';
import { settledSignal } from './support/settled-signal.ts';
import { matrix } from '../support/rounds.ts';
import { PHONE, test, type OpenVisit } from './support/visit.ts';
import { withConfig } from './support/with-config.ts';
import { withSignals } from './support/with-signals.ts';

const LANGUAGES = [
  { locale: 'pt-BR', direction: 'ltr', headline: 'Sinais que dizem o que são.', simulated: 'Simulado' },
  { locale: 'id', direction: 'ltr', headline: 'Sinyal yang jujur tentang dirinya.', simulated: 'Simulasi' },
  { locale: 'hi', direction: 'ltr', headline: 'सिग्नल, जो सच बताते हैं कि वे क्या हैं।', simulated: 'काल्पनिक' },
  { locale: 'bn', direction: 'ltr', headline: 'যে সিগন্যাল খোলাখুলি বলে সে আসলে কী।', simulated: 'কাল্পনিক' },
  { locale: 'ur', direction: 'rtl', headline: 'سگنل جو بتاتے ہیں کہ وہ کیا ہیں۔', simulated: 'فرضی' },
] as const;
const WIDTHS = [320, 1280];
/** Rates as English has them, where the language has other digits or another decimal mark. */
const ENGLISH_RATES: Readonly<Record<string, RegExp>> = {
  bn: /[0-9]%/,
  id: /[0-9]\.[0-9]+%/,
  'pt-BR': /[0-9]\.[0-9]+%/,
};

/** What a computer may have no letters for. */
const FETCHES_LETTERS: ReadonlySet<string> = new Set(['hi', 'bn', 'ur']);

/** A consonant of each script whose vowel signs can have two parts, and its typeface. */
const SHAPED = [
  { locale: 'hi', letter: 'क', family: 'Noto Sans Devanagari Subset' },
  { locale: 'bn', letter: 'ক', family: 'Noto Sans Bengali Subset' },
];

/** Chooses as the header's menu does, before the first visit. */
function chosen(locale: string, url: string) {
  return (context: BrowserContext) => context.addCookies([{ name: 'pipcast.language', value: locale, url }]);
}

/** At each width nothing is cut off and nothing lies on anything else. */
async function expectRoom(page: Page, screen: string): Promise<void> {
  await page.evaluate(() => document.fonts.ready);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    expect.soft(await cutOff(page), `${screen} at ${width} px`).toEqual([]);
    expect.soft(await cutLetters(page), `${screen} at ${width} px`).toEqual([]);
    expect.soft(await overlaps(page), `${screen} at ${width} px`).toEqual([]);
  }
}

async function openHome(visit: OpenVisit, locale: string, data?: object): Promise<Page> {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url, data);
  const { page } = await visit('/', { session, url, before: chosen(locale, url) });
  await page.locator('section.signal').first().waitFor();
  return page;
}

/** One from right to left, and one with digits of its own: both with letters that are fetched. */
const WALKED = matrix(LANGUAGES, ({ locale }) => locale === 'ur' || locale === 'bn');

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

describe.each(WALKED)('in $locale', ({ locale, direction, headline, simulated }) => {
  test('the sign-in page is drawn in it, is taken over without a shift, and has room', async ({ visit }) => {
    let takeOver = () => {};
    const { page, response } = await visit('/auth', {
      atOnce: true,
      before: async (context) => {
        await chosen(locale, inject('appUrl'))(context);
        await recordLayoutShifts(context);
        const drawn = new Promise<void>((resolve) => {
          takeOver = resolve;
        });
        await context.route('**/assets/index-*.js', async (route) => {
          await drawn;
          await route.continue();
        });
      },
    });
    await page.getByRole('heading', { name: headline }).waitFor();
    await page.evaluate(() => document.fonts.ready);
    takeOver();
    expect(await response.text()).toContain(headline);
    expect(await page.locator('html').getAttribute('lang')).toBe(locale);
    expect(await page.locator('html').getAttribute('dir')).toBe(direction);
    await expect.poll(() => page.locator('html[data-form]').count()).toBe(0);
    expect(await shiftsOf(page)).toEqual([]);
    await expectRoom(page, '/auth');
  });

  test.runIf(FETCHES_LETTERS.has(locale)).for(['/auth', '/check'])(
    'a first visit of %s shifts nothing when the letters come late',
    async (path, { visit }) => {
      let release = () => {};
      const { page } = await visit(path, {
        size: PHONE,
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

  test('the introduction, signals, record, check, Lab and alerts come with their messages, and have room', async ({
    visit,
  }) => {
    const page = await openHome(visit, locale, {});
    await page.getByText(simulated, { exact: true }).first().waitFor();
    await expectRoom(page, 'P-Special');
    await page.getByRole('button', { name: 'P-BOT', exact: true }).click();
    await page.locator('form.bot-form').waitFor();
    await expectRoom(page, 'P-BOT');
    await page.getByRole('button', { name: 'P-Special', exact: true }).click();
    await page.locator('.toggle').nth(1).getByRole('button').nth(1).click();
    // The introduction comes with the first choice of the market.
    for (const step of [1, 2, 3]) {
      await page.locator(`body[data-coach="${step}"]`).waitFor();
      await expectRoom(page, `introduction ${step}`);
      await page.locator('.coach .btn--primary').click();
    }
    await page.locator('.market-pairs').waitFor();
    await expectRoom(page, 'market');
    await page.goto('/record');
    await page.locator('main input').first().waitFor();
    await expectRoom(page, '/record');
    await page.goto(`/record/${await settledSignal()}`);
    await page.locator('.story__pairs').waitFor();
    expect(await page.locator('h1').textContent()).not.toBe('One signal proves nothing');
    const rates = ENGLISH_RATES[locale];
    if (rates !== undefined) expect(await page.locator('main').innerText()).not.toMatch(rates);
    await expectRoom(page, '/record/ID');
    await page.goto('/check');
    await page.locator('form').first().waitFor();
    expect(await page.locator('h1').textContent()).not.toContain('track record');
    await expectRoom(page, '/check');
    await page.locator('input[type=file]').setInputFiles(JUDGED_RECORD);
    await page.locator('.check__look .btn--primary').waitFor();
    await expectRoom(page, '/check, what was read');
    // "Not used" in full: without its second line it would say "used".
    const stake = page.locator('.check__columns select').nth(4);
    await stake.selectOption('');
    await expectRoom(page, '/check, a column that is not used');
    await stake.selectOption('stake');
    await page.locator('.check__look .btn--primary').click();
    await page.locator('.check .bell').first().waitFor();
    await expectRoom(page, '/check, the report');
    await page.goto('/lab');
    await page.locator('.lab__many summary').click();
    await page.locator('.lab__acts .btn').nth(1).click();
    await page.locator('.lab__heat').waitFor();
    // The Lab's own messages and those of scores come in two files at once.
    expect(await page.locator('main').innerText()).not.toMatch(/The best of|Try it|You need/i);
    await expectRoom(page, '/lab, many');
    await page.goto('/alerts');
    await page.locator('main input').first().click();
    await page.locator('.alerts__count b').waitFor();
    expect(await page.locator('h1').textContent()).not.toBe('Alerts');
    await expectRoom(page, '/alerts');
    await page.context().setOffline(true);
    await page.locator('.banner .wrap').waitFor();
    await expectRoom(page, 'offline');
    await page.context().setOffline(false);
    await page.evaluate(() => localStorage.removeItem('pipcast.source'));
    await page.clock.setFixedTime(CLOSED_AT);
    await page.goto('/');
    await page.locator('.signal--closed').waitFor();
    await expectRoom(page, 'closed');
    // The date of the opening is words, and the seconds of a ring are: they run as their language does.
    const openingDay = page.locator('.wait__date');
    expect(await openingDay.evaluate((day) => getComputedStyle(day).direction)).toBe(direction);
  });
});

test.for(matrix(['en', ...LANGUAGES.map(({ locale }) => locale)], (locale) => locale === 'ur'))(
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

test('the menu in the header changes the language, which stays', async ({ visit }) => {
  const { session } = await createAccount();
  const { page, openTab } = await visit('/', { session });
  await homeScreen(page).signOut.waitFor();
  await openMenu(page);
  const menu = page.getByRole('combobox', { name: 'Language' });
  expect(await menu.locator('option').allTextContents()).toEqual([
    'English',
    'বাংলা',
    'हिन्दी',
    'Indonesia',
    'Português (BR)',
    'اردو',
  ]);
  await page.evaluate(async () => (await caches.open('alerts')).put('/unseen', new Response('2')));
  await menu.selectOption('ur');
  await page.getByRole('button', { name: 'سائن آؤٹ', exact: true }).waitFor();
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  // What was counted of alerts is of the reader, not of the language.
  expect(await page.evaluate(async () => (await caches.match('/unseen'))?.text())).toBe('2');
  const other = await openTab('/check');
  await other.locator('[popovertarget]').click();
  await other.getByRole('combobox', { name: 'زبان' }).selectOption('en-GB');
  await other.getByRole('button', { name: /Menu$/ }).waitFor();
  expect(await other.locator('html').getAttribute('lang')).toBe('en');
});

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
