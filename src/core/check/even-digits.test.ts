import { expect, it } from 'vitest';
import { madeUpTrades } from '../../../tests/support/made-up-trades.ts';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { epochMs } from '../time/instant.ts';
import { evenDigits } from './even-digits.ts';
import type { Trade } from './trade.ts';

const trades = madeUpTrades(1, 1_000, { chance: 0.5 });
const withDigits = (digitOf: (at: number) => number): Trade[] =>
  trades.map((trade, at) => ({
    ...trade,
    pair: 'EUR/USD',
    timeMs: null,
    entryPrice: 1.1 + (at % 97) / 1e4 + digitOf(at) / 1e5,
  }));

it('finds last digits of prices that come equally often', () => {
  expect(evenDigits(withDigits((at) => (at * 7) % 10))).toMatchObject({
    of: 'prices',
    n: 1_000,
    fewest: 100,
    most: 100,
    p: 0,
  });
});

it('finds last digits of seconds that come equally often', () => {
  const timed = (secondOf: (at: number) => number): Trade[] =>
    trades.map((trade, at) => ({ ...trade, entryPrice: null, timeMs: epochMs(secondOf(at) * 1_000) }));
  const even = timed((at) => at * 1_001 + ((at * at) % 997) * 10);
  expect(evenDigits(even)).toMatchObject({ of: 'seconds', fewest: 100, most: 100 });
  expect(evenDigits(timed((at) => at * 61))).toBeUndefined();
});

it('says nothing of the prices of all quotes of one digit, or of fewer than 100', () => {
  expect(evenDigits(withDigits(() => 0))).toBeUndefined();
  expect(evenDigits(withDigits((at) => at % 10).slice(0, 99))).toBeUndefined();
});

it('calls at most 1 in 500 records of random digits too even: the rate that is stated is 1 in 1,000', () => {
  const random = seededRandom(5);
  let alarms = 0;
  for (let record = 0; record < 2_000; record += 1)
    if (evenDigits(withDigits(() => Math.floor((random() / 2 ** 32) * 10)).slice(0, 200)) !== undefined)
      alarms += 1;
  expect(alarms).toBeLessThanOrEqual(4);
});
