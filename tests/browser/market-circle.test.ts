import type { Page } from 'playwright-core';
import { expect, inject, vi } from 'vitest';
import { runPipcast } from '../../scripts/running-app.mjs';
import { createAccount } from './support/accounts.ts';
import { homeScreen } from './support/screens.ts';
import { test } from './support/visit.ts';

test('a replayed signal is drawn, seen by two traders at once, settled, on the record, and verified', async ({
  visit,
}) => {
  const url = inject('marketUrl');
  const traders = await Promise.all([createAccount(undefined, url), createAccount(undefined, url)]);
  const [first, second] = await Promise.all(
    traders.map(async ({ session }) => (await visit('/', { session, url })).page),
  );
  const pages = [first, second] as [Page, Page];
  for (const page of pages) await page.getByRole('button', { name: 'Market', exact: true }).click();

  // The same signal in both windows, measured, and labelled as what it is.
  const shown = await vi.waitUntil(() => signalSeenByBoth(pages), { timeout: 60_000, interval: 100 });
  const card = homeScreen(pages[0]).current;
  await expect.poll(() => card.innerText()).toContain('Measured');
  await pages[0]
    .getByText(/^Replay of /)
    .first()
    .waitFor();
  expect(await card.innerText()).not.toContain('Simulated');
  expect(shown.confidence).toBeGreaterThanOrEqual(50);
  expect(shown.confidence).toBeLessThanOrEqual(65);

  // It ends as something, in sight.
  const last = card.locator('.today__head');
  await expect.poll(() => last.innerText()).toMatch(/won|lost|unchanged|void/);

  // On the record, with its proof.
  await pages[1].getByRole('link', { name: 'Record', exact: true }).click();
  const table = pages[1].getByRole('region', { name: 'All signals, table', exact: true });
  // A trader may have asked P-BOT for a signal that starts in the same second.
  const row = table
    .getByRole('row')
    .filter({ hasText: shown.start })
    .filter({ hasText: '1min', hasNotText: 'P-BOT' });
  await expect
    .poll(
      async () => {
        await pages[1].reload();
        await table.waitFor();
        return row.count();
      },
      { timeout: 60_000, interval: 1_000 },
    )
    .toBe(1);
  expect(await row.innerText()).toContain(shown.direction);
  expect(await row.innerText()).toMatch(/Won|Lost|Unchanged|Void/);
  // The story before the check: the signals that come meanwhile push the row down.
  await row.getByRole('link').click();
  await pages[1]
    .getByRole('img', { name: new RegExp(`^EUR/USD from .*${shown.direction} wins|Void`) })
    .waitFor();
  await pages[1].locator('summary', { hasText: 'Proof' }).click();
  await pages[1].getByText('Signed checkpoint', { exact: true }).waitFor();
  await pages[1].goBack();
  await pages[1].getByRole('button', { name: 'Check it yourself' }).click();
  await pages[1].getByText('Ledger verified').waitFor();

  // And by a person who has the database, or the address and a key.
  const { ledgers } = (await (await fetch(`${url}/ledger`)).json()) as { ledgers: { name: string }[] };
  const [{ name = '' } = {}] = ledgers;
  expect(name).toMatch(/^replay-/);
  expect(await runPipcast(inject('marketDataDir'), ['verify', '--ledger', name])).toMatch(
    /verified|holds|sound/i,
  );
});

/** What both windows show, when it is the same signal; undefined otherwise. */
async function signalSeenByBoth(pages: readonly [Page, Page]) {
  const [one, other] = await Promise.all(pages.map((page) => readMarketSignal(page).catch(() => undefined)));
  const isSame =
    one !== undefined &&
    one.start === other?.start &&
    one.direction === other.direction &&
    one.pair === other.pair;
  return isSame ? one : undefined;
}

/** The signal that runs: its parts one by one, as the outcome of the one before stands in the same card. */
async function readMarketSignal(page: Page) {
  const card = homeScreen(page).current;
  const part = (name: string) => card.locator(name).innerText({ timeout: 1_000 });
  const [pair, direction, when, confidence, time] = await Promise.all(
    ['.signal__pair', '.signal__direction', '.market-card__when', '.signal__value', '.signal__time'].map(
      part,
    ),
  );
  const start = /\d{2}:\d{2}:\d{2}/.exec(when ?? '')?.[0];
  const percent = /Confidence (\d+\.\d)%/.exec(confidence ?? '')?.[1];
  if (start === undefined || percent === undefined || !/Expires in/.test(time ?? ''))
    throw new Error('no signal runs');
  return { pair, direction, start, confidence: Number(percent) };
}
