import fc from 'fast-check';
import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { binomialAtLeast } from './binomial.ts';
import { winsAtLeast } from './poisson-binomial.ts';
import { runs } from '../../../tests/support/rounds.ts';

const PAYOUTS = [0.7, 0.75, 0.8, 0.85, 0.92];
const chancesOf = (n: number) =>
  Float64Array.from({ length: n }, (_, at) => 1 / (1 + (PAYOUTS[at % 5] as number)));
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
  const chance = winsAtLeast(k, chancesOf(n));
  expect(Math.abs(chance - exact)).toBeLessThanOrEqual(1e-10 * exact);
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
          expect(winsAtLeast(k, Float64Array.from(chances))).toBeCloseTo(exact[k] as number, 11);
      },
    ),
    { seed: 12, numRuns: runs(20, 100) },
  );
});

it('gives the same chance tilted as trade by trade, from one end of 1,001 trades to the other', () => {
  const next = uniformOf(3);
  const chances = Float64Array.from({ length: 1_000 }, () => 0.2 + 0.6 * next());
  // One more trade that is nearly always won: the count moves by one, and the other way of counting is taken.
  const more = Float64Array.from([...chances, 1 - 1e-13]);
  for (const k of [2, 300, 450, 500, 510, 530, 600, 700, 900, 940]) {
    const plain = winsAtLeast(k, chances);
    expect(winsAtLeast(k + 1, more) / plain).toBeCloseTo(1, 9);
  }
});

it('is binomial when chances differ by nothing that matters, for 200,000 trades and tails down to 1e-150', () => {
  const n = 200_000;
  const chances = Float64Array.from({ length: n }, (_, at) => 0.55 + (at % 2 === 0 ? 1e-16 : -1e-16));
  expect(new Set(chances).size).toBeGreaterThan(1);
  for (const k of [109_000, 110_000, 110_500, 112_000, 115_800])
    expect(winsAtLeast(k, chances) / binomialAtLeast(k, n, 0.55)).toBeCloseTo(1, 9);
});

it('is the share of simulated records within four standard errors', () => {
  const next = uniformOf(7);
  const chances = Float64Array.from({ length: 2_000 }, () => 0.5 + 0.2 * next());
  const tries = 4_000;
  const k = 1_215;
  let reached = 0;
  for (let run = 0; run < tries; run += 1) {
    let won = 0;
    for (const q of chances) if (next() < q) won += 1;
    if (won >= k) reached += 1;
  }
  const chance = winsAtLeast(k, chances);
  expect(chance).toBeGreaterThan(0.05);
  expect(chance).toBeLessThan(0.95);
  expect(Math.abs(reached / tries - chance)).toBeLessThan(4 * Math.sqrt((chance * (1 - chance)) / tries));
});
