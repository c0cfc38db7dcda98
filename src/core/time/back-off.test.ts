import { expect, test } from 'vitest';
import { backOffMs } from './back-off.ts';

const BACK_OFF = { firstMs: 1_000, longestMs: 60_000 };

test('the wait doubles from the first to the longest and stays there', () => {
  const waits = [1, 2, 3, 4, 5, 6, 7, 8, 5_000].map((failures) => backOffMs(failures, BACK_OFF, 0));
  expect(waits).toEqual([1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000, 60_000]);
});

test('up to one half of the wait is taken off at random', () => {
  expect(backOffMs(1, BACK_OFF, 0.5)).toBe(750);
  expect(backOffMs(9, BACK_OFF, 0.999)).toBeCloseTo(30_030, 6);
});
