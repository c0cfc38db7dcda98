import { expect, test } from 'vitest';
import { formatInstant, formatMarketDate, formatMarketDays, formatMarketMs } from './record-format.ts';

const AT = Date.parse('2026-11-18T20:30:05Z');

test('instants are on the market clock, UTC+5, which is a day ahead in the evening', () => {
  expect([formatMarketDate(AT), formatInstant(AT)]).toEqual(['19 Nov', '19 Nov 2026, 01:30:05 UTC+5']);
});

test('days of a span are on the market clock, one day stands alone', () => {
  expect(formatMarketDays(AT, AT)).toBe('19 Nov 2026');
  expect(formatMarketDays(AT - 3 * 86_400_000, AT)).toMatch(/^16\s*\u2013\s*19 Nov 2026$/);
});

test('instants of a story have milliseconds', () => {
  expect(formatMarketMs(AT + 42)).toBe('01:30:05.042');
});
