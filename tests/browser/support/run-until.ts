import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';

/** Lets the page's clock run, a little at a time, until this is on the screen: toasts are drawn by timers. */
export async function runUntilShown(page: Page, locator: Locator): Promise<void> {
  await runUntil(page, locator, true);
}

/** As `runUntilShown`, until this is off the screen. */
export async function runUntilGone(page: Page, locator: Locator): Promise<void> {
  await runUntil(page, locator, false);
}

async function runUntil(page: Page, locator: Locator, isShown: boolean): Promise<void> {
  await expect
    .poll(async () => {
      await page.clock.runFor(50);
      return (await locator.count()) > 0;
    })
    .toBe(isShown);
}
