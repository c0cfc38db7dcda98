import { expect, it } from 'vitest';
import { howOften } from './how-often.ts';

it.each([
  [0.04623, 'once in 22 tries'],
  [0.2, 'once in 5 tries'],
  [0.31, '3 times in 10'],
  [0.97, 'nearly always'],
  [1e-12, 'less than once in 1,000,000,000 tries'],
])('of a chance of %d says %s', (chance, words) => {
  expect(howOften(chance)).toBe(words);
});
