/** Track records in the layouts of public exports, made by code, each with its truth. */
import { ASKED_LAYOUTS } from './asked-layouts.ts';
import { type Layout, pairOf, stamp, startOf, WON } from './layout.ts';
import { hard, plain, table } from './table-parts.ts';

const pad = (value: number): string => String(value).padStart(2, '0');
const civil = (at: number): { d: string; m: string; y: number; clock: string } => {
  const date = new Date(startOf(at));
  return {
    d: pad(date.getUTCDate()),
    m: pad(date.getUTCMonth() + 1),
    y: date.getUTCFullYear(),
    clock: `${pad(date.getUTCHours())}:${pad(date.getUTCMinutes())}`,
  };
};
const json = (value: unknown): string => JSON.stringify(value);
const tally = (heading: string, wonCell: string, lostCell: string): Layout =>
  plain(
    `result words ${wonCell} and ${lostCell}`,
    table(heading, (at, won) => [stamp(at), pairOf(at), won ? wonCell : lostCell]),
  );

const RESULT_WORDS: readonly (readonly [string, string])[] = [
  ['WIN', 'LOSS'],
  ['won', 'lost'],
  ['W', 'L'],
  ['ITM', 'OTM'],
  ['1', '0'],
  ['true', 'false'],
  ['✅', '❌'],
  ['Profit', 'Loss'],
  ['выигрыш', 'проигрыш'],
  ['ganada', 'perdida'],
  ['vitória', 'derrota'],
  ['जीत', 'हार'],
  ['menang', 'kalah'],
  ['kazandı', 'kaybetti'],
  ['thắng', 'thua'],
  ['ربح', 'خسارة'],
];

const ODDS: readonly (readonly [name: string, heading: string, cell: string, payout: number])[] = [
  ['net rates', 'payout', '0.92', 0.92],
  ['percent with a sign', 'payout', '92%', 0.92],
  ['percent by name', 'payout %', '92', 0.92],
  ['decimal odds by name', 'odds', '1.92', 0.92],
  ['decimal odds without a name for it', 'payout', '1.92', 0.92],
  ['long decimal odds', 'decimal odds', '5.00', 4],
  // A payout of 80 % is the one that is assumed where none is read.
  ['American odds above even', 'odds', '+150', 1.5],
  ['American odds below even', 'american odds', '-110', 1 / 1.1],
  ['fractional odds', 'odds', '10/11', 10 / 11],
  ['fractional odds with a colon', 'odds', '6:5', 1.2],
  ['even odds in a word', 'odds', 'Evens', 1],
];

export const TABLE_LAYOUTS: readonly Layout[] = [
  plain(
    'dates with the midnight of a data frame beside the time of day',
    table('Date,Time,Pair,Side,Stake,Profit', (at, won) => [
      `${stamp(at).slice(0, 10)} 00:00:00`,
      stamp(at).slice(11, 16),
      pairOf(at),
      at % 3 === 0 ? 'SELL' : 'BUY',
      10,
      won ? 8 : -10,
    ]),
  ),
  ...RESULT_WORDS.map(([won, lost]) => tally('time,pair,result', won, lost)),
  ...ODDS.map(([name, heading, cell, payout]) =>
    plain(
      name,
      table(`time,pair,${heading},result`, (at, won) => [stamp(at), pairOf(at), cell, won ? 'won' : 'lost']),
      payout,
    ),
  ),
  plain(
    'semicolons and decimal commas',
    table(
      'Datum;Uhrzeit;Paar;Einsatz;Gewinn',
      (at, won) => {
        const { d, m, y, clock } = civil(at);
        return [`${d}.${m}.${y}`, clock, pairOf(at), '10,00', won ? '8,00' : '-10,00'];
      },
      ';',
    ),
    0.8,
  ),
  plain(
    'tabs',
    table('time\tpair\tprofit\tstake', (at, won) => [stamp(at), pairOf(at), won ? 8 : -10, 10], '\t'),
    0.8,
  ),
  plain(
    'losses in brackets',
    table('time,pair,stake,P/L', (at, won) => [stamp(at), pairOf(at), '$10.00', won ? '$8.00' : '($10.00)']),
    0.8,
  ),
  plain(
    'milliseconds since 1970',
    table('time,pair,result', (at, won) => [startOf(at), pairOf(at), won ? 'won' : 'lost']),
  ),
  plain(
    'month names',
    table('time,pair,result', (at, won) => [
      `${civil(at).d} Mar 2026 ${civil(at).clock}`,
      pairOf(at),
      won ? 'won' : 'lost',
    ]),
  ),
  plain(
    'AM and PM',
    table('time,pair,result', (at, won) => [
      `03/${pad((at % 28) + 1)}/2026 ${pad((at % 12) + 1)}:${pad(at % 60)} PM`,
      pairOf(at),
      won ? 'won' : 'lost',
    ]),
  ),
  plain(
    'a profit table with the potential payout',
    table(
      'Date,Ref.,Potential Payout,Contract,Purchase Price,Sale Date,Sale Price,Profit/Loss',
      (at, won) => [
        stamp(at),
        2_000 + at,
        '19.20',
        'Win payout if EUR/USD is higher',
        '10.00',
        stamp(at),
        won ? '19.20' : '0.00',
        won ? '9.20' : '-10.00',
      ],
    ),
    0.92,
  ),
  plain(
    'an interface with buy and sell prices',
    json({
      profit_table: {
        transactions: WON.map((won, at) => ({
          buy_price: 10,
          contract_type: at % 2 === 0 ? 'CALL' : 'PUT',
          payout: 19.2,
          purchase_time: startOf(at) / 1_000,
          sell_price: won ? 19.2 : 0,
          transaction_id: 5_000 + at,
          underlying_symbol: 'frxEURUSD',
        })),
      },
    }),
    0.92,
  ),
  plain(
    'a payout that is what came back',
    table('time,pair,stake,payout,result', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      won ? 18.5 : 0,
      won ? 'won' : 'lost',
    ]),
    0.85,
  ),
  plain(
    'what came back, as a profit',
    table('time,pair,stake,profit', (at, won) => [stamp(at), pairOf(at), 10, won ? 18.5 : 0]),
    0.85,
  ),
  plain(
    'JSON lines',
    WON.map((won, at) =>
      json({ openTime: stamp(at), symbol: pairOf(at), result: won ? 'win' : 'loss' }),
    ).join('\n'),
  ),
  plain(
    'arrays in JSON',
    json([
      ['time', 'pair', 'result'],
      ...WON.map((won, at) => [stamp(at), pairOf(at), won ? 'won' : 'lost']),
    ]),
  ),
  plain(
    'a table of HTML',
    `<table><tr><th>Time</th><th>Item</th><th>Profit</th></tr>${WON.map((won, at) => `<tr><td>${stamp(at)}</td><td>${pairOf(at)}</td><td>${won ? '8.00' : '-10.00'}</td></tr>`).join('')}</table>`,
  ),
  plain(
    'columns of wins and losses',
    table('Date,Pair,Win,Loss', (at, won) => [stamp(at), pairOf(at), won ? 1 : '', won ? '' : 1]),
  ),
  plain(
    'columns of wins and losses with crosses',
    table('Date,Pair,Win,Loss', (at, won) => [stamp(at), pairOf(at), won ? 'x' : '', won ? '' : 'x']),
  ),
  hard(
    'columns of amounts won and lost',
    table('Date,Pair,Win,Loss', (at, won) => [stamp(at), pairOf(at), won ? '8.50' : '', won ? '' : '10.00']),
    0.85,
  ),
  hard(
    'entry and exit rows that both carry the profit',
    [
      'Trade #,Type,Signal,Date/Time,Price USD,Profit USD,Cum. Profit USD',
      ...WON.flatMap((won, at) => [
        `${at + 1},Entry Short,Short,${stamp(at)},1.08,${won ? 8 : -10},5`,
        `${at + 1},Exit Short,Close,${stamp(at)},1.09,${won ? 8 : -10},5`,
      ]),
    ].join('\n'),
  ),
  hard(
    'exit rows above entry rows',
    [
      'Trade #,Type,Date and time,Signal,Price USD,Position size,Net P&L USD,Net P&L %,Cumulative P&L USD',
      ...WON.flatMap((won, at) => [
        `${at + 1},Exit long,${stamp(at)},Close,1.09,1,${won ? 8 : -10},0.1,5`,
        `${at + 1},Entry long,${stamp(at)},Long,1.08,1,${won ? 8 : -10},0.1,5`,
      ]).toReversed(),
    ].join('\n'),
  ),
  hard(
    'entry rows without a profit',
    [
      'Trade #,Type,Date/Time,Profit USD',
      ...WON.flatMap((won, at) => [
        `${at + 1},Entry Long,${stamp(at)},`,
        `${at + 1},Exit Long,${stamp(at)},${won ? 8 : -10}`,
      ]),
    ].join('\n'),
  ),
  hard(
    'deals in and out',
    [
      'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Swap,Profit,Balance',
      ...WON.flatMap((won, at) => [
        `${stamp(at)},${at * 2},${pairOf(at)},buy,in,0.1,1.08,${at * 2},0.00,0.00,0.00,1000`,
        `${stamp(at)},${at * 2 + 1},${pairOf(at)},sell,out,0.1,1.09,${at * 2 + 1},0.00,0.00,${won ? '8.00' : '-10.00'},1000`,
      ]),
    ].join('\n'),
  ),
  hard(
    'a duration that is none',
    table(
      'Open Date,Symbol,Action,Profit,Profitable(time duration),Duration (DD:HH:MM:SS),Risk:Reward',
      (at, won) => [stamp(at), pairOf(at), 'Buy', won ? 8 : -10, '0d', '00:01:12:00', '1.0'],
    ),
  ),
  hard(
    'a ratio of risk and reward',
    table('time,pair,Risk:Reward,profit', (at, won) => [stamp(at), pairOf(at), '1.0', won ? 8 : -10]),
  ),
  hard(
    'a clock in the heading',
    table('Time (UTC+8),pair,result', (at, won) => [stamp(at), pairOf(at), won ? 'won' : 'lost']),
  ),
  hard(
    'a sum that is none',
    `${table('time,pair,profit', (at, won) => [stamp(at), pairOf(at), won ? 8 : -10])}\nTotal,,999`,
  ),
  hard(
    'deposits between the trades',
    `${table('time,type,pair,profit', (at, won) => [stamp(at), 'buy', pairOf(at), won ? 8 : -10])}\n2026-03-09 10:00:00,balance,,1000\n2026-03-09 10:00:00,deposit,,500`,
  ),
  hard(
    'cancelled and open trades',
    `${table('time,pair,result', (at, won) => [stamp(at), pairOf(at), won ? 'won' : 'lost'])}\n2026-03-09 10:00:00,EURUSD,cancelled\n2026-03-09 11:00:00,EURUSD,open`,
  ),
  hard(
    'formulas in cells',
    table('time,pair,note,result', (at, won) => [stamp(at), pairOf(at), '=1+1', won ? 'won' : 'lost']),
  ),
  hard(
    'every row numbered and twice',
    (() => {
      const [heading = '', ...rows] = table('id,time,pair,result', (at, won) => [
        at + 1,
        stamp(at),
        pairOf(at),
        won ? 'won' : 'lost',
      ]).split('\n');
      return [heading, ...rows.flatMap((row) => [row, row])].join('\n');
    })(),
  ),
  hard(
    'a cumulative profit beside the profit',
    table('time,pair,Cumulative profit,Profit', (at, won) => [
      stamp(at),
      pairOf(at),
      500 + at,
      won ? 8 : -10,
    ]),
  ),
  hard(
    'what came back on lost rows too',
    table('time,pair,stake,Payout USD,result', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      '18.50',
      won ? 'won' : 'lost',
    ]),
    0.85,
  ),
  hard(
    'a take profit of 10 and a stop loss of 40',
    table('time,pair,pips,profit', (at, won) => [stamp(at), pairOf(at), won ? 10 : -40, won ? 10 : -40]),
    0.25,
  ),
  hard(
    'quotes and line ends in cells',
    table('time,pair,note,result', (at, won) => [
      stamp(at),
      pairOf(at),
      '"a, ""b""\nc"',
      won ? 'won' : 'lost',
    ]),
  ),
  ...ASKED_LAYOUTS,
];
