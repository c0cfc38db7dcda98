import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CHART_SPANS, lengthsOf, type MidBar } from '../../../../core/market/mid-bars.ts';
import type { SignalMark } from '../../../../core/wire/market.ts';
import { signalId } from '../../../../core/signals/ledger-entry.ts';
import { barAt, barPlaces, placeMarks, placeOfInstant, timeTicks } from './bar-places.ts';

/** 14:32:00 on the market's clock. */
const MINUTE = Date.parse('2026-11-18T09:32:00Z');
const bar = (minute: number): MidBar => [MINUTE + minute * 60_000, 4, 8, 2, 6];
const mark = (minute: number, change: Partial<SignalMark> = {}): SignalMark => ({
  id: signalId(`${minute} ${change.direction}`),
  pair: 'EUR/USD',
  direction: 'CALL',
  decidedMs: MINUTE + minute * 60_000,
  outcome: 'won',
  control: 'lost',
  ...change,
});

describe('the places of a chart', () => {
  test('are one for each bar of the span, also where nothing was quoted', () => {
    const { firstMs, bars } = barPlaces([bar(-2), bar(0)], '1h', undefined);
    expect(bars).toHaveLength(60);
    expect(firstMs).toBe(MINUTE - 59 * 60_000);
    expect(bars.slice(-3)).toEqual([bar(-2), undefined, bar(0)]);
  });

  test('reach to the expiry of the signal that runs, unless the prices stopped long before it', () => {
    const running = { startMs: MINUTE + 1_000, expiryMs: MINUTE + 61_000, direction: 'CALL' } as const;
    const places = barPlaces([bar(0)], '1h', running);
    expect(places.bars.slice(-2)).toEqual([bar(0), undefined]);
    expect(placeOfInstant(places, running.expiryMs)).toBeLessThan(59.5);
    expect(barPlaces([bar(-30)], '1h', running).bars.at(-1)).toEqual(bar(-30));
  });

  test('are none without a bar', () => {
    expect(barPlaces([], '4h', undefined).bars).toEqual([]);
  });

  test('have an instant between them where it lies in its bar', () => {
    const places = barPlaces([bar(0)], '1h', undefined);
    expect(placeOfInstant(places, MINUTE)).toBe(58.5);
    expect(placeOfInstant(places, MINUTE + 30_000)).toBe(59);
  });
});

test('an instant is at the place of its bar, which is another once bars have come; at none where there is no bar', () => {
  const bars = [bar(-2), bar(0)];
  expect(barAt(barPlaces(bars, '1h', undefined), MINUTE + 59_999)).toBe(59);
  const later = barPlaces([...bars, bar(1)], '1h', undefined);
  expect(barAt(later, MINUTE)).toBe(58);
  expect([undefined, MINUTE - 60_000, MINUTE - 90 * 60_000].map((atMs) => barAt(later, atMs))).toEqual([
    undefined,
    undefined,
    undefined,
  ]);
});

describe('the marks of past signals', () => {
  const places = barPlaces([bar(-2), bar(0)], '1h', undefined);

  test('stand at the bar that the signal started in, of the pair that is shown', () => {
    const marks = [mark(-2), mark(0, { pair: 'USD/CAD' }), mark(0, { direction: 'PUT' })];
    expect(placeMarks(places, marks, 'EUR/USD').map(({ place, direction }) => [place, direction])).toEqual([
      [57, 'CALL'],
      [59, 'PUT'],
    ]);
  });

  test('are left out where there is no bar', () => {
    expect(placeMarks(places, [mark(-1), mark(-90), mark(1)], 'EUR/USD')).toEqual([]);
  });

  test('stand one behind the other where a bar has several of a direction', () => {
    const wide = barPlaces([[MINUTE - 120_000, 4, 8, 2, 6]], '4h', undefined);
    const marks = [mark(-2), mark(-1), mark(0, { direction: 'PUT' })];
    expect(placeMarks(wide, marks, 'EUR/USD').map(({ level }) => level)).toEqual([0, 1, 0]);
  });
});

test('the ticks of the time axis are even, whole on the market clock, and not too many', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CHART_SPANS),
      fc.integer({ min: 10_000, max: 100_000 }),
      fc.integer({ min: 2, max: 12 }),
      (span, bars, most) => {
        const { barMs, spanMs } = lengthsOf(span);
        const openMs = bars * barMs;
        const places = barPlaces([[openMs, 1, 1, 1, 1]], span, undefined);
        const ticks = timeTicks(places, most, 0);
        const steps = new Set(ticks.slice(1).map((atMs, index) => atMs - (ticks[index] ?? 0)));
        expect(steps.size).toBeLessThanOrEqual(1);
        expect(ticks.length).toBeGreaterThan(0);
        expect(ticks.length).toBeLessThanOrEqual(most + 1);
        for (const atMs of ticks) {
          expect(atMs % 60_000).toBe(0);
          expect(atMs).toBeGreaterThanOrEqual(openMs + barMs - spanMs);
          expect(atMs).toBeLessThan(openMs + barMs);
        }
      },
    ),
    { seed: 20_261_122 },
  );
});

test('the ticks of an hour are those a trader expects', () => {
  const { bars, ...rest } = barPlaces([bar(0)], '1h', undefined);
  expect(
    timeTicks({ bars, ...rest }, 5, 18_000_000).map((ms) =>
      new Date(ms + 18_000_000).toISOString().slice(11, 16),
    ),
  ).toEqual(['13:45', '14:00', '14:15', '14:30']);
});
