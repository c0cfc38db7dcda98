import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import type { LedgerEntry } from '../../../src/core/signals/ledger-entry.ts';
import { foundIn } from '../../support/bent-ledger.ts';
import { matrix } from '../../support/rounds.ts';
import { realPricesFolder, realQuotes, WITHOUT_REAL_PRICES } from '../../support/real-prices.ts';
import { playedHours, walkedQuotes } from './played-hours.ts';

const HOUR_MS = 3_600_000;

/** How many signals were settled, and that none is void because the ledger took its entries for contradictions. */
function judged(entries: readonly LedgerEntry[]) {
  const settled = entries.filter((entry) => entry.kind === 'settled');
  return {
    refused: settled.filter(({ reason }) => reason === 'refused').length,
    isMany: settled.filter(({ outcome }) => outcome !== 'void').length > 50,
  };
}
const HONEST = { refused: 0, isMany: true };

test('an hour of made-up quotes with silences and six kills accuses nobody', async () => {
  const startMs = Date.UTC(2018, 1, 5, 9);
  const endMs = startMs + HOUR_MS;
  const kills = [7, 13, 13.05, 28, 41.5, 50].map((minute) => startMs + minute * 60_000 + 30_000);
  const entries = await playedHours(walkedQuotes(startMs, endMs), { startMs, endMs, kills });
  expect(judged(entries)).toEqual(HONEST);
  expect(await foundIn(entries)).toBe('holds');
});

describe.skipIf(realPricesFolder() === undefined)(`real prices${WITHOUT_REAL_PRICES}`, () => {
  const folder = join(realPricesFolder() ?? '', 'ticks');
  const all = realPricesFolder() === undefined ? ['none'] : readdirSync(folder);
  const files = matrix(all, (file) => file === all[0]);

  test.each(files)('a quarter of an hour of %s, with and without kills, accuse nobody', async (file) => {
    const quotes = realQuotes(join(folder, file));
    const from = quotes.findIndex(({ timeMs }) => new Date(timeMs).getUTCHours() === 13);
    const startMs = quotes[from]?.timeMs ?? 0;
    const endMs = startMs + HOUR_MS / 4;
    for (const kills of [[], [startMs + 4 * 60_000, startMs + 9.3 * 60_000]]) {
      const entries = await playedHours(quotes.slice(from), { startMs, endMs, kills });
      expect(judged(entries)).toEqual(HONEST);
      expect(await foundIn(entries)).toBe('holds');
    }
  });
});
