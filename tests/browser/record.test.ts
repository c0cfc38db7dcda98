import type { Page } from 'playwright-core';
import { describe, expect, inject } from 'vitest';
import type { RecordPage, RecordSummary } from '../../src/core/protocol/record-protocol.ts';
import { judge } from '../../src/core/record/verdict.ts';
import { faults } from './support/axe.ts';
import { DESKTOP, type OpenVisit, PHONE, test, type VisitOptions } from './support/visit.ts';

/** What a won stake of 1 is paid where nobody has typed another payout. */
const PAYOUT = 0.8;

function recordScreen(page: Page) {
  return {
    verdict: page.getByRole('heading', { level: 1 }),
    table: page.getByRole('region', { name: 'Settled signals table', exact: true }),
    rows: page.getByRole('region', { name: 'Settled signals table', exact: true }).locator('tbody tr'),
    outcome: page.getByRole('combobox', { name: 'Outcome', exact: true }),
    payout: page.getByLabel('At a payout of'),
    verify: page.getByRole('button', { name: 'Verify the ledger', exact: true }),
  };
}

/** One of the figures at the top, by its value. */
const figure = (page: Page, value: string) => page.getByRole('definition').filter({ hasText: value }).first();

/** The record with at least two settled signals, as anybody sees it. */
async function openRecord(visit: OpenVisit, options: VisitOptions = {}): Promise<Page> {
  const url = inject('marketUrl');
  await expect.poll(() => settledCount(url), { timeout: 60_000, interval: 500 }).toBeGreaterThan(1);
  const { page } = await visit('/record', { ...options, url });
  await recordScreen(page).rows.nth(1).waitFor();
  return page;
}

/** How many signals are settled by now. */
async function settledCount(url: string): Promise<number> {
  const answer = await fetch(`${url}/api/record/signals`);
  return ((await answer.json()) as RecordPage).total;
}

describe('the record', () => {
  test('is open to everybody here, says its verdict first and that it is no live record', async ({
    visit,
  }) => {
    const page = await openRecord(visit);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/api/record'),
      page.reload(),
    ]);
    const { engineArm } = (await answer.json()) as RecordSummary;
    const { sentence } = judge(engineArm, PAYOUT);
    await expect.poll(() => recordScreen(page).verdict.innerText()).toBe(sentence);
    await page.getByText(/^Replay of .* Not part of the live record\./).waitFor();
    for (const name of ['Signals settled', 'Win rate', 'Break-even win rate', 'Expected value per .1 staked'])
      await page
        .getByRole('term')
        .filter({ hasText: new RegExp(`^${name}$`) })
        .waitFor();
    await page.getByRole('link', { name: 'Sign In', exact: true }).waitFor();
  });

  test('shows each signal with its outcome, and only those that a filter lets through', async ({ visit }) => {
    const page = await openRecord(visit);
    const screen = recordScreen(page);
    for (const outcome of ['won', 'lost', 'void']) {
      await screen.outcome.selectOption(outcome);
      await page.getByText(/^(Latest \d+ of \d+|No signal matches)/).waitFor();
      const others = async () =>
        (await screen.rows.allInnerTexts()).filter((text) => !text.toLowerCase().includes(outcome));
      await expect.poll(others).toEqual([]);
    }
    await screen.outcome.selectOption('');
    await screen.rows.first().waitFor();
  });

  test('reckons break-even with the payout that is typed, refuses what is none, and remembers it', async ({
    visit,
  }) => {
    const page = await openRecord(visit);
    const { payout } = recordScreen(page);
    await figure(page, '55.6%').waitFor();
    await payout.fill('92');
    await figure(page, '52.1%').waitFor();
    await payout.fill('180');
    await page.getByText('Enter a payout from 1 to 100%').waitFor();
    expect(await payout.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    await figure(page, '52.1%').waitFor();
  });

  test('hands out what it shows as CSV and JSON', async ({ visit }) => {
    const page = await openRecord(visit);
    for (const format of ['CSV', 'JSON']) {
      const [download] = await Promise.all([
        page.waitForEvent('download'),
        page.getByRole('button', { name: format, exact: true }).click(),
      ]);
      expect(download.suggestedFilename()).toBe(`pipcast-record.${format.toLowerCase()}`);
      const chunks: Buffer[] = [];
      for await (const chunk of await download.createReadStream()) chunks.push(chunk as Buffer);
      const text = Buffer.concat(chunks).toString();
      expect(text).toContain('EUR/USD');
      if (format === 'JSON') expect(Array.isArray(JSON.parse(text))).toBe(true);
    }
  });

  test('says so and offers another try when the server does not answer', async ({ visit }) => {
    const { page, expectNoise } = await visit('/auth', { url: inject('marketUrl') });
    expectNoise(/ERR_CONNECTION_REFUSED/, /request failed: GET \/api\/record/);
    await page.route('**/api/record', (route) => route.abort('connectionrefused'));
    await page.goto('/record');
    await page.getByText('The record did not load').waitFor();
    await page.unroute('**/api/record');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await recordScreen(page).verdict.waitFor();
  });

  test('names an altered entry when the ledger is verified', async ({ visit }) => {
    const page = await openRecord(visit);
    await page.route('**/tile/entries/**', async (route) => {
      const response = await route.fetch();
      const body = Buffer.from(await response.body());
      const at = body.indexOf('"CALL"');
      body.write('"PUT" ', at === -1 ? 40 : at);
      await route.fulfill({ response, body });
    });
    await recordScreen(page).verify.click();
    await page.getByText('The ledger does not verify').waitFor();
    expect(await page.locator('output', { hasText: 'does not verify' }).innerText()).toMatch(/entry \d+/i);
  });

  test('an unknown signal and one of another address are told apart from a page', async ({ visit }) => {
    const { page, expectNoise } = await visit('/record/00000000-0000-4000-8000-000000000000', {
      url: inject('marketUrl'),
    });
    expectNoise(/status of 404/);
    await page.getByText('There is no such settled signal').waitFor();
    await page.getByRole('link', { name: 'All settled signals' }).click();
    await recordScreen(page).verdict.waitFor();
  });
});

describe('the screens of the record have no accessibility faults', () => {
  test.for([
    ['desktop', 'light', DESKTOP],
    ['phone', 'dark', PHONE],
  ] as const)('record and one signal of it: %s, %s', async ([, theme, size], { visit }) => {
    const look = { theme, size, reducedMotion: true };
    const page = await openRecord(visit, look);
    await page.locator('details.twin summary').first().click();
    await expectNoFaults(page);
    await recordScreen(page).rows.first().getByRole('link').click();
    await page.getByText('Signed checkpoint', { exact: true }).waitFor();
    await expectNoFaults(page);
  });
});

async function expectNoFaults(page: Page): Promise<void> {
  expect(await faults(page)).toEqual([]);
  const overflow = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(overflow, 'the page scrolls sideways').toBeLessThanOrEqual(0);
}
