import { describe, expect, it } from 'vitest';
import type { RecordRate } from '../wire/record.ts';
import { breakEvenRate, judge } from './verdict.ts';

function arm(settled: number, low: number, high: number): RecordRate {
  const won = Math.round((settled * (low + high)) / 2);
  return {
    settled,
    won,
    lost: settled - won,
    unchanged: 0,
    rate: settled === 0 ? null : won / settled,
    minutes: settled,
    minuteWins: won,
    watched: { low, high },
    wilson: { low, high },
  };
}

describe('the verdict at a payout of 80 %, break-even 55.56 %', () => {
  it.each([
    [0, 0, 1, 'too-few'],
    [99, 0.9, 1, 'too-few'],
    [99, 0, 0.1, 'too-few'],
    [100, 0.9, 1, 'above'],
    [100, 0, 0.1, 'below'],
    [1_284, 0.491, 0.546, 'below'],
    [1_284, 0.47, 0.566, 'no-edge'],
    [1_284, 0.556, 0.6, 'above'],
    [1_284, 0.555, 0.6, 'no-edge'],
  ])('for %d settled with an interval of %d to %d is "%s"', (settled, low, high, code) => {
    expect(judge(arm(settled, low, high), 0.8).code).toBe(code);
  });
});

it('depends on the reader’s payout', () => {
  const record = arm(5_000, 0.53, 0.57);
  expect(judge(record, 0.7).code).toBe('below');
  expect(judge(record, 0.8).code).toBe('no-edge');
  expect(judge(record, 0.95).code).toBe('above');
});

it('says no edge while a bound is exactly at break-even', () => {
  expect(judge(arm(500, 0.5, 0.6), 1).code).toBe('no-edge');
  expect(judge(arm(500, 0.4, 0.5), 1).code).toBe('no-edge');
});

it('says what a stake of 1 brings: 1.8 x rate - 1 at 80 %, with the interval of the rate', () => {
  const { perStake, perStakeInterval, breakEven } = judge(arm(1_000, 0.491, 0.547), 0.8);
  expect(breakEven).toBeCloseTo(0.55556, 5);
  expect(perStake).toBeCloseTo(-0.0658, 10);
  expect(perStakeInterval.low).toBeCloseTo(-0.1162, 10);
  expect(perStakeInterval.high).toBeCloseTo(-0.0154, 10);
  expect(judge(arm(0, 0, 1), 0.8).perStake).toBeNull();
});

it.each([0, -0.8, Number.NaN, Number.POSITIVE_INFINITY])('refuses a payout of %d', (payout) => {
  expect(() => breakEvenRate(payout)).toThrow(RangeError);
});
