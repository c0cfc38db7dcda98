import { expect, test } from 'vitest';
import { PointRing } from './point-ring.ts';

test('the chart has the last price of each second of the last half hour, oldest first', () => {
  const ring = new PointRing();
  for (let ms = 0; ms < 7_200_000; ms += 250) ring.push(ms, ms);
  const points = ring.points();
  expect(points).toHaveLength(1800);
  expect(points[0]).toEqual([5_400_750, 5_400_750]);
  expect(points.at(-1)).toEqual([7_199_750, 7_199_750]);
});

test('a quote of an earlier second is not for the chart, and seconds without one have no point', () => {
  const ring = new PointRing();
  ring.push(1000, 1);
  ring.push(61_500, 2);
  ring.push(60_999, 3);
  expect(ring.points()).toEqual([
    [1000, 1],
    [61_500, 2],
  ]);
});
