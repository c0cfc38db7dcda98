import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isDeepStrictEqual } from 'node:util';
import { DAY_MS, epochMs, HOUR_MS, MINUTE_MS } from './instant.ts';
import { lastClosing, marketMsOfDay, marketStatus, nextClosing, nextOpening } from './market-hours.ts';

const at = (iso: string) => epochMs(Date.parse(iso));

/** One week in UTC, written out by hand from the decisions: [opens, closes) of each window. Sunday is 15 November 2026. */
const WEEK: Record<'asian' | 'tokyo' | 'london', [string, string][]> = {
  asian: [
    ['2026-11-15T23:00Z', '2026-11-16T08:00Z'],
    ['2026-11-16T23:00Z', '2026-11-17T08:00Z'],
    ['2026-11-17T23:00Z', '2026-11-18T08:00Z'],
    ['2026-11-18T23:00Z', '2026-11-19T08:00Z'],
    ['2026-11-19T23:00Z', '2026-11-20T08:00Z'],
  ],
  tokyo: [
    ['2026-11-16T00:00Z', '2026-11-16T09:00Z'],
    ['2026-11-17T00:00Z', '2026-11-17T09:00Z'],
    ['2026-11-18T00:00Z', '2026-11-18T09:00Z'],
    ['2026-11-19T00:00Z', '2026-11-19T09:00Z'],
    ['2026-11-20T00:00Z', '2026-11-20T09:00Z'],
  ],
  london: [
    ['2026-11-16T08:00Z', '2026-11-16T17:00Z'],
    ['2026-11-17T08:00Z', '2026-11-17T17:00Z'],
    ['2026-11-18T08:00Z', '2026-11-18T17:00Z'],
    ['2026-11-19T08:00Z', '2026-11-19T17:00Z'],
    ['2026-11-20T08:00Z', '2026-11-20T17:00Z'],
  ],
};

function expected(ms: number) {
  const open = (id: keyof typeof WEEK) => WEEK[id].some(([from, to]) => ms >= at(from) && ms < at(to));
  const [asian, tokyo, london] = [open('asian'), open('tokyo'), open('london')];
  return { asian, tokyo, london, anyActive: asian || tokyo || london };
}

const instants = fc.integer({ min: -4e12, max: 8e12 }).map(epochMs);

describe('market hours', () => {
  test('every minute of a week, and the millisecond before it, is as the table says', () => {
    const sunday = at('2026-11-15T00:00Z');
    const wrong: string[] = [];
    for (let ms = sunday + MINUTE_MS; ms < sunday + 7 * DAY_MS; ms += MINUTE_MS)
      // An expectation for each of twenty thousand instants would take seconds.
      for (const instant of [ms - 1, ms])
        if (!isDeepStrictEqual(marketStatus(epochMs(instant)), expected(instant)))
          wrong.push(new Date(instant).toISOString());
    expect(wrong).toEqual([]);
  });

  test('the last millisecond of the week is Friday 16:59:59.999 UTC', () => {
    expect(marketStatus(at('2026-11-20T16:59:59.999Z')).anyActive).toBe(true);
    expect(marketStatus(at('2026-11-20T17:00:00.000Z')).anyActive).toBe(false);
  });

  test('the week opens on Sunday at 23:00 UTC, which is Monday 04:00 on the market clock', () => {
    expect(marketStatus(at('2026-11-15T22:59:59.999Z')).anyActive).toBe(false);
    expect(marketStatus(at('2026-11-15T23:00:00.000Z'))).toEqual({
      asian: true,
      tokyo: false,
      london: false,
      anyActive: true,
    });
    expect(marketMsOfDay(at('2026-11-15T23:00:00.000Z'))).toBe(4 * HOUR_MS);
  });

  test('Friday 23:00 UTC is a Saturday on the market clock and stays closed', () => {
    expect(marketStatus(at('2026-11-20T23:30:00Z')).anyActive).toBe(false);
  });

  test.each([
    ['2026-11-20T16:30:00.000Z', '2026-11-22T23:00:00.000Z', '2026-11-20T17:00:00.000Z'],
    ['2026-11-20T17:00:00.000Z', '2026-11-22T23:00:00.000Z', '2026-11-23T17:00:00.000Z'],
    ['2026-11-18T17:00:00.000Z', '2026-11-18T23:00:00.000Z', '2026-11-19T17:00:00.000Z'],
    ['2026-11-18T22:59:59.999Z', '2026-11-18T23:00:00.000Z', '2026-11-19T17:00:00.000Z'],
    ['2026-11-18T23:30:00.000Z', '2026-11-19T23:00:00.000Z', '2026-11-19T17:00:00.000Z'],
    ['2026-11-18T23:00:00.000Z', '2026-11-19T23:00:00.000Z', '2026-11-19T17:00:00.000Z'],
  ])('after %s the market next opens at %s and closes at %s', (now, opens, closes) => {
    expect(new Date(nextOpening(at(now))).toISOString()).toBe(opens);
    expect(new Date(nextClosing(at(now))).toISOString()).toBe(closes);
  });

  test('the next opening and closing are the first changes after any instant', () => {
    fc.assert(
      fc.property(instants, (now) => {
        const openNow = marketStatus(now).anyActive;
        const next = openNow ? nextClosing(now) : nextOpening(now);
        expect(next).toBeGreaterThan(now);
        expect(next - now).toBeLessThanOrEqual(3 * DAY_MS);
        expect(marketStatus(epochMs(next - 1)).anyActive).toBe(openNow);
        expect(marketStatus(next).anyActive).toBe(!openNow);
        for (let ms = now + MINUTE_MS; ms < next; ms += 30 * MINUTE_MS) {
          expect(marketStatus(epochMs(ms)).anyActive).toBe(openNow);
        }
      }),
    );
  });

  test('the status repeats every week', () => {
    fc.assert(
      fc.property(instants, fc.integer({ min: -500, max: 500 }), (now, weeks) => {
        expect(marketStatus(epochMs(now + weeks * 7 * DAY_MS))).toEqual(marketStatus(now));
      }),
    );
  });
});

test('the last closing is the latest one that is not ahead', () => {
  fc.assert(
    fc.property(instants, (now) => {
      const closing = lastClosing(now);
      expect(closing).toBeLessThanOrEqual(now);
      expect(nextClosing(epochMs(closing - 1))).toBe(closing);
      expect(nextClosing(closing)).toBeGreaterThan(now);
    }),
  );
  expect(lastClosing(at('2026-11-22T09:00Z'))).toBe(at('2026-11-20T17:00Z'));
  expect(lastClosing(at('2026-11-20T17:00Z'))).toBe(at('2026-11-20T17:00Z'));
});
