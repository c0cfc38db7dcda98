import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { matrix } from '../support/rounds.ts';
import { createAccount } from './support/accounts.ts';
import { cutLetters, cutOff } from './support/cut-off.ts';
import { CLOSED_AT } from './support/instants.ts';
import { JUDGED_RECORD } from './support/judged-record.ts';
import { chosen, openHome } from './support/language.ts';
import { recordLayoutShifts, shiftsOf } from './support/measure-visit.ts';
import { overlaps } from './support/overlaps.ts';
import { homeScreen, openMenu } from './support/screens.ts';
import { settledSignal } from './support/settled-signal.ts';
import { test } from './support/visit.ts';

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

/** At each width nothing is cut off and nothing lies on anything else. */
async function expectRoom(page: Page, screen: string): Promise<void> {
  // A typeface is fetched from the first frame that needs it.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))));
  await page.evaluate(() => document.fonts.ready);
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    expect.soft(await cutOff(page), `${screen} at ${width} px`).toEqual([]);
    expect.soft(await cutLetters(page), `${screen} at ${width} px`).toEqual([]);
    expect.soft(await overlaps(page), `${screen} at ${width} px`).toEqual([]);
  }
}

/** One from right to left, and one with digits of its own: both with letters that are fetched. */
const WALKED = matrix(LANGUAGES, ({ locale }) => locale === 'ur' || locale === 'bn');

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
