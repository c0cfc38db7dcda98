/** Layouts of which an earlier reader made a wrong record without a question, each with its truth. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, stamp, startOf, WON } from './layout.ts';

const table = (heading: string, row: (at: number, won: boolean) => readonly (string | number)[]): string =>
  [heading, ...WON.map((won, at) => row(at, won).join(','))].join('\n');
const results = (won: (at: number) => string, lost: string): string =>
  table('time,pair,result', (at, isWon) => [stamp(at), pairOf(at), isWon ? won(at) : lost]);
const chat = (won: (at: number) => string, lost: string): string =>
  telegram(
    WON.flatMap((isWon, at) => [
      `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} 1 MIN`,
      isWon ? won(at) : lost,
    ]),
  );
/** A win in four is said otherwise than the others. */
const fourth =
  (other: string, usual = 'WIN') =>
  (at: number) =>
    at % 4 === 0 ? other : usual;
const always = (text: string) => () => text;
const twoRows = (heading: string, [entry, exit]: readonly [string, string]): string =>
  [
    heading,
    ...WON.flatMap((won, at) =>
      [
        [at + 1, exit, stamp(at, 300), won ? 12.4 : -10.1],
        [at + 1, entry, stamp(at), won ? 12.4 : -10.1],
      ].map((row) => row.join(',')),
    ),
  ].join('\n');
const newestFirst = WON.flatMap((won, at) => [
  { sender_name: 'Seller', timestamp_ms: startOf(at), content: `${pairOf(at)} CALL 1 MIN` },
  { sender_name: 'Seller', timestamp_ms: startOf(at) + 60_000, content: won ? 'WIN' : 'LOSS' },
]).reverse();

const right = (name: string, text: string, counts = RIGHT, payout?: number): Layout => ({
  name,
  text,
  counts,
  ...(payout === undefined ? {} : { payout }),
});
const asks = (name: string, text: string, code = 'any'): Layout => ({ name, text, asks: code });
const mayRefuse = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, mayRefuse: true });

const signal = (at: number): string => `${pairOf(at)} CALL 1 MIN`;
const ENDED = WON.flatMap((won, at) => [signal(at), won ? 'WIN' : 'LOSS']);
/** Each outcome stands before its signal. */
const before = (name: string, posts: readonly string[]): Layout => ({
  name,
  text: telegram(posts),
  asks: 'outcome-order',
  counts: RIGHT,
});

/** A table of which the 20th trade, a lost one, has a cell less. */
const torn = (name: string, text: string, cell: number): Layout => ({
  name: `a row without its cell ${cell}, below ${name}`,
  text: text
    .split('\n')
    .map((row, at) => (at === 20 ? row.split(',').toSpliced(cell, 1).join(',') : row))
    .join('\n'),
  asks: 'any',
});

export const SILENT_LAYOUTS: readonly Layout[] = [
  ...[1, 2].flatMap((cell) => [
    torn(
      'crosses for wins and losses',
      table('time,pair,win,loss', (at, won) => [stamp(at), pairOf(at), won ? 'x' : '', won ? '' : 'x']),
      cell,
    ),
    torn(
      'fees beside profits',
      table('time,pair,profit,fees', (at, won) => [stamp(at), pairOf(at), won ? 8 : -10, 1]),
      cell,
    ),
    torn(
      'amounts won and lost',
      table('time,pair,amount won,amount lost', (at, won) => [
        stamp(at),
        pairOf(at),
        won ? 8 : '',
        won ? '' : 10,
      ]),
      cell,
    ),
  ]),
  asks(
    'one lost trade without its outcome beside an amount without a sign',
    table('time,pair,result,profit', (at, won) => [
      stamp(at),
      pairOf(at),
      at === 4 ? '' : won ? 'win' : 'loss',
      won ? 8 : 10,
    ]),
  ),
  {
    name: 'trades of exactly nothing at a stop, as most losses are',
    text: table('time,pair,exit,profit', (at, won) => [
      stamp(at),
      pairOf(at),
      won ? 'Target1' : 'Halt1',
      won ? 8 : at % 8 === 0 ? 0 : -10,
    ]),
    counts: `37-${WON.filter((won, at) => !won && at % 8 !== 0).length}-${WON.filter((won, at) => !won && at % 8 === 0).length}`,
    isPlain: true,
  },
  asks(
    'a balance with a withdrawal among its trades',
    [
      'no;date;balance;comment',
      ...WON.flatMap((_won, at) => {
        const won = WON.slice(0, at + 1).filter(Boolean).length;
        const row = (taken: number): string => (500 + won * 8 - (at + 1 - won) * 10 - taken).toFixed(2);
        return [
          `${at + 1};${stamp(at).slice(0, 10)};${row(at < 31 ? 0 : 100)};${at % 20 === 3 ? 'late' : ''}`,
          ...(at === 30 ? [`;${stamp(at).slice(0, 10)};${row(100)};withdrawal 100`] : []),
        ];
      }),
    ].join('\n'),
    'row-kinds',
  ),
  right(
    'wins and losses of days beside a remark with a comma',
    [
      'Date,Wins,Lose,Draws,Note',
      ...WON.map(
        (won, at) =>
          `${stamp(at * 80).slice(0, 10)},${won ? 2 : 1},${won ? 1 : 2},,${at % 20 === 4 ? 'tired, late' : ''}`,
      ),
    ].join('\n'),
    `${37 * 2 + 23}-${37 + 23 * 2}-0`,
  ),
  before(
    'outcomes before their signals',
    WON.flatMap((won, at) => [won ? 'WIN ✅' : 'LOSS ❌', signal(at)]),
  ),
  before('outcomes with pairs before their signals, below a greeting', [
    'Good morning',
    ...WON.flatMap((won, at) => [`${pairOf(at)} ${won ? 'WIN' : 'LOSS'}`, signal(at)]),
  ]),
  before(
    'outcomes before their signals, of which some have none',
    WON.flatMap((won, at) => [won ? 'WIN' : 'LOSS', signal(at), ...(at % 9 === 4 ? [signal(at + 1)] : [])]),
  ),
  right('a chat whose last signal is open', telegram([...ENDED, signal(0)])),
  right('a chat whose first signal is open', telegram([signal(0), ...ENDED])),
  right(
    'TradingView in German, profit on both rows',
    twoRows('Trade #,Typ,Datum/Uhrzeit,Netto-G&V USD', ['Einstieg Long', 'Ausstieg Long']),
  ),
  right(
    'TradingView in Russian, profit on both rows',
    twoRows('№ Сделки,Тип,Дата/Время,Прибыль USD', ['Вход в длинную', 'Выход из длинной']),
  ),
  asks(
    'TradingView in a language that is not known',
    twoRows('N,Xyz,Time,Profit', ['Aaaa', 'Bbbb']),
    'same-number',
  ),
  asks(
    'losses that are red on the page and have no sign',
    table('Time,Asset,Amount,Profit', (at, won) => [stamp(at), pairOf(at), 10, won ? 8.5 : 10]),
    'same-ending',
  ),
  right(
    'ExpertOption, a profit percentage that every row has',
    table('Asset,Investment,Income,Profit %,Open', (at, won) => [
      pairOf(at),
      10,
      won ? 18 : 0,
      '80%',
      stamp(at),
    ]),
  ),
  mayRefuse(
    'yes and no below a name that is not known',
    table('time,asset,side,stopped out', (at, won) => [stamp(at), pairOf(at), 'buy', won ? 'no' : 'yes']),
  ),
  mayRefuse(
    '1 and 0 below a name that is not known',
    table('time,asset,miss', (at, won) => [stamp(at), pairOf(at), won ? 0 : 1]),
  ),
  right(
    'an expected result beside the actual one',
    table('time,pair,expected result,actual result', (at, won) => [
      stamp(at),
      pairOf(at),
      'WIN',
      won ? 'WIN' : 'LOSS',
    ]),
  ),
  {
    name: 'a column for the first stake and one for the doubled one',
    text: table('time,pair,direct,mtg1', (at, won) => {
      const isFirst = won && at % 3 !== 0;
      return [stamp(at), pairOf(at), isFirst ? 'WIN' : 'LOSS', isFirst ? '-' : won ? 'WIN' : 'LOSS'];
    }),
    counts: `37-${46 + WON.filter((won, at) => won && at % 3 === 0).length}-0`,
    asks: 'posted-gales',
  },
  asks('losses that were recovered, in a table', results(fourth('LOSS RECOVERED'), 'LOSS'), 'left-out-rows'),
  asks('hits that are losses', results(always('WIN'), 'HIT'), 'left-out-rows'),
  right(
    'Brazilian wins at the first protection',
    chat(fourth('✅ WIN na primeira proteção', '✅ WIN de primeira'), 'LOSS ❌'),
    `37-${23 + WON.filter((won, at) => won && at % 4 === 0).length}-0`,
  ),
  ...(
    [
      ['Hindi in Latin letters, losses that are not known', 'Jeet gaye bhai', 'Har gaye'],
      ['Hindi in Latin letters, no loss', 'Loss nahi hua', 'Loss hua'],
      ['Turkish, a verb that says not', 'Kazandık', 'Alamadık'],
    ] as const
  ).map(([name, won, lost]) => asks(name, chat(always(won), lost), 'unresolved-signals')),
  asks(
    'Hindi in Latin letters, a win at one step',
    chat(fourth('1 step mtg se win ✅', 'Win ✅'), 'Loss ❌'),
    'unresolved-signals',
  ),
  ...['WIN x2', 'WIN +1 ✅'].map((text) => ({
    ...asks(`a win that is called ${text}`, chat(fourth(text), 'LOSS'), 'step-number'),
    counts: RIGHT,
  })),
  asks(
    'odds of 1.85 beside profits with the stake in them',
    table('Date,Event,Stake,Odds,Profit', (at, won) => [
      stamp(at),
      `A v B ${at}`,
      10,
      1.85,
      won ? 18.5 : -10,
    ]),
    'payout-kind',
  ),
  mayRefuse(
    'laid bets, won where the horse lost',
    table('Date,Selection,Type,Odds,Result', (at, won) => [
      stamp(at),
      `Horse ${at}`,
      'Lay',
      1.9,
      won ? 'Lost' : 'Won',
    ]),
  ),
  right('messages in JSON, the newest first', JSON.stringify({ messages: newestFirst })),
  right(
    'messages in CSV, the newest first',
    [
      'Author,Date,Content',
      ...newestFirst.map(
        ({ timestamp_ms, content }) => `Seller,${new Date(timestamp_ms).toISOString()},${content}`,
      ),
    ].join('\n'),
  ),
  right(
    'objects by their keys',
    JSON.stringify(
      Object.fromEntries(
        WON.map((won, at) => [
          `-N${1_000 + at}`,
          { asset: pairOf(at), openTime: startOf(at), status: won ? 'win' : 'loose' },
        ]),
      ),
    ),
  ),
  right(
    'what a bet would win, on lost rows too',
    table('Date,Pick,Line,Risk,To Win,Result', (at, won) => [
      stamp(at),
      `LAL ${at}`,
      -110,
      11,
      10,
      won ? 'Win' : 'Loss',
    ]),
    RIGHT,
    0.909,
  ),
  right(
    'sums without a name',
    table('date,pair,profit', (at, won) => [
      stamp(at),
      pairOf(at),
      `${won ? 8 : -10}${at % 10 === 9 ? '\n,,26' : ''}`,
    ]),
  ),
  right(
    'a balance at the beginning',
    table('date,pair,profit', (at, won) => [stamp(at), pairOf(at), won ? 8 : -10]).replace(
      '\n',
      '\n2026-03-01,Opening balance,1000\n',
    ),
  ),
  right('a claim of losses alone', 'lost only 4 of 100', '96-4-0'),
  right('a claim with draws in short', '37W/23L/4D', '37-23-4'),
  right('a claim with its total first', 'Total 45, Win 40, Loss 4, Tie 1', '40-4-1'),
  ...[
    'Accuracy 85-90 %, 120 trades',
    'Wins 37 Losses 23 Total 65',
    '37 wins, 23 losses, win rate 88%',
    '300 wins, less than 40 losses',
    '10 wins 1 loss per day for 30 days',
    '60 trades, 37% profit',
  ].map((text) => asks(`a claim that leaves more open: ${text}`, text, 'claimed-numbers')),
];
