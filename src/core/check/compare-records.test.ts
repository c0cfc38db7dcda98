import fc from 'fast-check';
import { expect, it } from 'vitest';
import { compareRecords } from './compare-records.ts';

// R. Newcombe, "Interval estimation for the difference between independent proportions" (1998), table II, method 10.
it.each([
  [56, 70, 48, 80, 0.0524, 0.3339],
  [9, 10, 3, 10, 0.1705, 0.809],
  [10, 10, 0, 20, 0.6791, 1],
])('has the interval of Newcombe’s table for %d of %d less %d of %d', (a, m, b, n, low, high) => {
  const { difference, interval } = compareRecords({ won: b, n }, { won: a, n: m });
  expect(difference).toBeCloseTo(a / m - b / n, 14);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

// Fisher's tea: 3 of 4 cups guessed right, 1 of 4 guessed wrong; one tail is 17 / 70.
it('has Fisher’s chance of the cups of tea', () => {
  expect(compareRecords({ won: 3, n: 4 }, { won: 1, n: 4 }).p).toBeCloseTo(34 / 70, 12);
  expect(compareRecords({ won: 4, n: 4 }, { won: 0, n: 4 }).p).toBeCloseTo(2 / 70, 12);
});

it('is the same from either side, whatever the counts', () => {
  const record = fc
    .tuple(fc.integer({ min: 1, max: 60 }), fc.nat(60))
    .map(([n, won]) => ({ n, won: Math.min(n, won) }));
  fc.assert(
    fc.property(record, record, (one, other) => {
      const [there, back] = [compareRecords(one, other), compareRecords(other, one)];
      expect(there.p).toBeCloseTo(back.p, 9);
      expect(there.p).toBeGreaterThan(0);
      expect(there.interval.low).toBeCloseTo(-back.interval.high, 9);
      expect(there.interval.low).toBeLessThanOrEqual(there.difference);
      expect(there.interval.high).toBeGreaterThanOrEqual(there.difference);
    }),
    { seed: 1 },
  );
});

it('compares the bets of records whose trades ran together', () => {
  const moves = compareRecords({ won: 12, n: 30 }, { won: 20, n: 30 });
  const trades = compareRecords({ won: 120, n: 300, bets: 30 }, { won: 200, n: 300, bets: 30 });
  expect(trades.p).toBeCloseTo(moves.p, 12);
  expect(trades.interval.low).toBeCloseTo(moves.interval.low, 12);
});

it('takes a million trades', () => {
  const { p } = compareRecords({ won: 500_000, n: 1_000_000 }, { won: 501_000, n: 1_000_000 });
  // Two standard errors are 0.00141, as good as normal: 2 (1 - Phi(1.414)), with the correction for whole counts 0.1576.
  expect(p).toBeCloseTo(0.1576, 3);
});
