import { expect, test } from 'vitest';
import { FIRST_RULE, knownRules, usualSweep } from './known-rules.ts';
import { pricesOf, spanOf } from './lab-prices.ts';
import { numberFields, numberOf, ruleName } from './rule-words.ts';
import { sweepOf } from './sweep-form.tsx';

test('a rule has a name of a few letters', () => {
  expect(ruleName(FIRST_RULE)).toBe('RSI 14, 30');
  const [, candles] = knownRules();
  const call = [...FIRST_RULE.call, ...(candles?.call ?? [])];
  expect(ruleName({ ...FIRST_RULE, call, expiryBars: 5 })).toBe('RSI 14, 30 · Candles in a row 3 · 1 + 5');
});

test('each well-known rule has a sweep of 200 to 640 rules around it', () => {
  for (const { call, name } of knownRules()) {
    const rule = { ...FIRST_RULE, call };
    const sweep = sweepOf(rule, usualSweep(rule));
    expect(sweep?.count, name).toBeGreaterThanOrEqual(200);
    expect(sweep?.count, name).toBeLessThanOrEqual(640);
  }
});

test('a sweep of more than 40 values, of a value that is not allowed or of a field that is gone is none', () => {
  const swept = (at: string, from: number, to: number) =>
    sweepOf(FIRST_RULE, [{ at, from, to, step: 1 }])?.count;
  expect(swept('call.0.level', 1, 40)).toBe(40);
  expect(swept('call.0.level', 1, 41)).toBeUndefined();
  expect(swept('call.0.level', 90, 101)).toBeUndefined();
  expect(swept('call.1.level', 1, 2)).toBeUndefined();
});

test('the fields of PUT can be swept where it has conditions of its own', () => {
  const at = (put: typeof FIRST_RULE.put) => numberFields({ ...FIRST_RULE, put }).map((field) => field.at);
  expect(at('mirror')).toEqual(['call.0.length', 'call.0.level', 'enterAfterBars', 'expiryBars']);
  expect(at(FIRST_RULE.call)).toContain('put.0.level');
});

test.each([
  ['14', 14],
  ['১৪', 14],
  ['0', undefined],
  ['2.5', undefined],
  ['', undefined],
  ['1e3', undefined],
])('a length of "%s" is %s', (text, value) => {
  expect(numberOf(text, { least: 1, most: 1_000, isWhole: true })).toBe(value);
});

test('prices that are too short for an open part are not offered; made-up ones always are', () => {
  const span = {
    pair: 'EUR/USD',
    kind: 'm1',
    firstDay: 10,
    lastDay: 10,
    sealedDay: 10,
    edition: 'a',
  } as const;
  const long = { ...span, lastDay: 39, sealedDay: 30, edition: 'b' };
  const keys = pricesOf('EUR/USD', [span, long, { ...long, pair: 'USD/JPY' }]).map(({ key }) => key);
  expect(keys).toEqual(['b', 'made-up']);
});

test('the made-up year is open until the end of August, and sealed from then on', () => {
  const [prices] = pricesOf('EUR/USD', []);
  if (prices === undefined) throw new Error('there are no prices');
  const iso = (ms: number) => new Date(ms).toISOString().slice(0, 10);
  expect(iso(spanOf(prices, 'open').untilMs)).toBe('2025-09-01');
  expect(iso(spanOf(prices, 'sealed').untilMs)).toBe('2026-01-01');
});
