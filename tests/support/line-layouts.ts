/** Lines and signals that hold their own times, or their target and their stop. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { plain } from './row-parts.ts';

const lines = (line: (at: number, won: boolean) => string): string =>
  WON.map((won, at) => line(at, won)).join('\n');
/** Two trades at each time. */
const clock = (at: number): string =>
  `${String(9 + Math.floor(at / 12)).padStart(2, '0')}:${String(10 + ((at >> 1) % 6) * 8)}`;
const timed = (name: string, bets: number, line: (at: number, won: boolean) => string): Layout => ({
  ...plain(`lines with their own times: ${name}`, lines(line)),
  bets,
});
const end = (won: boolean): string => (won ? 'WIN' : 'LOSS');
/** Of an asset of its own each line of a time, so that no two are equal. */
const twice = (at: number): string => (at % 2 === 0 ? 'EURUSD CALL' : 'EUR/USD PUT');

const posts = (signal: (at: number) => string, ends: readonly [string, string]): string =>
  WON.flatMap((won, at) => [
    `02/03/2026, ${stamp(at).slice(11, 16)} - Seller: ${signal(at)}`,
    `02/03/2026, ${stamp(at).slice(11, 16)} - Seller: ${ends[won ? 0 : 1]}`,
  ]).join('\n');
const paying = (name: string, payout: number, text: string): Layout => ({
  ...plain(`payouts by targets and stops: ${name}`, text),
  payout,
});
const HITS = ['TP hit ✅', 'SL hit ❌'] as const;

const dayLines = WON.flatMap((won, at) => [
  ...(at % 6 === 0 ? [['Mon, 2 Mar', '3 March', '— 04 Mar 2026 —'][(at / 6) % 3] as string] : []),
  `${clock(at)} ${twice(at)} ${won ? '✅' : '❌'}`,
]);
const swapped = dayLines.map((line) => line.replace(/[✅❌]/u, (mark) => (mark === '✅' ? '❌' : '✅')));

/** A mark that nothing announces may count doubled stakes; a win in three has it. */
const marked = (mark: string, gales: number): Layout => {
  const doubled = WON.filter((won, at) => won && at % 3 === 0).length;
  return {
    name: `wins with a mark that nothing announces: ${mark}`,
    text: lines((at, won) => `${pairOf(at)} CALL ${won ? (at % 3 === 0 ? mark : 'WIN') : 'LOSS'}`),
    asks: 'step-number',
    counts: `37-${23 + gales * doubled}-0`,
  };
};

/** Six days of the same ten signals. */
const daily = (mark: string): string =>
  WON.map((won, at) => {
    const place = at % 10;
    const heading = place === 0 ? `\nLISTA DE SINAIS 0${2 + at / 10}/02/2026\n⏳ M5 | SEM GALE\n\n` : '';
    const cells = [
      'M5',
      pairOf(place),
      `${10 + place}:35`,
      `${place % 3 === 0 ? 'CALL' : 'PUT'} ${won ? '✅' : '❌'}`,
    ];
    return `${heading}${cells.join(mark)}`;
  }).join('\n');

export const LINE_LAYOUTS: readonly Layout[] = [
  ...[';', ' | ', '\t', ','].map((mark) => ({
    ...plain(`lists below headings with their days, with "${mark}" between cells`, daily(mark)),
    bets: 60,
  })),
  timed('a time of day', 30, (at, won) => `${clock(at)} ${twice(at)} ${end(won)}`),
  timed('a time of day behind the pair', 30, (at, won) => `${twice(at)} ${clock(at)} ${won ? '✅' : '❌'}`),
  timed('a time of day with AM', 30, (at, won) => `${clock(at)} PM - ${twice(at)} - ${end(won)}`),
  timed('a day and a time', 30, (at, won) => `2026-03-02 ${clock(at)} ${twice(at)} 1m ${end(won)}`),
  timed('the day above', 60, (at, won) =>
    [
      ...(at % 6 === 0 ? [`📅 ${13 + at / 6}.03.2026`] : []),
      `${clock((at % 6) * 2)} ${twice(at)} ${end(won)}`,
    ].join('\n'),
  ),
  timed('cells without names', 30, (at, won) => [clock(at), ...twice(at).split(' '), end(won)].join(' | ')),
  timed('days and times as cells without names', 30, (at, won) =>
    ['02.03.2026', clock(at), ...twice(at).split(' '), end(won)].join(';'),
  ),
  {
    ...plain(
      'lines with their own times: the newest first',
      WON.map((won, at) => `${clock(at)} ${twice(at)} ${end(won)}`)
        .toReversed()
        .join('\n'),
    ),
    bets: 30,
  },
  {
    ...plain(
      'times below days in Hindi',
      WON.map((won, at) => {
        const day = at % 6 === 0 ? `${3 + at / 6} सितंबर 2026\n` : '';
        return `${day}09:0${at % 6} EURUSD ${won ? 'CALL ✅' : 'CALL ❌'} M5`;
      }).join('\n'),
    ),
    bets: 20,
  },
  paying(
    'pips in one line',
    4,
    lines((at, won) => `${pairOf(at)} BUY TP 40 SL 10 pips ${end(won)}`),
  ),
  paying(
    'signs and letters for pips',
    4,
    lines((at, won) => `${pairOf(at)} BUY TP:+40p SL:-10p ${won ? '✅' : '❌'}`),
  ),
  paying(
    'a ratio in one line',
    4,
    lines((at, won) => `${pairOf(at)} SELL RR 1:4 ${end(won)}`),
  ),
  paying(
    'lines below a signal, the nearest of two targets',
    0.25,
    lines((at, won) => `${pairOf(at)} BUY NOW\nTP1 10 pips\nTP2 20 pips\nSL 40 pips\n${HITS[won ? 0 : 1]}`),
  ),
  paying(
    'pips in a chat',
    4,
    posts((at) => `${pairOf(at)} BUY\nTP: 40\nSL: 10`, HITS),
  ),
  paying(
    'prices in a chat',
    2,
    posts((at) => `${pairOf(at)} SELL 1.0850\nTP 1.0830\nSL 1.0860`, HITS),
  ),
  paying(
    'prices of gold',
    1.5,
    posts(() => 'XAUUSD BUY 2350\nTP 2365\nSL 2340', HITS),
  ),
  paying(
    'a ratio in a chat',
    2.5,
    posts((at) => `${pairOf(at)} BUY, R:R = 1:2.5`, ['WIN ✅', 'LOSS ❌']),
  ),
  paying(
    'percents below an outcome',
    0.25,
    posts((at) => `${pairOf(at)} BUY`, ['Target reached ✅\nProfit: 10.5%', 'Stop hit ❌\nLoss: 42%']),
  ),
  paying(
    'percents of a bot, which names its trade once more',
    0.5,
    posts((at) => `Opened LONG ${pairOf(at)}`, ['PnL: +1.25%', 'PnL: -2.5%']).replace(
      /PnL/g,
      'Closed LONG $&',
    ),
  ),
  paying(
    'how often the risk was won',
    2,
    posts((at) => `${pairOf(at)} BUY`, ['+2R ✅', '-1R ❌']),
  ),
  paying(
    'how often the risk was won, of wins alone',
    3,
    posts((at) => `${pairOf(at)} BUY`, ['WIN +3R', 'LOSS']),
  ),
  {
    ...plain(
      'signals of a chat, each with the time at which it starts',
      WON.flatMap((won, at) => [
        `02/03/2026, ${stamp(at).slice(11, 16)} - Seller: ${pairOf(at >> 1)} ${stamp(at, at % 2 === 0 ? 0 : 1_200).slice(11, 16)} CALL M30`,
        `02/03/2026, ${stamp(at).slice(11, 16)} - Seller: ${end(won)}`,
      ]).join('\n'),
    ),
    bets: 60,
  },
  plain('days between lines with marks', dayLines.join('\n')),
  {
    ...plain(
      'a day behind a signal that has no end',
      dayLines.map((line) => (/\d:/.test(line) ? line : `EURGBP CALL\n${line}`)).join('\n'),
    ),
    unresolved: 10,
  },
  {
    name: 'days between lines below a legend that swaps their marks',
    text: ['I cross off with ❌ what reached its target. ✅ is a stop.', ...swapped].join('\n'),
    asks: 'opposite-marks',
    counts: RIGHT,
  },
  ...(
    [
      ['green and red squares', ['🟩', '🟥'], 'circles'],
      ['the letters G and P', ['G', 'P'], 'result-letters'],
      ['the letters G and L in brackets', ['(G)', '(L)'], 'result-letters'],
    ] as const
  ).flatMap(([name, ends, code]) => [
    {
      name: `lines that end with ${name}`,
      text: lines((at, won) => `${clock(at)} ${twice(at)} ${ends[won ? 0 : 1]}`),
      asks: code,
      counts: RIGHT,
    },
    { name: `messages of ${name}`, text: posts((at) => `${pairOf(at)} CALL`, ends), counts: RIGHT },
  ]),
  ...['WIN²', 'WIN ✅²', 'WIN **', 'WINx2', '✅ 2️⃣'].map((mark) => marked(mark, 2)),
  marked('WIN*', 1),
  {
    name: 'a superscript as a cell',
    text: ['Date,Pair,Result']
      .concat(
        WON.map((won, at) => [stamp(at), pairOf(at), won ? (at % 3 === 0 ? '✅²' : '✅') : '❌'].join()),
      )
      .join('\n'),
    asks: 'step-number',
    counts: '37-23-0',
  },
];
