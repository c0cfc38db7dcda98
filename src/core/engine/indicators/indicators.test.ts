import fc from 'fast-check';
import { BollingerBands, EMA, MACD, RSI } from 'trading-signals';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../../tests/support/seeded-random.ts';
import { Lags } from '../bar-features.ts';
import { Bollinger } from './bollinger.ts';
import { Ema } from './ema.ts';
import { Macd } from './macd.ts';
import { Rsi } from './rsi.ts';
import { Volatility } from './volatility.ts';

/** A walk on a grid, with runs and jumps. */
function walk(seed: number, length: number, start: number, step: number): number[] {
  const random = seededRandom(seed);
  let level = Math.round(start / step);
  return Array.from({ length }, () => {
    level += (random() % 21) - 10 + (random() % 97 === 0 ? 300 : 0) - (random() % 97 === 0 ? 300 : 0);
    return level * step;
  });
}

const SERIES = [
  ['a euro walk', walk(1, 3000, 1.1, 0.00001)],
  ['a yen walk', walk(2, 3000, 151.2, 0.001)],
  ['a walk in scaled integers', walk(3, 3000, 110_000, 1)],
  ['a price that never moves', Array.from({ length: 200 }, () => 1.2345)],
  ['a price that only rises', Array.from({ length: 200 }, (_, index) => 1 + index / 1000)],
] as const;

/** The largest difference, and how many values both gave; a value that only one of them gave counts as infinite. */
function compare(pairs: readonly (readonly [number, number | undefined])[]): { worst: number; both: number } {
  let worst = 0;
  let both = 0;
  for (const [ours, theirs] of pairs) {
    if (Number.isNaN(ours) !== (theirs === undefined)) return { worst: Number.POSITIVE_INFINITY, both };
    if (theirs === undefined) continue;
    worst = Math.max(worst, Math.abs(ours - theirs));
    both += 1;
  }
  return { worst, both };
}

describe.each(SERIES)('on %s our indicators equal those of trading-signals 8.3.0', (_name, prices) => {
  test.each([9, 21])('EMA %i', (period) => {
    const ours = new Ema(period);
    const theirs = new EMA(period);
    const { worst, both } = compare(
      prices.map((price) => [ours.update(price), theirs.update(price, false) ?? undefined] as const),
    );
    expect(worst).toBeLessThan(1e-9);
    expect(both).toBe(prices.length);
  });

  test('RSI 14', () => {
    const ours = new Rsi(14);
    const theirs = new RSI(14);
    const { worst, both } = compare(
      prices.map((price) => {
        ours.update(price);
        return [ours.value, theirs.update(price, false) ?? undefined] as const;
      }),
    );
    expect(worst).toBeLessThan(1e-9);
    expect(both).toBe(prices.length - 14);
  });

  test('Bollinger bands of 20, two deviations wide', () => {
    const ours = new Bollinger(20);
    const theirs = new BollingerBands(20, 2);
    const rows = prices.map((price) => {
      ours.update(price);
      return [ours.middle, ours.deviation, theirs.update(price, false) ?? undefined] as const;
    });
    const middle = compare(rows.map(([mean, , bands]) => [mean, bands?.middle] as const));
    const upper = compare(
      rows.map(([mean, deviation, bands]) => [mean + 2 * deviation, bands?.upper] as const),
    );
    expect(middle.worst).toBeLessThan(1e-9);
    expect(upper.worst).toBeLessThan(1e-9);
    expect(upper.both).toBe(prices.length - 19);
  });

  test('MACD 12, 26, 9', () => {
    const ours = new Macd();
    const theirs = new MACD(new EMA(12), new EMA(26), new EMA(9));
    const { worst, both } = compare(
      prices.map((price) => {
        ours.update(price);
        return [ours.histogram, theirs.update(price, false)?.histogram] as const;
      }),
    );
    expect(worst).toBeLessThan(1e-9);
    expect(both).toBe(prices.length - 25);
  });
});

test('a price that never moved is neither strong nor weak, whatever the usual formula says', () => {
  const rsi = new Rsi(2);
  for (let index = 0; index < 5; index += 1) rsi.update(7);
  expect([rsi.value, rsi.balance]).toEqual([100, 0]);
});

test('volatility of equal moves is that move from the first one on', () => {
  const volatility = new Volatility(60);
  for (let index = 0; index < 50; index += 1) {
    volatility.update(index % 2 === 0 ? 3 : -3);
    expect(volatility.value).toBeCloseTo(3, 12);
  }
});

test('lags give the value so many updates ago and nothing older than was asked for', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: 0, max: 130 }),
      fc.array(fc.integer(), { minLength: 1, maxLength: 400 }),
      (depth, values) => {
        const lags = new Lags(depth);
        for (const value of values) lags.update(value);
        for (let lag = 0; lag <= depth; lag += 1) {
          expect(lags.at(lag)).toBe(lag < values.length ? values.at(-1 - lag) : Number.NaN);
        }
        expect(lags.at(depth + 1)).toBeNaN();
      },
    ),
  );
});
