import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { MARKET_UTC_OFFSET_MS } from '../time/market-hours.ts';
import type { RecordWeekHour } from '../wire/record.ts';

const HOURS_OF_WEEK = 168;
/** 1 January 1970 was a Thursday: three days after a Monday. */
const HOURS_BEFORE_1970 = (3 * DAY_MS) / HOUR_MS;

/** What won and what lost in each hour of the week on the market clock, UTC+5. */
export class WeekHours {
  readonly #won = new Uint32Array(HOURS_OF_WEEK);
  readonly #settled = new Uint32Array(HOURS_OF_WEEK);

  /** Files a signal under the hour that it started in. */
  add(startMs: number, outcome: 'won' | 'lost'): void {
    const hours = Math.floor((startMs + MARKET_UTC_OFFSET_MS) / HOUR_MS) + HOURS_BEFORE_1970;
    const at = ((hours % HOURS_OF_WEEK) + HOURS_OF_WEEK) % HOURS_OF_WEEK;
    this.#settled[at] = (this.#settled[at] as number) + 1;
    if (outcome === 'won') this.#won[at] = (this.#won[at] as number) + 1;
  }

  /** The hours that have signals, from Monday 00:00 on. */
  get cells(): RecordWeekHour[] {
    return Array.from(this.#settled, (settled, at) => ({
      weekday: Math.floor(at / 24) + 1,
      hour: at % 24,
      settled,
      won: this.#won[at] as number,
    })).filter(({ settled }) => settled > 0);
  }
}
