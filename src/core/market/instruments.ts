/** A pair that is scored on real prices: its name, how many decimals its prices carry, and where they can plausibly lie. */
export interface Instrument {
  readonly pair: ScoredPair;
  /** Decimals of the smallest step that is kept: 5, or 3 for the yen. A pip is ten such steps. */
  readonly digits: number;
  /**
   * Prices outside cannot be this pair: the range since 1990 (1999 for the euro) widened by a fifth to a half,
   * so that no future year is refused but another instrument, an inverse quote or a shifted decimal point is.
   */
  readonly plausible: { readonly low: number; readonly high: number };
}

/** The pairs that have a public price, by which signals are scored. Which pairs are drawn is another list: see pairs.ts. */
export const SCORED_PAIRS = ['EUR/USD', 'USD/JPY', 'EUR/JPY', 'EUR/GBP', 'USD/CAD'] as const;
export type ScoredPair = (typeof SCORED_PAIRS)[number];

const INSTRUMENTS: Readonly<Record<ScoredPair, Instrument>> = {
  // 0.823 in October 2000, 1.604 in July 2008.
  'EUR/USD': { pair: 'EUR/USD', digits: 5, plausible: { low: 0.6, high: 1.8 } },
  // 75.3 in October 2011, 161.9 in July 2024, 160 in April 1990.
  'USD/JPY': { pair: 'USD/JPY', digits: 3, plausible: { low: 60, high: 260 } },
  // 88.9 in October 2000, above 180 in 2025.
  'EUR/JPY': { pair: 'EUR/JPY', digits: 3, plausible: { low: 70, high: 280 } },
  // 0.567 in May 2000, 0.980 in December 2008.
  'EUR/GBP': { pair: 'EUR/GBP', digits: 5, plausible: { low: 0.45, high: 1.2 } },
  // 0.906 in November 2007, 1.619 in January 2002.
  'USD/CAD': { pair: 'USD/CAD', digits: 5, plausible: { low: 0.75, high: 1.95 } },
};

/** Whether this pair has a public price and is scored. */
export function isScoredPair(pair: string): pair is ScoredPair {
  return (SCORED_PAIRS as readonly string[]).includes(pair);
}

/** What is known about a scored pair. */
export function instrumentOf(pair: ScoredPair): Instrument {
  return INSTRUMENTS[pair];
}

/** How many scaled steps make one unit of price: 100,000, or 1,000 for the yen. Scaled prices are whole, so a tie is exact. */
export function priceScale(pair: ScoredPair): number {
  return 10 ** INSTRUMENTS[pair].digits;
}

/** A price as a whole number of its pair's last decimal (see `priceScale`). Sums and differences of prices are plain numbers. */
export type ScaledPrice = number & { readonly __unit: "steps of the pair's last decimal" };

/**
 * Marks a number as a scaled price, without a check: for the edges where such numbers come in. `scalePrice` makes one of a
 * vendor's decimal price, and `parseEntry` those of the ledger.
 */
export function scaledPrice(steps: number): ScaledPrice {
  return steps as ScaledPrice;
}
