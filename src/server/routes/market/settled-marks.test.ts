import { expect, test } from 'vitest';
import { settledEntry, signalEntry, START } from '../../../../tests/server/stream/market-fakes.ts';
import { SettledMarks } from './market-broadcast.ts';

const minutes = (marks: SettledMarks, spanMs: number) =>
  marks.within(spanMs).map(({ decidedMs }) => (decidedMs - START) / 60_000);

test('the last four hours of settled signals are kept, and a span reaches back from the last of them', () => {
  const marks = new SettledMarks();
  for (let number = 0; number < 600; number += 1) {
    marks.add(signalEntry(number));
    marks.add(settledEntry(number));
  }
  expect(minutes(marks, 3 * 60_000)).toEqual([597, 598, 599]);
  expect(minutes(marks, 86_400_000)).toHaveLength(240);
});

test('open signals, those of P-BOT and settlements of unknown signals have no mark', () => {
  const marks = new SettledMarks();
  marks.add(signalEntry(1));
  marks.add({ ...signalEntry(2), mode: 'bot' });
  marks.add(settledEntry(2));
  marks.add(settledEntry(3));
  expect(marks.within(3_600_000)).toEqual([]);
  marks.add(settledEntry(1));
  expect(marks.within(3_600_000)).toMatchObject([{ outcome: 'void', control: 'void', pair: 'EUR/USD' }]);
});
