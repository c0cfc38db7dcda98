import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/instant.ts';
import { daylightClock, fixedClock, NEW_YORK, offsetAt, type WallClock } from '../time/wall-clock.ts';
import { NO_VOLUME, type RowBlock } from './row-block.ts';
import { fxWeekAt } from '../time/fx-week.ts';
import { daysFromCivil } from '../time/civil-date.ts';

/**
 * HistData's two clocks as one: New York time to the end of 2018, and from 2019 UTC-5, UTC-4 in the European summer.
 * The vendor's page says "EST without DST"; its files do not follow that page.
 */
export const HISTDATA: WallClock = joinClocks(
  'histdata',
  NEW_YORK,
  daylightClock('', -300, 'eu'),
  daysFromCivil(2019, 1, 1) * DAY_MS,
);

/** The clock of brokers whose day ends at the New York close: New York plus seven hours, so UTC+2, UTC+3 in summer. */
export const NEW_YORK_PLUS_7: WallClock = daylightClock('ny+7', 120, 'us');

function joinClocks(name: string, before: WallClock, after: WallClock, fromMs: number): WallClock {
  const earlier = before.fromUtcMs.filter((start) => start < fromMs);
  const later = after.fromUtcMs.findIndex((start) => start >= fromMs);
  return {
    name,
    fromUtcMs: [...earlier, fromMs, ...after.fromUtcMs.slice(later)],
    offsetMs: [
      ...before.offsetMs.slice(0, earlier.length),
      offsetAt(after, fromMs),
      ...after.offsetMs.slice(later),
    ],
  };
}

/** A pause of a day or more in a file: the last row before it and the first after, on the file's own clock. */
export interface Pause {
  readonly beforeMs: number;
  readonly afterMs: number;
}

/** Pauses at least this long may be weekends. */
const LONG_PAUSE_MS = DAY_MS;

/** What the weekends of a file say about its clock. */
export interface WeekendEvidence {
  readonly weekends: number;
  /** Clocks that explain the most weekends, likeliest first, with those that each puts elsewhere; empty where no weekend was found. */
  readonly best: readonly { readonly clock: WallClock; readonly misses: number }[];
}

/**
 * What a pause says about the clock if it is a weekend. Trading stops at or before Friday 17:00 New York and starts at or
 * after Sunday 17:00, so the clock runs at least so far ahead of UTC at the close, and at most so far at the opening; a
 * holiday only widens the room.
 */
interface Weekend {
  readonly closesMs: number;
  readonly opensMs: number;
  readonly leastAtCloseMs: number;
  readonly mostAtOpenMs: number;
}

// No clock is further from UTC than this, so a pause that needs more is a holiday in mid-week.
const FURTHEST_MS = 15 * HOUR_MS;
// A closing quote may be stamped a little late, and indicative quotes come minutes before the opening.
const SLACK_MS = 10 * MINUTE_MS;

/** Measures where the weekends fall and which clocks would put them at Friday to Sunday, 17:00 New York. */
export function weighWeekends(
  pauses: readonly Pause[],
  preferred: readonly WallClock[] = [],
): WeekendEvidence {
  const weekends = pauses.flatMap(readWeekend);
  if (weekends.length === 0) return { weekends: 0, best: [] };
  const fits = [...preferred, ...COMMON_CLOCKS].map((clock) => ({ clock, misses: missed(clock, weekends) }));
  const least = fits.reduce((fewest, { misses }) => Math.min(fewest, misses), weekends.length);
  const seen = new Set<string>();
  const best = fits.filter(({ clock, misses }) => {
    if (misses !== least || seen.has(clock.name)) return false;
    seen.add(clock.name);
    return true;
  });
  return { weekends: weekends.length, best: least < weekends.length ? best : [] };
}

/** How many weekends of a file a clock puts somewhere else, and how many there are. */
export function weighClock(pauses: readonly Pause[], clock: WallClock): { weekends: number; misses: number } {
  const weekends = pauses.flatMap(readWeekend);
  return { weekends: weekends.length, misses: missed(clock, weekends) };
}

function readWeekend({ beforeMs, afterMs }: Pause): readonly Weekend[] {
  const week = fxWeekAt(afterMs);
  const opensMs = afterMs - week.opensMs <= week.nextOpensMs - afterMs ? week.opensMs : week.nextOpensMs;
  // The Friday close before that opening: two days earlier, an hour off when the clocks change that night.
  const closesMs = fxWeekAt(opensMs - 1).closesMs;
  const leastAtCloseMs = beforeMs - closesMs - SLACK_MS;
  const mostAtOpenMs = afterMs - opensMs + SLACK_MS;
  const weekend = leastAtCloseMs <= FURTHEST_MS && mostAtOpenMs >= -FURTHEST_MS;
  return weekend ? [{ closesMs, opensMs, leastAtCloseMs, mostAtOpenMs }] : [];
}

function missed(clock: WallClock, weekends: readonly Weekend[]): number {
  return weekends.filter(
    ({ closesMs, opensMs, leastAtCloseMs, mostAtOpenMs }) =>
      offsetAt(clock, closesMs) < leastAtCloseMs || offsetAt(clock, opensMs) > mostAtOpenMs,
  ).length;
}

/** Clocks that price files are written on, likeliest first; then every whole and half hour. */
const COMMON_CLOCKS: readonly WallClock[] = [
  fixedClock('UTC', 0),
  NEW_YORK,
  HISTDATA,
  NEW_YORK_PLUS_7,
  daylightClock('Europe/Athens', 120, 'eu'),
  fixedClock('UTC+2', 120),
  fixedClock('UTC+3', 180),
  fixedClock('UTC-5', -300),
  daylightClock('Europe/London', 0, 'eu'),
  ...Array.from({ length: 53 }, (_, step) => -720 + step * 30).map((minutes) =>
    fixedClock(fixedClockName(minutes), minutes),
  ),
];

/** `UTC`, `UTC+2`, `UTC-3:30`. */
export function fixedClockName(offsetMinutes: number): string {
  if (offsetMinutes === 0) return 'UTC';
  const minutes = Math.abs(offsetMinutes);
  const rest = minutes % 60;
  return `UTC${offsetMinutes < 0 ? '-' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
}

const MOST_PAUSES = 20_000;

/** Collects the pauses of a day or more while a file is read. Flat bars without volume count as silence, as fillers are. */
export class PauseFinder {
  readonly pauses: Pause[] = [];
  firstMs = Number.NaN;
  lastMs = Number.NaN;
  #latest = Number.NEGATIVE_INFINITY;

  add(block: RowBlock, bars: boolean): void {
    for (let row = 0; row < block.length; row += 1) {
      if (bars && block.flags[row] === NO_VOLUME && block.high[row] === block.low[row]) continue;
      const time = block.timeMs[row] ?? 0;
      if (time - this.#latest >= LONG_PAUSE_MS && this.pauses.length < MOST_PAUSES) {
        if (this.#latest === Number.NEGATIVE_INFINITY) this.firstMs = time;
        else this.pauses.push({ beforeMs: this.#latest, afterMs: time });
      }
      if (time > this.#latest) this.#latest = time;
    }
    this.lastMs = this.#latest;
  }
}
