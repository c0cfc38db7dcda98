/** Tables in which a row is no trade of its own: two tables in one, days, the legs of a bet, or what happened beside what was picked. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';

type Cell = string | number;
type RowOf = (won: boolean, at: number) => readonly Cell[];

const rowsOf = (of: RowOf, from = 0, to = 60): string[] =>
  WON.slice(from, to).map((won, at) => of(won, from + at).join());
const table = (heading: string, of: RowOf): string => [heading, ...rowsOf(of)].join('\n');
const layout = (name: string, text: string, truth: Partial<Layout> = {}): Layout => ({
  name: `forms of rows: ${name}`,
  text,
  counts: RIGHT,
  ...truth,
});
const plain = (name: string, text: string, truth: Partial<Layout> = {}): Layout =>
  layout(name, text, { isPlain: true, ...truth });
const dayOf = (at: number): string => `${String((at % 28) + 1).padStart(2, '0')}-${at < 30 ? 'Mar' : 'Apr'}`;
const letter = (won: boolean): string => (won ? 'W' : 'L');

/** Two tables whose columns differ, of 30 trades each. */
const both = (first: readonly [string, RowOf], second: readonly [string, RowOf], between = ['']): string =>
  [first[0], ...rowsOf(first[1], 0, 30), ...between, second[0], ...rowsOf(second[1], 30)].join('\n');
const PAIR_FIRST = ['Pair,Result', (won, at) => [pairOf(at), letter(won)]] as const satisfies [string, RowOf];
const RESULT_FIRST = ['Result,Pair', (won, at) => [letter(won), pairOf(at)]] as const satisfies [
  string,
  RowOf,
];
const beside = (gap: string, first: readonly [string, RowOf], second: readonly [string, RowOf]): string => {
  const others = rowsOf(second[1], 30);
  return [
    first[0] + gap + second[0],
    ...rowsOf(first[1], 0, 30).map((row, at) => row + gap + others[at]),
  ].join('\n');
};

/** The winners beside the losers, each with what it brought; losses have a sign where it is given. */
const besideLosers = (above: string, [first, second]: readonly [string, string], sign = ''): string => {
  const partOf = (isWon: boolean): string[] =>
    WON.flatMap((won, at) =>
      won === isWon
        ? [stamp(at), pairOf(at), `${isWon ? '' : sign}${(9 + (at % 7) * 1.3).toFixed(2)}`].join()
        : [],
    );
  const [winners, losers] = [partOf(true), partOf(false)];
  const rows = winners.map((row, at) => `${row},,${losers[at] ?? ',,'}`);
  return [above, `Date,Pair,${first},,Date,Pair,${second}`, ...rows].filter(Boolean).join('\n');
};

/** Six days of ten trades. */
const days = (heading: string, of: (wins: number, profit: number) => readonly Cell[]): string =>
  [
    heading,
    ...[0, 1, 2, 3, 4, 5].map((day) => {
      const wins = WON.slice(day * 10, day * 10 + 10).filter(Boolean).length;
      return [`2026-03-0${day + 2}`, ...of(wins, wins * 6 - (10 - wins) * 10)].join();
    }),
  ].join('\n');

/** Bets of two legs: a lost one lost one of them, or both. */
const legs = (
  heading: string,
  names: readonly string[],
  of: (bet: number, leg: string, odds: string, end: string) => readonly Cell[],
): string =>
  [
    heading,
    ...WON.flatMap((won, at) =>
      names.map((leg, place) => {
        const isWhole = place === 2;
        const end = won || (!isWhole && at % 2 === place) ? 'Won' : 'Lost';
        return of(101 + at, leg, isWhole ? '2.72' : '1.65', end).join();
      }),
    ),
  ].join('\n');

export const ROW_FORM_LAYOUTS: readonly Layout[] = [
  layout('two tables of two columns in the other order', both(PAIR_FIRST, RESULT_FIRST), { asks: 'sheet' }),
  layout(
    'two tables of days without a year, with a title and a sum between them',
    `March\n${both(
      ['Date,Pair,Side,W/L,Pips', (won, at) => [dayOf(at), pairOf(at), 'B', letter(won), won ? 20 : -15]],
      [
        'Date,Side,Pair,Pips,Outcome',
        (won, at) => [dayOf(at), 'S', pairOf(at), won ? 20 : -15, won ? 'win' : 'loss'],
      ],
      ['Total,,,18-12,', '', 'April'],
    )}`,
    { asks: 'sheet' },
  ),
  layout(
    'three rows above four of another order',
    'Pair,Result\nEURUSD,W\nGBPUSD,L\nEURUSD,L\n\nResult,Pair\nW,EURUSD\nW,GBPUSD\nW,USDJPY\nL,EURUSD',
    { asks: 'sheet', counts: '4-3-0' },
  ),
  layout('two tables beside each other, in the other order', beside(',,', PAIR_FIRST, RESULT_FIRST), {
    asks: 'sheet',
  }),
  layout(
    'two sellers with a title above each table of two columns',
    `Seller A\n${both(PAIR_FIRST, PAIR_FIRST, ['', 'Seller B'])}`,
    { asks: 'groups' },
  ),
  ...['Trades,Wins', 'Signals,Won', 'Anzahl Trades,Gewinner', 'Operações,Acertos'].map((names) =>
    plain(
      `days with how many were made and won, as ${names}`,
      days(`Date,${names},Profit`, (wins, profit) => [9 + (wins % 2), wins, profit]),
      { counts: '37-18-0' },
    ),
  ),
  plain(
    'days with counts of all, won and lost trades',
    days('Date,Total trades,Winning trades,Losing trades,Net P&L', (wins, profit) => [
      10,
      wins,
      10 - wins,
      profit,
    ]),
  ),
  ...['Wins', 'Entries', 'Ops', 'Trades'].map((name) =>
    layout(
      `days with ${name} and what they brought`,
      days(`Date,${name},Profit`, (wins, profit) => [wins, profit]),
      {
        counts: '0-0-0',
        mayRefuse: true,
      },
    ),
  ),
  plain(
    'legs of doubles, and the double itself',
    legs('Bet,Leg,Odds,Status', ['1', '2', 'Double'], (bet, leg, odds, end) => [bet, leg, odds, end]),
    { payout: 1.72 },
  ),
  plain(
    'legs of doubles, and a total with the stake',
    legs('Bet,Date,Leg,Odds,Stake,Status,P/L', ['leg 1', 'leg 2', 'TOTAL'], (bet, leg, odds, end) => [
      bet,
      stamp(bet).slice(0, 10),
      leg,
      odds,
      ...(leg === 'TOTAL' ? [10, end, end === 'Won' ? '17.20' : '-10.00'] : ['', end, '']),
    ]),
    { payout: 1.72 },
  ),
  plain(
    'legs of doubles alone',
    legs('Bet ID,Leg,Odds,Status', ['1', '2'], (bet, leg, odds, end) => [bet, leg, odds, end]),
    { payout: 1.7225 },
  ),
  ...[
    ['Market,Side,Outcome', 'Yes,No'],
    ['Market,Bet,Result', 'NO,YES'],
    ['Pair,Signal,Market went', 'Up,Down'],
    ['Market,Position,Resolution', 'Yes,No'],
    ['Question,My answer,Correct answer', 'Yes,No'],
    ['Game,Pick,Winner,Odds', 'Home,Away'],
    ['Game,Pick,Outcome', 'Under,Over'],
    ['Game,Tip,Result,Odds', '1,2,X'],
    ['Game,Tip,Result,Odds', '1,2'],
  ].map(([heading, sides]) =>
    plain(
      `what happened beside what was picked: ${heading} of ${sides}`,
      table(`Date,${heading}`, (won, at) => {
        const all = (sides as string).split(',');
        const picked = all[at % all.length] as string;
        const other = all[(at + 1 + (at % (all.length - 1))) % all.length] as string;
        return [
          stamp(at).slice(0, 10),
          heading?.startsWith('Pair') === true ? pairOf(at) : 'Rain or shine?',
          picked,
          won ? picked : other,
          '2.10',
        ].slice(0, (heading as string).split(',').length + 1);
      }),
    ),
  ),
  plain(
    'contracts on digits among those with a side',
    table('Type,Ref. ID,Buy time,Stake,Sell time,Profit/Loss', (won, at) => [
      `${['Rise', 'Digit Odd', 'Fall', 'Digit Even'][at % 4]} - Volatility 10 Index`,
      4_607_238_141 + at * 7,
      stamp(at),
      '1.00',
      stamp(at, 10),
      won ? '0.95' : '-1.00',
    ]),
    { payout: 0.95 },
  ),
  ...['Result', 'Selection result'].map((name) =>
    plain(
      `lays, with the ${name} of what was laid beside what they brought`,
      table(`Date,Type,Selection,Odds,Stake,${name},P/L`, (won, at) => [
        stamp(at).slice(0, 10),
        'Lay',
        `Team ${at % 5}`,
        '2.10',
        10,
        won ? 'Lost' : 'Won',
        won ? '9.80' : '-11.00',
      ]),
    ),
  ),
  plain(
    'lays and backs, with the result of the horse alone',
    table('Date,Bet type,Horse,Odds,Horse result', (won, at) => [
      stamp(at).slice(0, 10),
      at % 3 === 0 ? 'Back' : 'Lay',
      `Horse ${at % 5}`,
      '3.10',
      won === (at % 3 === 0) ? 'Won' : 'Lost',
    ]),
  ),
  ...[
    'výhra,prohra,remíza',
    'κέρδος,ζημιά,ισοπαλία',
    'سود,ضرر,مساوی',
    'voitto,tappio,tasapeli',
    'רווח,הפסד,תיקו',
    'nyert,vesztett,döntetlen',
    'winst,verlies,gelijk',
    'câștig,pierdere,egal',
    'vinst,förlust,oavgjort',
    'виграш,програш,нічия',
    '○,×,△',
    'Acertada,Fallada,Nula',
    'Right,Wrong,Void',
    'Profitable,Not profitable,Breakeven',
    'richtig,falsch,unentschieden',
  ].map((words) => {
    const [win, loss, tie] = words.split(',') as [string, string, string];
    return plain(
      `words for outcomes: ${words}`,
      `${table('Datum,Pair,Outcome', (won, at) => [stamp(at).slice(0, 10), pairOf(at), won ? win : loss])}\n2026-03-09,EURUSD,${tie}`,
      { counts: tie === 'Void' ? RIGHT : '37-23-1' },
    );
  }),
  plain(
    'an x below won, lost or tied in Spanish',
    `${table('Fecha,Par,Ganada,Perdida,Empate', (won, at) => [stamp(at).slice(0, 10), pairOf(at), won ? 'x' : '', won ? '' : 'x', ''])}\n2026-03-09,EURUSD,,,x`,
    { counts: '37-23-1' },
  ),
  plain(
    'trades that ended at their price at the start among losses below 0',
    `${table('Entry price,Exit price,Entry time,Side,Instrument,Profit', (won, at) => [
      '5100.00',
      won ? '5110.00' : '5090.00',
      stamp(at),
      'Long',
      'ES 06-26',
      won ? '500.00' : '-500.00',
    ])}\n5100.00,5100.00,2026-03-09 10:00:00,Long,ES 06-26,0.00`,
    { counts: '37-23-1' },
  ),
  plain(
    'what the match ended with beside what the bet brought',
    table('Date,Team,Bet,Match result,Odds,Stake,Return', (won, at) => {
      const bet = ['to win', 'to lose', 'draw'][at % 3] as string;
      return [
        stamp(at).slice(0, 10),
        `Team ${at % 5}`,
        bet,
        (won ? ['W', 'L', 'D'] : ['L', 'D', 'W'])[at % 3] as string,
        '2.10',
        10,
        won ? 21 : 0,
      ];
    }),
    { payout: 1.1 },
  ),
  layout(
    'the reasons of exits, one at the entry with a pip less',
    `${table('Date,Pair,Exit reason,Pips', (won, at) => [stamp(at).slice(0, 10), pairOf(at), won ? 'TP' : 'SL', won ? 30 : -20])}\n2026-03-09,EURUSD,BE,-1`,
    { asks: 'doubtful-outcomes', counts: '37-23-1' },
  ),
  layout(
    'yes and no below two targets and a stop',
    table('Date,Pair,TP1 hit,TP2 hit,SL hit', (won, at) => [
      stamp(at).slice(0, 10),
      pairOf(at),
      won ? 'Y' : 'N',
      won && at % 2 ? 'Y' : 'N',
      won ? 'N' : 'Y',
    ]),
    { asks: 'target-distance' },
  ),
  plain(
    'balances behind stakes, with a start and a top-up',
    (() => {
      let balance = 500;
      const rows = rowsOf((won, at) => {
        balance += won ? 8.5 : -10;
        return [stamp(at), pairOf(at), 10, balance.toFixed(2)];
      });
      return ['time,what,stake,balance after', '2026-03-02 08:00:00,start,,500.00', ...rows].join('\n');
    })(),
    { payout: 0.85 },
  ),
  plain(
    'an open time, and the end below the name of a time alone',
    table('Ticket,Open Time,Type,Size,Item,Price,S/L,T/P,Time,Price,Swap,Profit', (won, at) => [
      1_001 + at,
      stamp(at),
      'buy',
      '1.00',
      'EURUSD',
      '1.08841',
      '0.0',
      '0.0',
      stamp(at, 1_800),
      won ? '1.08921' : '1.08741',
      '0.00',
      won ? '80.00' : '-100.00',
    ]),
    { payout: 0.8 },
  ),
  layout('winners beside losers, below titles', besideLosers('WINNERS,,,,LOSERS,,', ['P/L', 'P/L']), {
    asks: 'sheet',
  }),
  layout(
    'winners beside losers, with signs',
    besideLosers('Winning trades,,,,Losing trades,,', ['P/L', 'P/L'], '-'),
    { asks: 'sheet' },
  ),
  layout('winners beside losers, by the names of their columns', besideLosers('', ['Profit', 'Loss']), {
    asks: 'sheet',
  }),
  layout(
    'misses with marks, which are no losses',
    table('Date,Outcome,Pair,R', (won, at) => [
      stamp(at),
      at % 9 === 0 ? '⚪ Missed' : won ? '🟢 Win' : '🔴 Loss',
      pairOf(at),
      won ? 2 : -1,
    ]),
    {
      asks: 'left-out-rows',
      counts: `${WON.filter((won, at) => won && at % 9 > 0).length}-${WON.filter((won, at) => !won && at % 9 > 0).length}-0`,
    },
  ),
  plain(
    'a flag for losses in numbers',
    table('Date,Pair,Side,OTM', (won, at) => [stamp(at), pairOf(at), 'Call', won ? 0 : 1]),
  ),
  ...['7 trades', 'total 5 sinais', '5 сделок', '3 işlem'].map((note) =>
    layout(
      `days with a remark of how many trades they hold: ${note}`,
      table('Date,P/L,Note', (won, at) => [
        stamp(at * 90).slice(0, 10),
        won ? 31.2 + at : -12.5 - at,
        at % 4 === 0 ? '' : note,
      ]),
      { counts: '0-0-0', isPlain: true },
    ),
  ),
  plain(
    'pictures of outcomes',
    `<table><tr><th>Date</th><th>Pair</th><th>Result</th></tr>${WON.map((won, at) => `<tr><td>${stamp(at)}</td><td>${pairOf(at)}</td><td><img src="${at}.png" alt="${won ? 'Win' : 'Loss'}"></td></tr>`).join('')}</table>`,
  ),
  layout(
    'lists of the targets that were reached',
    JSON.stringify(
      WON.map((won, at) => ({
        pair: pairOf(at),
        side: 'buy',
        entry: 1.08,
        tp: [1.081, 1.082],
        sl: 1.078,
        tp_hit: won ? [1, 2].slice(at % 2) : [],
        sl_hit: !won,
        time: stamp(at),
      })),
    ),
    { mayRefuse: true },
  ),
];
