import { expect, it } from 'vitest';
import { fileSentence, rowSentence } from './reasons.ts';

it.each([
  [{ code: 'unresolved' }, 'a signal, but no message tells how it ended'],
  [{ code: 'no-payout', cell: '80 of 100' }, '“80 of 100” is no payout'],
  [{ code: 'no-day', day: 31, month: 11 }, 'there is no 31 November'],
  [{ code: 'repeated', line: 1_200 }, 'it is the same as row 1,200, which is counted'],
  [{ code: 'contradiction', cell: 'won', profit: -10 }, 'it says “won”, but its profit is −10.00'],
] as const)('says why a row is no trade: %j', (why, sentence) => {
  expect(rowSentence(why)).toBe(sentence);
});

it.each([
  [
    { code: 'too-large', megabytes: 5_000, most: 100 },
    'The file has 5,000 MB; at most 100 MB are read. Export a shorter span.',
  ],
  [
    { code: 'no-trade', rows: 3, line: 2, why: { code: 'no-time', cell: 'x' } },
    'None of 3 rows is a trade; row 2: “x” is no time.',
  ],
  [
    { code: 'no-outcomes', part: 'chat' },
    'No message of the chat tells how a signal ended (won, lost or tie; or a profit), so nothing can be counted.',
  ],
  [{ code: 'unknown' }, 'The file could not be read.'],
] as const)('says why a file is no track record: %j', (why, sentence) => {
  expect(fileSentence(why)).toBe(sentence);
});
