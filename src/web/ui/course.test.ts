import { expect, test } from 'vitest';
import { summaryOfSignals, wonBut } from '../../../tests/support/fake-record.ts';
import { courseOf } from './course.tsx';

const courseAfter = (settled: number, everyLost: number, breakEven = 1 / 1.8) =>
  courseOf(summaryOfSignals(wonBut(settled, everyLost)).points, breakEven);

test('begins at nought and ends with the right answers above half', () => {
  const { engine, coin, last } = courseAfter(2_400, 3);
  expect([engine[0], last]).toEqual([[0, 0], 2_400]);
  expect(engine.at(-1)?.[1]).toBeCloseTo(400, 6);
  expect(coin.at(-1)?.[1]).toBeCloseTo(0, 6);
});

test('the funnel is where 95 of 100 coins are, and always in the picture', () => {
  const { funnel, top, bottom } = courseAfter(400, 2);
  expect(funnel.at(-1)).toEqual([400, 0.98 * 20]);
  expect(top).toBeGreaterThan(19.6);
  expect(bottom).toBeLessThan(-19.6);
});

test('the slope of break-even ends at the last signal or where it leaves the picture', () => {
  const { evenEnd, top, last } = courseAfter(400, 2);
  expect(evenEnd[1]).toBeCloseTo(Math.min(top, last * (1 / 1.8 - 0.5)), 6);
  expect(courseAfter(400, 2, 0.5).evenEnd).toEqual([400, 0]);
});

test('the numbers on the axes are round, inside, and few', () => {
  for (const settled of [1, 7, 30, 333, 2_412, 100_000]) {
    const { xTicks, yTicks, top, bottom, last } = courseAfter(settled, 2);
    expect(yTicks.length).toBeLessThanOrEqual(8);
    expect(xTicks.length).toBeLessThanOrEqual(8);
    expect(xTicks.every((count) => count > 0 && count <= last)).toBe(true);
    expect(yTicks.every((value) => value >= bottom && value <= top)).toBe(true);
    expect(yTicks).toContain(0);
  }
});
