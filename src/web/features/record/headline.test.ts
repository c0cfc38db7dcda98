import { expect, test } from 'vitest';
import { summaryOfSignals, wonBut } from '../../../../tests/support/fake-record.ts';
import { settle } from '../../../../tests/support/settled-signal.ts';
import { RecordBook } from '../../../core/record/record-book.ts';
import { coinDots } from '../../../core/check/pictures.ts';
import { stakeSentence } from '../../ui/report-texts.ts';
import { chanceOfCoins, headlineOf, lateSentence, needSentence } from './record-head.tsx';

test('rates are counts of 100, and what is needed is the next whole one', () => {
  const late = () => ({ enteredLate: 'lost' }) as const;
  const headline = headlineOf(summaryOfSignals(wonBut(1_000, 3), late), 80);
  expect(headline).toMatchObject({ engine: 67, coin: 50, late: 0, needed: 56 });
  expect(headline.engineCents).toBeCloseTo((1.8 * 0.667 - 1) * 100, 6);
});

test.each([
  [100, 50],
  [92, 53],
  [80, 56],
  [25, 80],
])('a payout of %i %% needs %i of 100', (payout, needed) => {
  expect(headlineOf(summaryOfSignals(wonBut(40, 2)), payout).needed).toBe(needed);
});

test('29 signals have no rate, 30 have one', () => {
  const rates = (settled: number) => {
    const { engine, coin, late } = headlineOf(summaryOfSignals(wonBut(settled, 2)), 80);
    return [engine, coin, late];
  };
  expect(rates(29)).toEqual([undefined, undefined, undefined]);
  expect(rates(30)).toEqual([50, 50, undefined]);
  expect(headlineOf(summaryOfSignals([]), 80).engineCents).toBeUndefined();
});

test('what a stake of $1 came to is said as lost, won or neither', () => {
  expect([-6.62, 1.25, 0.04, -0.04].map(stakeSentence)).toEqual([
    'Each $1 staked lost 6.6 cents.',
    'Each $1 staked won 1.3 cents.',
    'Each $1 staked came back, no more and no less.',
    'Each $1 staked came back, no more and no less.',
  ]);
  expect([-9.74, 1.25, 0.04, -0.04].map(lateSentence)).toEqual([
    'Entered 5 s later: 9.7 cents lost.',
    'Entered 5 s later: 1.3 cents won.',
    'Entered 5 s later: nothing won or lost.',
    'Entered 5 s later: nothing won or lost.',
  ]);
});

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
        settle(book, {
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
