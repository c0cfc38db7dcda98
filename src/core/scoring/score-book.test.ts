import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { seededCoin } from '../random/random.ts';
import { DayClusters, ScoreBook, type Scores } from './score-book.ts';
import { expectedCalibrationError, isOverclaimed } from './scores.ts';
import { wilsonInterval } from '../statistics/wilson.ts';

const DAY_MS = 86_400_000;

interface Row {
  readonly atMs: number;
  readonly up: boolean;
  readonly chance: number;
  readonly outcome: -1 | 0 | 1 | undefined;
}

function rowsOf(seed: number, count: number): Row[] {
  const random = seededRandom(seed);
  const uniform = (): number => random() / 2 ** 32;
  return Array.from({ length: count }, (_, index) => {
    const chance = 0.5 + uniform() * 0.15;
    const up = uniform() < 0.5;
    const hit = uniform() < chance;
    const outcome = uniform() < 0.1 ? 0 : uniform() < 0.02 ? undefined : hit === up ? 1 : -1;
    return { atMs: Math.floor(index / 50) * DAY_MS + index, up, chance, outcome };
  });
}

function bookOf(rows: readonly Row[], payout = 0.8): ScoreBook {
  const book = new ScoreBook({ payout, coin: seededCoin('test') });
  for (const { atMs, up, chance, outcome } of rows) book.settled(atMs, up, chance, outcome);
  return book;
}

describe('scores', () => {
  const rows = rowsOf(1, 60_000);
  const scores = bookOf(rows).scores() as Scores;
  const settled = rows.filter(({ outcome }) => outcome === 1 || outcome === -1);
  const isHit = ({ up, outcome }: Row): boolean => (outcome === 1) === up;

  test('agree with sums made the naive way', () => {
    expect(scores.n).toBe(settled.length);
    expect(scores.unchanged).toBe(rows.filter(({ outcome }) => outcome === 0).length);
    expect(scores.unsettled).toBe(rows.filter(({ outcome }) => outcome === undefined).length);
    expect(scores.accuracy).toBeCloseTo(settled.filter(isHit).length / settled.length, 12);
    const given = settled.map((row) => (isHit(row) ? row.chance : 1 - row.chance));
    expect(scores.logLoss).toBeCloseTo(given.reduce((sum, p) => sum - Math.log(p), 0) / given.length, 9);
    expect(scores.brier).toBeCloseTo(given.reduce((sum, p) => sum + (1 - p) ** 2, 0) / given.length, 9);
  });

  test('coverage is the share of judged instants that gave a signal, whatever came of it', () => {
    const book = bookOf(rows);
    expect(book.scores()?.coverage).toBe(1);
    for (let index = 0; index < 20_000; index += 1) book.abstained(index % 2 === 0 ? 'undecided' : 'stale');
    expect(book.scores()?.coverage).toBeCloseTo(0.75, 12);
  });

  test('the top 5 % are the most confident twentieth', () => {
    const top = settled.toSorted((a, b) => b.chance - a.chance).slice(0, Math.round(settled.length / 20));
    expect(scores.accuracyTop5).toBeCloseTo(top.filter(isHit).length / top.length, 2);
  });

  test('every decision is in one bin, and each bin holds what it says', () => {
    expect(scores.bins.reduce((sum, { n }) => sum + n, 0)).toBe(scores.n);
    for (const bin of scores.bins) {
      const inside = settled.filter(({ chance }) => chance >= bin.from && chance < bin.to);
      expect(bin.n).toBe(inside.length);
      expect(bin.claimed).toBeCloseTo(inside.reduce((sum, { chance }) => sum + chance, 0) / inside.length, 9);
      expect(bin.observed).toBeCloseTo(inside.filter(isHit).length / inside.length, 12);
    }
  });

  test('a stake brings the payout, loses itself, or comes back', () => {
    const stakes = rows.filter(({ outcome }) => outcome !== undefined);
    const brought = stakes.reduce((sum, row) => sum + (row.outcome === 0 ? 0 : isHit(row) ? 0.8 : -1), 0);
    expect(scores.expectation.perStake).toBeCloseTo(brought / stakes.length, 12);
    const lost = stakes.reduce((sum, row) => sum + (row.outcome !== 0 && isHit(row) ? 0.8 : -1), 0);
    expect(scores.expectation.perStakeUnchangedLost).toBeCloseTo(lost / stakes.length, 12);
    expect(scores.expectation.breakEven).toBeCloseTo(0.555_555_6, 6);
  });

  test('a coin that always says up is right when the price rose, and pays as every signal does', () => {
    const book = new ScoreBook({ payout: 0.8, coin: () => true });
    for (const { atMs, up, chance, outcome } of rows) book.settled(atMs, up, chance, outcome);
    const rose = settled.filter(({ outcome }) => outcome === 1).length;
    const stakes = rows.filter(({ outcome }) => outcome !== undefined).length;
    expect(book.scores()?.coin).toEqual({
      accuracy: rose / settled.length,
      accuracyInterval: wilsonInterval(rose, settled.length),
      logLoss: Math.LN2,
      brier: 0.25,
      perStake: expect.closeTo((rose * 0.8 - (settled.length - rose)) / stakes, 12),
    });
    const pooled = new ScoreBook({ payout: 0.8, coin: () => true });
    pooled.absorb(book);
    expect(pooled.scores()?.coin).toEqual(book.scores()?.coin);
  });

  test('a coin is right half the time and brings what a coin brings', () => {
    expect(Math.abs(scores.coin.accuracy - 0.5)).toBeLessThan(0.012);
    expect(scores.coin.perStake).toBeLessThan(-0.06);
  });

  test('pooled, they are those of all decisions together', () => {
    const pooled = bookOf(rows.slice(0, 21_000));
    pooled.absorb(bookOf(rows.slice(21_000)));
    const { coin: _coin, ...together } = pooled.scores() as Scores;
    const { coin: _other, ...whole } = scores;
    expect(together).toEqual({
      ...whole,
      logLoss: expect.closeTo(whole.logLoss, 12),
      brier: expect.closeTo(whole.brier, 12),
      logLossInterval: expect.anything(),
      bins: whole.bins.map((bin) => ({ ...bin, claimed: expect.closeTo(bin.claimed, 12) })),
      ece: expect.closeTo(whole.ece, 12),
      byHour: whole.byHour.map((hour) => ({
        ...hour,
        claimed: expect.closeTo(hour.claimed, 12),
        z: expect.closeTo(hour.z, 6),
      })),
      expectation: expect.objectContaining({ perStake: expect.closeTo(whole.expectation.perStake, 12) }),
    });
  });
});

describe('the most confident share', () => {
  const chances = fc.integer({ min: 0, max: 14_000 }).map((cell) => 0.5 + cell / 100_000);
  const decisions = fc
    .array(fc.record({ chance: chances, isHit: fc.boolean(), times: fc.integer({ min: 1, max: 9 }) }), {
      minLength: 1,
      maxLength: 60,
    })
    .map((drawn) =>
      drawn.flatMap(({ chance, isHit, times }) =>
        Array.from({ length: times }, (_, index) => ({ chance, isHit: index % 3 === 0 ? !isHit : isHit })),
      ),
    );

  test('is counted from the top, with a part of the chance at which it ends', () => {
    fc.assert(
      fc.property(decisions, (drawn) => {
        const { byTop, accuracyTop5, accuracyTop5Interval, expectation } = bookOf(
          drawn.map(({ chance, isHit }) => ({ atMs: 0, up: true, chance, outcome: isHit ? 1 : -1 })),
        ).scores() as Scores;
        expect(byTop.map(({ share }) => share)).toEqual([0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1]);
        for (const top of byTop) {
          const wanted = drawn.length * top.share;
          let n = 0;
          let hits = 0;
          let from = 1;
          for (const chance of [...new Set(drawn.map((one) => one.chance))].sort((a, b) => b - a)) {
            if (n >= wanted - 1e-6) break;
            const same = drawn.filter((one) => one.chance === chance);
            const part = Math.min(1, (wanted - n) / same.length);
            n += part * same.length;
            hits += part * same.filter(({ isHit }) => isHit).length;
            from = chance;
          }
          expect(top.n).toBe(Math.round(n));
          expect(top.accuracy).toBeCloseTo(hits / n, 9);
          expect(top.low).toBeCloseTo(wilsonInterval(hits, n).low, 9);
          expect(top.high).toBeCloseTo(wilsonInterval(hits, n).high, 9);
          expect(top.from).toBeCloseTo(from, 9);
        }
        const { accuracy, low, high } = byTop[2] as Scores['byTop'][number];
        const brings = (chance: number) => expect.closeTo(1.8 * chance - 1, 12);
        expect([accuracyTop5, accuracyTop5Interval]).toEqual([accuracy, { low, high }]);
        expect([expectation.top5, expectation.top5Interval]).toEqual([
          brings(accuracy),
          { low: brings(low), high: brings(high) },
        ]);
      }),
    );
  });
});

test('the interval of the accuracy is Wilson’s or that of the days, whichever is wider', () => {
  const days = 20;
  const inDays = (isHit: (day: number, index: number) => boolean) => {
    const rows = Array.from({ length: days * 30 }, (_, index): Row => {
      const day = Math.floor(index / 30);
      const isRight = isHit(day, index);
      return {
        atMs: day * DAY_MS + index,
        up: index % 2 === 0,
        chance: 0.55,
        outcome: isRight === (index % 2 === 0) ? 1 : -1,
      };
    });
    const clusters = new DayClusters();
    for (const { atMs, up, outcome } of rows) clusters.add(atMs, (outcome === 1) === up ? 1 : 0);
    const { accuracyInterval, accuracy } = bookOf(rows).scores() as Scores;
    return {
      accuracyInterval,
      wilson: wilsonInterval(Math.round(accuracy * rows.length), rows.length),
      byDay: clusters.interval(),
    };
  };
  const together = inDays((day) => day % 2 === 0);
  expect(together.accuracyInterval).toEqual(together.byDay);
  const apart = inDays((_day, index) => index % 2 === 0);
  expect(apart.accuracyInterval).toEqual(apart.wilson);
});

test('nothing settled has no scores, which is not a score of zero', () => {
  expect(bookOf([{ atMs: 0, up: true, chance: 0.6, outcome: 0 }]).scores()).toBeUndefined();
});

describe('confidence bins', () => {
  test('with enough decisions in each are as fine as a half point near even and five points at the top', () => {
    const edges = [0.5, 0.505, 0.51, 0.515, 0.52, 0.525, 0.53, 0.54, 0.55, 0.56, 0.58, 0.6, 0.65];
    const { bins } = bookOf(edges.slice(0, -1).flatMap((edge) => claims(edge, 2_000))).scores() as Scores;
    expect(bins.map(({ from }) => from)).toEqual(edges.slice(0, -1));
    expect(bins.map(({ to }) => to)).toEqual(edges.slice(1));
  });

  const claims = (chance: number, count: number): Row[] =>
    Array.from({ length: count }, (_, index) => ({
      atMs: index,
      up: true,
      chance,
      outcome: index % 2 === 0 ? 1 : -1,
    }));

  test('a claim of exactly 65 % is in the last bin, one at an edge in the bin above it', () => {
    const bins = bookOf([...claims(0.65, 2_000), ...claims(0.6, 2_000), ...claims(0.58, 2_000)]).scores()
      ?.bins;
    expect(bins?.map(({ from, to, n }) => [from, to, n])).toEqual([
      [0.58, 0.6, 2_000],
      [0.6, 0.65, 4_000],
    ]);
  });

  test('one with fewer than 2,000 decisions is joined with the one below it', () => {
    const bins = bookOf([...claims(0.57, 1_999), ...claims(0.535, 2_000), ...claims(0.501, 5)]).scores()
      ?.bins;
    expect(bins?.map(({ from, to, n }) => [from, to, n])).toEqual([
      [0.5, 0.505, 5],
      [0.53, 0.58, 3_999],
    ]);
  });
});

test('the calibration error weighs each bin by its decisions', () => {
  const bin = (n: number, claimed: number, observed: number) => ({
    from: 0,
    to: 1,
    n,
    claimed,
    observed,
    low: 0,
    high: observed + 0.01,
  });
  expect(expectedCalibrationError([bin(300, 0.52, 0.51), bin(100, 0.6, 0.64)])).toBeCloseTo(0.0175, 12);
  expect(isOverclaimed(bin(1, 0.53, 0.51))).toBe(true);
  expect(isOverclaimed(bin(1, 0.515, 0.51))).toBe(false);
  expect(isOverclaimed(bin(1, 0.51 + 0.01, 0.51))).toBe(false);
});

// Newcombe, Statistics in Medicine 17 (1998), table I, method 3, gives these to four decimals.
test.each([
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
  [0, 0, 0, 1],
  [29, 29, 0.883, 1],
])('Wilson’s interval of %i in %i is %f to %f', (hits, count, low, high) => {
  const interval = wilsonInterval(hits, count);
  expect(interval.low).toBeCloseTo(low, 4);
  expect(interval.high).toBeCloseTo(high, 4);
});

describe('days as clusters', () => {
  test('widen the interval where the decisions of a day fall together, and hardly where they do not', () => {
    const together = new DayClusters();
    const apart = new DayClusters();
    const random = seededRandom(4);
    for (let day = 0; day < 200; day += 1) {
      const whole = random() % 2;
      for (let index = 0; index < 100; index += 1) {
        together.add(day * DAY_MS + index, whole);
        apart.add(day * DAY_MS + index, random() % 2);
      }
    }
    const width = ({ low, high } = { low: 0, high: 0 }): number => high - low;
    const independent = width(wilsonInterval(10_000, 20_000));
    expect(width(together.interval()) / independent).toBeGreaterThan(8);
    expect(width(apart.interval()) / independent).toBeGreaterThan(0.8);
    expect(width(apart.interval()) / independent).toBeLessThan(1.2);
  });

  test('are UTC days, in whatever order their decisions come', () => {
    const clusters = new DayClusters();
    for (const atMs of [0, DAY_MS, DAY_MS - 1, 2 * DAY_MS - 1, 0]) clusters.add(atMs, 1);
    expect([clusters.days, clusters.mean, new DayClusters().mean]).toEqual([2, 1, 0]);
  });

  test('give the textbook interval of a ratio: 0.5 ± 1.96 times 0.1667 for ten days that are all or nothing', () => {
    const clusters = new DayClusters();
    for (let day = 0; day < 10; day += 1) clusters.add(day * DAY_MS, (day % 2) * 4, 4);
    expect(clusters.interval()?.low).toBeCloseTo(0.5 - 1.959_963_985 / 6, 9);
    expect(clusters.interval()?.high).toBeCloseTo(0.5 + 1.959_963_985 / 6, 9);
  });

  test('say nothing about fewer than ten days', () => {
    const clusters = new DayClusters();
    for (let day = 0; day < 9; day += 1) clusters.add(day * DAY_MS, day % 2);
    expect(clusters.interval()).toBeUndefined();
    clusters.add(9 * DAY_MS, 1);
    expect(clusters.interval()).toBeDefined();
  });
});

test('the coin of a report falls the same in years to come', () => {
  const coin = seededCoin('EUR/USD 1min');
  const throws = Array.from({ length: 64 }, () => (coin() ? '1' : '0')).join('');
  expect(throws).toBe('0100011011110111000000100101100000000010110011010000010111100101');
});

test('the coin repeats itself for the same text, differs for another, and falls on both sides alike', () => {
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), (seed) => {
      const throws = (text: string): string => {
        const coin = seededCoin(text);
        return Array.from({ length: 400 }, () => (coin() ? '1' : '0')).join('');
      };
      expect(throws(seed)).toBe(throws(seed));
      expect(throws(seed)).not.toBe(throws(`${seed}x`));
      const ups = throws(seed).replaceAll('0', '').length;
      // Ten standard deviations of 400 throws: of the many texts that are tried, none is ever that far off by chance.
      expect(Math.abs(ups - 200)).toBeLessThan(100);
    }),
  );
});
