import { expect, it } from 'vitest';
import { fixedClock } from '../../time/wall-clock.ts';
import type { End } from './chats/chat-signals.ts';
import { tradesOf } from './chats/chat-trades.ts';
import { pastedRows } from './files/pasted-rows.ts';
import { tornLines } from './tables/torn-rows.ts';
import { InstantReader } from './words/moment.ts';
import { type Clause, clausesOf } from './words/clauses.ts';
import { Asker } from './questions.ts';
import { type FileTools, tradesFileReader } from './read-file.ts';
import { tradesTextReader, whyNoTrade } from './read-trades.ts';
import type { Reading } from './reading.ts';
import { combined } from './claims/tally-lists.ts';
import type { Tally } from './claims/tallies.ts';
import { type FileReason, Unreadable } from './unreadable.ts';

const TOOLS: FileTools = {
  decode: (bytes, encoding) => new TextDecoder(encoding).decode(bytes),
  inflate: () => Promise.reject(new Error('nothing is packed here')),
};
const OPTIONS = {
  payout: 0.8,
  clock: fixedClock('UTC', 0),
  answers: new Map([['left-out-rows', 'leave-out']]),
};
/** All trades of a hostile file may end alike. */
const ALIKE = { ...OPTIONS, answers: new Map([['same-ending', 'count']]) };
const read = (text: string): Promise<Reading> =>
  tradesFileReader(new TextEncoder().encode(text), TOOLS).then((readWith) => readWith(OPTIONS));

/** Why a text is no track record; undefined where it is one. */
async function whyNot(text: string): Promise<FileReason | undefined> {
  try {
    return whyNoTrade(await read(text));
  } catch (error) {
    if (error instanceof Unreadable) return error.why;
    throw error;
  }
}

it('takes formulas and markup in cells for the texts that they are', async () => {
  const { trades, rows } = await read(
    [
      'time,pair,result,stake',
      '=cmd|calc!A0,EUR/USD,won,10',
      '2026-03-02 10:00,EUR/USD,"=HYPERLINK(""https://example.com"")",10',
      '2026-03-02 10:00,EUR/USD,<script>alert(1)</script>,10',
      '2026-03-02 10:01,EUR/USD,won,=1+1',
      '2026-03-02 10:02,<img src=x onerror=alert(1)>,won,10',
    ].join('\n'),
  );
  expect(trades.map(({ pair }) => pair)).toEqual(['<img src=x onerror=alert(1)>']);
  expect(rows.notUnderstood.map(({ line, why }) => [line, why])).toEqual([
    [2, { code: 'no-time', cell: '=cmd|calc!A0' }],
    [3, { code: 'no-outcome', cell: '=HYPERLINK("https://example.com")' }],
    [4, { code: 'no-outcome', cell: '<script>alert(1)</script>' }],
    [5, { code: 'no-number', cell: '=1+1' }],
  ]);
});

const WIDE = { code: 'too-many-columns', line: 1, most: 500 } as const;

it.each<[string, string, FileReason]>([
  ['a million columns', Array(1_000_000).fill('a').join(), WIDE],
  ['a million cells in a row of HTML', `<table><tr>${'<td>1'.repeat(1_000_000)}`, WIDE],
  ['lists in lists', '['.repeat(100_000), { code: 'damaged' }],
  [
    'an object of 100,000 fields',
    JSON.stringify([Object.fromEntries(Array.from({ length: 100_000 }, (_, at) => [`k${at}`, at]))]),
    WIDE,
  ],
  ['more than 225,000 rows', `result\n${'won\n'.repeat(225_001)}`, { code: 'too-many-rows', most: 225_000 }],
  ['zero bytes', 'PNG\0\0\0 and so on', { code: 'no-text' }],
  ['nothing but line ends', '\n'.repeat(1_000_000), { code: 'empty' }],
  ['one line of a million letters', 'x'.repeat(1_000_000), { code: 'no-outcomes', part: 'text' }],
  ['a script that never ends', `<table>${'<script>'.repeat(100_000)}`, { code: 'no-outcomes', part: 'page' }],
  [
    'stakes that are no numbers, or not above 0',
    'result,stake,payout\nwon,NaN,0.8\nwon,Infinity,0.8\nwon,-10,0.8\nwon,0,0.8\nwon,-1,0.8\n',
    { code: 'no-trade', rows: 5, line: 2, why: { code: 'no-number', cell: 'NaN' } },
  ],
  [
    'dates of no calendar',
    'time,result\n99/99/9999,won\n00.00.0000,lost\n2026-02-30T25:61:61Z,won\n',
    { code: 'no-trade', rows: 3, line: 2, why: { code: 'no-month', month: 99 } },
  ],
])('refuses %s', async (_name, text, why) => {
  expect(await whyNot(text)).toEqual(why);
});

it('reads fields that have the names of those of every object, beside items that have none', async () => {
  const won = '{"result":"won","stake":1,"payout":0.8,"toString":1,"constructor":2}';
  const { trades } = await read(`[${won},"x",${won}]`);
  expect(trades.map(({ outcome }) => outcome)).toEqual(['won', 'won']);
});

it('reads on behind a quote that never closes', async () => {
  const { trades, rows } = await read(`result,note\n${'won,"a\n'.repeat(2_000)}lost,b\n`);
  expect(trades.length + rows.notUnderstood.length).toBe(rows.read);
  expect(trades.at(-1)?.outcome).toBe('lost');
});

it('cuts a cell without leaving half of a character, and keeps one that came so', () => {
  const { rows } = tradesTextReader(`result,x\n${'won,1\n'.repeat(9)}${'a'.repeat(39)}😀😀,1\n\ud800,1\n`)(
    OPTIONS,
  );
  expect(rows.notUnderstood[0]?.why).toEqual({ code: 'no-outcome', cell: `${'a'.repeat(39)}…` });
  expect(rows.notUnderstood[1]?.why).toEqual({ code: 'no-outcome', cell: '\ud800' });
});

it('takes a payout that is negative for none, so that no figure is infinite', async () => {
  const { trades } = await read('result,stake,payout\nwon,10,-0.8\nlost,10,-0.8\nwon,10,0.9\n');
  expect(trades.map(({ payout }) => payout)).toEqual([0.9, 0.9, 0.9]);
});

/** Telegram's export of so many signals that stay open, and as many ends. */
const openSignals = (count: number): string =>
  JSON.stringify({
    messages: Array.from({ length: 2 * count }, (_, at) => ({
      id: at + 1,
      date_unixtime: String(1_772_442_768 + at),
      text: at < count ? `EURUSD ${at % 2 === 0 ? 'CALL' : 'PUT'} 2 hours` : 'WIN ✅',
    })),
  });

it('ends 100,000 open signals in a time that grows with their number alone', () => {
  const { trades, questions } = tradesTextReader(openSignals(100_000))(ALIKE);
  expect(trades.length).toBe(100_000);
  expect(questions.length).toBeLessThan(3);
});

it('counts the trades of doubled stakes within what is read', () => {
  // A chat of as many outcomes takes seconds to read; what it counts is made here.
  const [clause] = clausesOf('WIN gale 6') as [Clause];
  const end: End = { signal: undefined, outcome: 'won', clause, at: 0, timeMs: null, kind: 'last' };
  const count = (ends: number) => () =>
    tradesOf(
      Array.from({ length: ends }, () => end),
      [],
      { all: [], rule: undefined },
      new Asker({}),
      { lineOf: () => 1, messages: [], instants: new InstantReader('day first', fixedClock('UTC', 0)) },
    );
  expect(count(10)().rows).toHaveLength(70);
  expect(count(150_000)).toThrow('too-many-rows');
});

it('reads all letters of a long claim', () => {
  expect(tradesTextReader('W L '.repeat(100_000))(OPTIONS).trades).toHaveLength(200_000);
});

it('reads a table of 225,000 rows, its names not among them', () => {
  const { trades } = tradesTextReader(`result\n${'won\n'.repeat(224_999)}`)(ALIKE);
  expect(trades).toHaveLength(224_999);
});

const seller = (at: number, text: string) => ({
  id: at,
  date_unixtime: String(1_772_442_768 + at * 60),
  from: 'Seller',
  text,
});

it('reads a message of hundreds of thousands of gales, targets or outcomes', () => {
  for (const long of [
    `EURUSD CALL ${'gale 1 '.repeat(200_000)}`,
    `EURUSD BUY 1.10 SL 1.00 ${'TP 1.20 '.repeat(200_000)}`,
    'EURUSD win\n'.repeat(30_000),
  ]) {
    const short = [
      seller(1, 'EURUSD CALL'),
      seller(2, 'WIN ✅'),
      seller(4, 'EURUSD PUT'),
      seller(5, 'LOSS ❌'),
    ];
    const messages = [...short, seller(6, long)];
    expect(tradesTextReader(JSON.stringify({ messages }))(OPTIONS).rows.read).toBe(5);
  }
});

it('looks for repeated marks in a long text once', () => {
  expect(tradesTextReader(`✅✅ ${'✅ a '.repeat(20_000)}`)(ALIKE).rows.read).toBe(1);
});

it('adds up a claim of 150,000 days', () => {
  const day: Tally = {
    counts: { won: 1, lost: 0, tied: 0 },
    unresolved: 0,
    text: '1-0',
    line: 1,
    label: '',
    when: '',
    hasPeriod: true,
    level: 0,
    doubts: [],
    isUnclear: false,
    isRunning: false,
  };
  const days = Array.from({ length: 150_000 }, (_, at) => ({ ...day, label: `day ${at}`, when: String(at) }));
  expect(combined(days, new Asker({}))).toHaveLength(150_000);
});

it('looks among 300 columns without names for stakes and what they brought', async () => {
  const row = (at: number): string =>
    Array.from({ length: 300 }, (_, column) => ((at + 3) * (column + 7) * 31) % 97).join();
  const table = Array.from({ length: 300 }, (_, at) => row(at)).join('\n');
  expect(await whyNot(table)).toEqual({ code: 'no-outcomes', part: 'table' });
});

it('looks for levels in lines of blanks in a time that grows with their length alone', () => {
  const started = performance.now();
  for (let at = 0; at < 20; at += 1) clausesOf(`EURUSD BUY tp${' '.repeat(370 + at)}x sl rr`);
  expect(performance.now() - started).toBeLessThan(2_000);
});

it('looks among 300,000 pasted lines of as many forms for those that trades have in common', () => {
  const formOf = (at: number): string => at.toString(2).replaceAll('0', '7 ').replaceAll('1', 'x ');
  const text = Array.from({ length: 150_000 }, (_, at) => `EURUSD ${formOf(at)}\n+ 5.00`).join('\n');
  expect(pastedRows(text)?.height).toBe(2);
});

it('looks for 2,000 rows that lost a cell among 200,000', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) =>
    at % 100 === 50 ? ['EURUSD', 'won'] : [String(at), '10', ''],
  );
  expect(tornLines({ rows, lines: rows.map((_row, at) => at + 1) }).size).toBe(2_000);
});
