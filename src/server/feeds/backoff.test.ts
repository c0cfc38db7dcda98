import { expect, test } from 'vitest';
import { backoffMs } from './backoff.ts';

test('the wait doubles from one second and stays at one minute', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 100].map((failures) => backoffMs(failures, 0));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test('up to a half is taken off at random, so that many clients do not come back together', () => {
  expect(backoffMs(1, 0.5)).toBe(750);
  expect(backoffMs(9, 0.999)).toBeGreaterThan(30_000);
});
