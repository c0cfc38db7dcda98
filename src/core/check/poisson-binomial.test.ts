import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { binomialAtLeast } from './binomial.ts';
import { winsAtLeast } from './poisson-binomial.ts';
import { runs } from '../../../tests/support/rounds.ts';

const PAYOUTS = [0.7, 0.75, 0.8, 0.85, 0.92];
const single = (chance: number) => ({ trades: 1, chance });
const betsOf = (n: number) =>
  Array.from({ length: n }, (_, at) => single(1 / (1 + (PAYOUTS[at % 5] as number))));
const uniformOf = (seed: number) => {
  const random = seededRandom(seed);
  return () => random() / 2 ** 32;
};

// Whole-number arithmetic without rounding (Python's fractions; above 60 trades fixed point with 2,600 bits).
it.each([
  [5, 3, 0.6029926985809339],
  [60, 37, 0.20457350151785586],
  [60, 59, 2.195476824111748e-14],
  [60, 20, 0.9998391402592834],
  [1_500, 900, 0.00025735309608805086],
  [1_500, 1_100, 3.404930616525771e-46],
  [1_500, 1_499, 0],
  [1_500, 800, 0.9590423950843685],
])('of %d trades at five payouts, %d or more are won with the exact chance', (n, k, exact) => {
  const chance = winsAtLeast(k, betsOf(n));
  expect(Math.abs(chance - exact)).toBeLessThanOrEqual(1e-10 * exact + 1e-300);
});

it('agrees with the enumeration of every way that up to ten trades can end', () => {
  fc.assert(
    fc.property(
      fc.array(fc.double({ min: 0.01, max: 0.99, noNaN: true }), { minLength: 1, maxLength: 10 }),
      (chances) => {
        const exact = new Float64Array(chances.length + 2);
        for (let way = 0; way < 2 ** chances.length; way += 1) {
          let chance = 1;
          let won = 0;
          for (const [trade, q] of chances.entries()) {
            if ((way >> trade) & 1) won += 1;
            chance *= (way >> trade) & 1 ? q : 1 - q;
          }
          for (let k = 0; k <= won; k += 1) exact[k] = (exact[k] as number) + chance;
        }
        for (let k = 0; k <= chances.length + 1; k += 1)
          expect(winsAtLeast(k, chances.map(single))).toBeCloseTo(exact[k] as number, 11);
      },
    ),
    { seed: 12, numRuns: runs(20, 100) },
  );
});

it('takes bets of several trades as won or lost together', () => {
  const bets = [
    { trades: 3, chance: 0.5 },
    { trades: 1, chance: 0.25 },
  ];
  expect([1, 2, 3, 4].map((won) => winsAtLeast(won, bets))).toEqual([0.625, 0.5, 0.5, 0.125]);
});

it('takes 7,000 bets as binomial with their mean chance, which in the tail is no smaller than the exact one of 6,000', () => {
  const ofTwoChances = (n: number) => Array.from({ length: n }, (_, at) => single(at % 2 === 0 ? 0.5 : 0.6));
  expect(winsAtLeast(3_950, ofTwoChances(7_000))).toBeCloseTo(binomialAtLeast(3_950, 7_000, 0.55), 12);
  expect(winsAtLeast(3_400, ofTwoChances(6_000))).toBeLessThan(binomialAtLeast(3_400, 6_000, 0.55));
});

it('takes many bets of several trades as fewer of one size, with the mean chance of a trade', () => {
  const bets = [
    ...Array.from({ length: 4_000 }, () => single(0.5)),
    ...Array.from({ length: 2_000 }, () => ({ trades: 3, chance: 0.6 })),
  ];
  // 10,000 trades squared over 4,000 + 2,000 * 9.
  expect(winsAtLeast(5_900, bets)).toBeCloseTo(binomialAtLeast(2_681, 4_545, 0.56), 12);
});

it('is the share of simulated records within four standard errors', () => {
  const next = uniformOf(7);
  const chances = Array.from({ length: 2_000 }, () => 0.5 + 0.2 * next());
  const tries = 4_000;
  const k = 1_215;
  let reached = 0;
  for (let run = 0; run < tries; run += 1) {
    let won = 0;
    for (const q of chances) if (next() < q) won += 1;
    if (won >= k) reached += 1;
  }
  const chance = winsAtLeast(k, chances.map(single));
  expect(chance).toBeGreaterThan(0.05);
  expect(chance).toBeLessThan(0.95);
  expect(Math.abs(reached / tries - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / tries));
});
