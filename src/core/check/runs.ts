/** How wins and losses follow each other: the chance of as many runs, and of as many long losing ones, in a fair order. */
import { binomialChance } from './binomial.ts';

/** Up to so many trades the distribution is counted in whole numbers; above, it is normal with the exact mean and variance. */
const COUNTED = 1_000;
/** The 0.5 % and 99.5 % points of the normal distribution. */
const POINT_995 = 2.5758293035489004;

/** How many unbroken rows of losses there are. */
export function losingRuns(isWon: readonly boolean[]): number {
  let runs = 0;
  for (let at = 0; at < isWon.length; at += 1) if (!isWon[at] && (at === 0 || isWon[at - 1])) runs += 1;
  return runs;
}

/**
 * The chance of a number of runs as far from the usual one as this, given how many were won and lost: twice the smaller tail, at
 * most 1. Exact for any count; 1 where all were won or all lost. (A. Wald, J. Wolfowitz, "On a test whether two samples are from the
 * same population", 1940: the exact distribution of runs.)
 */
export function runsTest(isWon: readonly boolean[]): number {
  const won = isWon.filter(Boolean).length;
  const lost = isWon.length - won;
  if (won === 0 || lost === 0) return 1;
  let runs = 1;
  for (let at = 1; at < isWon.length; at += 1) if (isWon[at] !== isWon[at - 1]) runs += 1;
  const most = 2 * Math.min(won, lost) + (won === lost ? 0 : 1);
  const chance = runsChances(won, lost);
  let atMost = 0;
  for (let count = 2; count <= runs; count += 1) atMost += chance(count);
  let atLeast = 0;
  for (let count = most; count >= runs; count -= 1) atLeast += chance(count);
  return Math.min(1, 2 * Math.min(atMost, atLeast));
}

/**
 * P(so many runs): 2 C(won-1, k-1) C(lost-1, k-1) / C(n, won) for 2k runs. The binomial coefficients are taken as chances at
 * p = lost / n and won / n, whose powers cancel to the factors below, so that none of them is too large for a number.
 */
function runsChances(won: number, lost: number): (runs: number) => number {
  const n = won + lost;
  const p = lost / n;
  const q = won / n;
  const whole = binomialChance(won, n, q);
  const ofWins = (cuts: number): number => binomialChance(cuts, won - 1, p);
  const ofLosses = (cuts: number): number => binomialChance(cuts, lost - 1, q);
  return (runs) => {
    const half = Math.floor(runs / 2);
    if (runs % 2 === 0) return (2 * p * q * ofWins(half - 1) * ofLosses(half - 1)) / whole;
    return (q * q * ofWins(half) * ofLosses(half - 1) + p * p * ofWins(half - 1) * ofLosses(half)) / whole;
  };
}

/** How many unbroken rows of losses have at least `length` losses. */
export function longLosingRuns(isWon: readonly boolean[], length: number): number {
  let runs = 0;
  let losses = 0;
  for (const won of isWon) {
    losses = won ? 0 : losses + 1;
    if (losses === length) runs += 1;
  }
  return runs;
}

/**
 * From how many to how many losing runs of at least `length` losses 99 of 100 records have, of all orders of so many won and
 * lost trades. The wins leave won + 1 gaps for the losses; the factorial moments of the number of long gaps are
 * C(won + 1, j) C(n - j length, won) / C(n, won).
 */
export function usualLosingRuns(
  length: number,
  won: number,
  lost: number,
): { readonly low: number; readonly high: number } {
  return won + lost <= COUNTED ? countedRange(length, won, lost) : normalRange(length, won, lost);
}

function countedRange(length: number, won: number, lost: number): { low: number; high: number } {
  const most = Math.min(won + 1, Math.floor(lost / length));
  const gaps = choose(won + 1, most);
  // Of how many orders so many long gaps can be picked; turned into how many orders have exactly so many (Taylor's shift by -1).
  const orders = Array.from(
    { length: most + 1 },
    (_, picked) => (gaps[picked] as bigint) * ordersLeft(won, lost - picked * length),
  );
  for (let from = 0; from < most; from += 1)
    for (let at = most - 1; at >= from; at -= 1)
      orders[at] = (orders[at] as bigint) - (orders[at + 1] as bigint);
  const all = ordersLeft(won, lost);
  let below = 0n;
  let low = 0;
  for (let runs = 0; ; runs += 1) {
    below += orders[runs] as bigint;
    if (below * 200n <= all) low = runs + 1;
    if (below * 200n >= all * 199n) return { low, high: runs };
  }
}

/** Binomial coefficients C(n, 0) to C(n, most). */
function choose(n: number, most: number): bigint[] {
  const row = [1n];
  for (let k = 1; k <= most; k += 1) row.push(((row[k - 1] as bigint) * BigInt(n - k + 1)) / BigInt(k));
  return row;
}

/** C(won + lost, won). */
function ordersLeft(won: number, lost: number): bigint {
  const fewer = Math.min(won, lost);
  return choose(won + lost, fewer)[fewer] as bigint;
}

function normalRange(length: number, won: number, lost: number): { low: number; high: number } {
  const gaps = won + 1;
  const one = allLost(length, won, lost);
  const mean = gaps * one;
  const variance = gaps * (gaps - 1) * allLost(2 * length, won, lost) + mean - mean ** 2;
  const reach = POINT_995 * Math.sqrt(Math.max(0, variance));
  return { low: Math.max(0, Math.round(mean - reach)), high: Math.round(mean + reach) };
}

/** C(n - picked, won) / C(n, won): the chance that so many given losses stand where they are picked. */
function allLost(picked: number, won: number, lost: number): number {
  let chance = 1;
  for (let at = 0; at < picked; at += 1) chance *= Math.max(0, lost - at) / (won + lost - at);
  return chance;
}
