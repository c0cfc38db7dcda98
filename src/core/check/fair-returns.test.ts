import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { binomialAtLeast } from './binomial.ts';
import { fairReturnsAtLeast } from './fair-returns.ts';

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
