import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { test as base } from './visit.ts';

/** The folder of the files that the check can read. */
export const LAYOUTS = fileURLToPath(new URL('../../check-layouts/', import.meta.url));

/** The page of the check, loaded again for each test; one window, as these tests leave nothing in the browser. */
export const test = base.extend<{ window: Page; page: Page }>({
  window: [({ visitOnce }, use) => visitOnce('/check').then(({ page }) => use(page)), { scope: 'file' }],
  page: async ({ window }, use) => {
    await window.goto('/check');
    await use(window);
  },
});

/** The judgement. */
export const verdict = (page: Page) => page.getByRole('heading', { level: 1 });
/** What the verdict rests on, below it. */
export const reasons = (page: Page) => page.locator('.lead');

/** Opens the folds of a report. */
export async function openFolds(page: Page): Promise<void> {
  await page.locator('.fold > details').first().waitFor();
  await page.locator('.fold > details').evaluateAll((folds) => {
    for (const fold of folds) (fold as HTMLDetailsElement).open = true;
  });
}

/** Gives a file to the page, as the file dialogue does. */
export async function choose(page: Page, name: string): Promise<void> {
  await page.getByLabel('Choose a file', { exact: true }).setInputFiles(`${LAYOUTS}${name}`);
}

/** Goes on from what was read to the verdict. */
export async function check(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Check (?:this trade|these \d+ trades)$/ }).click();
  await page.locator('.check__head').waitFor();
}
