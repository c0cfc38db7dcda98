import { type EpochMs, epochMs } from '../time/instant.ts';
import { START_DELAY_MS } from '../market/settlement-times.ts';
import { type Timeframe, timeframeMs } from '../market/timeframes.ts';

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
