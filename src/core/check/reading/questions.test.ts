import { expect, it } from 'vitest';
import { ANSWERED_CHAT_LAYOUTS } from '../../../../tests/support/answered-chat-layouts.ts';
import { CHAT_LAYOUTS } from '../../../../tests/support/chat-layouts.ts';
import { JOINED_CHAT_LAYOUTS } from '../../../../tests/support/joined-chat-layouts.ts';
import { madeUpTrades } from '../../../../tests/support/made-up-trades.ts';
import { PLAIN_LAYOUTS } from '../../../../tests/support/plain-layouts.ts';
import { TABLE_LAYOUTS } from '../../../../tests/support/table-layouts.ts';
import { TAKEN_LAYOUTS } from '../../../../tests/support/taken-layouts.ts';
import { fixedClock } from '../../time/wall-clock.ts';
import type { Trade } from '../trade.ts';
import { type Answers, Asker, questioned } from './questions.ts';
import { tradesTextReader } from './read-trades.ts';

const read = (lines: readonly string[], answers: Answers = new Map()) =>
  tradesTextReader(lines.join('\n'))({ payout: 0.8, clock: fixedClock('UTC', 0), answers });
const row = (at: number, result: string): string => `${10 + at}/03/2026 10:00,EUR/USD,CALL,${result}`;
const NAMES = 'time,pair,direction,result';
/** Eight are won, and two of them may be lost. */
const BLANK = [NAMES, ...[...'wwlwwlwlww'].map((end, at) => row(at, end)), row(10, '?!'), row(11, '?!')];

it('assumes the answer that is the worst for the record, and lists it first', () => {
  const { questions, trades } = read(BLANK);
  expect(questions).toMatchObject([{ code: 'left-out-rows', assumed: 'lost', given: null }]);
  expect(questions[0]?.options.map(({ answer }) => answer)).toEqual(['lost', 'leave-out', 'won', 'tied']);
  expect(trades.filter(({ outcome }) => outcome === 'lost')).toHaveLength(5);
});

it('takes the answer of the reader, and keeps the order of its options', () => {
  const { questions, trades } = read(BLANK, new Map([['left-out-rows', 'won']]));
  expect(questions).toMatchObject([
    { assumed: 'lost', given: 'won', options: [{ answer: 'lost' }, {}, {}, {}] },
  ]);
  expect(trades).toHaveLength(12);
  expect(trades.filter(({ outcome }) => outcome === 'won')).toHaveLength(9);
});

it('reads a source once for all answers that come to the same reading', () => {
  const said: string[] = [];
  const { questions } = questioned(undefined, (answers, assumed) => {
    const asker = new Asker({ answers, assumed });
    const lost = asker.ask('announced-gales', ['one', 'all'], ['LOSS']) === 'one' ? 20 : 80;
    const gales = Number(asker.ask('gale-without-number', ['1', '2'], ['WIN GALE']));
    said.push(`${lost} ${gales}`);
    const [won] = madeUpTrades(1, 1, { chance: 1 });
    const trades = Array.from({ length: 60 + lost * gales }, (_, at) => ({
      ...(won as Trade),
      outcome: at < 60 ? ('won' as const) : ('lost' as const),
    }));
    return { trades, open: asker.open };
  });
  expect(questions.map(({ assumed }) => assumed)).toEqual(['all', '2']);
  expect(said.toSorted()).toEqual(['20 1', '20 2', '80 1', '80 2']);
});

it('leaves the order as it is where the options hardly differ', () => {
  const many = Array.from({ length: 200 }, (_, at) => `${at},EUR/USD,CALL,${at % 2 ? 'won' : 'lost'}`);
  const { questions } = read(['id,pair,direction,result', ...many, '200,EUR/USD,CALL,?!']);
  expect(questions[0]?.options[0]?.answer).toBe('leave-out');
});

const LAYOUTS = [
  ...ANSWERED_CHAT_LAYOUTS,
  ...CHAT_LAYOUTS,
  ...JOINED_CHAT_LAYOUTS,
  ...PLAIN_LAYOUTS,
  ...TABLE_LAYOUTS,
  ...TAKEN_LAYOUTS,
];
const assumedIn = (name: string) => {
  const { questions } = read([LAYOUTS.find((layout) => layout.name === name)?.text ?? '']);
  return questions.map(({ code, assumed }) => [code, assumed]);
};

it.each([
  ['several chats of an account 0', ['chat', '1']],
  ['letters of which some are others', ['claimed-letters', 'tie']],
  ['numbers alone: 37/60', ['claimed-pair', 'of']],
  ['a legend against the usual: WIN = ❌ LOSS = ✅', ['opposite-marks', 'legend']],
  ['0.85 beside 85 beside 1.85', ['payout-kind', 'each']],
  ['losses as photos without a text', ['unresolved-signals', 'leave-out']],
])('assumes what the source speaks for, also where another answer is worse: %s', (name, assumed) => {
  expect(assumedIn(name)).toContainEqual(assumed);
});

it('assumes the worst answer for both kinds of unknown texts to be none', () => {
  const signals = Array.from({ length: 30 }, (_, at) => [
    `${at + 10}:15 EURUSD CALL M5`,
    ['WIN ✅', 'WIN ✅', 'mjo', 'LOSS ❌', 'tze'][at % 5] as string,
  ]);
  const { questions } = read(signals.flat());
  expect(questions.map(({ code, assumed }) => [code, assumed])).toEqual([
    ['unresolved-signals', 'leave-out'],
    ['unresolved-others', 'leave-out'],
  ]);
});

it('assumes nothing where all trades won, of whose others nothing is read', () => {
  const won = Array.from({ length: 12 }, (_, at) => row(at, 'won'));
  expect(read([NAMES, ...won])).toMatchObject({
    trades: [],
    questions: [{ code: 'same-ending', assumed: 'leave-out', options: [{ won: 0 }, { won: 12 }] }],
  });
});

it('offers of a percentage above 100 that it comes back, and that it is gained', () => {
  const rows = ['Time,Pair,Payout,Result', ...[1, 2, 3].map((at) => `2026-03-0${at} 10:00,EUR/USD,185%,Win`)];
  const [question] = read(rows).questions;
  expect(question?.options.map(({ answer }) => answer)).toEqual(['back', 'percent']);
});

it('assumes the worst of letters that mean two usual pairs', () => {
  const letters = [...'SSSSSSSWWWLLLLSSLLSS'].map((letter, at) => row(at, letter));
  const [question] = read([NAMES, ...letters]).questions;
  expect(question).toMatchObject({ code: 'result-letters', assumed: 'WS' });
});

it('assumes no small part of the trades, however badly it ended', () => {
  expect(assumedIn('six accounts in one table, the largest ones last')).toContainEqual(['groups', 'all']);
});

it('assumes the worst of several records in one file that is large enough to be judged', () => {
  const rows = Array.from({ length: 120 }, (_, at) => {
    const isWon = at % 3 === 0 ? at % 2 === 0 : at % 10 < 8;
    const time = new Date(Date.UTC(2026, 2, 2) + at * 700_001).toISOString();
    return [time, 'ABC'[at % 3], 'EUR/USD', isWon ? 8 + (at % 7) / 10 : -9 - (at % 5) / 10].join();
  });
  const { questions } = read(['Opened,Account,Symbol,Profit', ...rows]);
  expect(questions).toMatchObject([
    { code: 'groups', assumed: '1', options: [{ won: 20, lost: 20 }, { answer: 'all' }, {}, {}] },
  ]);
});

it('is the same with other answers only where these come to what was taken', () => {
  const asker = new Asker({ answers: new Map([['circles', 'side']]) });
  asker.given('circles', ['outcome', 'side']);
  asker.ask('lists', ['sums', 'trades'], ['a list']);
  const withAnswers = (...answers: [string, string][]) => asker.with({ answers: new Map(answers) });
  expect(withAnswers(['circles', 'side'])?.open.map(({ code, given }) => [code, given])).toEqual([
    ['lists', null],
  ]);
  expect(withAnswers(['circles', 'side'], ['lists', 'sums'])?.open[0]?.given).toBe('sums');
  expect(withAnswers(['circles', 'side'], ['lists', 'trades'])).toBeUndefined();
  expect(withAnswers(['circles', 'outcome'])).toBeUndefined();
  expect(withAnswers()).toBeUndefined();
});
