import { expect, it } from 'vitest';
import { seededRandom } from '../../../tests/support/seeded-random.ts';
import { losingRunChance, median, stakingOf } from './staking.ts';

// Fractions of whole numbers without rounding; the first two are known: five heads in a row in 100 throws, 81.0 %; seven, 31.8 %.
it.each([
  [5, 1 / 2, 0.810109599196358],
  [7, 1 / 2, 0.3175203874966058],
  [7, 23 / 60, 0.06887084130426153],
  [20, 23 / 60, 2.362584641953589e-7],
  [0, 1 / 2, 1],
  [101, 1 / 2, 0],
  [100, 1 / 2, 2 ** -100],
  [3, 1, 1],
  [1, 0, 0],
])('gives the exact chance of %d losses in a row in 100 trades', (run, lossRate, exact) => {
  expect(Math.abs(losingRunChance(run, 100, lossRate) - exact)).toBeLessThanOrEqual(1e-12 * exact);
});

const stepsOf = (text: string) =>
  text.split(' ').map((word) => ({
    stake: Number(word.slice(1)),
    ending: word.startsWith('w')
      ? ('won' as const)
      : word.startsWith('l')
        ? ('lost' as const)
        : ('tied' as const),
  }));

it('sees no stake start again among stakes that mostly stay', () => {
  const { factorAfterLoss, startsAgainAfter } = stakingOf(
    stepsOf('l10 w10 l10 w10 l10 w10 l10 l15 w10 w10'),
    70,
    0.5,
  );
  expect([factorAfterLoss, startsAgainAfter]).toEqual([1, null]);
});

it('finds a doubled stake and the losing run that a bankroll of 70 does not outlive', () => {
  const staking = stakingOf(stepsOf('w10 w10 l10 l20 w40 w10 l10 w20 w10'), 70, 0.4);
  expect(staking.factorAfterLoss).toBe(2);
  expect(staking.factorAfterWin).toBe(1);
  // 10 + 20 + 40 is all of it: nothing is left for 80.
  expect(staking.endsAfterLosses).toBe(3);
  expect(staking.chanceOfThatRunIn100).toBe(losingRunChance(3, 100, 0.4));
});

it.each([
  [69.99, 2],
  [70, 3],
  [149.99, 3],
  [150, 4],
  [9, 0],
])('with %d ends after %d losses when it doubles from 10', (bankroll, losses) => {
  expect(stakingOf(stepsOf('w10 l10 l20 w40 w10'), bankroll, 0.5).endsAfterLosses).toBe(losses);
});

it('pays a stake to the cent with a factor that decimals do not hold', () => {
  const bankroll = 10 + 10 * 2.1 + 10 * 2.1 * 2.1;
  expect(stakingOf(stepsOf('w10 l10 l21 w44.1 w10'), bankroll, 0.5).endsAfterLosses).toBe(3);
});

it.each([
  [69.99, 2],
  [70, 3],
  [79.99, 3],
  [80, 4],
  [140, 6],
  [7_000_000, 300_000],
])('with %d ends after %d losses when it starts again after the third', (bankroll, losses) => {
  const staking = stakingOf(stepsOf('w10 l10 l20 l40 w10 w10'), bankroll, 0.5);
  expect([staking.startsAgainAfter, staking.endsAfterLosses]).toEqual([3, losses]);
});

it.each([
  ['a smaller one follows a loss before the highest', 'w10 l10 l20 w40 w10 l10 l20 w10'],
  ['the highest was won', 'w10 l10 l20 w40 w10'],
  ['stakes stay the same', 'w10 l10 l10 w10'],
])('does not see stakes start again where %s', (_, steps) => {
  expect(stakingOf(stepsOf(steps), 100, 0.5).startsAgainAfter).toBeNull();
});

it('sees an end where stakes grow by a fifth, and none where they grow by less, or nothing follows a win', () => {
  expect(stakingOf(stepsOf('w10 l10 w12 w10'), 22, 0.5).endsAfterLosses).toBe(2);
  expect(stakingOf(stepsOf('w10 l10 w11.9 w10'), 100, 0.5).endsAfterLosses).toBeNull();
  expect(stakingOf(stepsOf('l10 l20'), 100, 0.5)).toEqual({
    factorAfterLoss: 2,
    factorAfterWin: null,
    isOfPair: false,
    endsAfterLosses: null,
    chanceOfThatRunIn100: null,
    startsAgainAfter: null,
  });
});

it('does not take the stake after a refund for one after a loss', () => {
  expect(stakingOf(stepsOf('l10 t10 w30'), 100, 0.5).factorAfterLoss).toBe(1);
});

/** So many trades, the next stake of which is drawn from what its pair, or the record, lost. */
function drawn(
  seed: number,
  count: number,
  stakeOf: (lost: number, random: () => number) => number,
  isOfPair = true,
) {
  const random = seededRandom(seed);
  const lost = new Map<string, number>();
  return Array.from({ length: count }, () => {
    const pair = ['EUR/USD', 'GBP/USD', 'USD/JPY', 'AUD/CAD'][random() % 4] as string;
    const key = isOfPair ? pair : '';
    const stake = stakeOf(lost.get(key) ?? 0, random);
    const ending = random() % 2 === 0 ? ('won' as const) : ('lost' as const);
    lost.set(key, ending === 'won' ? 0 : (lost.get(key) ?? 0) + 1);
    return { pair, stake, ending };
  });
}

const doubled = (lost: number): number => 10 * 2 ** lost;

it.each([
  ['each pair after its own losses', doubled, true, [2, true]],
  ['each pair, up to the third', (lost: number) => doubled(lost % 3), true, [2, true]],
  ['the record after its losses', doubled, false, [2, false]],
  ['none', () => 10, true, [1, false]],
  [
    'none, and stakes grow with the balance',
    (_: number, random: () => number) => 100 + (random() % 10),
    true,
    [null, false],
  ],
  [
    'none that can be seen',
    (_: number, random: () => number) => [5, 10, 20, 40][random() % 4] as number,
    true,
    [null, false],
  ],
] as const)('finds the stakes that follow %s', (_, stakeOf, isOfPair, [factor, isFound]) => {
  for (let seed = 0; seed < 100; seed += 1) {
    const staking = stakingOf(drawn(seed, 80, stakeOf, isOfPair), 1_000, 0.5);
    expect(staking.isOfPair).toBe(isFound);
    if (stakeOf.name !== '') expect(staking.factorAfterLoss).toBe(factor);
  }
});

it('takes the middle of the values', () => {
  expect(median([3, 1, 2])).toBe(2);
  expect(median([4, 1, 2, 3])).toBe(2.5);
  expect(median([])).toBeNull();
});
