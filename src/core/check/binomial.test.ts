import { expect, it } from 'vitest';
import { binomialAtLeast, binomialTwoSided, clopperPearson } from './binomial.ts';

/** How far off a chance is, in units of what is allowed: 1e-9, or 1e-9 of a chance that is itself smaller than that. */
const error = (actual: number, exact: number) =>
  exact === 0 ? actual : Math.abs(actual - exact) / (1e-9 * Math.min(1, exact / 1e-9));

// Sums of fractions of whole numbers without rounding (Python's fractions and integers).
it.each([
  [37, 60, 0.5, 0.04623049053646187],
  [560, 1_000, 0.5, 8.252493527522651e-5],
  [480, 1_000, 0.5, 0.9026168357691172],
  [900, 1_000, 0.5, 6.701717790006296e-162],
  [503_000, 1_000_000, 0.5, 9.925748819615104e-10],
  [3, 10, 0.3, 0.6172172136],
  [70, 100, 5 / 9, 0.0021831190301515105],
  [0, 10, 0.5, 1],
  [11, 10, 0.5, 0],
  [10, 10, 0.5, 1 / 1_024],
])('is the exact chance of %d or more in %d at %d', (k, n, p, exact) => {
  expect(error(binomialAtLeast(k, n, p), exact)).toBeLessThanOrEqual(1);
});

it('agrees with every sum of Pascal’s triangle up to 40', () => {
  let row = [1];
  for (let n = 1; n <= 40; n += 1) {
    row = Array.from({ length: n + 1 }, (_, k) => (row[k - 1] ?? 0) + (row[k] ?? 0));
    let atLeast = 0;
    for (let k = n; k >= 0; k -= 1) {
      atLeast += row[k] as number;
      expect(binomialAtLeast(k, n, 0.5) / (atLeast / 2 ** n)).toBeCloseTo(1, 11);
    }
  }
});

// The first is the example of R's binom.test (Conover 1971, page 97); the others are quantiles of scipy's beta distribution.
it.each([
  [682, 925, 0.707668264079039, 0.7654065582415253],
  [37, 60, 0.48211495143116145, 0.7392929419840008],
  [556, 1_000, 0.5245783618666926, 0.5870910318851419],
  [1, 30, 0.0008435709266304788, 0.17216945563341265],
  [0, 10, 0, 0.3084971078187607],
  [10, 10, 0.6915028921812392, 1],
])('gives the interval of Clopper and Pearson for %d of %d', (k, n, low, high) => {
  const interval = clopperPearson(k, n, 0.05);
  expect(error(interval.low, low)).toBeLessThanOrEqual(1);
  expect(error(interval.high, high)).toBeLessThanOrEqual(1);
});

it('leaves each end of the interval where it is at worst, where some trials are open', () => {
  const interval = clopperPearson(5, 10, 0.05, 10);
  expect(interval.low).toBe(clopperPearson(5, 20, 0.05).low);
  expect(interval.high).toBe(clopperPearson(15, 20, 0.05).high);
});

it('doubles the smaller tail and stays at most 1', () => {
  expect(binomialTwoSided(9, 10, 0.5)).toBeCloseTo(22 / 1_024, 12);
  expect(binomialTwoSided(1, 10, 0.5)).toBeCloseTo(22 / 1_024, 12);
  expect(binomialTwoSided(5, 10, 0.5)).toBe(1);
});
