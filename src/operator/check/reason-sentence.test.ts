import { expect, it } from 'vitest';
import { fileSentence, rowSentence } from './reason-sentence.ts';

it.each([
  [{ code: 'sum' }, 'it is a sum, not a trade'],
  [{ code: 'no-expiry', cell: 'soon' }, '“soon” is no time to expiry'],
  [{ code: 'no-day', day: 31, month: 11 }, 'there is no 31 November'],
  [{ code: 'no-month', month: 13 }, 'there is no month 13'],
  [{ code: 'no-clock', cell: '10:61' }, 'there is no 10:61'],
  [{ code: 'repeated', line: 6 }, 'it is the same as line 6, which is counted'],
  [{ code: 'stake-not-above-0', cell: '-5' }, 'a stake must be above 0, not “-5”'],
  [{ code: 'contradiction', cell: 'won', profit: -10 }, 'it says “won”, but its profit is -10'],
] as const)('says why a row is no trade: %j', (why, sentence) => {
  expect(rowSentence(why)).toBe(sentence);
});

it('names the first row where no row is a trade', () => {
  const why = { code: 'no-outcome', cell: 'open' } as const;
  expect(fileSentence({ code: 'no-trade', rows: 3, line: 2, why })).toBe(
    'None of 3 rows is a trade; line 2: “open” is neither won nor lost.',
  );
});
