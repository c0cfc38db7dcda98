import { DAY_MS, HOUR_MS } from './instant.ts';
import { weekdayOfDays } from './civil-date.ts';
import { NEW_YORK, offsetAt } from './wall-clock.ts';

/**
 * The FX week, Sunday 17:00 to Friday 17:00 in New York, the first minute in, the last instant out, that began last at or before an
 * instant (UTC ms); the instant may lie after its close, in the weekend.
 */
export function fxWeekAt(utcMs: number) {
  const local = utcMs + offsetAt(NEW_YORK, utcMs);
  const day = Math.floor(local / DAY_MS);
  const sunday = day - weekdayOfDays(day);
  const opens = newYorkToUtc(sunday * DAY_MS + 17 * HOUR_MS);
  const openingSunday = utcMs >= opens ? sunday : sunday - 7;
  return {
    opensMs: newYorkToUtc(openingSunday * DAY_MS + 17 * HOUR_MS),
    closesMs: newYorkToUtc((openingSunday + 5) * DAY_MS + 17 * HOUR_MS),
    nextOpensMs: newYorkToUtc((openingSunday + 7) * DAY_MS + 17 * HOUR_MS),
  };
}

/** Exact at the hours used here: New York changes its clocks at two on a Sunday morning, far from 17:00. */
function newYorkToUtc(localMs: number): number {
  return localMs - offsetAt(NEW_YORK, localMs - offsetAt(NEW_YORK, localMs + 5 * HOUR_MS));
}

/** Answers "is this instant inside the FX week" for times that come roughly in order. */
export class FxWeekGate {
  #opens = Number.POSITIVE_INFINITY;
  #closes = Number.NEGATIVE_INFINITY;
  #next = Number.NEGATIVE_INFINITY;

  isOpen(utcMs: number): boolean {
    this.#seek(utcMs);
    return utcMs < this.#closes;
  }

  sameWeek(utcMs: number, laterMs: number): boolean {
    this.#seek(laterMs);
    return utcMs >= this.#opens;
  }

  #seek(utcMs: number): void {
    if (utcMs >= this.#opens && utcMs < this.#next) return;
    const week = fxWeekAt(utcMs);
    this.#opens = week.opensMs;
    this.#closes = week.closesMs;
    this.#next = week.nextOpensMs;
  }
}
