import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { RecordFilters } from '../../core/wire/record.ts';
import { type FilteredRow, SettledColumns } from './record.ts';
import { runs } from '../../../tests/support/rounds.ts';

const values = {
  engine: fc.constantFrom('fade-logit-1', 'fade-logit-2', 'other'),
  mode: fc.constantFrom('special' as const, 'bot' as const),
  source: fc.constantFrom('kraken' as const, 'replay' as const),
  pair: fc.constantFrom('EUR/USD' as const, 'USD/JPY' as const, 'EUR/GBP' as const),
  timeframe: fc.constantFrom('5s' as const, '1min' as const),
  direction: fc.constantFrom('CALL' as const, 'PUT' as const),
  outcome: fc.constantFrom('won' as const, 'lost' as const, 'unchanged' as const, 'void' as const),
};
const rows = fc
  .array(fc.record({ gap: fc.integer({ min: 1, max: 3 }), startMs: fc.nat(1_000), ...values }), {
    maxLength: 3_000,
    size: 'max',
  })
  .map((drawn) => {
    let index = -1;
    return drawn.map(({ gap, ...row }): FilteredRow => {
      index += gap;
      return { index, ...row };
    });
  });
/** One or two of them mostly, so that a good part of the rows is found. */
const filters = fc
  .tuple(
    fc.record({ ...values, from: fc.nat(500), to: fc.integer({ min: 500, max: 1_000 }) }),
    fc.array(fc.constantFrom(...Object.keys(values), 'from', 'to'), { maxLength: 3 }),
  )
  .map(
    ([drawn, used]): RecordFilters =>
      Object.fromEntries(Object.entries(drawn).filter(([field]) => used.includes(field))),
  );

function filled(all: readonly FilteredRow[]): SettledColumns {
  const columns = new SettledColumns();
  for (const row of all) columns.add(row);
  return columns;
}

function matching(all: readonly FilteredRow[], { from = 0, to = 1_001, ...wanted }: RecordFilters): number[] {
  return all
    .filter((row) => row.startMs >= from && row.startMs < to)
    .filter((row) =>
      Object.entries(wanted).every(([field, value]) => row[field as keyof FilteredRow] === value),
    )
    .map(({ index }) => index);
}

it('finds what a plain filter over all rows finds', () => {
  fc.assert(
    fc.property(
      rows,
      filters,
      fc.nat(6_000),
      fc.integer({ min: 1, max: 60 }),
      (all, wanted, before, limit) => {
        const columns = filled(all);
        const expected = matching(all, wanted);
        expect(columns.all(wanted)).toEqual(expected);
        const older = expected.filter((index) => index < before).toReversed();
        expect(columns.page(wanted, before, limit)).toEqual({
          indexes: older.slice(0, limit),
          total: expected.length,
          more: older.length > limit,
        });
      },
    ),
    { numRuns: runs(12, 60) },
  );
});

const ROW = {
  engine: 'fade-logit-1',
  mode: 'bot',
  source: 'kraken',
  pair: 'EUR/USD',
  timeframe: '5s',
  direction: 'PUT',
  outcome: 'won',
} as const;

it('takes a page strictly before its place, and starts from one instant up to, not including, the other', () => {
  const columns = filled([3, 5, 8].map((index) => ({ ...ROW, index, startMs: index * 1_000 })));
  expect(columns.page({}, 8, 1)).toEqual({ indexes: [5], total: 3, more: true });
  expect(columns.page({}, 5, 1)).toEqual({ indexes: [3], total: 3, more: false });
  expect(columns.all({ from: 3_000, to: 8_000 })).toEqual([3, 5]);
});

it('finds nothing for a value that no row has', () => {
  const columns = filled([{ ...ROW, index: 0, startMs: 1 }]);
  expect(columns.page({ engine: 'unknown' }, Number.POSITIVE_INFINITY, 50).total).toBe(0);
  expect(columns.page({}, Number.POSITIVE_INFINITY, 50)).toEqual({ indexes: [0], total: 1, more: false });
});
