import { expect, it } from 'vitest';
import { fixedClock } from '../../time/wall-clock.ts';
import { tradesTextReader } from './read-trades.ts';
import { listedTrades, NO_SWITCHES, switched } from './trade-switches.ts';

const OPTIONS = { payout: 0.8, clock: fixedClock('UTC', 0) };
/** A loss without a number has lost one stake. */
const OF_CHAT = { ...OPTIONS, answers: new Map([['announced-gales', 'one']]) };
const CHAT = [
  'EURUSD CALL 1 MIN',
  'WIN \u2705',
  'GBPUSD PUT 1 MIN',
  'WIN MTG 1 \u2705',
  'EURUSD PUT 1 MIN LOSS \u274c',
].join('\n');
const outcomes = (trades: readonly { readonly outcome: string }[]): string =>
  trades.map(({ outcome }) => outcome).join(' ');

it('lists each trade of a chat with its signal, its end and why they belong together', () => {
  const { list, kinds } = listedTrades(tradesTextReader(CHAT)(OF_CHAT), 10);
  expect(list).toEqual([
    {
      at: 0,
      line: 2,
      signal: 1,
      kind: 'last',
      text: 'WIN \u2705',
      signalText: 'EURUSD CALL 1 MIN',
      outcome: 'won',
      count: 1,
    },
    {
      at: 1,
      line: 4,
      signal: 3,
      kind: 'doubled',
      text: 'WIN MTG 1 \u2705',
      signalText: 'GBPUSD PUT 1 MIN',
      outcome: 'lost',
      count: 1,
    },
    {
      at: 2,
      line: 4,
      signal: 3,
      kind: 'last',
      text: 'WIN MTG 1 \u2705',
      signalText: 'GBPUSD PUT 1 MIN',
      outcome: 'won',
      count: 1,
    },
    {
      at: 3,
      line: 5,
      signal: 5,
      kind: 'whole',
      text: 'EURUSD PUT 1 MIN LOSS \u274c',
      signalText: 'EURUSD PUT 1 MIN LOSS \u274c',
      outcome: 'lost',
      count: 1,
    },
  ]);
  expect(kinds).toEqual([
    ['last', 2],
    ['doubled', 1],
    ['whole', 1],
  ]);
});

it('lists each trade of a table with the text of its row', () => {
  const table = 'a title\ntime,pair,result\n2026-03-02 09:00,EURUSD,won\n2026-03-02 09:01,GBPUSD,lost';
  expect(listedTrades(tradesTextReader(table)(OPTIONS), 1).list).toEqual([
    {
      at: 0,
      line: 3,
      signal: null,
      kind: 'row',
      text: '2026-03-02 09:00, EURUSD, won',
      signalText: '',
      outcome: 'won',
      count: 1,
    },
  ]);
});

it('lists what a claim says once for each outcome, with how many', () => {
  const { list } = listedTrades(tradesTextReader('312 wins, 41 losses')(OPTIONS), 10, true);
  expect(list.map(({ at, outcome, count }) => [at, outcome, count])).toEqual([
    [0, 'won', 312],
    [312, 'lost', 41],
  ]);
});

it('counts a trade as the reader says, and the word on a single one above that on its kind', () => {
  const reading = tradesTextReader(CHAT)(OF_CHAT);
  const changed = switched(reading, {
    byKind: new Map([['last', 'lost']]),
    byTrade: new Map([
      [2, 'tied'],
      [3, 'no-trade'],
    ]),
  });
  expect(outcomes(reading.trades)).toBe('won lost won lost');
  expect(outcomes(changed.trades)).toBe('lost lost tied');
  expect(changed.trades.map(({ profit }) => profit)).toEqual([-1, -1, 0]);
  expect(changed.origins).toHaveLength(3);
  expect(switched(reading, NO_SWITCHES)).toBe(reading);
});

it('gives a trade that is said to be won what its stake pays', () => {
  const reading = tradesTextReader('pair,stake,payout,result\nEURUSD,10,80%,lost\nEURUSD,10,80%,won')(
    OPTIONS,
  );
  const changed = switched(reading, { byKind: new Map(), byTrade: new Map([[0, 'won']]) });
  expect(changed.trades[0]).toMatchObject({ outcome: 'won', profit: 8 });
});
