import { HOUR_MS, MINUTE_MS } from '../time/instant.ts';
import { type BarColumns, rowAt } from '../market/bars.ts';

const SAMPLES = 4000;
/** Fewer common minutes prove too little. */
const FEWEST_MINUTES = 300;
const SHIFT_STEP_MS = 30 * MINUTE_MS;
const FURTHEST_SHIFT_MS = 14 * HOUR_MS;

/**
 * Compares two sets of bars where they share minutes: two vendors of one pair differ by a fraction of a pip, another
 * instrument by percents, and another clock shows as a shift at which they suddenly agree. Undefined when they share less
 * than 300 of the minutes sampled. `apart` is the median distance as a share of the price: 0.0001 is a pip and a bit of EUR/USD.
 */
export function compareBars(bars: BarColumns, other: BarColumns) {
  const sample = sampleRows(bars, other);
  const unshifted = distanceAt(bars, other, sample, 0);
  if (unshifted === undefined) return undefined;
  let closestShiftMs = 0;
  let closest = unshifted;
  for (let shiftMs = -FURTHEST_SHIFT_MS; shiftMs <= FURTHEST_SHIFT_MS; shiftMs += SHIFT_STEP_MS) {
    const shifted = distanceAt(bars, other, sample, shiftMs);
    if (shifted === undefined || shifted.apart >= closest.apart) continue;
    closest = shifted;
    closestShiftMs = shiftMs;
  }
  return { minutes: unshifted.minutes, apart: unshifted.apart, closestShiftMs, closestApart: closest.apart };
}

/** Rows of the first set spread evenly over the time that both cover. */
function sampleRows(bars: BarColumns, other: BarColumns): readonly number[] {
  const from = rowAt(bars, other.openTimeMs[0] ?? 0);
  const to = rowAt(bars, (other.openTimeMs[other.length - 1] ?? 0) + 1);
  const step = Math.max(1, Math.floor((to - from) / SAMPLES));
  return Array.from(
    { length: Math.max(0, Math.ceil((to - from) / step)) },
    (_, index) => from + index * step,
  );
}

function distanceAt(
  bars: BarColumns,
  other: BarColumns,
  sample: readonly number[],
  shiftMs: number,
): { readonly minutes: number; readonly apart: number } | undefined {
  const distances: number[] = [];
  for (const row of sample) {
    const timeMs = (bars.openTimeMs[row] ?? 0) + shiftMs;
    const at = rowAt(other, timeMs);
    if (other.openTimeMs[at] !== timeMs) continue;
    const close = other.close[at] ?? 1;
    distances.push(Math.abs((bars.close[row] ?? 0) - close) / close);
  }
  if (distances.length < FEWEST_MINUTES) return undefined;
  return {
    minutes: distances.length,
    apart: distances.toSorted((a, b) => a - b)[distances.length >> 1] ?? 0,
  };
}
