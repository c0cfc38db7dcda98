import { AUTO_PAIRS } from './pairs.ts';

/** A pair with a public price: its signals can be settled and scored. */
export type ScoredPair = (typeof AUTO_PAIRS)[number];

/** The pairs that real prices are read for, in the order they are listed. */
export const SCORED_PAIRS: readonly ScoredPair[] = AUTO_PAIRS;

/** Whether a pair has a public price. An OTC quote of the same name is another thing and is never settled with it. */
export function isScoredPair(pair: string): pair is ScoredPair {
  return (SCORED_PAIRS as readonly string[]).includes(pair);
}

/** Decimal places in which a pair is quoted: 3 against the yen, else 5. */
export function priceDigits(pair: ScoredPair): 3 | 5 {
  return pair.endsWith('/JPY') ? 3 : 5;
}

/**
 * Prices are kept as whole numbers of the last quoted decimal ("scaled"): 1.08523 is 108523. Sums and ties are exact,
 * which they are not with fractions.
 */
export function priceScale(pair: ScoredPair): number {
  return 10 ** priceDigits(pair);
}

/** A scaled price as it is written, with the pair's decimals: 108523 of EUR/USD is "1.08523". */
export function formatPrice(pair: ScoredPair, scaled: number): string {
  return (scaled / priceScale(pair)).toFixed(priceDigits(pair));
}
