import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { scriptedRandom, seededRandom } from '../../../tests/support/seeded-random.ts';
import { uniformInt, uniformPick } from './random.ts';

describe('uniformInt', () => {
  test('every draw lies within its bounds', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -1000, max: 1000 }),
        fc.integer({ min: 0, max: 5000 }),
        fc.integer(),
        (min, width, seed) => {
          const value = uniformInt(seededRandom(seed), min, min + width);
          expect(Number.isInteger(value)).toBe(true);
          expect(value).toBeGreaterThanOrEqual(min);
          expect(value).toBeLessThanOrEqual(min + width);
        },
      ),
    );
  });

  test('both ends are drawn', () => {
    expect(uniformInt(scriptedRandom(0), 88, 94)).toBe(88);
    expect(uniformInt(scriptedRandom(6), 88, 94)).toBe(94);
  });

  test('numbers beyond the last full multiple of the span are drawn again', () => {
    // 2^32 = 7 * 613,566,756 + 4, so the last 4 numbers would favour 88 to 91.
    const firstRefused = 2 ** 32 - 4;
    expect(uniformInt(scriptedRandom(firstRefused, 2 ** 32 - 1, 3), 88, 94)).toBe(91);
    expect(uniformInt(scriptedRandom(firstRefused - 1), 88, 94)).toBe(94);
  });

  test('of one number is that number', () => {
    expect(uniformInt(scriptedRandom(7), 5, 5)).toBe(5);
  });

  test('the whole range of the generator can be asked for', () => {
    expect(uniformInt(scriptedRandom(2 ** 32 - 1), 0, 2 ** 32 - 1)).toBe(2 ** 32 - 1);
  });

  test.each([
    [1, 0],
    [0.5, 2],
    [0, Number.NaN],
    [0, 2 ** 32],
  ])('bounds %s to %s are refused', (min, max) => {
    expect(() => uniformInt(scriptedRandom(), min, max)).toThrow(RangeError);
  });

  test('nothing can be picked from nothing', () => {
    expect(() => uniformPick(scriptedRandom(), [])).toThrow(RangeError);
  });
});
