import type { RecordRate } from '../wire/record.ts';

/** With fewer settled signals there is no verdict on them. */
export const FEWEST_TO_JUDGE = 100;

/** All in the same few words: bad news has the same size as good. */
export type VerdictCode = 'too-few' | 'above' | 'below' | 'no-edge';

/** What a record means to a trader. */
export type Verdict = ReturnType<typeof judge>;

/** The win rate at which a won stake of 1, paid `payout`, makes up for the lost ones. Throws a RangeError unless it is above 0. */
export function breakEvenRate(payout: number): number {
  if (!(payout > 0) || !Number.isFinite(payout))
    throw new RangeError(`a payout must be a positive share of the stake, such as 0.8; got ${payout}`);
  return 1 / (1 + payout);
}

/** How many of 100 must be right at a rate: the next whole one. The subtrahend is for shares that floating point has a hair too high. */
export function neededInHundred(rate: number): number {
  return Math.ceil(rate * 100 - 1e-9);
}

/** What a stake of 1 brings on average at a win rate: 1.8 x rate - 1 at a payout of 0.8. */
function perStake(rate: number, payout: number): number {
  return (1 + payout) * rate - 1;
}

/** Judges a win rate by its confidence sequence at a payout. Throws a RangeError unless the payout is above 0. */
export function judge(arm: RecordRate, payout: number) {
  const breakEven = breakEvenRate(payout);
  const code = verdictCode(arm, breakEven);
  return {
    code,
    breakEven,
    /** What a stake of 1 brings on average, stakes that were refunded left out; null while nothing is settled. */
    perStake: arm.rate === null ? null : perStake(arm.rate, payout),
    /** From the bounds of the win rate's confidence sequence. */
    perStakeInterval: { low: perStake(arm.watched.low, payout), high: perStake(arm.watched.high, payout) },
  };
}

function verdictCode({ settled, watched }: RecordRate, breakEven: number): VerdictCode {
  if (settled < FEWEST_TO_JUDGE) return 'too-few';
  if (watched.low > breakEven) return 'above';
  return watched.high < breakEven ? 'below' : 'no-edge';
}
