import fc from 'fast-check';
import { expect, test } from 'vitest';
import { BASE_BAR_MS, CHART_SPANS, joinBars, lengthsOf, type MidBar, withMid } from './mid-bars.ts';

/** Quotes in order: up to ten seconds apart, now and then some minutes. */
const quotes = fc
  .array(
    fc.tuple(
      fc.oneof({ weight: 9, arbitrary: fc.nat(10_000) }, { weight: 1, arbitrary: fc.nat(900_000) }),
      fc.integer({ min: 200_000, max: 240_000 }),
    ),
    { minLength: 1, maxLength: 300 },
  )
  .map((steps) => {
    let atMs = 1_700_000_000_000;
    return steps.map(([waitMs, mid]) => [(atMs += waitMs), mid] as const);
  });

const barsOf = (points: readonly (readonly [number, number])[], barMs: number): readonly MidBar[] =>
  points.reduce<readonly MidBar[]>((bars, [atMs, mid]) => withMid(bars, barMs, atMs, mid), []);

test('a bar has the first, highest, lowest and last mid of its time', () => {
  const points = [
    [60_000, 10],
    [61_000, 14],
    [80_000, 8],
    [119_999, 11],
    [120_000, 12],
    [180_500, 9],
  ] as const;
  expect(barsOf(points, 60_000)).toEqual([
    [60_000, 10, 14, 8, 11],
    [120_000, 12, 12, 12, 12],
    [180_000, 9, 9, 9, 9],
  ]);
});

test('a quote of an earlier bar, or one that changes nothing, leaves the bars as they are', () => {
  const bars: readonly MidBar[] = [[60_000, 10, 10, 10, 10]];
  expect(withMid(bars, 60_000, 59_999, 12)).toBe(bars);
  expect(withMid(bars, 60_000, 61_000, 10)).toBe(bars);
});

test('bars joined from base bars are those of the quotes themselves, as many as the span has room for', () => {
  fc.assert(
    fc.property(quotes, fc.constantFrom(...CHART_SPANS), (points, span) => {
      const { spanMs, barMs } = lengthsOf(span);
      const joined = joinBars(barsOf(points, BASE_BAR_MS), span);
      const all = barsOf(points, barMs);
      const lastMs = all.at(-1)?.[0] ?? 0;
      expect(joined).toEqual(all.filter(([openMs]) => openMs > lastMs - spanMs));
      expect(joined.length).toBeLessThanOrEqual(spanMs / barMs);
    }),
    { seed: 20_261_122 },
  );
});
