import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { IS_WHOLE, matrix } from '../../support/rounds.ts';
import { faults } from './axe.ts';
import { DESKTOP, PHONE } from './visit.ts';

export interface Look {
  readonly name: string;
  readonly size: { readonly width: number; readonly height: number };
  readonly theme: 'light' | 'dark';
}

/** Colours differ by theme and structure by size: these two show each of both. */
const LOOKS: readonly Look[] = [
  { name: 'phone, dark', size: PHONE, theme: 'dark' },
  { name: 'desktop, light', size: DESKTOP, theme: 'light' },
];

/** What is walked through on a desktop and on a phone: by default on a phone. */
export const DEVICES = matrix(
  [
    ['desktop', DESKTOP],
    ['phone', PHONE],
  ] as const,
  ([name]) => name === 'phone',
);

/** Shows the page so: a look of the same page needs a tenth of the time of a further visit. */
export async function showIn(page: Page, { theme, size }: Look): Promise<void> {
  await page.emulateMedia({ colorScheme: theme });
  await page.setViewportSize(size);
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(size.width);
}

/** What axe, which takes longer than all else, finds in a look: in `npm test` on the desktop alone. */
export async function faultsIn({ size }: Look, page: Page, within?: string): Promise<string[]> {
  return IS_WHOLE || size === DESKTOP ? faults(page, within) : [];
}

/** Shows the page in each look, one after the other; it stays in the last one, by default a light desktop. */
export async function inEachLook(
  page: Page,
  see: (look: Look) => Promise<unknown>,
  looks = LOOKS,
): Promise<void> {
  for (const look of looks) {
    await showIn(page, look);
    await see(look);
  }
}
