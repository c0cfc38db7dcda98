import { expect, it } from 'vitest';
import { factSentence } from '../../core/check/fact-texts.ts';
import { fileSentence, rowSentence } from '../../core/check/reason-texts.ts';
import type { RecordFact } from '../../core/check/record-facts.ts';
import { answerSentence } from '../../core/check/question-texts.ts';
import { ENGLISH } from './check-text.ts';

it.each<[RecordFact, string]>([
  [
    { kind: 'losing runs', length: 3, runs: 0, low: 8, high: 17, isUnusual: true },
    'In 99 of 100 random orders of these wins and losses there are 8 to 17 runs of 3 losses or more; in this one: none.',
  ],
  [
    { kind: 'numbers', first: 1, last: 20, missing: 3, examples: [5, 10], isUnusual: true },
    'Of the numbers from 1 to 20, 3 are missing: 5, 10 and more.',
  ],
  [
    { kind: 'edited later', trades: 9, won: 7, isUnusual: true },
    'Messages of 9 outcomes were edited more than an hour after they were posted; wins among them: 7.',
  ],
  [
    { kind: 'edited later', trades: 1, won: 0, isUnusual: true },
    'Messages of 1 outcome were edited more than an hour after they were posted; wins among them: 0.',
  ],
  [
    { kind: 'edited', trades: 4, won: 4, isUnusual: false },
    'The export marks messages of 4 outcomes as edited; wins among them: 4.',
  ],
  [
    { kind: 'unresolved signals', signals: 14, unresolved: 4, rateIfLost: 0.5, isUnusual: true },
    '4 of 14 signals remained without an outcome. Counting each stake on them as lost, the win rate is 50.0 %.',
  ],
  [
    { kind: 'empty days', days: 20, empty: 1, firstEmptyMs: Date.UTC(2026, 2, 11), isUnusual: true },
    '1 of 20 days that usually have a trade had none; the first is 2026-03-11.',
  ],
  [
    { kind: 'cycle', every: 5, alike: 58, of: 60, usual: 30.4, isUnusual: true },
    'Each trade ended like the one 5 later in 58 of 60 cases; in a random order it would be about 30. The outcomes repeat a pattern.',
  ],
  [
    { kind: 'balance gaps', gaps: 8, of: 51, sum: -99.6, isUnusual: true },
    '8 of 51 times the balance changed otherwise than the trade beside it says; sum of the differences: -99.60. Trades, deposits or withdrawals may be missing.',
  ],
  [
    { kind: 'unread times', trades: 58, of: 60, column: 'Date', isUnusual: true },
    'For 58 of 60 trades no day could be read from the column “Date”. Such a trade counts for no weekday, and all trades stand in the order of the file.',
  ],
  [{ kind: 'future', trades: 1, isUnusual: true }, '1 trade has a date in the future.'],
  [
    { kind: 'closed market', trades: 3, of: 1_200, isUnusual: true },
    '3 of 1,200 trades on currency pairs fell on hours of the weekend when no market of theirs was open.',
  ],
  [
    { kind: 'regular times', alike: 59, of: 60, seconds: 300, isUnusual: false },
    '59 of 60 trades begin exactly 300 s after the one before.',
  ],
  [
    { kind: 'stakes know', large: { n: 37, won: 37 }, small: { n: 23, won: 0 }, p: 1e-12, isUnusual: true },
    'Of the larger stakes 37 of 37 won, of the others 0 of 23: by luck less than once in 1,000,000,000 tries. A stake is placed before its outcome is known.',
  ],
  [
    { kind: 'even digits', of: 'prices', n: 500, fewest: 49, most: 51, p: 1e-4, isUnusual: true },
    'The last digits of 500 prices at entry are too even: each of the ten comes 49 to 51 times. Fewer than 1 in 1,000 records of random digits do that.',
  ],
  [
    {
      kind: 'rate',
      rate: 0.9,
      low: 0.82,
      longestExpirySeconds: 300,
      mostKnown: 0.65,
      isUnusual: true,
    },
    '90.0 % won, above 82.0 % with 99% certainty: we know of no method that stays above 65.0 % at expiries of 5 min or less.',
  ],
])('says what was counted beside what is usual: %j', (fact, sentence) => {
  expect(factSentence(fact, ENGLISH)).toBe(sentence);
});

it.each([
  [{ code: 'sum' }, 'it is a payment or a sum, as of several trades, not one trade'],
  [{ code: 'no-expiry', cell: 'soon' }, '“soon” is no time to expiry'],
  [{ code: 'no-day', day: 31, month: 11 }, 'there is no 31 November'],
  [{ code: 'no-month', month: 13 }, 'there is no month 13'],
  [{ code: 'no-clock', cell: '10:61' }, 'there is no 10:61'],
  [{ code: 'repeated', what: 'row', line: 6 }, 'it belongs to the same trade as row 6, which is counted'],
  [{ code: 'repeated', what: 'message', line: 6 }, 'it is message 6 again'],
  [{ code: 'stake-not-above-0', cell: '-5' }, 'a stake must be above 0, not “-5”'],
  [{ code: 'contradiction', cell: 'won', profit: -10 }, 'it says “won”, but its profit is -10.00'],
  [{ code: 'contradiction', cell: 'won', profit: -0.004 }, 'it says “won”, but its profit is 0.00'],
] as const)('says why a row is no trade: %j', (why, sentence) => {
  expect(rowSentence(why, ENGLISH)).toBe(sentence);
});

it('names the first row where no row is a trade', () => {
  const why = { code: 'no-outcome', cell: 'open' } as const;
  expect(fileSentence({ code: 'no-trade', rows: 3, line: 2, why }, ENGLISH)).toBe(
    'No row of 3 is a trade; row 2: “open” is neither won nor lost.',
  );
});

it('names the answers about a percentage that may hold the stake as what each would be', () => {
  const names = ['back', 'percent'].map((answer) => answerSentence('payout-kind', answer, ENGLISH));
  expect(names).toEqual(['Percent paid back, stake included', 'Percent of the stake']);
});

it('names the ends of a range of payouts', () => {
  const names = ['first', 'mean', 'last'].map((answer) => answerSentence('payout-kind', answer, ENGLISH));
  expect(names).toEqual(['The first', 'The mean of the two', 'The last']);
});
