import type { RandomUint32 } from '../random/random.ts';
import type { Interval } from '../statistics/wilson.ts';
import { joinAlike } from './alike.ts';
import { CountDraw } from './seeded-draws.ts';

const RESAMPLES = 10_000;
/** Up to so many trades each resample is drawn trade by trade. */
const DRAWN_ONE_BY_ONE = 5_000;
/** Above, so many different trades are distinguished. */
const DIFFERENT = 2_000;

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
  for (const { first, second, count } of joinAlike(stakes, profits, DIFFERENT)) {
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
