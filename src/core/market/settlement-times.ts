import { epochMs, type EpochMs, SECOND_MS } from '../time/instant.ts';
import { type Timeframe, timeframeMs } from './timeframes.ts';

/** S2 (docs/signals.md): from the decision to the start, so that the quote that made the signal cannot be traded. */
export const START_DELAY_MS = SECOND_MS;
/** S4 to S6: a quote counts for so long, and so long after an expiry a quote proves that the feed was alive. */
export const FRESH_MS = 15 * SECOND_MS;
/** S6: until so long after an expiry a quote can come that proves it: the last that does may be on its way as long as one counts. */
export const PROOF_WAIT_MS = 2 * FRESH_MS;
/** Synchronised clocks of a feed and of the desk differ by less. */
export const CLOCKS_APART_MS = 2 * SECOND_MS;

/** The first instant after `now` at which signals of a timeframe are decided: its whole multiples since 1970. */
export function nextDecision(now: EpochMs, timeframe: Timeframe): EpochMs {
  const stepMs = timeframeMs(timeframe);
  return epochMs((Math.floor(now / stepMs) + 1) * stepMs);
}

/** When a signal decided at a grid instant starts, and when it expires. */
export function signalSpan(
  decidedMs: number,
  timeframe: Timeframe,
): { readonly startMs: EpochMs; readonly expiryMs: EpochMs } {
  const startMs = epochMs(decidedMs + START_DELAY_MS);
  return { startMs, expiryMs: epochMs(startMs + timeframeMs(timeframe)) };
}
