import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import { PSEUDO_LANGUAGE } from '../../src/web/lib/pseudo-language.ts';
import { createAccount } from './support/accounts.ts';
import { JUDGED_RECORD } from './support/judged-record.ts';
import { cutOff } from './support/cut-off.ts';
import { CLOSED_AT } from './support/instants.ts';
import { overlaps } from './support/overlaps.ts';
import { test, type VisitOptions } from './support/visit.ts';

const STORED = { 'pipcast.language': 'pseudo' };
const WIDTHS = [360, 390, 1280];

/** At each width nothing is cut off, nothing lies on anything else, and the page reads from right to left. */
async function expectRoom(page: Page, screen: string): Promise<void> {
  expect(await page.locator('html').getAttribute('dir')).toBe('rtl');
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 900 });
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(width);
    expect.soft(await cutOff(page), `${screen} at ${width} px`).toEqual([]);
    expect.soft(await overlaps(page), `${screen} at ${width} px`).toEqual([]);
  }
}

/** A text of the catalogue as this language has it. */
function pseudo(english: string): string {
  return String(PSEUDO_LANGUAGE.message('', '', english));
}

async function openHome(
  visit: (path: string, options: VisitOptions) => Promise<{ page: Page }>,
  at?: number,
) {
  const url = inject('marketUrl');
  const { session } = await createAccount(undefined, url);
  const { page } = await visit('/', { session, url, stored: STORED, ...(at === undefined ? {} : { at }) });
  await page.locator('section.signal').first().waitFor();
  return page;
}

describe('in the development language, 40 % longer and from right to left, everything has its room', () => {
  test('what is seen without an account: /auth, an unknown address, the record and the check', async ({
    visit,
  }) => {
    const { page, expectNoise } = await visit('/auth', { url: inject('marketUrl'), stored: STORED });
    await page.locator('input[type="password"]').waitFor();
    await expectRoom(page, '/auth');
    expectNoise(/404/);
    await page.goto('/no-such-page');
    await page.locator('main a').first().waitFor();
    await expectRoom(page, '404');
    await page.goto('/record');
    await page.locator('main input').first().waitFor();
    await expectRoom(page, '/record');
    await page.goto('/lab');
    await page.locator('.lab__many summary').click();
    await page.locator('.lab__acts .btn').first().click();
    await page.locator('.lab .bell').waitFor();
    await expectRoom(page, '/lab, a rule');
    await page.goto('/check');
    await page.locator('form').first().waitFor();
    await expectRoom(page, '/check');
    await page.locator('input[type=file]').setInputFiles(JUDGED_RECORD);
    await page.getByText(pseudo('it stands above the names of the columns')).first().waitFor();
    await expectRoom(page, '/check, what was read');
    await page.locator('.check__look .btn--primary').click();
    await page.locator('.check .bell').first().waitFor();
    await expectRoom(page, '/check, the report');
  });

  test('the closed market', async ({ visit }) => {
    const page = await openHome(visit, CLOSED_AT);
    await page.getByText(pseudo('MARKET CLOSED'), { exact: true }).waitFor();
    await expectRoom(page, 'closed');
  });

  test('what a trader sees: the signals, both modes and sources, and the alerts', async ({ visit }) => {
    const page = await openHome(visit);
    await expectRoom(page, 'P-Special');
    await page.getByRole('button', { name: 'P-BOT', exact: true }).click();
    await page.getByText(pseudo('No signal yet'), { exact: true }).waitFor();
    await expectRoom(page, 'P-BOT');
    await page.getByRole('button', { name: 'P-Special', exact: true }).click();
    await page.getByRole('button', { name: pseudo('Market'), exact: true }).click();
    await page.locator('.market-pairs').waitFor();
    await expectRoom(page, 'market, P-Special');
    await page.getByRole('button', { name: 'P-BOT', exact: true }).click();
    await page.locator('form.bot-form').waitFor();
    await expectRoom(page, 'market, P-BOT');
    await page.goto('/alerts');
    await page.getByRole('checkbox', { name: pseudo('Market signals') }).click();
    await page.getByRole('checkbox', { name: pseudo('Quiet hours') }).click();
    await page.locator('.alerts__count b').waitFor();
    await expectRoom(page, '/alerts');
  });
});
