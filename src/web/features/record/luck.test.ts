import { expect, test } from 'vitest';
import { RecordBook } from '../../../core/record/record-book.ts';
import { coinDots } from '../../../core/check/pictures.ts';
import { chanceOfCoins, needSentence } from './luck.ts';

const arm = (minuteWins: number, minutes: number) => ({ minutes, minuteWins });

test('the chance of the coins is the exact binomial tail', () => {
  expect(chanceOfCoins(arm(9, 10))).toBeCloseTo(11 / 1024, 12);
  expect(chanceOfCoins(arm(0, 10))).toBe(1);
  expect(chanceOfCoins(arm(0, 0))).toBe(1);
});

test('a part of a win is none, but what rounding takes of a whole one is', () => {
  expect(chanceOfCoins(arm(9.9, 10))).toBeCloseTo(11 / 1024, 12);
  expect(chanceOfCoins(arm(9 - 1e-12, 10))).toBeCloseTo(11 / 1024, 12);
});

test('signals that run at the same time are no more evidence than one of them', () => {
  const armOf = (signalsInMinute: number) => {
    const book = new RecordBook();
    for (let minute = 0; minute < 12; minute += 1)
      for (let signal = 0; signal < signalsInMinute; signal += 1)
        book.settle({
          mode: 'bot',
          pair: 'EUR/USD',
          timeframe: '15s',
          confidence: 51,
          decidedMs: minute * 60_000 + signal,
          startMs: minute * 60_000 + 1_000,
          settledMs: minute * 60_000 + 16_000,
          outcome: minute % 5 === 0 ? 'lost' : 'won',
          control: 'lost',
        });
    return book.figures().bot.engineArm;
  };
  const alone = chanceOfCoins(armOf(1));
  expect(alone).toBeCloseTo(56 / 1024, 12);
  expect(chanceOfCoins(armOf(7))).toBe(alone);
});

test.each([
  [1_252, 2_412, 1 / 1.8, 'The 55.6% you need lies beyond all the dots.'],
  [50, 100, 0.556, 'You need 55.6%.'],
  [95, 100, 0.556, 'The engine is above the 55.6% you need, so far.'],
])('of %d right of %d it says where the need of %d lies: %s', (won, settled, need, words) => {
  expect(needSentence(arm(won, settled), need, coinDots(settled))).toBe(words);
});
