/** What records drawn again tell: resamples of the trades, and coin flippers with the same stakes. */
import type { RandomUint32 } from '../random/random.ts';
import { normalAbove } from '../statistics/special-functions.ts';
import { type Interval, NORMAL_95 } from '../statistics/wilson.ts';
import { binomialAtLeast } from './binomial.ts';
import { sumOf } from './exact-sum.ts';

const RESAMPLES = 10_000;
const FLIPPERS = 20_000;
/** The sums of more trades are taken as normal, with their mean and variance. */
const MOST_DRAWN = 5_000;

/**
 * The 95 % percentile interval of profit / staked over 10,000 resamples of the trades (Efron 1979); above 5,000 trades the interval
 * of the delta method, which it comes to.
 */
export function bootstrapReturn(stakes: Float64Array, profits: Float64Array, random: RandomUint32): Interval {
  const n = stakes.length;
  if (n > MOST_DRAWN) {
    const staked = sumOf(n, (at) => stakes[at] as number);
    const mean = sumOf(n, (at) => profits[at] as number) / staked;
    const squares = sumOf(n, (at) => ((profits[at] as number) - mean * (stakes[at] as number)) ** 2);
    const reach = (NORMAL_95 * Math.sqrt(squares)) / staked;
    return { low: mean - reach, high: mean + reach };
  }
  const share = n / 2 ** 32;
  const returns = new Float64Array(RESAMPLES);
  for (let resample = 0; resample < RESAMPLES; resample += 1) {
    let staked = 0;
    let profit = 0;
    for (let draw = 0; draw < n; draw += 1) {
      const at = Math.floor(random() * share);
      staked += stakes[at] as number;
      profit += profits[at] as number;
    }
    returns[resample] = profit / staked;
  }
  returns.sort();
  return { low: quantile(returns, 0.025), high: quantile(returns, 0.975) };
}

/** The quantile of ascending values, straight lines between them. */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const at = Math.floor(place);
  const low = sorted[at] as number;
  const high = sorted[Math.min(at + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - at);
}

/** The chance with which one who has only luck wins at a payout. */
export type LuckChance = (payout: number) => number;

const evenChance: LuckChance = () => 0.5;

/** Whether a draw is a win at a chance. */
export function isHeads(draw: number, chance: number): boolean {
  return draw >= (1 - chance) * 2 ** 32;
}

function varianceOf(brought: number, chance: number): number {
  return brought * brought * chance * (1 - chance);
}

/** Amounts closer than this share of all that could be won are the same: sums of decimals are not exact. */
const ROUNDING = 1e-9;

/**
 * The share of flippers, whose coin wins with a chance that may follow the payout, who would have ended with more than `profit` on trades of the same stakes and payouts: exact where
 * these are equal, else of 20,000 flippers, above 5,000 trades normal.
 */
export function flippersAbove(
  stakes: Float64Array,
  payouts: Float64Array,
  profit: number,
  random: RandomUint32,
  chanceOf: LuckChance = evenChance,
): number {
  // A won trade brings the stake back and its payout; a flipper who wins none has lost all stakes.
  const returns = stakes.map((stake, at) => stake * (1 + (payouts[at] as number)));
  const chances = payouts.map(chanceOf);
  let target = profit;
  let largest = 0;
  for (let at = 0; at < stakes.length; at += 1) {
    target += stakes[at] as number;
    largest += returns[at] as number;
  }
  const isSame = stakes.every((stake, at) => stake === stakes[0] && payouts[at] === payouts[0]);
  if (isSame) {
    const wins = Math.floor(target / (returns[0] as number) + 1e-6);
    return binomialAtLeast(wins + 1, stakes.length, chanceOf(payouts[0] as number));
  }
  if (returns.length > MOST_DRAWN)
    return normalAbove(
      (target - sumOf(returns.length, (at) => (returns[at] as number) * (chances[at] as number))) /
        Math.sqrt(sumOf(returns.length, (at) => varianceOf(returns[at] as number, chances[at] as number))),
    );
  let above = 0;
  for (let flipper = 0; flipper < FLIPPERS; flipper += 1) {
    let end = 0;
    for (const [at, brought] of returns.entries())
      if (isHeads(random(), chances[at] as number)) end += brought;
    if (end > target + largest * ROUNDING) above += 1;
  }
  return above / FLIPPERS;
}
