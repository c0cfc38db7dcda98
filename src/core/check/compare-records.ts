import { wilsonInterval } from '../statistics/wilson.ts';
import { hypergeometricChance } from './binomial.ts';
import { wonBets } from './groups.ts';
import type { TradeOutcome } from './trade.ts';

/** How many decided trades of a record were won. */
export interface WinCount {
  readonly won: number;
  readonly n: number;
  /** As many independent bets; `n` where each trade is one. */
  readonly bets?: number | undefined;
}

/**
 * Compares two win rates, each of at least one trade: the exact test of R. A. Fisher (1935), and the interval of R. Newcombe,
 * "Interval estimation for the difference between independent proportions" (1998), method 10.
 * `difference` is the second win rate less the first, with its 95 %; `p` the chance of one as large, either way, where both win at one rate.
 */
export function compareRecords(first: WinCount, second: WinCount) {
  const [a, b] = [first.won / first.n, second.won / second.n];
  const [one, other] = [inBets(first), inBets(second)];
  const [ofA, ofB] = [wilsonInterval(a * one.n, one.n), wilsonInterval(b * other.n, other.n)];
  const difference = b - a;
  return {
    difference,
    interval: {
      low: difference - Math.hypot(b - ofB.low, ofA.high - a),
      high: difference + Math.hypot(ofB.high - b, a - ofA.low),
    },
    p: fisherTwoSided(one, other),
  };
}

function inBets({ won, n, bets = n }: WinCount): WinCount {
  return { won: wonBets({ won, n, bets }), n: bets };
}

/** Of so many wins in both records together, how many fall to the first: the hypergeometric distribution. */
function fisherTwoSided(first: WinCount, second: WinCount): number {
  const wins = first.won + second.won;
  const n = first.n + second.n;
  if (wins === 0 || wins === n) return 1;
  const chance = (won: number): number => hypergeometricChance(won, first.n, wins, n);
  const least = Math.max(0, wins - second.n);
  const most = Math.min(first.n, wins);
  let atMost = 0;
  for (let won = least; won <= first.won; won += 1) atMost += chance(won);
  let atLeast = 0;
  for (let won = most; won >= first.won; won -= 1) atLeast += chance(won);
  return Math.min(1, 2 * Math.min(atMost, atLeast));
}

/** How many changed messages said an outcome. */
export function countSaid(
  messages: readonly Readonly<Record<'said' | 'says', TradeOutcome | null>>[],
  when: 'said' | 'says',
  outcome: TradeOutcome,
): number {
  return messages.filter((message) => message[when] === outcome).length;
}
