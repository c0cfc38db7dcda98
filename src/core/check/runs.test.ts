import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { longLosingRuns, losingRuns, runsTest, usualLosingRuns } from './runs.ts';

/** A record with so many won, lost and runs of either. */
function recordOf(won: number, lost: number, runs: number): boolean[] {
  const wonRuns = Math.ceil(runs / 2);
  const lostRuns = runs - wonRuns;
  const record: boolean[] = [];
  for (let run = 0; run < runs; run += 1) {
    const isWon = run % 2 === 0;
    const isLast = run >= runs - 2;
    const length = isLast ? (isWon ? won - (wonRuns - 1) : lost - (lostRuns - 1)) : 1;
    for (let at = 0; at < length; at += 1) record.push(isWon);
  }
  return record;
}

// Swed and Eisenhart (1943), table I, for 5 and 5: P(R <= 2) = .008, 3 .040, 4 .167; printed to three digits.
it.each([
  [2, 0.008],
  [3, 0.04],
  [4, 0.167],
])('doubles the tail that is tabulated for 5 and 5: %d runs', (runs, tail) => {
  expect(runsTest(recordOf(5, 5, runs)) / 2).toBeCloseTo(tail, 3);
});

// Fractions of whole numbers without rounding.
it.each([
  [37, 23, 20, 0.014555632349104617],
  [500, 500, 450, 0.0013841663891641573],
  [600, 400, 520, 0.010909250140635218],
  [10, 3, 2, 0.013986013986013986],
])('is exact: %d won, %d lost, %d runs', (won, lost, runs, exact) => {
  const record = recordOf(won, lost, runs);
  expect(record.filter(Boolean)).toHaveLength(won);
  expect(record).toHaveLength(won + lost);
  expect(Math.abs(runsTest(record) - exact)).toBeLessThan(1e-12);
});

it('agrees with every order of up to nine trades', () => {
  for (const [won, lost] of [
    [1, 3],
    [4, 4],
    [6, 3],
    [5, 4],
  ] as const) {
    const n = won + lost;
    const records = Array.from({ length: 2 ** n }, (_, bits) =>
      Array.from({ length: n }, (__, at) => ((bits >> at) & 1) === 1),
    ).filter((record) => record.filter(Boolean).length === won);
    const runsOf = (record: boolean[]) =>
      record.filter((one, at) => at === 0 || one !== record[at - 1]).length;
    for (const record of records) {
      const runs = runsOf(record);
      const low = records.filter((other) => runsOf(other) <= runs).length / records.length;
      const high = records.filter((other) => runsOf(other) >= runs).length / records.length;
      expect(runsTest(record)).toBeCloseTo(Math.min(1, 2 * Math.min(low, high)), 12);
    }
  }
});

it('says nothing against a record that was all won or all lost', () => {
  expect(runsTest([true, true, true])).toBe(1);
  expect(runsTest([false])).toBe(1);
});

it('stays within 0 and 1 for 20,000 trades', () => {
  const p = runsTest(recordOf(15_000, 5_000, 7_400));
  expect(p).toBeGreaterThan(0.001);
  expect(p).toBeLessThan(0.1);
});

it('counts rows of losses', () => {
  expect(losingRuns([false, false, true, false, true, true, false])).toBe(3);
  expect(losingRuns([true, true])).toBe(0);
});

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
