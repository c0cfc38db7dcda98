import { expect, it } from 'vitest';
import { logBeta, logGamma, normalAbove } from './special-functions.ts';

it('is the logarithm of factorials at whole numbers', () => {
  let logFactorial = 0;
  for (let n = 1; n <= 150; n += 1) {
    expect(logGamma(n)).toBeCloseTo(logFactorial, 11);
    logFactorial += Math.log(n);
  }
});

it.each([
  // gamma(1/2) is the square root of pi.
  [0.5, Math.log(Math.sqrt(Math.PI))],
  [1.5, Math.log(Math.sqrt(Math.PI) / 2)],
  // NIST Digital Library of Mathematical Functions, 5.4: the minimum of gamma, 0.8856031944108887 at 1.461632144968362.
  [1.461632144968362, Math.log(0.8856031944108887)],
])('knows the closed forms: at %d', (x, expected) => {
  expect(logGamma(x)).toBeCloseTo(expected, 13);
});

it('keeps the recursion gamma(x + 1) = x gamma(x) on either side of where the series begins', () => {
  for (const x of [0.01, 3.3, 15.2, 15.999, 16, 40.7, 1_000.5, 123_456.25]) {
    expect((logGamma(x + 1) - logGamma(x)) / Math.log(x)).toBeCloseTo(1, 9);
  }
});

it('gives beta(a, b) = (a - 1)! (b - 1)! / (a + b - 1)! for whole numbers', () => {
  expect(logBeta(1, 1)).toBeCloseTo(0, 13);
  expect(logBeta(3, 4)).toBeCloseTo(Math.log(1 / 60), 12);
});

it.each([
  [0, 0.5],
  [1, 0.15865525393145707],
  [-1, 0.8413447460685429],
  [1.959963984540054, 0.025],
  [10, 7.619853024160527e-24],
])('is the tail of the tables above %d', (z, tail) => {
  expect(normalAbove(z) / tail).toBeCloseTo(1, 5);
});
