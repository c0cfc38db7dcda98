import { expect, it } from 'vitest';
import { claimedFigures, whole } from '../../../../tests/support/claimed-figures.ts';
import { fileSentence, rowSentence } from '../../../core/check/reason-texts.ts';
import { verdictOf } from '../../../core/check/verdict-texts.ts';
import { WRITING } from './writing.ts';

it('says the judgement, then count, chance and need, and changes it with how many were looked at', () => {
  const figures = claimedFigures(37, 60, 0.8);
  expect(verdictOf(figures, whole(1), WRITING)).toEqual({
    headline: 'It could still be luck.',
    reasons:
      '37 of 60 won. By tossing a coin you get that or better: once in 22 tries; by luck at break-even: 2 times in 10. Won in 100: 61.7; needed at these payouts: 55.6. That was enough, by skill or by luck.',
  });
  expect(verdictOf(figures, whole(20), WRITING)).toEqual({
    headline: 'This is what luck looks like.',
    reasons:
      '37 of 60 won. The best of 20 coin tossers gets that or better: 6 times in 10. Won in 100: 61.7; needed at these payouts: 55.6. That was enough, by skill or by luck.',
  });
});

it.each([
  [0, 'Nothing was decided: no trade is counted.'],
  [1, 'The one trade was neither won nor lost.'],
  [3, 'None of 3 trades was won or lost.'],
])('says of %d ties that nothing was decided', (tied, headline) => {
  const figures = { ...claimedFigures(0, 0, 0.8), tied };
  expect(verdictOf(figures, whole(1), WRITING)).toEqual({ headline, reasons: '' });
});

it('says that it was not enough', () => {
  expect(verdictOf(claimedFigures(31, 60, 0.8), whole(1), WRITING).reasons).toContain(
    'needed at these payouts: 55.6. That was not enough.',
  );
});

it('says which payout is assumed where the source says none', () => {
  const signals = { unresolved: 0, announcedGales: 0, assumesPayout: true };
  expect(verdictOf(claimedFigures(31, 60, 0.8, signals), whole(1), WRITING).reasons).toContain(
    'needed at an assumed payout of 80.0%: 55.6. That was not enough.',
  );
  expect(verdictOf(claimedFigures(9, 12, 0.72, signals), whole(1), WRITING).reasons).toContain(
    'At an assumed payout of 72.0% you needed 7.0 wins.',
  );
});

it('never calls anything skill, and names what else explains what luck hardly does', () => {
  const { headline, reasons } = verdictOf(claimedFigures(95, 100, 0.8), whole(1), WRITING);
  expect(headline).toBe('It is hard to explain by luck.');
  expect(reasons).toContain('less than once in 1,000,000,000 tries');
  expect(reasons).toContain(
    'losses left out, doubled stakes hidden, outcomes edited later, or an invented record. A coin with two hidden doublings wins 87.5%.',
  );
});

it('holds a record of uneven payouts against the chances that its payouts need', () => {
  // Take profit 10, stop loss 40: a random walk wins 80 %.
  const walk = verdictOf(claimedFigures(164, 200, 0.25), whole(1), WRITING);
  expect(walk.headline).toBe('Luck explains it.');
  expect(walk.reasons).toContain('at the 80.0% that these payouts need');
  expect(verdictOf(claimedFigures(120, 500, 4), whole(1), WRITING).headline).toBe('It could still be luck.');
});

it('calls fewer than 30 trades too few', () => {
  expect(verdictOf(claimedFigures(7, 7, 0.8), whole(1), WRITING).headline).toBe('Too few: 7 trades.');
  expect(verdictOf(claimedFigures(29, 29, 0.8), whole(1), WRITING).headline).toBe('Too few: 29 trades.');
});

it('counts signals that never ended as lost', () => {
  const { headline, reasons } = verdictOf(
    claimedFigures(37, 37, 0.8, { unresolved: 23, announcedGales: 0 }),
    whole(1),
    WRITING,
  );
  expect(headline).toBe('It could still be luck.');
  expect(reasons).toContain('37 of 37 won; 23 signals have no known end: 37 of 60 at worst.');
  expect(reasons).not.toContain('stakes');
});

it('says how many stakes signals cost that never ended and announce doubled ones', () => {
  const { reasons } = verdictOf(
    claimedFigures(24, 48, 0.8, { unresolved: 15, unresolvedStakes: 45, announcedGales: 2 }),
    whole(1),
    WRITING,
  );
  expect(reasons).toContain(
    '24 of 48 won; 15 signals have no known end: 24 of 93 at worst. If these signals lost, 45 stakes were lost, doubled ones included.',
  );
});

it('holds a chat that announces doubled stakes against a coin that doubles', () => {
  const { headline, reasons } = verdictOf(
    claimedFigures(88, 100, 0.8, { unresolved: 0, announcedGales: 2 }),
    whole(1),
    WRITING,
  );
  expect(headline).toBe('This is what luck looks like.');
  expect(reasons).toContain(
    'Tossing a coin with 2 doublings wins 87.5% of the signals; it gets 88 of 100 or better: 5 times in 10.',
  );
});

it('lets luck double at the break-even chance too where payouts are not near even', () => {
  const doubled = { unresolved: 0, announcedGales: 2 };
  const { headline, reasons } = verdictOf(claimedFigures(94, 100, 0.6, doubled), whole(1), WRITING);
  expect(headline).toBe('This is what luck looks like.');
  expect(reasons).toContain(
    'Luck at break-even with 2 doublings wins 94.7% of the signals; it gets 94 of 100 or better: 7 times in 10.',
  );
  // Near even both chances are said where they differ.
  const both = verdictOf(claimedFigures(372, 400, 0.8, doubled), whole(1), WRITING);
  expect(both.headline).toBe('Hard to explain by a coin; at break-even it could still be luck.');
  expect(both.reasons).toMatch(/it gets 372 of 400 or better: once in .* tries; luck at break-even: once in/);
});

it('says that a coin does better where it hardly does as badly, not where ends are unknown', () => {
  expect(verdictOf(claimedFigures(30, 100, 0.8), whole(20), WRITING).headline).toBe('A coin does better.');
  const unended = { unresolved: 60, announcedGales: 0 };
  expect(verdictOf(claimedFigures(30, 40, 0.8, unended), whole(1), WRITING).headline).toBe(
    'This is what luck looks like.',
  );
});

it('says how likely the best part of a longer record is, and judges by that', () => {
  const figures = claimedFigures(46, 60, 0.8);
  const selection = { lookedAt: 1, part: 'stretch-10', months: null } as const;
  expect(verdictOf(figures, whole(1), WRITING).headline).toBe('It is hard to explain by luck.');
  const { headline, reasons } = verdictOf(figures, selection, WRITING);
  expect(headline).toBe('Hard to explain by a coin; at break-even it could still be luck.');
  expect(reasons).toContain(
    'In the best part of a record 10 times as long, a coin gets that or better: once in ',
  );
  expect(reasons).toContain('; luck at break-even: once in ');
});

it('names both chances where a coin hardly does it and luck at break-even does', () => {
  const atEven = { unresolved: 0, announcedGales: 0 };
  const coin = verdictOf(claimedFigures(236, 400, 0.7, atEven), whole(1), WRITING);
  expect(coin.headline).toBe('Hard to explain by a coin; at break-even luck explains it.');
  expect(coin.reasons).toContain(
    'By tossing a coin you get that or better: once in 5,366 tries; by luck at break-even: 5 times in 10.',
  );
  // Odds of 1.70: of bets that are lost on average, a coin says nothing.
  const odds = verdictOf(claimedFigures(236, 400, 0.7, { ...atEven, paysByChance: true }), whole(1), WRITING);
  expect(odds.headline).toBe('Luck explains it.');
  expect(odds.reasons).toContain(
    'Luck alone, at the 58.8% that these payouts need, gets that or better: 5 times in 10; tossing a coin: once in 5,366 tries.',
  );
});

it.each([
  [{ code: 'unresolved' }, 'a signal, but no message tells how it ended'],
  [{ code: 'no-number', cell: '80 of 100' }, '“80 of 100” is no number'],
  [{ code: 'no-day', day: 31, month: 11 }, 'there is no 31 November'],
  [
    { code: 'repeated', what: 'row', line: 1_200 },
    'it belongs to the same trade as row 1,200, which is counted',
  ],
  [{ code: 'repeated', what: 'message', line: 1_200 }, 'it is message 1,200 again'],
  [{ code: 'contradiction', cell: 'won', profit: -10 }, 'it says “won”, but its profit is −10.00'],
  [{ code: 'contradiction', cell: 'won', profit: -0.004 }, 'it says “won”, but its profit is 0.00'],
] as const)('says why a row is no trade: %j', (why, sentence) => {
  expect(rowSentence(why, WRITING)).toBe(sentence);
});

it.each([
  [
    { code: 'too-large', megabytes: 5_000, most: 100 },
    'The file has 5,000 MB; at most 100 MB are read. Export a shorter span.',
  ],
  [
    { code: 'no-trade', rows: 3, line: 2, why: { code: 'no-time', cell: 'x' } },
    'No row of 3 is a trade; row 2: “x” is no time.',
  ],
  [
    { code: 'no-outcomes', part: 'chat' },
    'No message of the chat tells how a signal ended (won, lost or tie; or a profit), so nothing can be counted.',
  ],
  [{ code: 'unknown' }, 'The file could not be read.'],
] as const)('says why a file is no track record: %j', (why, sentence) => {
  expect(fileSentence(why, WRITING)).toBe(sentence);
});
