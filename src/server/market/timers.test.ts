import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eachSecond } from './timers.ts';

const START = Date.parse('2026-11-18T09:32:00.300Z');

beforeEach(() => {
  vi.useFakeTimers({ now: START });
});

afterEach(() => {
  vi.useRealTimers();
});

test('a second is announced 200 ms before it turns on the clock', () => {
  const instants: number[] = [];
  const stop = eachSecond(
    () => Date.now() + 40,
    200,
    () => instants.push(Date.now() + 40 - START),
  );
  vi.advanceTimersByTime(3_000);
  stop();
  vi.advanceTimersByTime(3_000);
  expect(instants).toEqual([1_500, 2_500]);
});

test('a timer that is early tells no second twice', () => {
  let earlyMs = 0;
  const instants: number[] = [];
  const stop = eachSecond(
    () => Date.now() - earlyMs,
    200,
    () => {
      earlyMs = 3;
      instants.push(Date.now() - START);
    },
  );
  vi.advanceTimersByTime(3_000);
  stop();
  expect(instants).toEqual([500, 1_503, 2_503]);
});
