/** What records drawn again tell: resamples of the trades, and coin flippers with the same stakes. */
import type { RandomUint32 } from '../random/random.ts';
import type { Interval } from '../statistics/wilson.ts';
import { binomialAtLeast } from './binomial.ts';
import { ExactSum } from './exact-sum.ts';
import { CountDraw } from './seeded-draws.ts';

const RESAMPLES = 10_000;
/** Up to so many trades each resample is drawn trade by trade. */
const DRAWN_ONE_BY_ONE = 5_000;
/** Above, so many different trades are distinguished. */
const DIFFERENT_TRADES = 2_000;

/**
 * The 95 % percentile interval of profit / staked over 10,000 resamples of the trades (Efron 1979). Above 5,000 trades each of
 * them comes a Poisson number of times instead of exactly n in all; that changes the interval by about 1/n of its width.
 */
export function bootstrapReturn(stakes: Float64Array, profits: Float64Array, random: RandomUint32): Interval {
  const returns =
    stakes.length <= DRAWN_ONE_BY_ONE
      ? drawnReturns(stakes, profits, random)
      : countedReturns(stakes, profits, random);
  returns.sort();
  return { low: quantile(returns, 0.025), high: quantile(returns, 0.975) };
}

function drawnReturns(stakes: Float64Array, profits: Float64Array, random: RandomUint32): Float64Array {
  const n = stakes.length;
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
  return returns;
}

function countedReturns(stakes: Float64Array, profits: Float64Array, random: RandomUint32): Float64Array {
  const staked = new Float64Array(RESAMPLES);
  const profit = new Float64Array(RESAMPLES);
  for (const { first, second, count } of joinAlike(stakes, profits, DIFFERENT_TRADES)) {
    const times = CountDraw.poisson(count);
    for (let resample = 0; resample < RESAMPLES; resample += 1) {
      const drawn = times.draw(random);
      staked[resample] = (staked[resample] as number) + drawn * first;
      profit[resample] = (profit[resample] as number) + drawn * second;
    }
  }
  return profit.map((value, at) => value / (staked[at] as number));
}

/** The quantile of ascending values, straight lines between them. */
function quantile(sorted: Float64Array, share: number): number {
  const place = (sorted.length - 1) * share;
  const at = Math.floor(place);
  const low = sorted[at] as number;
  const high = sorted[Math.min(at + 1, sorted.length - 1)] as number;
  return low + (high - low) * (place - at);
}

const FLIPPERS = 100_000;
const DIFFERENT_RETURNS = 1_000;
/** Amounts closer than this share of all that could be won are the same: sums of decimals are not exact. */
const ROUNDING = 1e-9;

/**
 * The share of coin flippers who would have ended with more than `profit` on trades of the same stakes and payouts: exact where
 * these are all the same, else of 100,000 flippers.
 */
export function flippersAbove(
  stakes: Float64Array,
  payouts: Float64Array,
  profit: number,
  random: RandomUint32,
): number {
  // A won trade brings the stake back and its payout; a flipper who wins none has lost all stakes.
  const returns = stakes.map((stake, at) => stake * (1 + (payouts[at] as number)));
  let target = profit;
  let largest = 0;
  for (let at = 0; at < stakes.length; at += 1) {
    target += stakes[at] as number;
    largest += returns[at] as number;
  }
  const isSame = stakes.every((stake, at) => stake === stakes[0] && payouts[at] === payouts[0]);
  if (isSame) {
    const wins = Math.floor(target / (returns[0] as number) + 1e-6);
    return binomialAtLeast(wins + 1, stakes.length, 0.5);
  }
  const ends = new Float64Array(FLIPPERS);
  for (const { first, count } of joinAlike(returns, returns, DIFFERENT_RETURNS)) {
    const heads = CountDraw.heads(count);
    for (let flipper = 0; flipper < FLIPPERS; flipper += 1)
      ends[flipper] = (ends[flipper] as number) + heads.draw(random) * first;
  }
  let above = 0;
  for (const end of ends) if (end > target + largest * ROUNDING) above += 1;
  return above / FLIPPERS;
}

/** Pairs of amounts that are the same, or nearly, as one pair that comes `count` times. */
interface AlikePair {
  readonly first: number;
  readonly second: number;
  readonly count: number;
}

/** Amounts in one cell are at first within this share of each other. */
const NARROWEST = 0.01;

/**
 * Joins equal pairs. Where that leaves more than `most`, pairs within 1 % of each other become their mean, or within 2 %, 4 % and
 * so on until there are few enough: at 8 % the variance of a sum over them loses one part in 2,000.
 */
function joinAlike(first: Float64Array, second: Float64Array, most: number): AlikePair[] {
  let joined = join(first, second, most, (value) => value);
  for (let width = NARROWEST; joined === undefined; width *= 2)
    joined = join(first, second, most, (value) =>
      value === 0 ? 0 : Math.sign(value) * (Math.round(Math.log(Math.abs(value)) / width) + 1e6),
    );
  return joined;
}

/** Pairs by the cells that they fall into; undefined where these are more than `most`. */
function join(
  first: Float64Array,
  second: Float64Array,
  most: number,
  cellOf: (value: number) => number,
): AlikePair[] | undefined {
  const cells = new Map<string, { first: ExactSum; second: ExactSum; count: number }>();
  for (let at = 0; at < first.length; at += 1) {
    const one = first[at] as number;
    const other = second[at] as number;
    const key = `${cellOf(one)} ${cellOf(other)}`;
    let cell = cells.get(key);
    if (cell === undefined) {
      if (cells.size === most) return undefined;
      cell = { first: new ExactSum(), second: new ExactSum(), count: 0 };
      cells.set(key, cell);
    }
    cell.first.add(one);
    cell.second.add(other);
    cell.count += 1;
  }
  return [...cells.values()].map((cell) => ({
    first: cell.first.value / cell.count,
    second: cell.second.value / cell.count,
    count: cell.count,
  }));
}
