import type { Locator, Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { matrix } from '../support/rounds.ts';
import { createAccount } from './support/accounts.ts';
import { faults } from './support/axe.ts';
import { CLOSED_AT } from './support/instants.ts';
import { homeScreen, signInScreen } from './support/screens.ts';
import { smallTargets } from './support/small-targets.ts';
import { type OpenVisit, PHONE, test } from './support/visit.ts';

async function openHome(visit: OpenVisit, size = PHONE, source = 'simulated'): Promise<Page> {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url, size, stored: { 'pipcast.source': source } });
  await homeScreen(page).current.waitFor();
  return page;
}

const HEIGHTS = matrix(
  [
    [390, 844],
    [360, 640],
  ] as const,
  ([width]) => width === 360,
);

const isFocused = (element: Locator) => element.evaluate((node) => node === document.activeElement);

describe('the menu of a phone', () => {
  test('holds the account, the theme and Sign Out, by keyboard as well, and no finder finds anything', async ({
    visit,
  }) => {
    const page = await openHome(visit);
    const { signOut } = homeScreen(page);
    const menu = page.getByRole('button', { name: 'Menu', exact: true });
    expect(await signOut.isVisible()).toBe(false);
    await menu.focus();
    await page.keyboard.press('Enter');
    await signOut.waitFor();
    await page.getByRole('banner').getByText('@example.com').waitFor();
    await page.getByText('Switch to dark theme', { exact: true }).waitFor();
    expect(await faults(page)).toEqual([]);
    expect(await smallTargets(page)).toEqual([]);
    await page.keyboard.press('Tab');
    expect(await isFocused(page.getByRole('link', { name: 'Alerts' }))).toBe(true);
    await page.getByRole('button', { name: 'Switch to dark theme' }).focus();
    await page.keyboard.press('Enter');
    await page.getByText('Switch to light theme', { exact: true }).waitFor();
    await page.keyboard.press('Escape');
    await signOut.waitFor({ state: 'hidden' });
    expect(await isFocused(menu)).toBe(true);
    await menu.click();
    await page.mouse.click(100, 500);
    await signOut.waitFor({ state: 'hidden' });
    await menu.click();
    await signOut.click();
    await signInScreen(page).button.waitFor();
  });

  test('on a desktop carries the name of the account, and Sign Out and Alerts stand beside it', async ({
    visit,
  }) => {
    const page = await openHome(visit, { width: 1280, height: 900 });
    await homeScreen(page).signOut.waitFor();
    await page.getByRole('link', { name: 'Alerts', exact: true }).waitFor();
    await page.getByRole('button', { name: /^trader-.* Menu$/ }).waitFor();
  });
});

test('both toggles say what they choose, in one row on a phone', async ({ visit }) => {
  const page = await openHome(visit);
  const tops = [];
  for (const name of ['Mode', 'Source']) {
    const label = page.getByText(name, { exact: true });
    expect(await label.isVisible()).toBe(true);
    tops.push((await page.getByRole('group', { name, exact: true }).boundingBox())?.y);
  }
  expect(tops[0]).toBe(tops[1]);
});

describe('no bar covers a countdown', () => {
  test.for(HEIGHTS)('at %i x %i', async ([width, height], { visit }) => {
    const page = await openHome(visit, { width, height });
    const { bot, special, timeframe, generate, currentTimer, latestTimer } = homeScreen(page);
    await expectUncovered(currentTimer, 'P-Special');
    await bot.click();
    await timeframe.selectOption({ value: '1min' });
    await generate.click();
    await latestTimer.getByText('Expires in').waitFor();
    await expectUncovered(latestTimer, 'P-BOT');
    await page.getByRole('button', { name: 'Market', exact: true }).click();
    await page.locator('.market-card').waitFor();
    await generate.click();
    await expectUncovered(latestTimer, 'P-BOT on the market');
    await special.click();
    await expectUncovered(currentTimer, 'P-Special on the market');
    const { session } = await createAccount();
    const { page: closed } = await visit('/', { session, at: CLOSED_AT, size: { width, height } });
    await expectUncovered(homeScreen(closed).currentTimer, 'closed');
  });
});

/** The whole countdown is in the window, and nothing lies over it. */
async function expectUncovered(timer: Locator, screen: string): Promise<void> {
  await timer.waitFor();
  // A card that is on its way may take the place of the one before.
  await expect.poll(() => coveredPoints(timer), { message: screen }).toEqual([]);
}

function coveredPoints(timer: Locator): Promise<string[]> {
  return timer.evaluate((element) => {
    const { left, right, top, bottom } = element.getBoundingClientRect();
    const points = [top + 2, (top + bottom) / 2, bottom - 2].map((y) => [(left + right) / 2, y] as const);
    return points
      .filter(([x, y]) => !element.contains(document.elementFromPoint(x, y)))
      .map(([x, y]) => `${y}: ${document.elementFromPoint(x, y)?.className ?? 'outside'}`);
  });
}

test('what Tab reaches on a phone is in the order that is seen, and lies under no bar', async ({ visit }) => {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  for (const path of ['/auth', '/alerts']) {
    const { page, allowNoise } = await visit(path, {
      url,
      size: PHONE,
      ...(path === '/alerts' && { session }),
    });
    allowNoise(/404/);
    await page.locator('main :is(button, [type=checkbox])').first().waitFor();
    const tops: number[] = [];
    for (let presses = 0; presses < 40; presses += 1) {
      await page.keyboard.press('Tab');
      const stop = await page.evaluate(() => {
        const element = document.activeElement;
        if (!element?.closest('main')) return undefined;
        const { left, top, width, height } = element.getBoundingClientRect();
        const hit = document.elementFromPoint(left + width / 2, top + height / 2);
        return { name: element.outerHTML, top: top + scrollY, isCovered: hit?.closest('.nav') !== null };
      });
      if (stop === undefined && tops.length > 0) break;
      if (stop === undefined) continue;
      expect(stop.isCovered, stop.name).toBe(false);
      expect(stop.top, stop.name).toBeGreaterThan((tops.at(-1) ?? 0) - 44);
      tops.push(stop.top);
    }
    expect(tops.length, path).toBeGreaterThan(5);
  }
});
