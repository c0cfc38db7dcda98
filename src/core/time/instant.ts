/** An instant: whole milliseconds since 1970-01-01T00:00:00Z. Core never reads a clock; it is handed instants. */
export type EpochMs = number & { readonly __unit: 'ms since 1970-01-01T00:00:00Z' };

/** Marks a number of milliseconds since 1970 as an instant; throws a RangeError when it is not finite. */
export function epochMs(ms: number): EpochMs {
  if (!Number.isFinite(ms))
    throw new RangeError(`an instant must be a finite number of milliseconds, got ${ms}`);
  return ms as EpochMs;
}

export const SECOND_MS = 1_000;
export const MINUTE_MS = 60 * SECOND_MS;
export const HOUR_MS = 60 * MINUTE_MS;
export const DAY_MS = 24 * HOUR_MS;

/** The start of the minute that an instant is in. */
export function minuteOf(ms: number): number {
  return Math.floor(ms / MINUTE_MS) * MINUTE_MS;
}
