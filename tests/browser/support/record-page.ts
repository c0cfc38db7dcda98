import type { Page } from 'playwright-core';
import { expect, inject } from 'vitest';
import type { RecordPage } from '../../../src/core/wire/record.ts';
import type { OpenVisit, VisitOptions } from './visit.ts';

/** The screen of the record by role and name. */
export function recordScreen(page: Page) {
  return {
    headline: page.getByRole('heading', { level: 1 }),
    rows: page.getByRole('region', { name: 'All signals, table', exact: true }).locator('tbody tr'),
    filters: page.getByRole('button', { name: /^Filters/ }),
    outcome: page.getByRole('combobox', { name: 'Outcome', exact: true }),
    payout: page.getByLabel('Payout, % of the stake'),
    verify: page.getByRole('button', { name: 'Check it yourself', exact: true }),
    details: page.locator('summary', { hasText: 'Details' }),
  };
}

/** The record with at least two settled signals, as anybody sees it. */
export async function openRecord(
  visit: OpenVisit,
  options: VisitOptions = {},
  path = '/record',
): Promise<Page> {
  const url = inject('marketUrl');
  await expect.poll(() => settledCount(url), { timeout: 60_000, interval: 500 }).toBeGreaterThan(1);
  const { page } = await visit(path, { ...options, url });
  await recordScreen(page).rows.first().waitFor();
  return page;
}

/** How many signals are settled by now. */
async function settledCount(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/record/signals`);
  return ((await answer.json()) as RecordPage).total;
}
