import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import {
  Calibrator,
  chanceAt,
  type ConfidenceCurve,
  HIGHEST_CHANCE,
  logOddsOf,
  poolAdjacentViolators,
} from './confidence-curve.ts';
import { runs } from '../../../tests/support/rounds.ts';

const chanceOf = (curve: ConfidenceCurve, size: number) => chanceAt(logOddsOf(curve, size));

/** Teaches scores whose true chance is `truth(size)`. */
function taught(count: number, seed: number, truth: (size: number) => number): Calibrator {
  const random = seededRandom(seed);
  const uniform = (): number => random() / 2 ** 32;
  const calibrator = new Calibrator();
  for (let index = 0; index < count; index += 1) {
    const size = uniform() ** 2 * 0.5;
    calibrator.learn(size, uniform() < truth(size));
  }
  return calibrator;
}

const exact = (size: number): number => 1 / (1 + Math.exp(-size));

describe('a confidence curve', () => {
  test('gives back the chances that made the outcomes, a little under them', () => {
    const curve = taught(2_000_000, 1, exact).curve();
    for (const size of [0.02, 0.05, 0.1, 0.2, 0.35]) {
      expect(chanceOf(curve, size)).toBeLessThan(exact(size) + 0.002);
      // Beyond 54 % a share is held back.
      expect(chanceOf(curve, size)).toBeGreaterThan(exact(size) - (size > 0.16 ? 0.02 : 0.004));
    }
  });

  test('says 50 % where scores mean nothing, and where they were always wrong', () => {
    expect(chanceOf(taught(500_000, 2, () => 0.5).curve(), 0.4)).toBeLessThan(0.502);
    expect(chanceOf(taught(500_000, 3, (size) => 1 - exact(size)).curve(), 0.4)).toBe(0.5);
  });

  test('hardly claims anything after 300 decisions of which 60 % were right', () => {
    const calibrator = new Calibrator();
    for (let index = 0; index < 300; index += 1) calibrator.learn(0.3, index % 10 < 6);
    expect(chanceOf(calibrator.curve(), 0.3)).toBeLessThan(0.55);
    expect(chanceOf(new Calibrator().curve(), 0.3)).toBe(0.5);
  });

  test('never falls, never leaves 50 % to its cap, and its cap never exceeds 65 %', () => {
    fc.assert(
      fc.property(
        fc.array(
          fc.tuple(
            fc.double({ min: 0, max: 2, noNaN: true }),
            fc.boolean(),
            fc.integer({ min: 1, max: 3000 }),
          ),
          { maxLength: 30 },
        ),
        fc.array(fc.double({ min: 0, max: 3, noNaN: true }), { minLength: 2, maxLength: 20 }),
        (lessons, sizes) => {
          const calibrator = new Calibrator();
          for (const [size, hit, times] of lessons)
            for (let index = 0; index < times; index += 1) calibrator.learn(size, hit);
          const curve = calibrator.curve();
          expect(curve.cap).toBeLessThanOrEqual(HIGHEST_CHANCE);
          const chances = sizes.toSorted((a, b) => a - b).map((size) => chanceOf(curve, size));
          for (const [index, chance] of chances.entries()) {
            expect(chance).toBeGreaterThanOrEqual(Math.max(0.5, chances[index - 1] ?? 0));
            expect(chance).toBeLessThanOrEqual(curve.cap);
          }
        },
      ),
      { numRuns: runs(12, 60) },
    );
  });

  test('its cap is what its largest scores are worth on the lower 95 % bound of the slope that was seen', () => {
    const calibrator = new Calibrator();
    for (let index = 0; index < 10_000; index += 1) calibrator.learn(0.5, index % 100 < 58);
    // Least squares of the outcome's sign on half the score: 2 * 0.16 / 0.5, give or take 1 / sqrt(10,000 * 0.5² / 4).
    const lowestSlope = 0.64 - 1.96 / 25;
    expect(calibrator.curve().cap).toBeCloseTo(exact(lowestSlope * 0.5), 5);
  });

  test('has no cap above 50 %, so claims nothing, until decisions have shown that scores mean something', () => {
    for (const rights of [50, 51]) {
      const calibrator = new Calibrator();
      for (let index = 0; index < 5_000; index += 1) calibrator.learn(0.3, index % 100 < rights);
      expect(calibrator.curve().cap).toBe(0.5);
    }
  });
});

test.each([
  [
    [1, 2, 3],
    [1, 1, 1],
    [1, 2, 3],
  ],
  [
    [3, 1],
    [1, 1],
    [2, 2],
  ],
  [
    [1, 3, 2, 4],
    [1, 1, 3, 1],
    [1, 2.25, 2.25, 4],
  ],
  [
    [5, 4, 3],
    [1, 2, 1],
    [4, 4, 4],
  ],
])('pooling %j with weights %j gives %j', (values, weights, pooled) => {
  expect(poolAdjacentViolators(values, weights)).toEqual(pooled);
});
