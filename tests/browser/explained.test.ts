import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { homeScreen } from './support/screens.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';

/** What is said of a figure stands within the window. */
async function expectSaid(page: Page, words: string): Promise<void> {
  const said = page.getByText(words);
  await said.waitFor();
  const box = await said.boundingBox();
  const { width, height } = page.viewportSize() ?? PHONE;
  expect(box?.x).toBeGreaterThanOrEqual(0);
  expect(box?.y).toBeGreaterThanOrEqual(0);
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeLessThanOrEqual(height);
}

/** Pressed, it says what it is; Escape puts that away. */
async function expectExplained(page: Page, figure: Locator, words: string): Promise<void> {
  await figure.scrollIntoViewIfNeeded();
  await figure.click();
  await expectSaid(page, words);
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
    await expectSaid(page, words);
    expect(fetched.slice(before).map((url) => /explanation/.test(url))).toContain(true);
    await figure.tap();
    await page.getByText(words).waitFor({ state: 'detached' });
    await figure.hover();
    await expectSaid(page, words);
    await page.mouse.move(0, 0);
    await page.getByText(words).waitFor({ state: 'detached' });
    await figure.focus();
    await page.keyboard.press('Enter');
    await expectSaid(page, words);
    await page.keyboard.press('Escape');
    await page.getByText(words).waitFor({ state: 'detached' });
  });

  test.for([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)('of the market signals and of the record, on a %s', async ([, size], { visit }) => {
    const url = inject('marketUrl');
    const { session } = await createAccount(undefined, url);
    const { page } = await visit('/', { session, url, size, stored: { 'pipcast.source': 'market' } });
    const { current } = homeScreen(page);
    await page.locator('.strip__columns a').last().waitFor();
    const button = (name: RegExp) => page.getByRole('button', { name });
    await expectExplained(page, current.getByRole('button', { name: /^Confidence/ }), 'A coin has 50%.');
    await expectExplained(
      page,
      current.getByRole('button', { name: '55.6%' }),
      'right ones pay for wrong ones',
    );
    await expectExplained(page, current.getByRole('button', { name: '80%' }), 'loses the whole stake');
    await expectExplained(page, button(/^Break-even/), 'right ones pay for wrong ones');
    await expectExplained(page, button(/^\d+ of \d+$/).first(), 'Right signals of the engine');
    await expectExplained(page, button(/^\d+ of \d+$/).last(), 'tosses a coin');
  });
});
