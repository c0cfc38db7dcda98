import type { Page } from 'playwright-core';
import { describe, expect } from 'vitest';
import { createAccount } from './support/accounts.ts';
import { homeScreen, openMenu } from './support/screens.ts';
import { test } from './support/visit.ts';

/** Whether the page's background is nearer to black, as a canvas would paint it, whatever way the colour is written. */
const isDark = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas').getContext('2d');
    if (!canvas) throw new Error('no canvas');
    canvas.fillStyle = getComputedStyle(document.body).backgroundColor;
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return (red + green + blue) / 3 < 128;
  });

const toDark = (page: Page) => page.getByRole('button', { name: 'Switch to dark theme', exact: true });
const toLight = (page: Page) => page.getByRole('button', { name: 'Switch to light theme', exact: true });

describe('the theme', () => {
  test("is the system's at first, and follows it while nothing was chosen", async ({ visit }) => {
    const { session } = await createAccount();
    const light = await visit('/', { session, theme: 'light' });
    await openMenu(light.page);
    await toDark(light.page).waitFor();
    expect(await isDark(light.page)).toBe(false);
    await light.page.emulateMedia({ colorScheme: 'dark' });
    await toLight(light.page).waitFor();
    expect(await isDark(light.page)).toBe(true);
    const dark = await visit('/', { session, theme: 'dark' });
    await openMenu(dark.page);
    await toLight(dark.page).waitFor();
    expect(await isDark(dark.page)).toBe(true);
  });

  test('that was chosen is remembered, and the system does not change it; only paper is always light', async ({
    visit,
  }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', { session, theme: 'light' });
    await openMenu(page);
    await toDark(page).click();
    await toLight(page).waitFor();
    expect(await isDark(page)).toBe(true);
    await page.reload();
    await openMenu(page);
    await toLight(page).waitFor();
    expect(await isDark(page)).toBe(true);
    // Paper is light.
    await page.emulateMedia({ media: 'print' });
    expect(await isDark(page)).toBe(false);
    await page.emulateMedia({ media: 'screen' });
    await toLight(page).click();
    await toDark(page).waitFor();
    expect(await isDark(page)).toBe(false);
  });

  test('that was chosen is there from the first paint: no flash of the other one', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', {
      session,
      theme: 'light',
      stored: { 'pipcast.theme': 'dark' },
      before: async (context) => {
        await context.addInitScript(() => {
          const painted: string[] = [];
          Object.assign(window, { painted });
          const look = () => {
            if (document.body) painted.push(getComputedStyle(document.body).backgroundColor);
            if (painted.length < 20) requestAnimationFrame(look);
          };
          requestAnimationFrame(look);
        });
      },
    });
    await homeScreen(page).signOut.waitFor();
    const seen = () => page.evaluate(() => (window as unknown as { painted: string[] }).painted);
    await expect.poll(async () => (await seen()).length).toBe(20);
    const painted = await seen();
    expect(new Set(painted).size, painted.join(' ')).toBe(1);
    expect(await isDark(page)).toBe(true);
  });

  test('a stored value that is no theme is ignored', async ({ visit }) => {
    const { session } = await createAccount();
    const { page } = await visit('/', {
      session,
      theme: 'light',
      stored: { 'pipcast.theme': '<b>dark</b>' },
    });
    await homeScreen(page).signOut.waitFor();
    expect(await isDark(page)).toBe(false);
  });
});
