import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '../time/instant.ts';
import { daylightClock, fixedClock, NEW_YORK, offsetAt, type WallClock } from '../time/wall-clock.ts';
import {
  fixedClockName,
  HISTDATA,
  NEW_YORK_PLUS_7,
  type Pause,
  weighClock,
  weighWeekends,
} from './weekly-gap.ts';
import { utcMs } from '../../../tests/support/platform-clock.ts';
import { fxWeekAt } from '../time/fx-week.ts';

/** The weekends of some weeks as a file on a clock shows them; quotes may end early and begin late, never the reverse. */
function weekendsOf(clock: WallClock, fromMs: number, weeks: number, early: number, late: number): Pause[] {
  const pauses: Pause[] = [];
  let week = fxWeekAt(fromMs);
  for (let index = 0; index < weeks; index += 1) {
    const beforeMs = week.closesMs - MINUTE_MS - early;
    const afterMs = week.nextOpensMs + late;
    pauses.push({
      beforeMs: beforeMs + offsetAt(clock, beforeMs),
      afterMs: afterMs + offsetAt(clock, afterMs),
    });
    week = fxWeekAt(week.nextOpensMs);
  }
  return pauses;
}

const CLOCKS = [
  fixedClock('UTC', 0),
  NEW_YORK,
  HISTDATA,
  NEW_YORK_PLUS_7,
  daylightClock('Europe/Athens', 120, 'eu'),
  fixedClock('UTC+2', 120),
  fixedClock('UTC-3:30', -210),
  fixedClock('UTC+9', 540),
];

describe('weekends', () => {
  it('never contradict the clock they were written on, with quotes missing at their edges', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...CLOCKS),
        fc.integer({ min: 0, max: 1000 }),
        fc.integer({ min: 1, max: 60 }),
        fc.integer({ min: 0, max: 3 * 60 }),
        fc.integer({ min: 0, max: 30 * 60 }),
        (clock, week, weeks, early, late) => {
          const fromMs = utcMs('2010-01-04') + week * 7 * DAY_MS;
          const pauses = weekendsOf(clock, fromMs, weeks, early * MINUTE_MS, late * MINUTE_MS);
          expect(weighClock(pauses, clock).misses).toBe(0);
        },
      ),
    );
  });

  it.each(CLOCKS.map((clock) => [clock.name, clock] as const))(
    'of a year find the clock %s alone, but for its equals',
    (name, clock) => {
      const { weekends, best } = weighWeekends(weekendsOf(clock, utcMs('2024-01-03'), 52, 0, 4 * MINUTE_MS));
      expect(weekends).toBe(52);
      expect(best.map((fit) => fit.clock.name)).toContain(name);
      expect(best.every(({ misses }) => misses === 0)).toBe(true);
      // Besides itself only clocks that show the same all year.
      const year = Array.from(
        { length: 52 },
        (_, week) => fxWeekAt(utcMs('2024-01-03') + week * 7 * DAY_MS).nextOpensMs,
      );
      for (const fit of best) {
        expect(year.map((ms) => offsetAt(fit.clock, ms))).toEqual(year.map((ms) => offsetAt(clock, ms)));
      }
    },
  );

  it('contradict a clock that is an hour off, in either direction and even for part of the year', () => {
    const pauses = weekendsOf(NEW_YORK, utcMs('2018-01-03'), 52, MINUTE_MS, 2 * MINUTE_MS);
    expect(weighClock(pauses, fixedClock('UTC-5', -300)).misses).toBe(34);
    expect(weighClock(pauses, fixedClock('UTC-4', -240)).misses).toBe(18);
    expect(weighClock(pauses, daylightClock('', -300, 'eu')).misses).toBe(3);
  });

  it('are not pauses in mid-week, nor is there a verdict without one', () => {
    const christmas = { beforeMs: utcMs('2018-12-24 22:00'), afterMs: utcMs('2018-12-26 01:00') };
    expect(weighWeekends([christmas])).toEqual({ weekends: 0, best: [] });
    expect(weighClock([], NEW_YORK)).toEqual({ weekends: 0, misses: 0 });
  });

  it('in which nothing fits give no proposal', () => {
    const pause = { beforeMs: utcMs('2018-10-06'), afterMs: utcMs('2018-10-07 06:00') };
    const { best } = weighWeekends([
      pause,
      { beforeMs: pause.beforeMs + 9 * HOUR_MS, afterMs: pause.afterMs + 9 * HOUR_MS },
    ]);
    expect(best.every(({ misses }) => misses < 2)).toBe(true);
  });
});

describe('fixedClockName', () => {
  it.each([
    [0, 'UTC'],
    [120, 'UTC+2'],
    [-210, 'UTC-3:30'],
    [-30, 'UTC-0:30'],
  ])('names %d minutes %s', (minutes, name) => {
    expect(fixedClockName(minutes)).toBe(name);
  });
});
