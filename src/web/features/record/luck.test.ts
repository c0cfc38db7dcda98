import { expect, test } from 'vitest';
import { coinDots } from '../../../core/check/pictures.ts';
import { chanceOfCoins, luckSentences } from './luck.ts';

const arm = (won: number, settled: number) => ({ won, settled });
const said = (won: number, coin: number, settled: number, breakEven: number) =>
  luckSentences(
    { engineArm: arm(won, settled), controlArm: arm(coin, settled) } as never,
    breakEven,
    coinDots(settled),
  );

test('the chance of the coins is the exact binomial tail', () => {
  expect(chanceOfCoins(arm(9, 10))).toBeCloseTo(11 / 1024, 12);
  expect(chanceOfCoins(arm(0, 10))).toBe(1);
});

test('says how often coins do as well, what the coin got, and that it is not enough', () => {
  expect(said(1_252, 1_243, 2_412, 1 / 1.8)).toEqual([
    'It could be. Coin tosses do this well or better once in 31 tries.',
    'The actual coin got 51.5%.',
    'It is not enough: the 55.6% you need lies beyond all the dots.',
  ]);
});

test('says where the coin did no worse, and where the need lies among the dots', () => {
  expect(said(50, 55, 100, 0.556)).toEqual([
    'This is what luck looks like. Coin tosses do this well or better 5 times in 10.',
    'The actual coin did at least as well: 55.0%.',
    'It is not enough: you need 55.6%.',
  ]);
});

test('never speaks of skill, and of being above only so far', () => {
  expect(said(95, 50, 100, 0.556)).toEqual([
    'Hardly. Coin tosses do this well or better less than once in 1,000,000,000 tries.',
    'The actual coin got 50.0%.',
    'The engine is above the 55.6% you need, so far.',
  ]);
});
