import { expect, test } from 'vitest';
import { coinDots } from '../../../core/check/pictures.ts';
import { chanceOfCoins, needSentence } from './luck.ts';

const arm = (won: number, settled: number) => ({ won, settled });

test('the chance of the coins is the exact binomial tail', () => {
  expect(chanceOfCoins(arm(9, 10))).toBeCloseTo(11 / 1024, 12);
  expect(chanceOfCoins(arm(0, 10))).toBe(1);
});

test.each([
  [1_252, 2_412, 1 / 1.8, 'The 55.6% you need lies beyond all the dots.'],
  [50, 100, 0.556, 'You need 55.6%.'],
  [95, 100, 0.556, 'The engine is above the 55.6% you need, so far.'],
])('of %d right of %d it says where the need of %d lies: %s', (won, settled, need, words) => {
  expect(needSentence(arm(won, settled), need, coinDots(settled))).toBe(words);
});
