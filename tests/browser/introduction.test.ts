import type { Locator } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { faults } from './support/axe.ts';
import { homeScreen, openMenu, signIn } from './support/screens.ts';
import { DESKTOP, PHONE, test } from './support/visit.ts';

describe('the introduction', () => {
  test.for([
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const)('leads a new trader through three steps on a %s, once for all', async ([, size], { visit }) => {
    const url = inject('marketUrl');
    const { page } = await visit('/auth', { url, size, stored: { 'pipcast.source': 'market' } });
    await signIn(page, await createAccount(undefined, url, {}));
    const dialog = page.getByRole('dialog');
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await page.getByRole('heading', { name: 'Drawn or measured?' }).waitFor();
    await page.getByText('Welcome back!', { exact: true }).waitFor();
    expect(await areApart(dialog, page.locator('.toasts')), 'the welcome lies on the first step').toBe(true);
    const marked = page.locator('.bar__choice').nth(1);
    // The words are within the outline, not on it.
    expect(await marked.evaluate((part) => getComputedStyle(part).outlineStyle)).toBe('solid');
    expect(await areApart(marked, page.locator('.toasts')), 'the welcome lies on what is marked').toBe(true);
    expect(await faults(page)).toEqual([]);
    await next.click();
    await page.getByRole('heading', { name: 'You need 56 in 100' }).waitFor();
    const explained = page.locator('.market-card__confidence');
    expect(await explained.evaluate((part) => getComputedStyle(part).outlineStyle)).toBe('solid');
    expect(await areApart(dialog, explained), 'the second step covers its part').toBe(true);
    await next.click();
    if (size === DESKTOP)
      expect(await areApart(dialog, page.locator('.payout-card')), 'the last step covers its part').toBe(
        true,
      );
    await dialog.getByRole('textbox', { name: 'Payout, % of the stake' }).fill('70');
    await dialog.getByText('Break-even 58.8%').waitFor();
    const noted = page.waitForResponse((answer) => answer.request().method() === 'PUT');
    await page.getByRole('button', { name: 'Start', exact: true }).click();
    await dialog.waitFor({ state: 'detached' });
    expect((await noted).status()).toBe(200);
    const kept = () => page.evaluate(() => localStorage.getItem('pipcast.session'));
    await expect.poll(kept).toMatch(/"introduced":true/);
    await page.reload();
    await homeScreen(page).current.waitFor();
    expect(await dialog.count()).toBe(0);
    await page.getByRole('link', { name: 'Record', exact: true }).first().click();
    await page.locator('.record').waitFor();
    const help = page.getByRole('button', { name: 'Show the introduction' });
    await openMenu(page);
    await help.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await openMenu(page);
    await help.click();
    await dialog.waitFor();
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    const menu = page.getByRole('button', { name: /Menu$/ });
    expect(await menu.evaluate((button) => button === document.activeElement)).toBe(true);
  });

  test('leaves the first steps to a phone, where the welcome lies on the bar of pages and on nothing else', async ({
    visit,
  }) => {
    const url = inject('marketUrl');
    for (const [width, height, source] of [
      [320, 568, 'simulated'],
      [390, 664, 'market'],
      [360, 740, 'market'],
      [390, 844, 'market'],
    ] as const) {
      const size = { width, height };
      const { page } = await visit('/auth', { url, size, stored: { 'pipcast.source': source } });
      await signIn(page, await createAccount(undefined, url, {}));
      // Under the pointer it stays.
      await page.getByText('Welcome back!', { exact: true }).hover();
      await homeScreen(page).current.waitFor();
      const [toast, bar] = [page.locator('.toast'), page.locator('.nav')];
      await toast.evaluate((part) => Promise.all(part.getAnimations().map(({ finished }) => finished)));
      expect((await toast.boundingBox())?.y, `${width} x ${height} px`).toBeGreaterThanOrEqual(
        (await bar.boundingBox())?.y ?? Number.NaN,
      );
    }
  });

  test('leaves the signal and its steps to a desktop, where the welcome lies on neither, nor on the menu', async ({
    visit,
  }) => {
    const url = inject('marketUrl');
    for (const data of [{ introduced: true }, {}]) {
      const { page } = await visit('/auth', { url, stored: { 'pipcast.source': 'market' } });
      await page.setViewportSize({ width: 1024, height: 700 });
      await signIn(page, await createAccount(undefined, url, data));
      // Under the pointer it stays.
      await page.getByText('Welcome back!', { exact: true }).hover();
      await page.locator('.market-card').waitFor();
      if (!('introduced' in data)) await page.getByRole('heading', { name: 'Drawn or measured?' }).waitFor();
      for (const [width, height] of [
        [1024, 700],
        [1280, 720],
      ] as const) {
        await page.setViewportSize({ width, height });
        const toast = page.locator('.toast');
        await toast.evaluate((part) => Promise.all(part.getAnimations().map(({ finished }) => finished)));
        for (const part of await page.locator('.market-card, .coach, .top__menu, .nav').all())
          expect
            .soft(await areApart(toast, part), `${width} x ${height} px: ${await part.getAttribute('class')}`)
            .toBe(true);
      }
    }
  });
});

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('one of them is not drawn');
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}
