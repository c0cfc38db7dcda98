import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { DAY_MS, HOUR_MS } from '../time/instant.ts';
import { HourCalibration } from './reliability.ts';

const CLAIMED = 0.1;

/** Decisions of so many days, sixty in each hour, that come true with `slopeOf` the hour times what was claimed. */
function followed(days: number, slopeOf: (hour: number) => number): HourCalibration {
  const calibration = new HourCalibration();
  const random = seededRandom(7);
  for (let day = 0; day < days; day += 1)
    for (let hour = 0; hour < 24; hour += 1)
      for (let minute = 0; minute < 60; minute += 1) {
        const chance = 1 / (1 + Math.exp(-slopeOf(hour) * CLAIMED));
        calibration.learn(day * DAY_MS + hour * HOUR_MS, CLAIMED, random() / 2 ** 32 < chance);
      }
  return calibration;
}

test('before anything was seen a claim stays what it is', () => {
  for (let hour = 0; hour < 24; hour += 1) expect(new HourCalibration().factor(hour * HOUR_MS)).toBe(1);
});

test('an hour that is no better than a coin loses its claim, the others keep theirs', () => {
  const calibration = followed(250, (hour) => (hour >= 6 && hour <= 8 ? 0 : 1));
  expect(calibration.factor(7 * HOUR_MS)).toBeLessThan(0.35);
  for (const hour of [1, 12, 18]) {
    expect(calibration.factor(hour * HOUR_MS)).toBeGreaterThan(0.7);
    expect(calibration.factor(hour * HOUR_MS)).toBeLessThan(1.3);
  }
});

test('what was claimed too modestly the whole day is claimed more, an hour without decisions included', () => {
  const calibration = followed(200, (hour) => (hour === 21 || hour === 22 || hour === 20 ? 1 : 2));
  expect(calibration.factor(12 * HOUR_MS)).toBeGreaterThan(1.4);
  const silent = new HourCalibration();
  for (let at = 0; at < 200_000; at += 1) silent.learn(3 * HOUR_MS, CLAIMED, at % 100 < 60);
  expect(silent.factor(15 * HOUR_MS)).toBeGreaterThan(1.3);
});

test('an hour of which seven in ten came true moves no claim by a third', () => {
  const calibration = new HourCalibration();
  for (let at = 0; at < 60; at += 1) calibration.learn(9 * HOUR_MS, CLAIMED, at % 10 < 7);
  expect(calibration.factor(9 * HOUR_MS)).toBeLessThan(4 / 3);
});

test('a factor is never negative and never infinite, whatever is learned', () => {
  const decision = fc.record({
    atMs: fc.integer({ min: -DAY_MS, max: 1e13 }),
    logOdds: fc.double({ min: 0, max: 0.7, noNaN: true }),
    isHit: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(decision, { maxLength: 400 }), (decisions) => {
      const calibration = new HourCalibration();
      for (const { atMs, logOdds, isHit } of decisions) calibration.learn(atMs, logOdds, isHit);
      for (let hour = 0; hour < 24; hour += 1) {
        const factor = calibration.factor(hour * HOUR_MS);
        expect(factor).toBeGreaterThanOrEqual(0);
        expect(factor).toBeLessThan(10);
      }
    }),
  );
});
