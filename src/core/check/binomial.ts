/**
 * Binomial probabilities, exact to about 1e-12 of their value, however small: C. Loader, "Fast and accurate computation of
 * binomial probabilities", 2000. Terms are summed from the largest on, so a tail is never the difference of two large numbers.
 */
import type { Interval } from '../statistics/wilson.ts';

const LOG_TWO_PI = Math.log(2 * Math.PI);
/** Terms below this share of the sum change no digit of it. */
const NEGLIGIBLE = 1e-18;
const SERIES_FROM = 16;
/** Halvings of [0, 1] that leave less than 1e-15. */
const HALVINGS = 52;

/** By how much Stirling's formula falls short of log(n!), for whole n from 0 on. */
function stirlingError(n: number): number {
  if (n >= SERIES_FROM) {
    const square = 1 / (n * n);
    return (1 / 12 - (1 / 360 - (1 / 1260 - (1 / 1680 - square / 1188) * square) * square) * square) / n;
  }
  return SMALL_ERRORS[n] as number;
}

const SMALL_ERRORS = Array.from({ length: SERIES_FROM }, (_, n) => {
  let factorial = 1;
  for (let factor = 2; factor <= n; factor += 1) factorial *= factor;
  return n === 0 ? 0 : Math.log(factorial) - (n + 0.5) * Math.log(n) + n - LOG_TWO_PI / 2;
});

/** x log(x / mean) + mean - x without the cancellation that the formula has where x is close to the mean. */
function deviance(x: number, mean: number): number {
  const v = (x - mean) / (x + mean);
  if (Math.abs(v) >= 0.1) return x * Math.log(x / mean) + mean - x;
  const square = v * v;
  let sum = (x - mean) * v;
  let power = 2 * x * v;
  for (let term = 3; ; term += 2) {
    power *= square;
    const next = sum + power / term;
    if (next === sum) return sum;
    sum = next;
  }
}

/** P(X = k) for X ~ Binomial(n, p), 0 < p < 1, whole k and n. */
export function binomialChance(k: number, n: number, p: number): number {
  if (k < 0 || k > n) return 0;
  if (k === 0) return Math.exp(n * Math.log1p(-p));
  if (k === n) return Math.exp(n * Math.log(p));
  const exponent =
    stirlingError(n) -
    stirlingError(k) -
    stirlingError(n - k) -
    deviance(k, n * p) -
    deviance(n - k, n * (1 - p));
  return Math.exp(exponent - (LOG_TWO_PI + Math.log(k) + Math.log1p(-k / n)) / 2);
}

/** P(X >= k) for X ~ Binomial(n, p), 0 < p < 1, whole k and n. */
export function binomialAtLeast(k: number, n: number, p: number): number {
  if (k <= 0) return 1;
  if (k <= n * p) return 1 - binomialAtLeast(n - k + 1, n, 1 - p);
  const odds = p / (1 - p);
  let term = 1;
  let sum = 0;
  for (let wins = k; term > sum * NEGLIGIBLE; wins += 1) {
    sum += term;
    term *= ((n - wins) / (wins + 1)) * odds;
  }
  return Math.min(1, binomialChance(k, n, p) * sum);
}

/** The chance that of n out of `all` k are among the `won` ones: a ratio of binomial chances whose powers cancel, none too large for a number. */
export function hypergeometricChance(k: number, n: number, won: number, all: number): number {
  const p = won / all;
  return (binomialChance(k, n, p) * binomialChance(won - k, all - n, p)) / binomialChance(won, all, p);
}

/** P(X <= k) for X ~ Binomial(n, p). */
function binomialAtMost(k: number, n: number, p: number): number {
  return binomialAtLeast(n - k, n, 1 - p);
}

/** Twice the smaller tail at k, at most 1; of `open` more it is not known whether they came true: each tail is the one at worst. */
export function binomialTwoSided(k: number, n: number, p: number, open = 0): number {
  const all = n + open;
  return Math.min(1, 2 * Math.min(binomialAtLeast(k, all, p), binomialAtMost(k + open, all, p)));
}

/** The interval of Clopper and Pearson (1934) for a chance that came true k times in n, n > 0: each end leaves `alpha` / 2; `open` as above. */
export function clopperPearson(k: number, n: number, alpha: number, open = 0): Interval {
  const all = n + open;
  return {
    low: k === 0 ? 0 : crossing((p) => binomialAtLeast(k, all, p) > alpha / 2),
    high: k === n ? 1 : crossing((p) => binomialAtMost(k + open, all, p) <= alpha / 2),
  };
}

/** The value between two from which on something is true, by halvings; the upper one where it is true of none. */
export function crossing(isReached: (value: number) => boolean, low = 0, high = 1): number {
  for (let halving = 0; halving < HALVINGS; halving += 1) {
    const middle = (low + high) / 2;
    if (isReached(middle)) high = middle;
    else low = middle;
  }
  return high;
}
