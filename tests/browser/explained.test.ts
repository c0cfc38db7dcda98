import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { inEachLook } from './support/looks.ts';
import { homeScreen } from './support/screens.ts';
import { settledSignal } from './support/settled-signal.ts';
import { PHONE, test } from './support/visit.ts';
import { withSignals } from './support/with-signals.ts';

/** Whether what is said of a figure stands within the window. */
const isSaid = (page: Page, words: string) =>
  page.getByText(words).evaluateAll(([said]) => {
    const box = said?.getBoundingClientRect();
    if (box === undefined) return false;
    return box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= innerHeight;
  });

/** Pressed, it says what it is; Escape puts that away. A card that changes meanwhile closes it, and it is pressed again. */
async function expectExplained(page: Page, figure: Locator, words: string): Promise<void> {
  await expect
    .poll(async () => {
      if ((await page.getByText(words).count()) === 0) await figure.click();
      return isSaid(page, words);
    })
    .toBe(true);
  await page.keyboard.press('Escape');
  await page.getByText(words).waitFor({ state: 'detached' });
}

describe('a figure says what it is', () => {
  test('at a hover, a tap and a key; nothing is fetched for it before', async ({ visit }) => {
    const { session } = await createAccount();
    const fetched: string[] = [];
    const { page } = await visit('/', {
      session,
      size: PHONE,
      hasTouch: true,
      before: async (_, one) => {
        one.on('request', (request) => fetched.push(request.url()));
      },
    });
    const figure = homeScreen(page).current.getByRole('button', { name: /^Confidence \d\d%$/ });
    const words = 'It says nothing about the market.';
    await figure.waitFor();
    await page.waitForLoadState('networkidle');
    const before = fetched.length;
    await figure.tap();
    await expect.poll(() => isSaid(page, words)).toBe(true);
    expect(fetched.slice(before).map((url) => /explanation/.test(url))).toContain(true);
    await figure.tap();
    await page.getByText(words).waitFor({ state: 'detached' });
    await figure.hover();
    await expect.poll(() => isSaid(page, words)).toBe(true);
    await page.mouse.move(0, 0);
    await page.getByText(words).waitFor({ state: 'detached' });
    await figure.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => isSaid(page, words)).toBe(true);
    const said = await page.locator('.disclosure__more').boundingBox();
    for (const text of ['Simulated', 'Drawn at random. Not market analysis.']) {
      const box = await homeScreen(page).current.getByText(text, { exact: true }).boundingBox();
      expect((box?.y ?? Infinity) + (box?.height ?? 0), `${text} is under it`).toBeLessThan(said?.y ?? 0);
    }
    await page.keyboard.press('Escape');
    await page.getByText(words).waitFor({ state: 'detached' });
  });

  test('of the market signals, on a phone and on a desktop', async ({ visit }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    const { page } = await visit('/', { session, url, stored: { 'pipcast.source': 'market' } });
    const { current } = homeScreen(page);
    await page.locator('.strip__columns > span').last().waitFor();
    const button = (name: RegExp) => page.getByRole('button', { name });
    await inEachLook(page, async () => {
      await expectExplained(page, current.getByRole('button', { name: /^Confidence/ }), 'A coin has 50%.');
      await expectExplained(
        page,
        current.getByRole('button', { name: '55.6%' }),
        'the right ones pay for the wrong ones',
      );
      await expectExplained(page, button(/^Break-even/), 'the right ones pay for the wrong ones');
      await expectExplained(page, button(/^Engine/), 'How many signals of the engine were right');
      await expectExplained(page, button(/^Engine/), 'tosses a coin');
    });
  });

  test('of the record and of a story, on a phone and on a desktop', async ({ visit }) => {
    const url = inject('marketUrl');
    await settledSignal();
    const { page } = await visit('/record', { url, before: (context) => withSignals(context, 400) });
    const button = (name: RegExp) => page.getByRole('button', { name });
    await inEachLook(page, async () => {
      await expectExplained(page, button(/^Engine \d+$/), 'this many were right, rounded');
      await expectExplained(page, button(/^Coin, same signals \d+$/), 'tosses a coin');
      await expectExplained(page, button(/^\d+, entered 5 s later$/), 'entered 5 s after their start');
      await expectExplained(page, button(/^Each \$1 staked/), 'What each $1 staked came to');
    });
    await page.locator('.signals__table a').first().click();
    await inEachLook(page, async () => {
      await expectExplained(page, button(/^Coin drew$/), 'tosses a coin');
      await expectExplained(page, button(/^Entered 5 s later$/), 'entered 5 s after their start');
      await expectExplained(page, button(/^\d\d\.\d%$/).first(), 'A coin has 50%.');
      await expectExplained(page, button(/^55\.6%$/), 'the right ones pay for the wrong ones');
    });
  });
});
