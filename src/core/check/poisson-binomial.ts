/**
 * The number of wins in trades with chances of their own: tails exact to about 1e-11 of their value, however small.
 *
 * Up to `PLAIN` trades the distribution is built trade by trade (dynamic programming); it only adds and multiplies positive
 * numbers, so small chances are as exact as large ones. Above, the chances are tilted first, q' = q e^t / (1 - q + q e^t) with
 * the t that makes k the mean, which turns the tail at k into the middle of another such distribution:
 *   P(Y >= k) = M(t) e^(-tk) * sum over d >= 0 of e^(-td) P'(Y = k + d),  M(t) = product of (1 - q + q e^t),
 * and P' comes from its characteristic function by the trapezoid rule (Hong, "On computing the distribution function for the
 * Poisson binomial distribution", 2013). Two things are left out: chances farther than the window from k, and frequencies at
 * which the characteristic function is below e^-45. Both are under 1e-15 of the result; what remains is rounding.
 */
import { binomialAtLeast } from './binomial.ts';
import { ExactSum } from './exact-sum.ts';

const PLAIN = 1_000;
const NEWTON_STEPS = 100;
const SMALLEST_EXPONENT = 45;

/** Chances that occur, ascending, and how many trades have each. */
interface ChanceGroups {
  readonly chance: Float64Array;
  readonly count: Float64Array;
}

/** P(Y >= k) for Y the number of wins of independent trades with the given chances, each above 0 and below 1. */
export function winsAtLeast(k: number, chances: Float64Array): number {
  const n = chances.length;
  if (k <= 0) return 1;
  if (k > n) return 0;
  const groups = groupChances(chances);
  if (groups.chance.length === 1) return binomialAtLeast(k, n, groups.chance[0] as number);
  const mean = totalOf(groups, (q) => q);
  if (k > mean) return upperTail(k, n, groups);
  return 1 - upperTail(n - k + 1, n, { chance: groups.chance.map((q) => 1 - q), count: groups.count });
}

function groupChances(chances: Float64Array): ChanceGroups {
  const sorted = Float64Array.from(chances).sort();
  const chance: number[] = [];
  const count: number[] = [];
  for (const q of sorted) {
    if (q === chance.at(-1)) count[count.length - 1] = (count.at(-1) as number) + 1;
    else {
      chance.push(q);
      count.push(1);
    }
  }
  return { chance: Float64Array.from(chance), count: Float64Array.from(count) };
}

function totalOf({ chance, count }: ChanceGroups, value: (q: number) => number): number {
  const sum = new ExactSum();
  for (let at = 0; at < chance.length; at += 1) sum.add((count[at] as number) * value(chance[at] as number));
  return sum.value;
}

/** P(Y >= k) for a k above the mean and at most n. */
function upperTail(k: number, n: number, groups: ChanceGroups): number {
  if (k === n) return Math.exp(totalOf(groups, Math.log));
  return n <= PLAIN ? plainTail(k, n, groups) : tiltedTail(k, n, groups);
}

function plainTail(k: number, n: number, { chance, count }: ChanceGroups): number {
  const wins = new Float64Array(n + 1);
  wins[0] = 1;
  let trades = 0;
  for (let at = 0; at < chance.length; at += 1) {
    const q = chance[at] as number;
    for (let time = 0; time < (count[at] as number); time += 1) {
      trades += 1;
      for (let won = trades; won > 0; won -= 1)
        wins[won] = (wins[won] as number) * (1 - q) + (wins[won - 1] as number) * q;
      wins[0] = (wins[0] as number) * (1 - q);
    }
  }
  let tail = 0;
  for (let won = n; won >= k; won -= 1) tail += wins[won] as number;
  return Math.min(1, tail);
}

function tiltedTail(k: number, n: number, groups: ChanceGroups): number {
  const tilt = tiltTo(k, groups);
  const factor = Math.exp(tilt);
  const tilted: ChanceGroups = {
    chance: groups.chance.map((q) => (q * factor) / (1 - q + q * factor)),
    count: groups.count,
  };
  const mean = totalOf(tilted, (q) => q);
  // log M(t) - tk, trade by trade, so that the large parts of both cancel before they are added up.
  const logScale =
    totalOf(groups, (q) => {
      const weight = 1 - q + q * factor;
      return Math.log(weight) - (tilt * (q * factor)) / weight;
    }) +
    tilt * (mean - k);
  if (logScale < -800) return 0;

  const variance = totalOf(tilted, (q) => q * (1 - q));
  // Farther from k lies less than e^-45 (Bernstein's inequality).
  const margin = SMALLEST_EXPONENT / 3;
  const reach = Math.min(n, Math.ceil(margin + Math.sqrt(margin ** 2 + 2 * SMALLEST_EXPONENT * variance)));
  const chancesFromK = chancesAround(k, reach, variance, tilted);
  let sum = 0;
  for (let d = Math.min(reach, n - k); d >= 0; d -= 1)
    sum += Math.exp(-tilt * d) * (chancesFromK[d] as number);
  return Math.min(1, Math.exp(logScale) * sum);
}

/** The tilt at which the mean number of wins is k: Newton's method, kept inside a bracket. k is above the mean and below n. */
function tiltTo(k: number, groups: ChanceGroups): number {
  let low = 0;
  let high = 800;
  let tilt = 0;
  for (let step = 0; step < NEWTON_STEPS; step += 1) {
    const factor = Math.exp(tilt);
    const share = (q: number): number => (q * factor) / (1 - q + q * factor);
    const excess = totalOf(groups, share) - k;
    if (Math.abs(excess) <= 1e-9 * k) break;
    if (excess < 0) low = tilt;
    else high = tilt;
    const slope = totalOf(groups, (q) => share(q) * (1 - share(q)));
    const next = tilt - excess / slope;
    tilt = next > low && next < high ? next : (low + high) / 2;
  }
  return tilt;
}

/** P(Y = k + d) for d from 0 to `reach`: the trapezoid rule on the characteristic function, period 2 `reach` + 1. */
function chancesAround(k: number, reach: number, variance: number, groups: ChanceGroups): Float64Array {
  const points = 2 * reach + 1;
  const chances = new Float64Array(reach + 1).fill(1 / points);
  for (let frequency = 1; frequency <= reach; frequency += 1) {
    const angle = (2 * Math.PI * frequency) / points;
    const half = Math.sin(angle / 2) ** 2;
    // |characteristic function| <= e^(-2 variance sin^2(angle / 2)), and this only falls from here on.
    if (2 * variance * half > SMALLEST_EXPONENT) break;
    const sine = Math.sin(angle);
    const logSize = totalOf(groups, (q) => Math.log1p(-4 * q * (1 - q) * half)) / 2;
    // The turn of each trade about its own mean, so that n turns do not add up to thousands of circles.
    const turn = totalOf(groups, (q) => Math.atan2(q * sine, 1 - 2 * q * half) - q * angle);
    const rest = totalOf(groups, (q) => q) - k;
    const size = (2 / points) * Math.exp(logSize);
    for (let d = 0; d <= reach; d += 1)
      chances[d] = (chances[d] as number) + size * Math.cos(turn + (rest - d) * angle);
  }
  return chances;
}
