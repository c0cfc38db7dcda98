import { expect, it } from 'vitest';
import { ANSWERED_CHAT_LAYOUTS } from '../../../../tests/support/answered-chat-layouts.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import { tradesTextReader } from './read-trades.ts';
import type { Reading } from './reading.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };

/** What a reading says, without its functions. */
const saidBy = ({ textsOf, ...reading }: Reading) => ({
  ...reading,
  texts: reading.trades.map((_trade, at) => textsOf(at)),
});

it('reads a chat with any answers as if it had been read with no other before', () => {
  let compared = 0;
  for (const { text } of ANSWERED_CHAT_LAYOUTS.filter((_layout, at) => at % 5 === 0)) {
    const read = tradesTextReader(text);
    const first = saidBy(read(OPTIONS));
    for (const { code, options } of first.questions)
      for (const { answer } of options) {
        const answered = { ...OPTIONS, answers: new Map([[code, answer]]) };
        expect(saidBy(read(answered))).toEqual(saidBy(tradesTextReader(text)(answered)));
        compared += 1;
      }
    expect(saidBy(read(OPTIONS))).toEqual(first);
  }
  expect(compared).toBeGreaterThan(10);
});
