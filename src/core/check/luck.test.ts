import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { binomialAtLeast } from './binomial.ts';
import { bestOf, chanceSelected, fairReturnsAtLeast, monthsOf, PARTS } from './luck.ts';

const WHOLE = { lookedAt: 1, part: 'whole', months: 3 } as const;

it('leaves a chance as it is where nothing was chosen', () => {
  expect(chanceSelected(0.01, WHOLE)).toBeCloseTo(0.01, 12);
  expect(chanceSelected(0.01, { ...WHOLE, lookedAt: 20 })).toBe(bestOf(20, 0.01));
});

it('counts each choice of as many months: 3 of 6 are 20, 3 of 12 are 220', () => {
  expect(chanceSelected(0.0001, { ...WHOLE, part: 'months-2' })).toBeCloseTo(0.002, 6);
  expect(chanceSelected(0.0001, { ...WHOLE, part: 'months-4' })).toBeCloseTo(0.022, 6);
});

it('makes a part of a longer record never less likely by luck than the part alone, and never more than certain', () => {
  for (const p of [1e-9, 0.001, 0.2, 0.49, 0.5, 1])
    for (const part of PARTS) {
      const chance = chanceSelected(p, { ...WHOLE, part });
      expect(chance).toBeGreaterThanOrEqual(p * 0.999_999);
      expect(chance).toBeLessThanOrEqual(1);
    }
});

it('counts calendar months, and none where a time is missing', () => {
  const at = (date: string) => ({ timeMs: Date.parse(date) });
  expect(monthsOf([at('2026-01-31'), at('2026-02-01'), at('2026-02-28')])).toBe(2);
  expect(monthsOf([at('2026-01-31'), { timeMs: null }])).toBeNull();
});

/** With two more losses as large as the largest, as a verdict takes them. */
const atWorst = (returns: readonly number[]): number =>
  fairReturnsAtLeast([...returns, Math.min(...returns), Math.min(...returns)], returns.length + 2);

it('is near the exact chance of the wins where all win and lose alike, and above it for losses that were not seen', () => {
  for (const [won, of, win] of [
    [150, 250, 1],
    [95, 250, 2.5],
    [220, 250, 0.25],
  ] as const) {
    const returns = Array.from({ length: of }, (_, at) => (at < won ? win : -1));
    const exact = binomialAtLeast(won, of, 1 / (1 + win));
    const chance = atWorst(returns);
    expect(chance).toBeGreaterThan(exact);
    expect(chance).toBeLessThan(exact * 5);
  }
});

it('says that luck is no less likely than it is of fair trades whose sizes differ', () => {
  const random = seededRandom(7);
  const share = (): number => random() / 2 ** 32;
  for (const { win, loss } of [
    { win: 45, loss: 45 },
    { win: 50, loss: 20 },
    { win: 10, loss: 40 },
  ]) {
    let rare = 0;
    for (let record = 0; record < 1_000; record += 1) {
      const returns = Array.from({ length: 60 }, () => {
        const size = [0.1, 0.3, 1][Math.floor(share() * 3)] as number;
        return share() < loss / (win + loss) ? size * win : -size * loss;
      });
      if (atWorst(returns) <= 0.005) rare += 1;
    }
    expect(rare).toBeLessThanOrEqual(10);
  }
});

it('is 1 where nothing was gained, and falls with each gain', () => {
  expect(fairReturnsAtLeast([1, -1, -1], 3)).toBe(1);
  const gain = (won: number) =>
    fairReturnsAtLeast([...Array(won).fill(1.2), ...Array(30).fill(-1)], won + 30);
  expect(gain(60)).toBeLessThan(gain(40));
  expect(gain(900)).toBeGreaterThanOrEqual(0);
});
