import { expect, test } from 'vitest';
import { RaceScale } from './race.tsx';

const LOW = { low: 100, high: 200 };
const HIGH = { low: 300, high: 500 };

test('the first scale is there at once', () => {
  const scale = new RaceScale(false);
  expect(scale.target).toBeUndefined();
  expect(scale.towards(LOW, 1_000)).toBe(LOW);
  expect([scale.target, scale.isMoving(1_000)]).toEqual([LOW, false]);
});

test('another scale is reached over 200 ms', () => {
  const scale = new RaceScale(false);
  scale.towards(LOW, 1_000);
  expect(scale.towards(HIGH, 5_000)).toEqual(LOW);
  expect([scale.target, scale.isMoving(5_000)]).toEqual([HIGH, true]);
  expect(scale.towards(HIGH, 5_100)).toEqual({ low: 200, high: 350 });
  expect([scale.towards(HIGH, 5_200), scale.isMoving(5_200)]).toEqual([HIGH, false]);
});

test('one that changes on the way goes on from where it is', () => {
  const scale = new RaceScale(false);
  scale.towards(LOW, 1_000);
  scale.towards(HIGH, 5_000);
  const back = { ...LOW };
  expect(scale.towards(back, 5_100)).toEqual({ low: 200, high: 350 });
  expect(scale.towards(back, 5_200)).toEqual({ low: 150, high: 275 });
});

test('where motion is not wanted it is there at once', () => {
  const scale = new RaceScale(true);
  scale.towards(LOW, 1_000);
  expect([scale.towards(HIGH, 5_000), scale.isMoving(5_000)]).toEqual([HIGH, false]);
});
