import { DAY_MS, type EpochMs, epochMs, HOUR_MS } from './instant.ts';

/** The market clock is UTC+5, without daylight saving; hour and weekday are both read on it. */
export const MARKET_UTC_OFFSET_MS = 5 * HOUR_MS;

export type SessionId = 'asian' | 'tokyo' | 'london';

/** A market window: open from the first hour, inclusive, to the last, exclusive, on the market clock, Monday to Friday. */
export interface MarketSession {
  readonly id: SessionId;
  readonly fromHour: number;
  readonly toHour: number;
}

export const MARKET_SESSIONS = [
  { id: 'asian', fromHour: 4, toHour: 13 },
  { id: 'tokyo', fromHour: 5, toHour: 14 },
  { id: 'london', fromHour: 13, toHour: 22 },
] as const satisfies readonly MarketSession[];

/** Which windows are open, and whether any is. */
export interface MarketStatus {
  readonly asian: boolean;
  readonly tokyo: boolean;
  readonly london: boolean;
  readonly anyActive: boolean;
}

/** Which market windows are open at an instant. */
export function marketStatus(now: EpochMs): MarketStatus {
  const weekday = isMarketDay(now);
  const msOfDay = marketMsOfDay(now);
  const [asian = false, tokyo = false, london = false] = MARKET_SESSIONS.map(
    ({ fromHour, toHour }) => weekday && msOfDay >= fromHour * HOUR_MS && msOfDay < toHour * HOUR_MS,
  );
  return { asian, tokyo, london, anyActive: asian || tokyo || london };
}

/** The next instant, strictly after `now`, at which the market turns from closed to open. */
export function nextOpening(now: EpochMs): EpochMs {
  return nextChange(now, true);
}

/** The next instant, strictly after `now`, at which the market turns from open to closed. */
export function nextClosing(now: EpochMs): EpochMs {
  return nextChange(now, false);
}

/** The last instant, at or before `now`, at which the market turned from open to closed. */
export function lastClosing(now: EpochMs): EpochMs {
  let hour = now - modulo(now, HOUR_MS);
  while (!(isOpen(hour - 1) && !isOpen(hour))) hour -= HOUR_MS;
  return epochMs(hour);
}

/** Milliseconds since midnight on the market clock, 0 to 86,399,999. */
export function marketMsOfDay(now: EpochMs): number {
  return modulo(now + MARKET_UTC_OFFSET_MS, DAY_MS);
}

/** Market windows change on whole hours of the market clock only, so it is enough to look at those. */
function nextChange(now: EpochMs, opens: boolean): EpochMs {
  let hour = now - modulo(now, HOUR_MS);
  do {
    hour += HOUR_MS;
  } while (!(isOpen(hour) === opens && isOpen(hour - 1) !== opens));
  return epochMs(hour);
}

function isOpen(ms: number): boolean {
  return marketStatus(epochMs(ms)).anyActive;
}

/** Whether the market opens at all on this day of the market clock. 1 January 1970 was a Thursday: day 4 is the first Monday. */
export function isMarketDay(now: EpochMs): boolean {
  const day = Math.floor((now + MARKET_UTC_OFFSET_MS) / DAY_MS);
  return modulo(day - 4, 7) < 5;
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
