import { expect, it } from 'vitest';
import { countSaid } from '../../compare-records.ts';
import { compareExports } from './compare-exports.ts';
import { parseChatText } from '../files/messages.ts';
import { chatMessages } from '../read-trades.ts';

const POSTS = [
  'EURUSD CALL',
  'WIN ✅',
  'EURUSD PUT',
  'LOSS ❌',
  'GBPUSD PUT',
  'LOSS ❌',
  'USDJPY CALL',
  'WIN ✅',
];
const json = (posts: readonly (readonly [id: number, text: string])[]): string =>
  JSON.stringify({
    messages: posts.map(([id, text]) => ({
      id,
      type: 'message',
      date_unixtime: String(1_772_442_000 + id * 60),
      text,
    })),
  });
const messagesOf = (posts: readonly (readonly [number, string])[]) => chatMessages(json(posts)) ?? [];
const FIRST = POSTS.map((text, at) => [at + 5, text] as const);

it('finds what was deleted and what was edited between two exports, by the numbers of the messages', () => {
  const later = FIRST.filter(([id]) => id !== 7 && id !== 8).map(([id, text]) =>
    id === 10 ? ([id, 'WIN ✅'] as const) : ([id, text] as const),
  );
  const changes = compareExports(messagesOf(FIRST), messagesOf([...later, [13, 'EURUSD CALL']]));
  expect(changes).toMatchObject({
    compared: 8,
    deleted: [
      { line: 3, before: 'EURUSD PUT', after: null, said: null },
      { line: 4, before: 'LOSS ❌', after: null, said: 'lost' },
    ],
    edited: [{ line: 6, before: 'LOSS ❌', after: 'WIN ✅', said: 'lost', says: 'won' }],
  });
  expect(countSaid(changes?.deleted ?? [], 'said', 'lost')).toBe(1);
});

it('calls nothing deleted that the later export does not reach', () => {
  const changes = compareExports(messagesOf(FIRST), messagesOf(FIRST.slice(2, 6)));
  expect(changes).toEqual({ compared: 4, deleted: [], edited: [] });
});

it('compares by the times where messages have no numbers, several at one minute too', () => {
  const line = (minute: number, text: string): string => `02.03.26, 09:0${minute} - Seller: ${text}`;
  const of = (lines: readonly string[]) => parseChatText(lines.join('\n')) ?? [];
  const first = of([
    line(0, 'EURUSD CALL'),
    line(1, 'LOSS ❌'),
    line(1, 'next one soon'),
    line(2, 'bye'),
    line(3, 'x'),
  ]);
  const second = of([line(0, 'EURUSD CALL'), line(1, 'next one soon'), line(1, 'WIN ✅'), line(3, 'x')]);
  expect(compareExports(first, second)).toMatchObject({
    deleted: [{ before: 'bye' }],
    edited: [{ before: 'LOSS ❌', after: 'WIN ✅', said: 'lost', says: 'won' }],
  });
});

it('compares exports of two phones whose clocks differ, also where one of them changes in summer', () => {
  const of = (hoursAt: (at: number) => number, says: (at: number) => string | undefined) =>
    parseChatText(
      Array.from({ length: 40 }, (_, at) => {
        const time = new Date(Date.UTC(2026, 2, 2, 9, at * 7) + hoursAt(at) * 3_600_000).toISOString();
        const text = says(at);
        return text === undefined ? '' : `${time.slice(0, 10)} ${time.slice(11, 16)} - Seller: ${text}`;
      })
        .filter((line) => line !== '')
        .join('\n'),
    ) ?? [];
  const said = (at: number): string =>
    at % 2 === 0 ? `EURUSD CALL 1.1${at}` : at % 3 ? 'WIN ✅' : 'LOSS ❌';
  const first = of(() => 0, said);
  const later = (at: number): string | undefined => (at === 9 ? 'WIN ✅' : at === 15 ? undefined : said(at));
  for (const hoursAt of [() => 1, () => -5.5, (at: number) => (at < 20 ? 2 : 1)])
    expect(compareExports(first, of(hoursAt, later))).toMatchObject({
      compared: 40,
      deleted: [{ line: 16, before: 'LOSS ❌' }],
      edited: [{ line: 10, before: 'LOSS ❌', after: 'WIN ✅' }],
    });
});

it('compares nothing where two exports have no message in common', () => {
  expect(compareExports(messagesOf([[1, 'a']]), messagesOf([[9, 'b']]))).toBeUndefined();
});

it('is linear in what is compared: 100,000 messages, all of them deleted but two', () => {
  const many = Array.from({ length: 100_000 }, (_, at) => ({ id: at + 5, time: '', text: 'LOSS ❌' }));
  const ends = [many[0], many.at(-1)].flatMap((message) => message ?? []);
  expect(compareExports(many, ends)?.deleted).toHaveLength(99_998);
});

it('reads no messages out of a table', () => {
  expect(chatMessages('time,pair,result\n2026-03-02 09:00,EURUSD,won')).toBeUndefined();
});
