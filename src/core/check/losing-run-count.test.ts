import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { longLosingRuns, usualLosingRuns } from './losing-run-count.ts';

it('counts a run of losses once, however long it is', () => {
  const record = [...'lllwllwlllll'].map((letter) => letter === 'w');
  expect([2, 3, 4, 6].map((length) => longLosingRuns(record, length))).toEqual([3, 2, 1, 0]);
});

it.each([
  [3, 6, 8],
  [2, 7, 7],
  [3, 3, 11],
  [2, 10, 4],
])('agrees with every order: runs of %d, %d won, %d lost', (length, won, lost) => {
  const counts: number[] = [];
  for (let way = 0; way < 2 ** (won + lost); way += 1) {
    const record = Array.from({ length: won + lost }, (_, at) => ((way >> at) & 1) === 1);
    if (record.filter(Boolean).length === won) counts.push(longLosingRuns(record, length));
  }
  counts.sort((a, b) => a - b);
  const atMost = (runs: number): number => counts.filter((count) => count <= runs).length / counts.length;
  const { low, high } = usualLosingRuns(length, won, lost);
  expect(atMost(low - 1)).toBeLessThanOrEqual(0.005);
  expect(atMost(low)).toBeGreaterThan(0.005);
  expect(atMost(high - 1)).toBeLessThan(0.995);
  expect(atMost(high)).toBeGreaterThanOrEqual(0.995);
});

it('finds nearly the same range by whole numbers and by the normal distribution', () => {
  const counted = usualLosingRuns(3, 520, 480);
  const normal = usualLosingRuns(3, 521, 480);
  expect(Math.abs(counted.low - normal.low)).toBeLessThanOrEqual(1);
  expect(Math.abs(counted.high - normal.high)).toBeLessThanOrEqual(1);
});

it('leaves about 1 of 100 shuffled records of 2,000 trades outside', () => {
  const { low, high } = usualLosingRuns(3, 1_100, 900);
  const random = seededRandom(7);
  const record = Array.from({ length: 2_000 }, (_, at) => at < 1_100);
  let outside = 0;
  for (let time = 0; time < 1_000; time += 1) {
    for (let at = record.length - 1; at > 0; at -= 1) {
      const other = Math.floor((random() / 2 ** 32) * (at + 1));
      [record[at], record[other]] = [record[other] as boolean, record[at] as boolean];
    }
    const runs = longLosingRuns(record, 3);
    if (runs < low || runs > high) outside += 1;
  }
  expect(outside).toBeGreaterThan(1);
  expect(outside).toBeLessThan(25);
});
