import { expect, it } from 'vitest';
import { type MadeTable, madeTable } from '../../../../tests/support/made-tables.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import type { Trade } from '../trade.ts';
import { tradesTextReader } from './read-trades.ts';
import type { Reading } from './reading.ts';
import { Unreadable } from './unreadable.ts';

const TABLES = 150;
const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };

function readingOf({ text }: MadeTable): Reading | undefined {
  try {
    return tradesTextReader(text)(OPTIONS);
  } catch (error) {
    if (error instanceof Unreadable) return undefined;
    throw error;
  }
}

function countsOf(trades: readonly Pick<Trade, 'outcome'>[]): string {
  const count = (outcome: string): number => trades.filter((trade) => trade.outcome === outcome).length;
  return `${count('won')}-${count('lost')}-${count('tied')}`;
}

const sumOf = <T>(all: readonly T[], of: (one: T) => number): number =>
  all.reduce((sum, one) => sum + of(one), 0);

/** What of a table was read otherwise than it is, although nothing was asked. */
function wrongIn(made: MadeTable, { trades, columns }: Reading): readonly string[] {
  const [counts, truth] = [trades, made.trades].map(countsOf);
  if (counts !== truth) return [`counts ${counts}, not ${truth}`];
  const staked = sumOf(made.trades, ({ stake }) => stake);
  const isOff = (one: number, other: number): boolean => Math.abs(one - other) > staked * 0.002 + 0.02;
  const uses = (...meanings: readonly string[]): boolean =>
    columns.some(({ meaning }) => meanings.includes(meaning));
  const [profit, stake] = [sumOf(trades, (trade) => trade.profit), sumOf(trades, (trade) => trade.stake)];
  const times = new Set(made.trades.map(({ timeMs }) => timeMs));
  return [
    ...(made.says.profit &&
    uses('profit', 'returned', 'wins', 'stake') &&
    isOff(
      profit,
      sumOf(made.trades, (trade) => trade.profit),
    )
      ? [`profit ${profit}`]
      : []),
    ...(made.says.stake && uses('stake') && isOff(stake, staked) ? [`stakes ${stake}`] : []),
    ...(trades.some(({ timeMs }) => timeMs !== null && !times.has(timeMs)) ? ['times'] : []),
  ];
}

it(`is right about ${TABLES} tables that were made at random, or asks, and asks seldom`, () => {
  const made = Array.from({ length: TABLES }, (_, seed) => madeTable(seed));
  const read = made.map((table) => ({ table, reading: readingOf(table) }));
  const silent = read.flatMap(({ table, reading }) =>
    reading === undefined || reading.questions.length > 0 || reading.trades.length === 0
      ? []
      : [{ table, reading }],
  );
  const wrong = silent.flatMap(({ table, reading }) =>
    wrongIn(table, reading).map((what) => `${what}: ${table.choices}`),
  );
  expect(wrong).toEqual([]);
  expect(silent.length).toBeGreaterThan(TABLES * 0.9);
});
