import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { fillCoordinates, RELIABILITY_SIZE, Reliability } from './reliability.ts';

interface Lesson {
  readonly count: number;
  readonly seed: number;
  /** What the short band's score is really worth at an hour, in log odds per log odds. */
  readonly worth: (cosHour: number) => number;
  /** -1 plays everything mirrored. */
  readonly side?: 1 | -1;
}

/** Teaches settled decisions of which only the short band's score says anything. */
function teach(reliability: Reliability, { count, seed, worth, side = 1 }: Lesson): void {
  const random = seededRandom(seed);
  const uniform = (): number => random() / 2 ** 32;
  const coordinates = new Float64Array(RELIABILITY_SIZE);
  for (let index = 0; index < count; index += 1) {
    const short = (uniform() - 0.5) * 0.6 * side;
    const others = [(uniform() - 0.5) * 0.2 * side, (uniform() - 0.5) * 0.2 * side] as const;
    const cosHour = Math.cos(index / 60);
    fillCoordinates(coordinates, Float64Array.of(short, ...others), cosHour, Math.sin(index / 60), 0);
    const isRise = uniform() < 1 / (1 + Math.exp(-short * side * worth(cosHour)));
    reliability.learn(coordinates, isRise === (side === 1));
  }
}

const short = (reliability: Reliability, cosHour = 0): number => reliability.multiplier(0, cosHour, 0, 0);

describe('the reliability of a pair', () => {
  test('counts a rule by less than a third until the pair has shown it', () => {
    const reliability = new Reliability();
    for (const band of [0, 1, 2]) expect(reliability.multiplier(band, 1, 0, 1)).toBeCloseTo(0.27, 12);
  });

  test('comes to what the rule is worth there', () => {
    for (const worth of [0, 0.5, 1.5]) {
      const reliability = new Reliability();
      teach(reliability, { count: 150_000, seed: 1, worth: () => worth });
      expect(Math.abs(short(reliability) - worth)).toBeLessThan(0.2);
    }
  });

  test('lets a rule that stops working fade by more than half within five days of minutes', () => {
    const reliability = new Reliability();
    teach(reliability, { count: 150_000, seed: 2, worth: () => 1 });
    const before = short(reliability);
    teach(reliability, { count: 7_200, seed: 3, worth: () => 0 });
    expect(short(reliability)).toBeLessThan(before / 2);
  });

  test('learns at which hours a rule works', () => {
    const reliability = new Reliability();
    teach(reliability, { count: 150_000, seed: 4, worth: (cosHour) => 0.8 + 0.8 * cosHour });
    expect(short(reliability, 1)).toBeGreaterThan(1.1);
    expect(short(reliability, -1)).toBeLessThan(0.4);
  });

  test('is the same when everything is mirrored', () => {
    const one = new Reliability();
    const other = new Reliability();
    teach(one, { count: 5_000, seed: 5, worth: () => 1 });
    teach(other, { count: 5_000, seed: 5, worth: () => 1, side: -1 });
    expect(short(other)).toBe(short(one));
  });
});
