import { describe, expect, inject } from 'vitest';
import type { RecordPage, RecordSummary } from '../../src/core/wire/record.ts';
import { headlineOf } from '../../src/web/features/record/record-head.tsx';
import { createAccount } from './support/accounts.ts';
import { recordLayoutShifts, shiftsOf, showInGeist } from './support/measure-visit.ts';
import { openRecord, recordScreen } from './support/record-page.ts';
import { PHONE, test } from './support/visit.ts';
import { withSignals } from './support/with-signals.ts';

/** What a won stake of 1 is paid where nobody has typed another payout. */
const PAYOUT_PERCENT = 80;

describe('the record', () => {
  test('is open to everybody here, says first what it comes to and that it is no live record', async ({
    visit,
  }) => {
    const page = await openRecord(visit);
    const [answer] = await Promise.all([
      page.waitForResponse((response) => new URL(response.url()).pathname === '/api/record'),
      page.reload(),
    ]);
    const summary = (await answer.json()) as RecordSummary;
    const { engine, coin, needed } = headlineOf(summary, PAYOUT_PERCENT);
    const { settled } = summary.engineArm;
    const line =
      engine === undefined
        ? new RegExp(`^Too early: (${settled}|no) signals?\\.$`)
        : new RegExp(`^Right ${engine} in 100\\. A coin: ${coin}\\. You need ${needed}\\.$`);
    await expect.poll(async () => (await recordScreen(page).headline.innerText()).trim()).toMatch(line);
    await page.getByText(/^Replay of .* Not part of the live record\./).waitFor();
    await page.getByText(/ decided of .* market signals, |^P-Special: .* decided, /).waitFor();
    await page.getByRole('link', { name: 'Sign In', exact: true }).waitFor();
  });

  test('shows each signal with its outcome, and only those that a filter lets through; Back undoes it', async ({
    visit,
  }) => {
    const page = await openRecord(visit);
    const screen = recordScreen(page);
    await screen.filters.click();
    for (const outcome of ['won', 'lost', 'void']) {
      await screen.outcome.selectOption(outcome);
      await page.getByText(/^(1 signal|\d+ signals, the newest first|No signal matches.*)$/).waitFor();
      const others = async () =>
        (await screen.rows.allInnerTexts()).filter((text) => !text.toLowerCase().includes(outcome));
      await expect.poll(others).toEqual([]);
      expect(new URL(page.url()).searchParams.get('outcome')).toBe(outcome);
    }
    await page.goBack();
    await expect.poll(() => screen.outcome.inputValue()).toBe('lost');
  });

  test('without any entry shifts nothing at 360 px, and claims nothing', async ({ visit }) => {
    const { page } = await visit('/record', {
      url: inject('marketUrl'),
      size: { width: 360, height: 780 },
      before: async (context, one) => {
        await recordLayoutShifts(context);
        await withSignals(context, 0);
        await one.route('**/api/record/signals?*', (route) =>
          route.fulfill({ json: { rows: [], total: 0, next: null } }),
        );
      },
    });
    await page.getByRole('heading', { name: 'Too early: no signals.' }).waitFor();
    await page.getByText('No signal has ended yet.').waitFor();
    await page.getByText('Nothing has been recorded yet.').waitFor();
    expect(await page.locator('.ledger > .icon').count()).toBe(0);
    expect(await shiftsOf(page)).toEqual([]);
  });

  test('an address shows the view that it was sent from', async ({ visit }) => {
    const page = await openRecord(visit, {}, '/record?outcome=won&open=details');
    await page.getByRole('button', { name: 'Filters, 1 on', exact: true }).waitFor();
    await page.getByRole('table', { name: 'Pair', exact: true }).waitFor();
    await recordScreen(page).filters.click();
    expect(await recordScreen(page).outcome.inputValue()).toBe('won');
  });

  test('the whole row leads to the story of a signal, and Back to where the reader was', async ({
    visit,
  }) => {
    const page = await openRecord(visit, { before: (context) => withSignals(context, 2_412) });
    const row = recordScreen(page).rows.first();
    const { width = 0, height = 0 } = (await row.boundingBox()) ?? {};
    await row.click({ position: { x: width - 30, y: height / 2 } });
    await page.getByRole('region', { name: 'What happened when', exact: true }).waitFor();
    await page.getByRole('img', { name: /^EUR\/USD from / }).waitFor();
    expect(await page.evaluate(() => scrollY)).toBe(0);
    await page.getByRole('region', { name: 'One signal proves nothing', exact: true }).waitFor();
    await page.goBack();
    await recordScreen(page).rows.first().waitFor();
    await expect.poll(() => page.evaluate(() => scrollY)).toBeGreaterThan(0);
  });

  test('reckons what is needed with the payout that is typed, refuses what is none, and remembers it', async ({
    visit,
  }) => {
    const page = await openRecord(visit, { before: (context) => withSignals(context, 40) });
    const { headline, payout } = recordScreen(page);
    const needs = (count: number) => headline.filter({ hasText: `You need ${count}.` }).waitFor();
    await needs(56);
    await payout.fill('92');
    await needs(53);
    await payout.fill('180');
    await page.getByText('Enter a payout from 1 to 100%').waitFor();
    expect(await payout.getAttribute('aria-invalid')).toBe('true');
    await page.reload();
    await needs(53);
  });

  test('hands out what it lists as CSV and JSON', async ({ visit }) => {
    const page = await openRecord(visit);
    await recordScreen(page).details.click();
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
    await page.getByText('This did not load').waitFor();
    await page.unroute('**/api/record');
    await page.getByRole('button', { name: 'Try again', exact: true }).click();
    await recordScreen(page).headline.waitFor();
  });

  test('names an altered entry when the ledger is checked', async ({ visit }) => {
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

  test('names a ledger that was cut back behind the record that is shown', async ({ visit }) => {
    const page = await openRecord(visit);
    await page.route('**/api/record?ledger=*', async (route) => {
      const response = await route.fetch();
      const summary = (await response.json()) as RecordSummary;
      await route.fulfill({ response, json: { ...summary, size: summary.size + 1_000_000 } });
    });
    await recordScreen(page).verify.click();
    await page.getByText('The ledger does not verify').waitFor();
    expect(await page.locator('output', { hasText: 'does not verify' }).innerText()).toMatch(
      /it says that it is of \d+ entries, but the ledger has only \d+/,
    );
  });

  test('an unknown signal and one of another address are distinguished from a page', async ({ visit }) => {
    const { page, expectNoise } = await visit('/record/00000000-0000-4000-8000-000000000000', {
      url: inject('marketUrl'),
    });
    expectNoise(/status of 404/);
    await page.getByText('There is no such settled signal').waitFor();
    await page.getByRole('link', { name: 'All signals' }).click();
    await recordScreen(page).headline.waitFor();
  });
});

describe('the size of the record with 2,412 signals', () => {
  test('at most 1,200 px before the table at 1280, nothing moves while it loads', async ({ visit }) => {
    const page = await openRecord(visit, {
      before: async (context) => {
        await recordLayoutShifts(context);
        await withSignals(context, 2_412);
      },
    });
    await showInGeist(page);
    await recordScreen(page).rows.first().waitFor();
    const table = await page.getByRole('region', { name: 'All signals', exact: true }).boundingBox();
    expect(table?.y).toBeLessThanOrEqual(1_200);
    expect(await shiftsOf(page)).toEqual([]);
  });

  test('at most 2,000 px in all on the phone of a signed-in trader', async ({ visit }) => {
    const { session } = await createAccount(undefined, inject('marketUrl'));
    const page = await openRecord(visit, {
      size: PHONE,
      session,
      before: async (context) => {
        await recordLayoutShifts(context);
        await withSignals(context, 2_412);
        // A full page, however many signals have ended by now, and of the longest rows.
        await context.route('**/api/record/signals?*', async (route) => {
          const { rows } = (await (await route.fetch()).json()) as RecordPage;
          const full = Array.from({ length: 50 }, (_, at) => {
            const id = `00000000-0000-4000-8000-${`${at}`.padStart(12, '0')}`;
            return { ...rows[0], id, index: 1_000 - at, mode: 'bot', timeframe: '15s' };
          });
          await route.fulfill({ json: { rows: full, total: 2_412, next: 951 } });
        });
      },
    });
    await showInGeist(page);
    await page.getByRole('button', { name: 'Show older', exact: true }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(2_000);
    expect(await shiftsOf(page)).toEqual([]);
  });
});
