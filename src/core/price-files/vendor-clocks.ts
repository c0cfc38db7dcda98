import { daysFromCivil } from '../time/civil-date.ts';
import { DAY_MS } from '../time/instant.ts';
import { daylightClock, NEW_YORK, offsetAt, type WallClock } from '../time/wall-clock.ts';

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
