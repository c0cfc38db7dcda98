import { expect, it } from 'vitest';
import { normalAbove } from './normal.ts';

it.each([
  [0, 0.5],
  [1, 0.15865525393145707],
  [-1, 0.8413447460685429],
  [1.959963984540054, 0.025],
  [10, 7.619853024160527e-24],
])('is the tail of the tables above %d', (z, tail) => {
  expect(normalAbove(z) / tail).toBeCloseTo(1, 5);
});
