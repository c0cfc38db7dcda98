import { expect, test } from 'vitest';
import { sparkPath } from './market-pairs.tsx';

const MINUTE = 60_000;

test('the last hour goes from the left edge to the right, the highest mid at the top', () => {
  expect(
    sparkPath([
      [0, 100],
      [MINUTE, 140],
      [60 * MINUTE, 120],
    ]),
  ).toBe('M0.0 20.0L1.4 2.0M84.0 11.0');
});

test('a price that did not move is a level line in the middle', () => {
  expect(
    sparkPath([
      [0, 100],
      [MINUTE, 100],
    ]),
  ).toBe('M82.6 11.0L84.0 11.0');
  expect(sparkPath([])).toBe('');
});
