import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { MINUTE_MS } from '../time/instant.ts';
import { ALPHA, logEvidenceAgainst } from './confidence-sequence.ts';
import { WatchedMean, watchedInterval } from './watched-mean.ts';

it('counts a minute as one observation, its mean, once a minute two later has come', () => {
  const mean = new WatchedMean();
  mean.add(0, 1);
  mean.add(55_000, 0);
  mean.add(30_000, 1);
  mean.add(MINUTE_MS, 0);
  expect(mean.complete).toEqual({ sum: 0, minutes: 0 });
  // A feed that was slow for one pair: its signal of the first minute is settled after one of the second.
  mean.add(45_000, 1);
  mean.add(2 * MINUTE_MS, 1);
  expect(mean.complete).toEqual({ sum: 0.75, minutes: 1 });
  mean.add(9 * MINUTE_MS, 1);
  expect(mean.complete).toEqual({ sum: 1.75, minutes: 3 });
});

it('loses nothing that comes too late: it counts as an observation of its own', () => {
  const mean = new WatchedMean();
  for (const minute of [10, 11, 12, 3]) mean.add(minute * MINUTE_MS, 1);
  expect(mean.complete).toEqual({ sum: 2, minutes: 2 });
  mean.add(3 * MINUTE_MS, 0);
  mean.add(3 * MINUTE_MS, 0.5);
  expect(mean.complete).toEqual({ sum: 2.5, minutes: 4 });
});

it('closes both minutes that are open when one comes after a gap, each with its own mean', () => {
  const mean = new WatchedMean();
  for (const value of [1, 0, 0, 0]) mean.add(MINUTE_MS, value);
  mean.add(2 * MINUTE_MS, 1);
  mean.add(2 * MINUTE_MS, 0);
  mean.add(9 * MINUTE_MS, 1);
  expect(mean.complete).toEqual({ sum: 0.75, minutes: 2 });
  // The minute before the newest one is empty after the gap, and a late signal begins it.
  mean.add(8 * MINUTE_MS, 0);
  mean.add(20 * MINUTE_MS, 1);
  expect(mean.complete).toEqual({ sum: 1.75, minutes: 4 });
});

it('is the same whatever the order in which signals of neighbouring minutes are settled', () => {
  const random = seededRandom(5);
  const signals = Array.from({ length: 600 }, (_, index) => ({
    decidedMs: Math.floor(index / 3) * 20_000,
    value: (random() % 3) / 2,
  }));
  const inOrder = new WatchedMean();
  for (const { decidedMs, value } of signals) inOrder.add(decidedMs, value);
  // Up to 16 s late.
  const late = signals
    .map((signal) => ({ ...signal, at: signal.decidedMs + (random() % 16_000) }))
    .sort((a, b) => a.at - b.at);
  const shuffled = new WatchedMean();
  for (const { decidedMs, value } of late) shuffled.add(decidedMs, value);
  expect(shuffled.complete).toEqual(inOrder.complete);
});

it('keeps its promise for signals of one minute that all end alike, where counting each would not', () => {
  const random = seededRandom(6);
  const limit = -Math.log(ALPHA);
  const runs = 500;
  let missed = 0;
  let missedEach = 0;
  for (let run = 0; run < runs; run += 1) {
    const mean = new WatchedMean();
    let won = 0;
    let everMissed = false;
    let everMissedEach = false;
    for (let minute = 0; minute < 1_000; minute += 1) {
      const value = random() % 2;
      const crowd = 1 + (random() % 5);
      for (let each = 0; each < crowd; each += 1) mean.add(minute * MINUTE_MS, value);
      won += 5 * value;
      const { sum, minutes } = mean.complete;
      everMissed ||= logEvidenceAgainst(0.5, sum, minutes) >= limit;
      everMissedEach ||= logEvidenceAgainst(0.5, won, 5 * (minute + 1)) >= limit;
    }
    if (everMissed) missed += 1;
    if (everMissedEach) missedEach += 1;
  }
  expect(missed / runs).toBeLessThanOrEqual(ALPHA);
  expect(missedEach / runs).toBeGreaterThan(5 * ALPHA);
});

it('holds the plain mean that is shown beside it, even where crowded minutes pull that one away', () => {
  const sums = { sum: 5_000, minutes: 10_000 };
  expect(watchedInterval(sums, 0.9, ALPHA).high).toBe(0.9);
  expect(watchedInterval(sums, 0.1, ALPHA).low).toBe(0.1);
  expect(watchedInterval(sums, null, ALPHA).high).toBeLessThan(0.53);
});
