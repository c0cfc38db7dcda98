import type { Interval } from '../statistics/wilson.ts';
import { logBeta } from '../statistics/special-functions.ts';

/** The share of records whose interval ever misses, over all looks together. */
export const ALPHA = 0.05;

/**
 * Both parameters of the Beta distribution that rival chances are drawn from: mean 50 %, standard deviation 3.5 points. Any
 * value keeps the promise; this one makes the interval narrow where records of this engine lie, at 50 to 56 %.
 */
const PRIOR = 100;
/** Halvings of [0, 1]: leaves less than 1e-12. */
const HALVINGS = 40;

/**
 * How far the observations speak against a mean of `p`, as a logarithm: by the factor that a gambler has gained who bets
 * against `p` on each of `count` observations that sum to `sum`, each from 0 to 1, fractions included.
 *
 * Why an interval made of it may be watched. For a rival chance q and an observation x let
 *   m(x) = (q / p)^x * ((1 - q) / (1 - p))^(1 - x).
 * A weighted geometric mean is at most the arithmetic one, with equality for x = 0 and x = 1, so
 *   m(x) <= x * q / p + (1 - x) * (1 - q) / (1 - p),
 * and where the mean of x, given everything before, is p, the mean of the right side is q + (1 - q) = 1. The product of m
 * over all observations is therefore a non-negative supermartingale that starts at 1, for every q, and so is its mean over q
 * drawn from Beta(a, b): with S = sum and F = count - sum that is B(a + S, b + F) / B(a, b) / (p^S * (1 - p)^F), the factor
 * whose logarithm is returned. Ville's inequality: the chance that such a process EVER reaches 1 / alpha is at most alpha.
 */
export function logEvidenceAgainst(p: number, sum: number, count: number, prior = PRIOR): number {
  const missing = count - sum;
  let likelihood = 0;
  if (sum > 0) likelihood += sum * Math.log(p);
  if (missing > 0) likelihood += missing * Math.log(1 - p);
  return logBeta(prior + sum, prior + missing) - logBeta(prior, prior) - likelihood;
}

/**
 * Every mean that the observations do not speak against by 1 / `alpha`: the interval as of now of a confidence sequence. With
 * chance 1 - `alpha` the true mean lies in it at every one of infinitely many looks. 0 to 1 while there is no observation.
 */
export function sequenceInterval(sum: number, count: number, alpha: number, prior = PRIOR): Interval {
  if (count <= 0) return { low: 0, high: 1 };
  const limit = -Math.log(alpha);
  const mean = sum / count;
  // Evidence is convex in p and least at the mean: each bound is the one crossing on its side.
  return {
    low: sum > 0 ? crossing(0, mean) : 0,
    high: sum < count ? crossing(1, mean) : 1,
  };

  function crossing(outside: number, inside: number): number {
    let out = outside;
    let within = inside;
    for (let halving = 0; halving < HALVINGS; halving += 1) {
      const middle = (out + within) / 2;
      if (logEvidenceAgainst(middle, sum, count, prior) < limit) within = middle;
      else out = middle;
    }
    // The outer end: rounding may widen the interval, never narrow it.
    return out;
  }
}
