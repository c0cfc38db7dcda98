import { expect, test } from 'vitest';
import { filterCount, filtersOf, NO_FILTERS } from './signal-list.tsx';

test('menus that say "All" are no filters', () => {
  expect(filtersOf(NO_FILTERS)).toEqual({});
  expect(filtersOf({ ...NO_FILTERS, pair: 'EUR/USD', outcome: 'lost' })).toEqual({
    pair: 'EUR/USD',
    outcome: 'lost',
  });
});

test("days count from midnight to midnight on the reader's own clock, the last one whole", () => {
  const { from = 0, to = 0 } = filtersOf({ ...NO_FILTERS, from: '2026-11-18', to: '2026-11-18' });
  expect([from, to]).toEqual([new Date(2026, 10, 18).getTime(), new Date(2026, 10, 19).getTime()]);
});

test('a day that is none yet, as while it is typed, filters nothing', () => {
  expect(filtersOf({ ...NO_FILTERS, from: '', to: '2026-' })).toEqual({});
});

test('what filters nothing is not counted as a filter', () => {
  expect(filterCount({ ...NO_FILTERS, to: '2026-' })).toBe(0);
  expect(filterCount({ ...NO_FILTERS, pair: 'EUR/USD', from: '2026-11-18' })).toBe(2);
});
