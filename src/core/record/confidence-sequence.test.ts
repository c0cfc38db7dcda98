import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import { ALPHA, logEvidenceAgainst, sequenceInterval } from './confidence-sequence.ts';

const RUNS = 2_000;
const STEPS = 5_000;
const LIMIT = -Math.log(ALPHA);

/** The share of runs in which something is true after any of the steps. */
function shareOfRuns(seed: number, ever: (next: () => number) => boolean): number {
  const random = seededRandom(seed);
  const next = () => random() / 2 ** 32;
  let count = 0;
  for (let run = 0; run < RUNS; run += 1) if (ever(next)) count += 1;
  return count / RUNS;
}

/** As a function of halves won and a count, worked out once for each: all records come by the same few. */
function remembered(isSo: (won: number, count: number) => boolean): typeof isSo {
  const width = 2 * STEPS + 1;
  /** 0: not asked yet, 1: no, 2: yes. */
  const known = new Uint8Array(width * (STEPS + 1));
  return (won, count) => {
    const at = count * width + 2 * won;
    known[at] ||= isSo(won, count) ? 2 : 1;
    return known[at] === 2;
  };
}

it('misses the true chance at any of 5,000 looks in at most 5 % of 2,000 records; Wilson, watched alike, in over half', () => {
  const chance = 0.52;
  const misses = remembered((won, count) => logEvidenceAgainst(chance, won, count) >= LIMIT);
  const wilsonMisses = remembered((won, count) => {
    const { low, high } = wilsonInterval(won, count);
    return chance < low || chance > high;
  });
  let wilsonMissed = 0;
  const missed = shareOfRuns(1, (next) => {
    let won = 0;
    let everMissed = false;
    let wilsonEverMissed = false;
    for (let count = 1; count <= STEPS; count += 1) {
      if (next() < chance) won += 1;
      everMissed ||= misses(won, count);
      wilsonEverMissed ||= wilsonMisses(won, count);
    }
    if (wilsonEverMissed) wilsonMissed += 1;
    return everMissed;
  });
  expect(missed).toBeLessThanOrEqual(ALPHA);
  expect(wilsonMissed / RUNS).toBeGreaterThan(0.5);
});

it('misses a coin at any of 2,000 looks in at most 5 % of 2,000 records', () => {
  const misses = remembered((won, count) => logEvidenceAgainst(0.5, won, count) >= LIMIT);
  const missed = shareOfRuns(3, (next) => {
    let won = 0;
    for (let count = 1; count <= 2_000; count += 1) {
      if (next() < 0.5) won += 1;
      if (misses(won, count)) return true;
    }
    return false;
  });
  expect(missed).toBeLessThanOrEqual(ALPHA);
});

it('misses the true difference of engine and control at any of 5,000 looks in at most 5 % of 2,000 records', () => {
  const chance = 0.53;
  // The control's direction is the engine's half of the time and then ends alike, else the other way round.
  const trueMean = (1 + (chance - 0.5)) / 2;
  const misses = remembered((sum, count) => logEvidenceAgainst(trueMean, sum, count) >= LIMIT);
  const missed = shareOfRuns(2, (next) => {
    let sum = 0;
    for (let count = 1; count <= STEPS; count += 1) {
      const isSame = next() < 0.5;
      const won = next() < chance;
      if (isSame) sum += 0.5;
      else if (won) sum += 1;
      if (misses(sum, count)) return true;
    }
    return false;
  });
  expect(missed).toBeLessThanOrEqual(ALPHA);
});

it.each([
  [5, 10],
  [51.9, 100],
  [520, 1_000],
  [51_900, 100_000],
  [3, 3],
  [2.25, 7],
])('holds exactly the means that less than 20 to 1 speaks against: %d of %d', (sum, count) => {
  const { low, high } = sequenceInterval(sum, count, ALPHA);
  for (const bound of [low, high]) {
    if (bound === 0 || bound === 1) continue;
    const inwards = bound + (sum / count - bound) * 1e-6;
    const outwards = bound - (sum / count - bound) * 1e-6;
    expect(logEvidenceAgainst(inwards, sum, count)).toBeLessThan(LIMIT);
    expect(logEvidenceAgainst(bound, sum, count), 'rounded outwards').toBeGreaterThanOrEqual(LIMIT);
    expect(logEvidenceAgainst(outwards, sum, count)).toBeGreaterThan(LIMIT);
  }
  expect(low).toBeLessThan(sum / count);
  expect(high).toBeGreaterThanOrEqual(sum / count);
});

it('says nothing while there is nothing, and keeps 0 and 1 while all was lost or won', () => {
  expect(sequenceInterval(0, 0, ALPHA)).toEqual({ low: 0, high: 1 });
  expect(sequenceInterval(0, 50, ALPHA).low).toBe(0);
  expect(sequenceInterval(50, 50, ALPHA).high).toBe(1);
});

// Worked out with the gamma function of another library, by bisection.
it.each([
  [5, 10, 0.163325210409, 0.836674789591],
  [50, 100, 0.375527094428, 0.624472905572],
  [556, 1_000, 0.506371048438, 0.604893554425],
])('is the interval that was fixed beforehand: %d of %d', (sum, count, low, high) => {
  const interval = sequenceInterval(sum, count, 0.05);
  expect(interval.low).toBeCloseTo(low, 11);
  expect(interval.high).toBeCloseTo(high, 11);
  expect(ALPHA).toBe(0.05);
});

it('is symmetric, narrows with more signals and is wider the surer it must be', () => {
  const width = (count: number, alpha: number) => {
    const { low, high } = sequenceInterval(count / 2, count, alpha);
    expect(low + high).toBeCloseTo(1, 10);
    return high - low;
  };
  expect(width(1_000, ALPHA)).toBeLessThan(width(100, ALPHA));
  expect(width(1_000, ALPHA / 24)).toBeGreaterThan(width(1_000, ALPHA));
});

it('costs less than twice the width of Wilson’s from 100 to 100,000 signals', () => {
  for (const count of [100, 1_000, 10_000, 100_000]) {
    const watched = sequenceInterval(count * 0.52, count, ALPHA);
    const once = wilsonInterval(count * 0.52, count);
    expect((watched.high - watched.low) / (once.high - once.low)).toBeLessThan(2);
  }
});
