/** A. Wald, J. Wolfowitz, "On a test whether two samples are from the same population", 1940: the exact distribution of runs. */
import { binomialChance } from './binomial.ts';

/** How many unbroken rows of losses there are. */
export function losingRuns(isWon: readonly boolean[]): number {
  let runs = 0;
  for (let at = 0; at < isWon.length; at += 1) if (!isWon[at] && (at === 0 || isWon[at - 1])) runs += 1;
  return runs;
}

/**
 * The chance of a number of runs as far from the usual one as this, given how many were won and lost: twice the smaller tail, at
 * most 1. Exact for any count; 1 where all were won or all lost.
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
