import { DAY_MS } from '../time/instant.ts';
import type { CheckFigures } from './check-record.ts';
import { betsOf, judgesMoney, type SignalFacts } from './judgement.ts';
import { FEWEST_TRADES } from './luck.ts';
import { effectiveBets } from './poisson-binomial.ts';
import type { Trade } from './trade.ts';

/** Null where the rate is not above the other one, or wins may hide lost stakes: no number of trades would show that it is. */
export type HowManyMore = ReturnType<typeof howManyMore>;
/** How many trades it takes to tell a win rate from another, if it stays what it is. */
export type TradesNeeded = NonNullable<HowManyMore['fromCoin']>;

/** The quantiles of the normal distribution for a one-sided 5 % and a power of 80 %. */
const ONE_SIDED_5 = 1.6448536269514722;
const POWER_80 = 0.8416212335729143;

/**
 * How many more trades it takes until one would know that a record is above a coin, and above break-even: by its wins, and by the money
 * where that is judged too.
 */
export function howManyMore(
  {
    n,
    winRate,
    breakEvenRate,
    judgement,
  }: Pick<CheckFigures, 'n' | 'winRate' | 'breakEvenRate'> & Partial<Pick<CheckFigures, 'judgement'>>,
  trades: readonly Trade[],
  signals: Partial<SignalFacts> = {},
) {
  if (judgement?.against === 'doubling') return { fromCoin: null, fromBreakEven: null };
  // Signals without an end count as lost, as in the verdict.
  const lost = signals.unresolvedStakes ?? signals.unresolved ?? 0;
  const counted = n + lost;
  const rate = winRate === null ? null : (winRate * n) / counted;
  const pace = tradesPerDay(trades);
  const decided = trades.filter(({ outcome }) => outcome !== 'tied');
  const ofMoney = judgesMoney(decided, signals) ? tradesToGain(decided) : FEWEST_TRADES;
  // Trades on one move tell as much as one.
  const aBet = decided.length / effectiveBets(betsOf(decided));
  const needed = (from: number | null, fewest: number | null) => {
    const count = rate === null || from === null ? null : tradesToTell(rate, from);
    if (count === null || fewest === null) return null;
    const total = Math.ceil(Math.max(fewest, FEWEST_TRADES, count) * aBet);
    const more = Math.max(0, total - counted);
    // At the pace so far, in days with trades; null where times are not known.
    const days = pace === null ? null : Math.ceil(more / pace);
    return { trades: total, more, days };
  };
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
 * How many trades it takes until a rate that stays what it is shows itself above another one in 4 of 5 records (one-sided 5 %,
 * normal approximation); null where it is not above it.
 */
export function tradesToTell(rate: number, from: number): number | null {
  if (rate <= from) return null;
  const spread = ONE_SIDED_5 * Math.sqrt(from * (1 - from)) + POWER_80 * Math.sqrt(rate * (1 - rate));
  return Math.ceil((spread / (rate - from)) ** 2);
}

/** The same for what trades bring per stake, by its mean and its spread; null where they bring nothing. */
function tradesToGain(decided: readonly Trade[]): number | null {
  const returns = decided.map(({ profit, stake }) => profit / stake);
  const mean = returns.reduce((sum, value) => sum + value, 0) / returns.length;
  const square = returns.reduce((sum, value) => sum + (value - mean) ** 2, 0) / returns.length;
  return mean > 0 ? Math.ceil(((ONE_SIDED_5 + POWER_80) ** 2 * square) / mean ** 2) : null;
}
