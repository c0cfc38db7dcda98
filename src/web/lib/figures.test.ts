import { expect, test } from 'vitest';
import {
  formatAge,
  formatCount,
  formatDollars,
  formatPoints,
  formatPrice,
  formatRate,
  formatRates,
  formatScore,
} from './figures.ts';

test('counts have thousands separated, rates one decimal, scores four', () => {
  expect([formatCount(1284), formatRate(0.519), formatRate(0.5555), formatScore(0.24961)]).toEqual([
    '1,284',
    '51.9%',
    '55.6%',
    '0.2496',
  ]);
});

test('an interval is written with a dash, and with "to" where an end is negative', () => {
  expect(formatRates({ low: 0.491, high: 0.546 })).toBe('49.1% to 54.6%');
  expect(formatRates({ low: -0.021, high: 0.034 })).toBe('−2.1% to 3.4%');
});

test('money and rates carry a true minus, and zero carries none', () => {
  expect([formatDollars(-0.0661), formatDollars(0.0002), formatDollars(-0.0002)]).toEqual([
    '−$0.066',
    '$0.000',
    '$0.000',
  ]);
  expect([formatRate(-0.0042), formatRate(-0.0001)]).toEqual(['−0.4%', '0.0%']);
});

test("a price has the pair's decimals, and a mid between two steps one more", () => {
  expect([
    formatPrice('EUR/USD', 108503),
    formatPrice('USD/JPY', 155243),
    formatPrice('EUR/USD', 108503.5),
  ]).toEqual(['1.08503', '155.243', '1.085035']);
});

test('an age is in seconds and never negative', () => {
  expect([formatAge(2400), formatAge(-30)]).toEqual(['2.4\u00A0s', '0.0\u00A0s']);
});

test('a difference is given in points, with its sign', () => {
  expect([formatPoints(0.171), formatPoints(-0.004), formatPoints(-0.0001)]).toEqual([
    '+17.1',
    '−0.4',
    '0.0',
  ]);
});
