import type { RandomUint32 } from '../random/random.ts';
import { joinAlike } from './alike.ts';
import { binomialAtLeast } from './binomial.ts';
import { CountDraw } from './seeded-draws.ts';

const FLIPPERS = 100_000;
const DIFFERENT = 1_000;
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
  for (const { first, count } of joinAlike(returns, returns, DIFFERENT)) {
    const heads = CountDraw.heads(count);
    for (let flipper = 0; flipper < FLIPPERS; flipper += 1)
      ends[flipper] = (ends[flipper] as number) + heads.draw(random) * first;
  }
  let above = 0;
  for (const end of ends) if (end > target + largest * ROUNDING) above += 1;
  return above / FLIPPERS;
}
