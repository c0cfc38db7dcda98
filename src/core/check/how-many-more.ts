import { DAY_MS } from '../time/instant.ts';
import type { CheckFigures } from './check-record.ts';
import { crossing } from './binomial.ts';
import { betsOf, judgesMoney, type SignalFacts } from './judgement.ts';
import { normalAbove } from '../statistics/special-functions.ts';
import { FEWEST_TRADES, levelAlone, type Selection } from './luck.ts';
import { effectiveBets } from './poisson-binomial.ts';
import type { Trade } from './trade.ts';

/** What tells how many trades it takes, of one record. */
export type WhatIsKnown = ReturnType<typeof whatIsKnown>;
/** Null where the rate is not above the other one, or wins may hide lost stakes: no number of trades would show that it is. */
export type HowManyMore = ReturnType<typeof howManyMore>;
/** How many trades it takes to tell a win rate from another, if it stays what it is. */
export type TradesNeeded = NonNullable<HowManyMore['fromCoin']>;

/** A test of one side, of all that was looked at together. */
const ALPHA = 0.05;
/** The quantile of the normal distribution for a power of 80 %. */
const POWER_80 = 0.8416212335729143;

/** What a record tells about how many trades it takes: by its wins, and by the money where that is judged too. */
export function whatIsKnown(
  {
    n,
    winRate,
    breakEvenRate,
    judgement,
  }: Pick<CheckFigures, 'n' | 'winRate' | 'breakEvenRate'> & Partial<Pick<CheckFigures, 'judgement'>>,
  trades: readonly Trade[],
  signals: Partial<SignalFacts> = {},
) {
  // Signals without an end count as lost, as in the verdict.
  const counted = n + (signals.unresolvedStakes ?? signals.unresolved ?? 0);
  const decided = trades.filter(({ outcome }) => outcome !== 'tied');
  return {
    counted,
    rate: winRate === null || judgement?.against === 'doubling' ? null : (winRate * n) / counted,
    breakEvenRate,
    pace: tradesPerDay(trades),
    /** Trades on one move tell as much as one. */
    aBet: decided.length / effectiveBets(betsOf(decided)),
    returns: judgesMoney(decided, signals) ? returnsOf(decided) : null,
  };
}

/** How many more trades it takes until one would know that a record that was chosen so is above a coin, and above break-even. */
export function howManyMore(
  { counted, rate, breakEvenRate, pace, aBet, returns }: WhatIsKnown,
  selection: Selection,
) {
  const z = quantileAbove(levelAlone(ALPHA, selection));
  const needed = (from: number | null, fewest: number | null) => {
    const count = rate === null || from === null ? null : tradesToTell(rate, from, z);
    if (count === null || fewest === null) return null;
    const total = Math.ceil(Math.max(fewest, FEWEST_TRADES, count) * aBet);
    const more = Math.max(0, total - counted);
    // At the pace so far, in days with trades; null where times are not known.
    const days = pace === null ? null : Math.ceil(more / pace);
    return { trades: total, more, days };
  };
  const ofMoney = returns === null ? FEWEST_TRADES : tradesToGain(returns, z);
  return { fromCoin: needed(0.5, FEWEST_TRADES), fromBreakEven: needed(breakEvenRate, ofMoney) };
}

/** How many trades a day with trades has on average; null where one has no time. */
export function tradesPerDay(trades: readonly Trade[]): number | null {
  const days = new Set<number>();
  for (const { timeMs } of trades) {
    if (timeMs === null) return null;
    days.add(Math.floor(timeMs / DAY_MS));
  }
  return days.size === 0 ? null : trades.length / days.size;
}

/**
 * How many trades it takes until a rate that stays what it is shows itself above another one in 4 of 5 records, with as large a quantile
 * of the normal distribution as its test asks; null where it is not above it.
 */
export function tradesToTell(rate: number, from: number, z: number): number | null {
  if (rate <= from) return null;
  const spread = z * Math.sqrt(from * (1 - from)) + POWER_80 * Math.sqrt(rate * (1 - rate));
  return Math.ceil((spread / (rate - from)) ** 2);
}

/** The mean and the spread of what trades bring per stake. */
function returnsOf(decided: readonly Trade[]) {
  const returns = decided.map(({ profit, stake }) => profit / stake);
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const square = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length;
  return { mean, square };
}

/** The same for what trades bring per stake; null where they bring nothing. */
function tradesToGain({ mean, square }: ReturnType<typeof returnsOf>, z: number): number | null {
  return mean > 0 ? Math.ceil(((z + POWER_80) ** 2 * square) / mean ** 2) : null;
}

const FARTHEST = 40;

/** Above which value the normal distribution has so small a chance. */
function quantileAbove(chance: number): number {
  return crossing((z) => normalAbove(z) <= chance, 0, FARTHEST);
}
