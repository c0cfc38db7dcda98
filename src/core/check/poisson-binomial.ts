import { binomialAtLeast } from './binomial.ts';

/** Trades that win or lose together. */
export interface Bet {
  readonly trades: number;
  /** Of winning; above 0 and below 1. */
  readonly chance: number;
}

/** Above so many steps, for 6,300 bets of one trade, the distribution is taken as binomial. */
const MOST_STEPS = 40_000_000;

/**
 * The chance that independent bets win `won` trades or more. Bets of one trade and one chance are binomial; else the distribution is built
 * bet by bet, which only adds and multiplies positive numbers, so small chances are as exact as large ones. Above 40,000,000 steps it is
 * binomial with as many trades as bets of one size would be (Kish 1965) and the mean chance, which makes wins above the mean no less likely
 * than they are (Hoeffding 1956).
 */
export function winsAtLeast(won: number, bets: readonly Bet[]): number {
  const n = bets.reduce((sum, { trades }) => sum + trades, 0);
  if (won <= 0) return 1;
  if (won > n) return 0;
  const first = bets[0] as Bet;
  if (bets.every(({ trades, chance }) => trades === 1 && chance === first.chance))
    return binomialAtLeast(won, n, first.chance);
  if (bets.length * n > MOST_STEPS) {
    const mean = bets.reduce((sum, { trades, chance }) => sum + trades * chance, 0) / n;
    const equal = effectiveBets(bets.map(({ trades }) => trades));
    return binomialAtLeast(Math.floor((won / n) * equal), equal, mean);
  }
  const sums = new Float64Array(n + 1);
  sums[0] = 1;
  let most = 0;
  for (const { trades, chance } of bets) {
    most += trades;
    for (let count = most; count >= trades; count -= 1)
      sums[count] = (sums[count] as number) * (1 - chance) + (sums[count - trades] as number) * chance;
    for (let count = trades - 1; count >= 0; count -= 1) sums[count] = (sums[count] as number) * (1 - chance);
  }
  let tail = 0;
  for (let count = n; count >= won; count -= 1) tail += sums[count] as number;
  return Math.min(1, tail);
}

/** As many independent bets of one size as tell as much (Kish 1965). */
export function effectiveBets(sizes: readonly number[]): number {
  let [sum, squares] = [0, 0];
  for (const size of sizes) {
    sum += size;
    squares += size * size;
  }
  return betsOfSize(sum, squares);
}

/** The same by the sum of the sizes and that of their squares. */
export function betsOfSize(sum: number, squares: number): number {
  return Math.max(1, Math.floor((sum * sum) / squares));
}
