import { expect, test } from 'vitest';
import { questionSentence } from '../../../core/check/question-texts.ts';
import type { Question } from '../../../core/check/reading/questions.ts';
import { texts } from './texts.ts';
import { tradeTexts } from './trade-texts.ts';
import { WRITING } from './writing.ts';

test('a record of one trade is spoken of in the singular', () => {
  expect([texts.trades({ count: 1 }), texts.trades({ count: 1_200 })]).toEqual([
    'The one trade',
    'The 1,200 trades',
  ]);
  expect([1, 60].map((n) => texts.eachDot({ against: 'coin', n, rate: '' }))).toEqual([
    'each dot: 1 coin flip',
    'each dot: one series of 60 coin flips',
  ]);
});

test('sentences of the check fit the number 1', () => {
  const asked = (code: Question['code'], count: number): string =>
    questionSentence({ code, count, examples: [], options: [], assumed: '', given: null }, WRITING);
  expect([
    texts.winsMissed({ missed: 0, claimed: '1' }),
    texts.moneyChart({ against: 'coin', trades: 1, end: '0.80', low: '0.00', high: '0.80' }),
    tradeTexts.edited({ count: 2, lost: '1', won: '1' }),
    texts.comparing({ done: '0', all: '1' }),
    texts.pricesFailed({ missing: '1', all: '1', why: 'No answer.' }),
    asked('outcome-order', 1),
    asked('outcome-order', 2),
    asked('posted-gales', 1),
  ]).toEqual([
    'Every claimed win that can be compared did happen (1).',
    'The money over 1 trade, at the end 0.80, among 200 coin flippers between 0.00 and 0.80.',
    '2 were edited; losses before: 1, wins now: 1.',
    'Days: 0 of 1…',
    'Days whose prices did not come: 1 of 1. No answer.',
    'The order of signals and outcomes is not clear: 1 is left over. Where does an outcome stand?',
    'The order of signals and outcomes is not clear: 2 are left over. Where does an outcome stand?',
    'Before 1 outcome a message says that the stake was doubled, or may say so. Was a stake lost?',
  ]);
});
