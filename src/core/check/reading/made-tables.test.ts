import { expect, it } from 'vitest';
import { type MadeTable, madeTable } from '../../../../tests/support/made-tables.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import type { Trade } from '../trade.ts';
import { tradesTextReader } from './read-trades.ts';
import type { Reading } from './reading.ts';
import { Unreadable } from './unreadable.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0), answers: new Map([['durations', 'until-next']]) };

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
function wrongIn(made: MadeTable, { trades, columns, balance }: Reading): readonly string[] {
  const [counts, truth] = [trades, made.trades].map(countsOf);
  if (counts !== truth) return [`counts ${counts}, not ${truth}`];
  const uses = (...meanings: readonly string[]): boolean =>
    columns.some(({ meaning }) => meanings.includes(meaning));
  const staked = sumOf(made.trades, ({ stake }) => stake);
  const isOff = (of: 'stake' | 'profit' | 'payout', most: number): boolean =>
    !(Math.abs(sumOf(trades, (trade) => trade[of]) - sumOf(made.trades, (trade) => trade[of])) <= most);
  const said = {
    profit:
      made.says.profit && uses('profit', 'returned', 'wins', 'stake') && isOff('profit', staked * 0.002),
    stakes: made.says.stake && uses('stake') && isOff('stake', staked * 0.002),
    payouts: made.says.payout && uses('payout') && isOff('payout', trades.length * 0.03),
    balance: balance !== undefined,
  };
  const byTime = new Map(made.trades.map((trade) => [trade.timeMs, trade]));
  const other = trades.find(({ timeMs, pair, direction, outcome }) => {
    if (timeMs === null) return false;
    const one = byTime.get(timeMs);
    const isOtherPair = pair !== null && pair.replace('/', '') !== one?.pair.replace('/', '');
    const isOtherSide = direction !== null && (direction === 'CALL') !== one?.isCall;
    return one?.outcome !== outcome || isOtherPair || isOtherSide;
  });
  return [
    ...Object.entries(said).flatMap(([name, isWrong]) => (isWrong ? [name] : [])),
    ...(other === undefined ? [] : [`the trade ${JSON.stringify(other)}`]),
  ];
}

it.each([
  ['plain tables', 150, [], 0.93],
  ['tables without names', 100, ['without names'], 0.75],
] as const)(
  'is right about %s that were made at random, or asks, and asks seldom',
  (_which, count, sure, least) => {
    const made = Array.from({ length: count }, (_, seed) => madeTable(seed, sure));
    const read = made.map((table) => ({ table, reading: readingOf(table) }));
    const silent = read.flatMap(({ table, reading }) =>
      reading === undefined ||
      reading.questions.some(({ given }) => given === null) ||
      reading.trades.length === 0
        ? []
        : [{ table, reading }],
    );
    const wrong = silent.flatMap(({ table, reading }) =>
      wrongIn(table, reading).map((what) => `${what}: ${table.choices}`),
    );
    expect(wrong).toEqual([]);
    expect(silent.length).toBeGreaterThan(count * least);
  },
);
