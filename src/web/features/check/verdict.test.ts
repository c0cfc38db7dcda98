import { expect, it } from 'vitest';
import { type CheckFigures, checkRecord } from '../../../core/check/check-record.ts';
import { claimed } from '../../../core/check/reading/claim.ts';
import { verdictSentence } from './verdict.ts';

const figuresOf = (won: number, of: number, payout: number): CheckFigures =>
  checkRecord(claimed({ won, lost: of - won, tied: 0 }, payout).trades, {
    ties: 'refund',
    lookedAt: 1,
    bankroll: undefined,
    seed: 1,
    offsetMsAt: () => 0,
  });

it('says count, chance, need and judgement in one sentence, and changes it with how many were looked at', () => {
  const figures = figuresOf(37, 60, 0.8);
  expect(verdictSentence(figures, 1)).toBe(
    '37 of 60 won. By tossing a coin you get that or better: once in 22 tries. At these payouts you needed 33.3 wins; it could still be luck.',
  );
  expect(verdictSentence(figures, 20)).toBe(
    '37 of 60 won. The best of 20 coin tossers gets that or better: 6 times in 10. At these payouts you needed 33.3 wins; this is what luck looks like.',
  );
});

it('says first that it was not enough', () => {
  expect(verdictSentence(figuresOf(31, 60, 0.8), 1)).toContain(
    'you needed 33.3 wins, so this was not enough; ',
  );
});

it('never calls anything skill', () => {
  expect(verdictSentence(figuresOf(95, 100, 0.8), 1)).toContain('less than once in 1,000,000,000 tries');
  expect(verdictSentence(figuresOf(95, 100, 0.8), 1)).toContain('it is hard to explain by luck.');
});
