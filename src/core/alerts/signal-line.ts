import { confidenceText } from '../engine/confidence-text.ts';
import type { Direction } from '../market/direction.ts';
import { breakEvenRate } from '../record/verdict.ts';

/** What a line about a signal says. */
export interface SignalFacts {
  readonly pair: string;
  readonly direction: Direction;
  readonly timeframe: string;
  /** Percent. */
  readonly confidence: number;
}

/**
 * What the card of a market signal says, in one line: `EUR/USD CALL, 1min, 51.2% measured, you need 55.6%`. `payout` is what a won
 * stake of 1 pays, above 0.
 */
export function signalLine({ pair, direction, timeframe, confidence }: SignalFacts, payout: number): string {
  const need = confidenceText(100 * breakEvenRate(payout));
  return `${pair} ${direction}, ${timeframe}, ${confidenceText(confidence)} measured, you need ${need}`;
}
