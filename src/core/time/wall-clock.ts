import { DAY_MS, HOUR_MS, MINUTE_MS } from './instant.ts';
import { daysFromCivil, daysInMonth, weekdayOfDays } from './civil-date.ts';

/** A clock as steps of its offset from UTC. */
export interface WallClock {
  readonly name: string;
  /** The instants (UTC ms) from which each offset holds, ascending; the first is minus infinity. */
  readonly fromUtcMs: readonly number[];
  /** The clock shows UTC plus this many milliseconds. */
  readonly offsetMs: readonly number[];
}

const FIRST_YEAR = 1987;
const LAST_YEAR = 2060;

/** A clock that never changes, so many minutes ahead of UTC. */
export function fixedClock(name: string, offsetMinutes: number): WallClock {
  return { name, fromUtcMs: [Number.NEGATIVE_INFINITY], offsetMs: [offsetMinutes * MINUTE_MS] };
}

/** A clock with a winter offset that is put forward an hour in summer, on the dates of a rule, 1987 to 2060. */
export function daylightClock(name: string, winterMinutes: number, rule: 'us' | 'eu'): WallClock {
  const fromUtcMs = [Number.NEGATIVE_INFINITY];
  const offsetMs = [winterMinutes * MINUTE_MS];
  for (let year = FIRST_YEAR; year <= LAST_YEAR; year += 1) {
    const { startMs, endMs } = summer(year, rule);
    fromUtcMs.push(startMs, endMs);
    offsetMs.push((winterMinutes + 60) * MINUTE_MS, winterMinutes * MINUTE_MS);
  }
  return { name, fromUtcMs, offsetMs };
}

const FIRST_LOOK_MS = daysFromCivil(FIRST_YEAR, 1, 1) * DAY_MS;
const LAST_LOOK_MS = daysFromCivil(LAST_YEAR, 1, 1) * DAY_MS;
const WEEK_MS = 7 * DAY_MS;

/**
 * The clock whose offset from UTC, in ms, a function gives for each instant: it samples once a week, 1987 to 2060, and halves the
 * weeks that hold a change down to the minute.
 */
export function observedClock(name: string, offsetOf: (utcMs: number) => number): WallClock {
  const fromUtcMs = [Number.NEGATIVE_INFINITY];
  let offset = offsetOf(FIRST_LOOK_MS);
  const offsetMs = [offset];
  for (let ms = FIRST_LOOK_MS; ms < LAST_LOOK_MS; ms += WEEK_MS) {
    const next = offsetOf(ms + WEEK_MS);
    if (next === offset) continue;
    let [low, high] = [ms, ms + WEEK_MS];
    while (high - low > MINUTE_MS) {
      const middle = low + Math.floor((high - low) / (2 * MINUTE_MS)) * MINUTE_MS;
      if (offsetOf(middle) === offset) low = middle;
      else high = middle;
    }
    fromUtcMs.push(high);
    offsetMs.push(next);
    offset = next;
  }
  return { name, fromUtcMs, offsetMs };
}

/** New York wall-clock time: UTC-5, UTC-4 in the American summer. */
export const NEW_YORK: WallClock = daylightClock('America/New_York', -300, 'us');

/** When summer time begins and ends in a year, UTC ms. */
function summer(year: number, rule: 'us' | 'eu'): { startMs: number; endMs: number } {
  if (rule === 'eu') {
    // Since 1996 Europe ends summer in October; earlier Septembers concern no data that anyone imports.
    return {
      startMs: lastSunday(year, 3) * DAY_MS + HOUR_MS,
      endMs: lastSunday(year, 10) * DAY_MS + HOUR_MS,
    };
  }
  const start = year >= 2007 ? firstSunday(year, 3) + 7 : firstSunday(year, 4);
  const end = year >= 2007 ? firstSunday(year, 11) : lastSunday(year, 10);
  // 02:00 in New York: 07:00 UTC when leaving winter, 06:00 UTC when leaving summer.
  return { startMs: start * DAY_MS + 7 * HOUR_MS, endMs: end * DAY_MS + 6 * HOUR_MS };
}

function firstSunday(year: number, month: number): number {
  const first = daysFromCivil(year, month, 1);
  return first + ((7 - weekdayOfDays(first)) % 7);
}

function lastSunday(year: number, month: number): number {
  const last = daysFromCivil(year, month, daysInMonth(year, month));
  return last - weekdayOfDays(last);
}

/** How far ahead of UTC the clock runs at an instant, in ms. */
export function offsetAt(clock: WallClock, utcMs: number): number {
  let low = 0;
  let high = clock.fromUtcMs.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((clock.fromUtcMs[middle] ?? 0) <= utcMs) low = middle;
    else high = middle - 1;
  }
  return clock.offsetMs[low] ?? 0;
}

/**
 * Turns times of a clock into UTC, remembering where the last one fell, so that sorted input costs two comparisons.
 * An hour that the clock shows twice means its first showing. A time that the clock skips is counted and read on the
 * offset before the skip.
 */
export class ClockReader {
  readonly #clock: WallClock;
  /** File times from which each offset applies, and the end of the hour that is skipped just before, if one is. */
  readonly #fromLocalMs: number[];
  #index = 0;
  #from = Number.POSITIVE_INFINITY;
  #to = Number.NEGATIVE_INFINITY;
  #offset = 0;
  #skipFrom = Number.POSITIVE_INFINITY;
  #skipped = 0;

  constructor(clock: WallClock) {
    this.#clock = clock;
    this.#fromLocalMs = clock.fromUtcMs.map((start, index) =>
      index === 0 ? start : start + Math.max(clock.offsetMs[index - 1] ?? 0, clock.offsetMs[index] ?? 0),
    );
  }

  /** How many times came that the clock never shows. */
  get skipped(): number {
    return this.#skipped;
  }

  /** The instant, in UTC ms, at which the clock shows a time. */
  toUtc(localMs: number): number {
    if (localMs < this.#from || localMs >= this.#to) this.#seek(localMs);
    if (localMs >= this.#skipFrom) this.#skipped += 1;
    return localMs - this.#offset;
  }

  #seek(localMs: number): void {
    const starts = this.#fromLocalMs;
    let index = this.#index;
    while (index > 0 && localMs < (starts[index] ?? 0)) index -= 1;
    while (index + 1 < starts.length && localMs >= (starts[index + 1] ?? 0)) index += 1;
    this.#index = index;
    this.#from = starts[index] ?? Number.NEGATIVE_INFINITY;
    this.#to = starts[index + 1] ?? Number.POSITIVE_INFINITY;
    this.#offset = this.#clock.offsetMs[index] ?? 0;
    const next = this.#clock.offsetMs[index + 1];
    this.#skipFrom =
      next !== undefined && next > this.#offset
        ? (this.#clock.fromUtcMs[index + 1] ?? 0) + this.#offset
        : Number.POSITIVE_INFINITY;
  }
}

/** From five to five New York time banks change the day: spreads jump, quotes thin. Minutes of the New York day. */
const ROLLOVER_FROM_MINUTE = 16 * 60 + 55;
const ROLLOVER_TO_MINUTE = 18 * 60 + 5;

/** The New York time of instants that come roughly in order; New York changes its clocks on whole UTC hours. */
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
