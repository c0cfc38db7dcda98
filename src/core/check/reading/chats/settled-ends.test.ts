import { expect, it } from 'vitest';
import { ANSWERED_CHAT_LAYOUTS } from '../../../../../tests/support/answered-chat-layouts.ts';
import { MISSING_SIGNAL_LAYOUTS } from '../../../../../tests/support/missing-signal-layouts.ts';
import { PENDING_CHAT_LAYOUTS } from '../../../../../tests/support/pending-chat-layouts.ts';
import { TALK_CHAT_LAYOUTS } from '../../../../../tests/support/talk-chat-layouts.ts';
import { fixedClock } from '../../../time/wall-clock.ts';
import { tradesTextReader } from '../read-trades.ts';
import type { Reading } from '../reading.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };

/** What a reading says, without its functions. */
const saidBy = ({ textsOf, ...reading }: Reading) => ({
  ...reading,
  texts: reading.trades.map((_trade, at) => textsOf(at)),
});

/** Signals that name 11:20, more than an hour later, and their ends at 11:10 and 12:10. */
const TIMED = JSON.stringify({
  name: 'Signals',
  messages: Array.from({ length: 8 }, (_, day) => day).flatMap((day) =>
    (
      [
        [540, '[LIVE] EURUSD CALL 11:20'],
        [542, '[PAPER] GBPUSD CALL 11:20'],
        [670, 'WIN ✅'],
        [730, day % 2 === 0 ? 'LOSS ❌' : 'WIN ✅'],
      ] as const
    ).map(([minute, text], at) => ({
      id: day * 4 + at + 1,
      type: 'message',
      date_unixtime: String((Date.UTC(2026, 2, 2 + day) + minute * 60_000) / 1_000),
      text,
    })),
  ),
});

it('gives signals the same ends and times whichever of their groups counts', () => {
  const read = tradesTextReader(TIMED);
  const tradesWith = (answer: string): readonly string[] =>
    read({ ...OPTIONS, answers: new Map([['groups', answer]]) })
      .trades.slice(0, 2)
      .map(({ pair, outcome, timeMs }) => `${pair} ${outcome} ${new Date(timeMs ?? 0).toISOString()}`);
  const [live, paper] = ['EUR/USD won 2026-03-02T09:00:00.000Z', 'GBP/USD lost 2026-03-02T11:20:00.000Z'];
  expect(tradesWith('all')).toEqual([live, paper]);
  expect(tradesWith('1')[0]).toBe(live);
  expect(tradesWith('2')[0]).toBe(paper);
  expect(tradesWith('all')).toEqual([live, paper]);
});

it('reads a chat with any answers as if it had been read with no other before', () => {
  let compared = 0;
  const layouts = [
    ...ANSWERED_CHAT_LAYOUTS.filter((_layout, at) => at % 5 === 0),
    ...MISSING_SIGNAL_LAYOUTS,
    ...PENDING_CHAT_LAYOUTS.slice(0, 2),
    ...TALK_CHAT_LAYOUTS,
  ];
  for (const { text } of layouts) {
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
