import { expect, it } from 'vitest';
import { fixedClock } from '../../../time/wall-clock.ts';
import { judged } from '../../judgement.ts';
import { tradesTextReader } from '../read-trades.ts';
import { Unreadable } from '../unreadable.ts';

const read = (text: string) => tradesTextReader(text)({ payout: 0.8, clock: fixedClock('UTC', 0) });

it('takes the fewest wins that a rounded rate may mean first', () => {
  const { questions, trades } = read('88 %, 353 trades');
  expect(questions.map(({ code, options }) => [code, options.map(({ won }) => won)])).toEqual([
    ['claimed-rate', [309, 311, 312]],
  ]);
  expect(trades.filter(({ outcome }) => outcome === 'won')).toHaveLength(309);
});

it('takes the last of five scores that only grow first, in either order', () => {
  const days = ['42-31', '45-32', '48-32', '50-32', '51-33'].map((score, at) => `May ${at + 1}: ${score}`);
  for (const lines of [days, days.toReversed()]) {
    const { questions, trades } = read(lines.join('\n'));
    expect([questions.map(({ code }) => code), trades.length]).toEqual([['several-claims'], 84]);
  }
});

it('takes the payout of a claim from its target and its stop, its ratio, or its percentage', () => {
  const paidBy = (text: string) => {
    const { trades, signals } = read(text);
    return [trades[0]?.payout, judged(trades, 312, signals).against, signals.assumesPayout];
  };
  expect(paidBy('312 wins, 41 losses, TP 10 SL 80')).toEqual([0.125, 'break-even', false]);
  expect(paidBy('312 wins, 41 losses, TP 10 SL 9')).toEqual([10 / 9, 'break-even', false]);
  expect(paidBy('312 wins, 41 losses, 10 pips TP, 10 pips SL')).toEqual([1, 'break-even', false]);
  expect(paidBy('312 wins, 41 losses, RR 1-4')).toEqual([4, 'break-even', false]);
  expect(paidBy('312 wins, 41 losses, avg win/avg loss 1.4')).toEqual([1.4, 'break-even', false]);
  expect(paidBy('312 wins, 41 losses at 1:4 RR')).toEqual([4, 'break-even', false]);
  expect(paidBy('312 wins, 41 losses at odds of 1.95')).toEqual([0.95, 'break-even', false]);
  expect(paidBy('312 wins, 41 losses at 85% payout')).toEqual([0.85, 'coin', false]);
  expect(paidBy('312 wins, 41 losses')).toEqual([0.8, 'coin', true]);
});

it('refuses a claim that lacks how many were lost, and says so', () => {
  const whyOf = (text: string) => {
    try {
      return read(text).trades;
    } catch (error) {
      return error instanceof Unreadable ? error.why.code : error;
    }
  };
  expect(['37 wins', 'Wins: 37', '37W in November'].map(whyOf)).toEqual(Array(3).fill('one-count'));
});

it('leaves out at first what is typical, whatever adds up beside it', () => {
  const asked = (text: string) => {
    const { trades, questions } = read(text);
    return [trades.length, questions.find(({ code }) => code === 'claimed-numbers')?.assumed];
  };
  const typical = [
    '60 trades per week, 45 wins 15 losses',
    'Every day W W W L W',
    'Per month: 150 wins (gale 1: 30), 10 losses',
  ];
  expect(typical.map(asked)).toEqual(typical.map(() => [0, 'leave-out']));
  expect(asked('Weekly recap: 60 trades, 45 wins 15 losses')).toEqual([60, undefined]);
});
