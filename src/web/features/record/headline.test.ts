import { expect, test } from 'vitest';
import { summaryOfSignals, wonBut } from '../../../../tests/support/fake-record.ts';
import { stakeSentence } from '../../ui/score-texts.ts';
import { headlineOf, lateSentence } from './headline.ts';

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
  expect([-9.74, 1.25].map(lateSentence)).toEqual([
    'Entered 5 s later: 9.7 cents lost.',
    'Entered 5 s later: 1.3 cents won.',
  ]);
});
