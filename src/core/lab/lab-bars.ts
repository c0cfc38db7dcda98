import { type BarColumns, emptyBars, firstBars, rowAt } from '../market/bars.ts';
import { DAY_MS, MINUTE_MS } from '../time/instant.ts';

/**
 * The instant from which prices are sealed: the beginning of the UTC day in which two thirds of the time from the first bar to the
 * last one have gone by. Every bar that opens before it is in the open part.
 */
export function sealFrom(firstMs: number, lastMs: number): number {
  return dayOf(firstMs + ((lastMs - firstMs) * 2) / 3) * DAY_MS;
}

/** Where the second half of a span begins, at the beginning of a UTC day. */
export function halfOf(fromMs: number, untilMs: number): number {
  return dayOf((fromMs + untilMs) / 2) * DAY_MS;
}

/** The day of UTC that an instant is in, counted from 1970. */
export function dayOf(ms: number): number {
  return Math.floor(ms / DAY_MS);
}

/** Bars of `lengthMs`, joined from the one-minute bars that open before an instant. A bar without a minute does not exist. */
export function joinedBars(minutes: BarColumns, lengthMs: number, untilMs: number): BarColumns {
  const rows = rowAt(minutes, untilMs);
  if (lengthMs === MINUTE_MS) return firstBars(minutes, rows);
  const joined = emptyBars(rows);
  const { openTimeMs, open, high, low, close } = joined;
  let length = 0;
  let lastMs = Number.NaN;
  for (let row = 0; row < rows; row += 1) {
    const opensMs = Math.floor((minutes.openTimeMs[row] as number) / lengthMs) * lengthMs;
    if (opensMs !== lastMs) {
      lastMs = opensMs;
      openTimeMs[length] = opensMs;
      open[length] = minutes.open[row] as number;
      high[length] = minutes.high[row] as number;
      low[length] = minutes.low[row] as number;
      length += 1;
    }
    const bar = length - 1;
    high[bar] = Math.max(high[bar] as number, minutes.high[row] as number);
    low[bar] = Math.min(low[bar] as number, minutes.low[row] as number);
    close[bar] = minutes.close[row] as number;
  }
  return firstBars(joined, length);
}
