import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import {
  howManyMore as neededOf,
  tradesPerDay,
  tradesToTell as tradesWith,
  whatIsKnown,
} from './how-many-more.ts';
import { ALONE } from './luck.ts';

const howManyMore = (...known: Parameters<typeof whatIsKnown>) => neededOf(whatIsKnown(...known), ALONE);
/** The quantile of a one-sided test at 5 %. */
const tradesToTell = (rate: number, from: number) => tradesWith(rate, from, 1.6448536269514722);

// The usual sample size of a one-sided test of a proportion (Fleiss, Levin, Paik 2003, formula 2.10 without correction).
it('tells how many trades show a rate of 61.7 % to be above a coin and above 55.7 %', () => {
  expect(tradesToTell(37 / 60, 0.5)).toBe(112);
  expect(tradesToTell(37 / 60, 0.557)).toBe(423);
  expect(tradesToTell(0.5, 0.5)).toBeNull();
});

it('counts a pace over the days that have trades', () => {
  const trades = madeUpTrades(1, 3_000);
  expect(tradesPerDay(trades)).toBe(1_000);
  expect(tradesPerDay(trades.map((trade) => ({ ...trade, timeMs: null })))).toBeNull();
});

it('says how many trades and days are still to come, and nothing where the rate is not above the other', () => {
  const trades = madeUpTrades(1, 3_000);
  const figures = { n: 3_000, winRate: 0.52, breakEvenRate: 0.55 };
  expect(howManyMore(figures, trades)).toEqual({
    fromCoin: { trades: 3_863, more: 863, days: 1 },
    fromBreakEven: null,
  });
  const untimed = trades.map((trade) => ({ ...trade, timeMs: null }));
  expect(howManyMore({ ...figures, n: 4_000 }, untimed).fromCoin).toEqual({
    trades: 3_863,
    more: 0,
    days: null,
  });
});

it('takes signals without an end as lost, as the verdict does', () => {
  const trades = madeUpTrades(1, 36);
  const figures = { n: 36, winRate: 26 / 36, breakEvenRate: 0.55 };
  expect(howManyMore(figures, trades).fromCoin).toMatchObject({ more: 0 });
  expect(howManyMore(figures, trades, { unresolved: 12 })).toMatchObject({
    fromCoin: { trades: tradesToTell(26 / 48, 0.5), more: (tradesToTell(26 / 48, 0.5) ?? 0) - 48 },
    fromBreakEven: null,
  });
  const signals = { unresolved: 4, unresolvedStakes: 12 };
  expect(howManyMore(figures, trades, signals)).toEqual(howManyMore(figures, trades, { unresolved: 12 }));
  expect(howManyMore(figures, trades, { unresolved: 16 }).fromCoin).toBeNull();
});

it('needs as many trades as the money does where that is judged too', () => {
  const brought = [1, 1, 1, 1, 1, 1, 12, -1.5, -2, -2.5];
  const trades = madeUpTrades(1, 100).map((trade, at) => {
    const profit = brought[at % 10] as number;
    return {
      ...trade,
      stake: 1,
      payout: 1,
      profit,
      outcome: profit > 0 ? ('won' as const) : ('lost' as const),
    };
  });
  const figures = { n: 100, winRate: 0.7, breakEvenRate: 0.5 };
  // The mean is 1.2, its variance 14.81: 6.1826 * 14.81 / 1.44.
  expect(howManyMore(figures, trades)).toMatchObject({
    fromCoin: { trades: 37 },
    fromBreakEven: { trades: 64 },
  });
  const tied = trades.map((trade) => ({ ...trade, outcome: 'tied' as const, profit: 0 }));
  expect(howManyMore(figures, [...trades, ...tied]).fromBreakEven).toMatchObject({ trades: 64 });
  const losing = trades.map((trade) => (trade.profit === 12 ? { ...trade, profit: -1 } : trade));
  expect(howManyMore(figures, losing).fromBreakEven).toBeNull();
});

it('needs as many more as the best of all that were looked at, and the best part, show by luck', () => {
  const trades = madeUpTrades(1, 3_000);
  const known = whatIsKnown({ n: 3_000, winRate: 0.55, breakEvenRate: 0.5 }, trades);
  const needed = (selection: Partial<typeof ALONE>) =>
    neededOf(known, { ...ALONE, ...selection }).fromCoin?.trades;
  expect(needed({})).toBe(617);
  // At 0.256 % for each of 20 the best of them is one of luck in 5 %: its quantile is 2.7997.
  expect(needed({ lookedAt: 20 })).toBe(tradesWith(0.55, 0.5, 2.7997));
  expect(needed({ part: 'stretch-10' })).toBeGreaterThan(needed({}) ?? 0);
  expect(needed({ part: 'months-2', months: 3 })).toBe(tradesWith(0.55, 0.5, 2.807));
});
