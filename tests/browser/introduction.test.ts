import type { BrowserContext, Locator } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { faults } from './support/axe.ts';
import { DEVICES } from './support/looks.ts';
import { homeScreen, openMenu, signIn } from './support/screens.ts';
import { DESKTOP, test } from './support/visit.ts';

/** Keeps the welcome as a pointer over it does, from the first moment: a slow computer may look after its four seconds. */
function keepWelcome(context: BrowserContext): Promise<unknown> {
  return context.addInitScript(() => {
    const point = () =>
      document.querySelector('.toast')?.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }));
    new MutationObserver(point).observe(document, { subtree: true, childList: true });
  });
}

/** The outline of what a step explains, and the number at its corner. */
const markOf = (part: Locator) =>
  part.evaluate((box) => `${getComputedStyle(box).outlineStyle} ${getComputedStyle(box, '::after').content}`);

describe('the introduction', () => {
  test.for(DEVICES)('leads a new trader through three steps on a %s, once', async ([, size], { visit }) => {
    const url = inject('marketUrl');
    const { page } = await visit('/auth', {
      url,
      size,
      stored: { 'pipcast.source': 'market' },
      before: keepWelcome,
    });
    await signIn(page, await createAccount(undefined, url, {}));
    const dialog = page.getByRole('dialog');
    const next = page.getByRole('button', { name: 'Next', exact: true });
    await page.getByRole('heading', { name: 'Drawn or measured?' }).waitFor();
    await page.getByText('Welcome back!', { exact: true }).waitFor();
    expect(await areApart(dialog, page.locator('.toasts')), 'the welcome lies on the first step').toBe(true);
    const marked = page.locator('.bar__choice').nth(1);
    // The words are within the outline, not on it.
    expect(await markOf(marked)).toMatch(/^solid "1"/);
    expect(await areApart(marked, page.locator('.toasts')), 'the welcome lies on what is marked').toBe(true);
    expect(await faults(page)).toEqual([]);
    await page.locator('.toast__close').click();
    await next.click();
    await page.getByRole('heading', { name: 'You need 56 in 100' }).waitFor();
    const explained = page.locator('.market-card__confidence');
    expect(await markOf(explained)).toMatch(/^solid "2"/);
    expect(await areApart(dialog, explained), 'the second step covers its part').toBe(true);
    await next.click();
    const payout = page.getByRole('region', { name: 'Your payout', exact: true });
    expect(await markOf(payout)).toMatch(/^solid "3"/);
    if (size === DESKTOP) expect(await areApart(dialog, payout), 'the last step covers its part').toBe(true);
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

  test.for(UNDER_WELCOME)(
    'covers no header, menu, switch, bar of pages, signal or step with the welcome at any size: %s',
    async ([, app, data, stored], { visit }) => {
      const url = inject(app);
      const { page } = await visit('/auth', { url, stored, before: keepWelcome });
      await signIn(page, await createAccount(undefined, url, data));
      await page.locator('section.signal').waitFor();
      if (!('introduced' in data)) await page.getByRole('heading', { name: 'Drawn or measured?' }).waitFor();
      const toast = page.locator('.toast');
      await toast.waitFor();
      for (const [width, height] of SIZES) {
        await page.setViewportSize({ width, height });
        await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
        await toast.evaluate((part) => Promise.all(part.getAnimations().map(({ finished }) => finished)));
        expect.soft(await coveredBy(toast), `${width} x ${height} px`).toEqual([]);
      }
    },
  );
});

/** What the welcome comes over. */
const UNDER_WELCOME = [
  ['the market', 'marketUrl', { introduced: true }, { 'pipcast.source': 'market' }],
  ['the market, with its steps', 'marketUrl', {}, { 'pipcast.source': 'market' }],
  ['draws', 'marketUrl', { introduced: true }, {}],
  ['draws of a server without a market', 'appUrl', { introduced: true }, {}],
] as const;

/** Width and height in px. */
const SIZES = [
  [320, 568],
  [320, 640],
  [360, 640],
  [390, 664],
  [390, 844],
  [639, 900],
  [640, 640],
  [640, 720],
  [768, 640],
  [768, 720],
  [768, 1024],
  [1023, 700],
  [1024, 700],
  [1280, 720],
] as const;

/** The parts of the page that a toast lies on, at points 6 px apart. */
function coveredBy(toast: Locator): Promise<string[]> {
  return toast.evaluate((part) => {
    const { left, right, top, bottom } = part.getBoundingClientRect();
    const marked = '[data-coach="1"] .bar__choice:nth-child(2)';
    // The names of the switches may be under it, the switches not.
    const found = new Set<string>();
    for (let y = top; y < bottom; y += 6)
      for (let x = left; x < right; x += 6) {
        const under = document.elementsFromPoint(x, y).find((element) => element.closest('.toasts') === null);
        const name = under?.closest(
          `.top__menu, .top, section.signal, .coach, .toggle, ${marked}`,
        )?.className;
        if (name !== undefined) found.add(name);
      }
    return [...found];
  });
}

async function areApart(one: Locator, other: Locator): Promise<boolean> {
  const [a, b] = [await one.boundingBox(), await other.boundingBox()];
  if (a === null || b === null) throw new Error('one of them is not drawn');
  return a.y + a.height <= b.y || b.y + b.height <= a.y || a.x + a.width <= b.x || b.x + b.width <= a.x;
}
