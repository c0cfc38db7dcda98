import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  newYorkText,
  utcDay,
  utcMs as at,
  utcText,
  zoneOffset,
} from '../../../tests/support/platform-clock.ts';
import { HOUR_MS, MINUTE_MS } from './instant.ts';
import { civilDate, daysFromCivil, formatCivil } from './civil-date.ts';
import { ClockReader, daylightClock, fixedClock, NEW_YORK, offsetAt, type WallClock } from './wall-clock.ts';
import { HISTDATA, NEW_YORK_PLUS_7 } from '../price-files/weekly-gap.ts';
import { fxWeekAt, FxWeekGate } from './fx-week.ts';
import { runs } from '../../../tests/support/rounds.ts';

const FROM_MS = at('1990-01-01');
const TO_MS = at('2037-01-01');
const instants = fc
  .integer({ min: FROM_MS / MINUTE_MS, max: TO_MS / MINUTE_MS })
  .map((minute) => minute * MINUTE_MS);

describe('calendar days', () => {
  it('agree with the platform from 1900 to 2100, there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -25_567, max: 47_482 }), (days) => {
        const civil = utcDay(days * 86_400_000);
        expect(civilDate(days * 86_400_000)).toEqual(civil);
        expect(daysFromCivil(civil.year, civil.month, civil.day)).toBe(days);
        expect(formatCivil(days * 86_400_000 + 1, true)).toBe(utcText(days * 86_400_000));
      }),
    );
  });
});

describe('a clock', () => {
  it.each<[string, WallClock, number]>([
    ['America/New_York', NEW_YORK, FROM_MS],
    // Since 1996, when Europe agreed on October.
    ['Europe/Athens', daylightClock('', 120, 'eu'), at('1996-01-01')],
    ['Europe/London', daylightClock('', 0, 'eu'), at('1996-01-01')],
  ])("%s keeps the platform's offsets", (zone, clock, fromMs) => {
    const offset = zoneOffset(zone);
    fc.assert(
      fc.property(instants, (ms) => {
        const utcMs = Math.max(ms, fromMs);
        expect(offsetAt(clock, utcMs)).toBe(offset(utcMs));
      }),
      { numRuns: runs(200, 1_000) },
    );
  });

  it('of HistData is New York to 2018 and follows Europe from 2019', () => {
    const athens = zoneOffset('Europe/Athens');
    fc.assert(
      fc.property(instants, (utcMs) => {
        const expected = utcMs < at('2019-01-01') ? offsetAt(NEW_YORK, utcMs) : athens(utcMs) - 7 * HOUR_MS;
        expect(offsetAt(HISTDATA, utcMs)).toBe(expected);
      }),
      { numRuns: runs(200, 1_000) },
    );
  });

  it('is read back to the instant that it shows, in any order, but for the hour it shows twice', () => {
    const clocks = [
      NEW_YORK,
      HISTDATA,
      NEW_YORK_PLUS_7,
      fixedClock('UTC-3:30', -210),
      daylightClock('', 120, 'eu'),
    ];
    fc.assert(
      fc.property(
        fc.constantFrom(...clocks),
        fc.array(instants, { minLength: 1, maxLength: 30 }),
        (clock, times) => {
          const reader = new ClockReader(clock);
          for (const utcMs of times) {
            const shown = utcMs + offsetAt(clock, utcMs);
            const hourBefore = utcMs - HOUR_MS;
            const again = hourBefore + offsetAt(clock, hourBefore) === shown;
            expect(reader.toUtc(shown)).toBe(again ? hourBefore : utcMs);
          }
          expect(reader.skipped).toBe(0);
        },
      ),
      { numRuns: runs(100, 500) },
    );
  });

  it('counts a time that it skips in spring', () => {
    const reader = new ClockReader(NEW_YORK);
    expect(reader.toUtc(at('2018-03-11 01:59'))).toBe(at('2018-03-11 06:59'));
    expect(reader.skipped).toBe(0);
    expect(reader.toUtc(at('2018-03-11 02:30'))).toBe(at('2018-03-11 07:30'));
    expect(reader.skipped).toBe(1);
    expect(reader.toUtc(at('2018-03-11 03:00'))).toBe(at('2018-03-11 07:00'));
    expect(reader.skipped).toBe(1);
  });
});

describe('the FX week', () => {
  it('opens on Sunday and closes on Friday at 17:00 New York, all year', () => {
    fc.assert(
      fc.property(instants, (utcMs) => {
        const { opensMs, closesMs, nextOpensMs } = fxWeekAt(utcMs);
        expect(newYorkText(opensMs)).toBe('Sun 17:00');
        expect(newYorkText(closesMs)).toBe('Fri 17:00');
        expect(newYorkText(nextOpensMs)).toBe('Sun 17:00');
        expect(opensMs <= utcMs && utcMs < nextOpensMs).toBe(true);
      }),
      { numRuns: runs(60, 300) },
    );
  });

  it('has its first minute in and its last instant out, in any order of asking', () => {
    fc.assert(
      fc.property(fc.array(instants, { minLength: 1, maxLength: 10 }), (times) => {
        const gate = new FxWeekGate();
        for (const utcMs of times) {
          const { opensMs, closesMs } = fxWeekAt(utcMs);
          expect([opensMs - 1, opensMs, closesMs - 1, closesMs].map((ms) => gate.isOpen(ms))).toEqual([
            false,
            true,
            true,
            false,
          ]);
        }
      }),
      { numRuns: runs(40, 200) },
    );
  });
});
