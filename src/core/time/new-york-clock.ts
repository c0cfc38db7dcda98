import { NEW_YORK, offsetAt } from './wall-clock.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from './instant.ts';

/** From five to five New York time banks change the day: spreads jump, quotes thin. Minutes of the New York day. */
const ROLLOVER_FROM_MINUTE = 16 * 60 + 55;
const ROLLOVER_TO_MINUTE = 18 * 60 + 5;

/** Tells the New York time of instants that come roughly in order; New York changes its clocks on whole UTC hours. */
export class NewYorkClock {
  #hour = Number.NaN;
  #offsetMs = 0;

  /** Milliseconds since midnight in New York, 0 to 86,399,999. */
  msOfDay(utcMs: number): number {
    const hour = Math.floor(utcMs / HOUR_MS);
    if (hour !== this.#hour) {
      this.#hour = hour;
      this.#offsetMs = offsetAt(NEW_YORK, utcMs);
    }
    const local = utcMs + this.#offsetMs;
    return local - Math.floor(local / DAY_MS) * DAY_MS;
  }

  /** Is it between 16:55 and 18:05 in New York, the end not included: the daily rollover, and the week's first hour. */
  isRollover(utcMs: number): boolean {
    const minute = this.msOfDay(utcMs) / MINUTE_MS;
    return minute >= ROLLOVER_FROM_MINUTE && minute < ROLLOVER_TO_MINUTE;
  }
}
