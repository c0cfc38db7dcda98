/** Track records in the layouts of public exports, made by code, each with its truth. */

export interface Layout {
  readonly name: string;
  readonly text: string;
  /** Won, lost and tied; where it asks, what one of the answers makes of it. */
  readonly counts?: string;
  readonly payout?: number;
  /** Signals of which no message says how they ended. */
  readonly unresolved?: number;
  /** It cannot be known: this (or `any` question) has to be asked. */
  readonly asks?: string;
  /** It is neither hostile nor ambiguous: it has to be right without a question. */
  readonly isPlain?: boolean;
  /** No trade at all is read: that is said too. */
  readonly mayRefuse?: boolean;
}

/** 60 trades, 37 of them won, in an order without a pattern. */
export const WON = Array.from({ length: 60 }, (_, at) => (at * 37 + 11) % 60 < 37);
const PAIRS = ['EURUSD', 'GBPUSD', 'USDJPY', 'AUDCAD'];
export const pairOf = (at: number): string => PAIRS[at % 4] as string;
export const startOf = (at: number): number =>
  Date.UTC(2026, 2, 2, 9, 0) + at * 17 * 60_000 + (at % 7) * 13_000;
const stampOf = (at: number): string => new Date(startOf(at)).toISOString().slice(0, 19).replace('T', ' ');

type RowOf = (at: number, won: boolean) => readonly (string | number)[];
const table = (heading: string, row: RowOf, delimiter = ','): string =>
  [heading, ...WON.map((won, at) => row(at, won).join(delimiter))].join('\n');

const RIGHT = '37-23-0';
const plain = (name: string, text: string, payout?: number): Layout => ({
  name,
  text,
  counts: RIGHT,
  isPlain: true,
  ...(payout === undefined ? {} : { payout }),
});
const hard = (name: string, text: string, payout?: number): Layout => ({
  name,
  text,
  counts: RIGHT,
  ...(payout === undefined ? {} : { payout }),
});
const asks = (name: string, text: string, code: string): Layout => ({ name, text, asks: code });
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
    table(heading, (at, won) => [stampOf(at), pairOf(at), won ? wonCell : lostCell]),
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
  ['American odds above even', 'odds', '+150', 1.5],
  ['American odds below even', 'american odds', '-125', 0.8],
  ['fractional odds', 'odds', '4/5', 0.8],
  ['fractional odds with a colon', 'odds', '4:5', 0.8],
];

export const TABLE_LAYOUTS: readonly Layout[] = [
  ...RESULT_WORDS.map(([won, lost]) => tally('time,pair,result', won, lost)),
  ...ODDS.map(([name, heading, cell, payout]) =>
    plain(
      name,
      table(`time,pair,${heading},result`, (at, won) => [
        stampOf(at),
        pairOf(at),
        cell,
        won ? 'won' : 'lost',
      ]),
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
    table('time\tpair\tprofit\tstake', (at, won) => [stampOf(at), pairOf(at), won ? 8 : -10, 10], '\t'),
    0.8,
  ),
  plain(
    'losses in brackets',
    table('time,pair,stake,P/L', (at, won) => [
      stampOf(at),
      pairOf(at),
      '$10.00',
      won ? '$8.00' : '($10.00)',
    ]),
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
        stampOf(at),
        2_000 + at,
        '19.20',
        'Win payout if EUR/USD is higher',
        '10.00',
        stampOf(at),
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
      stampOf(at),
      pairOf(at),
      10,
      won ? 18.5 : 0,
      won ? 'won' : 'lost',
    ]),
    0.85,
  ),
  plain(
    'what came back, as a profit',
    table('time,pair,stake,profit', (at, won) => [stampOf(at), pairOf(at), 10, won ? 18.5 : 0]),
    0.85,
  ),
  plain(
    'JSON lines',
    WON.map((won, at) =>
      json({ openTime: stampOf(at), symbol: pairOf(at), result: won ? 'win' : 'loss' }),
    ).join('\n'),
  ),
  plain(
    'arrays in JSON',
    json([
      ['time', 'pair', 'result'],
      ...WON.map((won, at) => [stampOf(at), pairOf(at), won ? 'won' : 'lost']),
    ]),
  ),
  plain(
    'a table of HTML',
    `<table><tr><th>Time</th><th>Item</th><th>Profit</th></tr>${WON.map((won, at) => `<tr><td>${stampOf(at)}</td><td>${pairOf(at)}</td><td>${won ? '8.00' : '-10.00'}</td></tr>`).join('')}</table>`,
  ),
  plain(
    'columns of wins and losses',
    table('Date,Pair,Win,Loss', (at, won) => [stampOf(at), pairOf(at), won ? 1 : '', won ? '' : 1]),
  ),
  plain(
    'columns of wins and losses with crosses',
    table('Date,Pair,Win,Loss', (at, won) => [stampOf(at), pairOf(at), won ? 'x' : '', won ? '' : 'x']),
  ),
  hard(
    'columns of amounts won and lost',
    table('Date,Pair,Win,Loss', (at, won) => [
      stampOf(at),
      pairOf(at),
      won ? '8.50' : '',
      won ? '' : '10.00',
    ]),
    0.85,
  ),
  hard(
    'entry and exit rows that both carry the profit',
    [
      'Trade #,Type,Signal,Date/Time,Price USD,Profit USD,Cum. Profit USD',
      ...WON.flatMap((won, at) => [
        `${at + 1},Entry Short,Short,${stampOf(at)},1.08,${won ? 8 : -10},5`,
        `${at + 1},Exit Short,Close,${stampOf(at)},1.09,${won ? 8 : -10},5`,
      ]),
    ].join('\n'),
  ),
  hard(
    'exit rows above entry rows',
    [
      'Trade #,Type,Date and time,Signal,Price USD,Position size,Net P&L USD,Net P&L %,Cumulative P&L USD',
      ...WON.flatMap((won, at) => [
        `${at + 1},Exit long,${stampOf(at)},Close,1.09,1,${won ? 8 : -10},0.1,5`,
        `${at + 1},Entry long,${stampOf(at)},Long,1.08,1,${won ? 8 : -10},0.1,5`,
      ]).toReversed(),
    ].join('\n'),
  ),
  hard(
    'entry rows without a profit',
    [
      'Trade #,Type,Date/Time,Profit USD',
      ...WON.flatMap((won, at) => [
        `${at + 1},Entry Long,${stampOf(at)},`,
        `${at + 1},Exit Long,${stampOf(at)},${won ? 8 : -10}`,
      ]),
    ].join('\n'),
  ),
  hard(
    'deals in and out',
    [
      'Time,Deal,Symbol,Type,Direction,Volume,Price,Order,Commission,Swap,Profit,Balance',
      ...WON.flatMap((won, at) => [
        `${stampOf(at)},${at * 2},${pairOf(at)},buy,in,0.1,1.08,${at * 2},0.00,0.00,0.00,1000`,
        `${stampOf(at)},${at * 2 + 1},${pairOf(at)},sell,out,0.1,1.09,${at * 2 + 1},0.00,0.00,${won ? '8.00' : '-10.00'},1000`,
      ]),
    ].join('\n'),
  ),
  hard(
    'a duration that is none',
    table(
      'Open Date,Symbol,Action,Profit,Profitable(time duration),Duration (DD:HH:MM:SS),Risk:Reward',
      (at, won) => [stampOf(at), pairOf(at), 'Buy', won ? 8 : -10, '0d', '00:01:12:00', '1.0'],
    ),
  ),
  hard(
    'a ratio of risk and reward',
    table('time,pair,Risk:Reward,profit', (at, won) => [stampOf(at), pairOf(at), '1.0', won ? 8 : -10]),
  ),
  hard(
    'a clock in the heading',
    table('Time (UTC+8),pair,result', (at, won) => [stampOf(at), pairOf(at), won ? 'won' : 'lost']),
  ),
  hard(
    'a sum that is none',
    `${table('time,pair,profit', (at, won) => [stampOf(at), pairOf(at), won ? 8 : -10])}\nTotal,,999`,
  ),
  hard(
    'deposits between the trades',
    `${table('time,type,pair,profit', (at, won) => [stampOf(at), 'buy', pairOf(at), won ? 8 : -10])}\n2026-03-09 10:00:00,balance,,1000\n2026-03-09 10:00:00,deposit,,500`,
  ),
  hard(
    'cancelled and open trades',
    `${table('time,pair,result', (at, won) => [stampOf(at), pairOf(at), won ? 'won' : 'lost'])}\n2026-03-09 10:00:00,EURUSD,cancelled\n2026-03-09 11:00:00,EURUSD,open`,
  ),
  hard(
    'formulas in cells',
    table('time,pair,note,result', (at, won) => [stampOf(at), pairOf(at), '=1+1', won ? 'won' : 'lost']),
  ),
  hard(
    'every row numbered and twice',
    (() => {
      const [heading = '', ...rows] = table('id,time,pair,result', (at, won) => [
        at + 1,
        stampOf(at),
        pairOf(at),
        won ? 'won' : 'lost',
      ]).split('\n');
      return [heading, ...rows.flatMap((row) => [row, row])].join('\n');
    })(),
  ),
  hard(
    'a cumulative profit beside the profit',
    table('time,pair,Cumulative profit,Profit', (at, won) => [
      stampOf(at),
      pairOf(at),
      500 + at,
      won ? 8 : -10,
    ]),
  ),
  hard(
    'what came back on lost rows too',
    table('time,pair,stake,Payout USD,result', (at, won) => [
      stampOf(at),
      pairOf(at),
      10,
      '18.50',
      won ? 'won' : 'lost',
    ]),
    0.85,
  ),
  hard(
    'a take profit of 10 and a stop loss of 40',
    table('time,pair,pips,profit', (at, won) => [stampOf(at), pairOf(at), won ? 10 : -40, won ? 10 : -40]),
    0.25,
  ),
  hard(
    'quotes and line ends in cells',
    table('time,pair,note,result', (at, won) => [
      stampOf(at),
      pairOf(at),
      '"a, ""b""\nc"',
      won ? 'won' : 'lost',
    ]),
  ),
  hard(
    'a second table below',
    `${table('time,pair,result,stake', (at, won) => [stampOf(at), pairOf(at), won ? 'won' : 'lost', 10])}\nOpen Date,Symbol,Action,Profit,Swap\n2026-03-20,EURUSD,Buy,30,0`,
  ),
  asks(
    'equal rows without a number',
    (() => {
      const [heading = '', ...rows] = table('time,pair,result', (at, won) => [
        stampOf(at),
        pairOf(at),
        won ? 'won' : 'lost',
      ]).split('\n');
      return [heading, ...rows.flatMap((row) => [row, row])].join('\n');
    })(),
    'repeated-rows',
  ),
  asks(
    'one number for rows that differ',
    table('id,time,pair,result', (at, won) => [
      Math.floor(at / 2),
      stampOf(at),
      pairOf(at),
      won ? 'won' : 'lost',
    ]),
    'same-number',
  ),
  asks(
    'profits of 9.2 or 0',
    table('time,pair,profit', (at, won) => [stampOf(at), pairOf(at), won ? 9.2 : 0]),
    'zero-profit',
  ),
  asks(
    'profits of 9.2 or 0 of a stake of 10',
    table('time,pair,stake,profit', (at, won) => [stampOf(at), pairOf(at), 10, won ? 9.2 : 0]),
    'zero-profit',
  ),
  asks(
    '0.85 beside 85 beside 1.85',
    table('time,pair,payout,result', (at, won) => [
      stampOf(at),
      pairOf(at),
      ['0.85', '85', '1.85'][at % 3] as string,
      won ? 'won' : 'lost',
    ]),
    'payout-kind',
  ),
  asks(
    'a payout of 85 of a stake of 50',
    table('time,pair,stake,payout,result', (at, won) => [
      stampOf(at),
      pairOf(at),
      50,
      85,
      won ? 'won' : 'lost',
    ]),
    'payout-kind',
  ),
  asks(
    'a payout of 4 without more',
    table('time,pair,payout,result', (at, won) => [stampOf(at), pairOf(at), 4, won ? 'won' : 'lost']),
    'payout-kind',
  ),
  asks(
    'dates that can be read two ways',
    table('date,pair,result', (at, won) => [
      `0${(at % 4) + 1}/0${((at * 3) % 5) + 1}/2026`,
      pairOf(at),
      won ? 'won' : 'lost',
    ]),
    'date-order',
  ),
  asks(
    'counts of wins and losses a day',
    ['date,wins,losses', '2026-03-02,12,8', '2026-03-03,14,7', '2026-03-04,11,8'].join('\n'),
    'win-loss-columns',
  ),
  asks(
    'results that are words of a house',
    table('time,pair,result', (at, won) => [
      stampOf(at),
      pairOf(at),
      won ? 'won' : at % 2 === 0 ? 'stopped' : 'lost',
    ]),
    'left-out-rows',
  ),
  asks(
    'losses that are left blank',
    table('time,pair,result', (at, won) => [stampOf(at), pairOf(at), won ? 'won' : '']),
    'left-out-rows',
  ),
  asks(
    'losses that contradict their profit',
    table('time,pair,result,profit', (at, won) => [stampOf(at), pairOf(at), won ? 'won' : 'lost', 8]),
    'left-out-rows',
  ),
  asks(
    'sides that are not understood',
    table('time,pair,direction,result', (at, won) => [
      stampOf(at),
      pairOf(at),
      at % 3 === 0 ? 'zzz' : 'CALL',
      won ? 'won' : 'lost',
    ]),
    'left-out-rows',
  ),
  asks(
    'a title by which red is a win',
    `🔴 = WIN 🟢 = LOSS\n${table('time,pair,result', (at, won) => [stampOf(at), pairOf(at), won ? '🔴' : '🟢'])}`,
    'opposite-marks',
  ),
  plain(
    'signs of wins and losses',
    table('time,pair,result', (at, won) => [stampOf(at), pairOf(at), won ? 1 : -1]),
  ),
  {
    name: 'signs of wins, losses and ties',
    text: table('time,pair,result', (at, won) => [stampOf(at), pairOf(at), at % 3 === 0 ? 0 : won ? 1 : -1]),
    counts: `${WON.filter((won, at) => at % 3 !== 0 && won).length}-${WON.filter((won, at) => at % 3 !== 0 && !won).length}-20`,
    isPlain: true,
  },
  ...[
    [1, 2],
    [0, 2],
    [2, 1],
    [3, 4],
  ].map(
    ([won, lost]): Layout => ({
      name: `codes of a broker, ${won} and ${lost}`,
      text: table('time,pair,result', (at, isWon) => [
        stampOf(at),
        pairOf(at),
        (isWon ? won : lost) as number,
      ]),
      asks: 'any',
      mayRefuse: true,
    }),
  ),
  // Claims.
  { name: 'a claim in words', text: '312 wins, 41 losses', counts: '312-41-0', isPlain: true },
  { name: 'a claim with the words first', text: 'Wins: 312\nLosses: 41', counts: '312-41-0', isPlain: true },
  { name: 'a claim in short', text: '312W 41L', counts: '312-41-0', isPlain: true },
  { name: 'a claim in Russian', text: '312 побед, 41 поражение', counts: '312-41-0', isPlain: true },
  { name: 'a claim in marks', text: '✅ 312 ❌ 41', counts: '312-41-0', isPlain: true },
  { name: 'letters', text: 'W L L W W L W', counts: '4-3-0', isPlain: true },
  { name: 'a scoreboard', text: 'Placar: 8x2', counts: '8-2-0', isPlain: true },
  { name: 'so many of so many', text: '37 of 60 won', counts: '37-23-0', isPlain: true },
  { name: 'a rate that is exact', text: '90 % win rate, 10 trades', counts: '9-1-0' },
  asks('a rounded rate', '88 %, 353 trades', 'claimed-rate'),
  asks('letters of which some are others', 'W L D W W L D', 'claimed-letters'),
];
