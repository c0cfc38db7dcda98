import { expect, test } from 'vitest';
import { placeOf, searchOf } from './record-place.ts';
import { NO_FILTERS } from './settled-filters.tsx';

test('an address says ledger, engine, filters and what is unfolded, and reads back as it was', () => {
  const place = {
    selection: { ledger: 'replay-1', engine: 'fade-logit-2' },
    filters: { ...NO_FILTERS, pair: 'EUR/USD', outcome: 'lost', from: '2026-11-18' },
    open: ['details', 'statistics'] as const,
  };
  const search = searchOf(place);
  expect(search).toBe(
    '?ledger=replay-1&engine=fade-logit-2&pair=EUR%2FUSD&outcome=lost&from=2026-11-18&open=details&open=statistics',
  );
  expect(placeOf(search)).toEqual(place);
});

test('the record as it opens has no search at all', () => {
  expect(searchOf(placeOf(''))).toBe('');
});

test('what no control could have chosen is left out', () => {
  expect(placeOf('?pair=BTC&outcome=&from=yesterday&open=all&mode=bot').filters).toEqual({
    ...NO_FILTERS,
    mode: 'bot',
  });
});
