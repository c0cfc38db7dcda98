import { expect, test } from 'vitest';
import { formatSpan } from './spans.ts';

test.each([
  [-1, '0\u00A0s', '0\u00A0s'],
  [45_999, '45\u00A0s', '45\u00A0s'],
  [12 * 60_000 + 5_000, '12 mins 5\u00A0s', '12 mins'],
  [200 * 60_000, '3 hrs 20 mins', '3 hrs'],
  [48 * 3_600_000, '2 days', '2 days'],
  [50 * 3_600_000 + 60_000, '2 days 2 hrs', '2 days'],
])('a span of %i ms is %s, and %s in its largest unit', (ms, text, largest) => {
  expect([formatSpan(ms), formatSpan(ms, 1)]).toEqual([text, largest]);
});
