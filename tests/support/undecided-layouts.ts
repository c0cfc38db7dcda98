/** Tables of which a column can be read in two ways, or says something only beside the others. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { asks, hard, plain, table } from './table-parts.ts';

const dayOf = (at: number): string => stamp(at * 40).slice(0, 10);
const word = (won: boolean): string => (won ? 'won' : 'lost');
const gainOf = (won: boolean): number => (won ? 8.5 : -10);
const isBack = (at: number): boolean => at % 12 === 0;
const REFUNDED = '34-21-5';

/** A balance of 1,000 before the first trade, with a stake of 10 for each. */
const BALANCES = WON.map(
  (_won, at) => 1_000 + WON.slice(0, at + 1).reduce((sum, won) => sum + gainOf(won), 0),
);
const balanceRow = (at: number): string => [stamp(at), pairOf(at), 10, BALANCES[at]?.toFixed(2)].join();
const BALANCE = 'time,pair,stake,balance';

/** Some rows of a table once more, below their own. */
const twice = (text: string): string => {
  const [heading = '', ...rows] = text.split('\n');
  return [heading, ...rows.flatMap((row, at) => (at % 20 === 3 ? [row, row] : [row]))].join('\n');
};

const asksFor = (name: string, text: string, code: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: code,
  counts,
});

const contract = (at: number): string =>
  `Win payout if Volatility 100 Index is strictly ${at % 2 === 0 ? 'higher' : 'lower'} than entry spot at 5 ticks after contract start time.`;

/** Ten days of a journal that says no more than a day, a pair, a side and a result of one stake. */
const coarse = (rowsOf: (rows: readonly string[]) => readonly string[]): string => {
  const rows = WON.map((won, at) =>
    [dayOf(at - (at % 6)), pairOf(at * at + (at >> 3)), at % 5 < 2 ? 'buy' : 'sell', 10, word(won)].join(),
  );
  return ['date,pair,side,stake,result', ...rowsOf(rows)].join('\n');
};

const EQUAL_ROWS: readonly Layout[] = [
  plain(
    'equal rows of a journal that says no more than the day',
    coarse((rows) => rows),
  ),
  ...(
    [
      ['pasted twice', (rows) => [...rows, ...rows]],
      ['of which a part is pasted behind the others again', (rows) => [...rows, ...rows.slice(21, 40)]],
      ['of which a day is pasted twice', (rows) => [...rows.slice(0, 18), ...rows.slice(12)]],
      ['of which each row is doubled', (rows) => rows.flatMap((row) => [row, row])],
    ] as const satisfies readonly (readonly [string, Parameters<typeof coarse>[0]])[]
  ).map(([what, rowsOf]) => asksFor(`a journal of days ${what}`, coarse(rowsOf), 'repeated-rows')),
  asksFor(
    'results without days pasted twice',
    coarse((rows) => [...rows, ...rows]).replace(/^[^,]*,/gm, ''),
    'repeated-rows',
  ),
  asksFor(
    'equal rows of days with prices that differ',
    twice(
      table('date,pair,side,entry price,profit', (at, won) => [
        dayOf(at),
        pairOf(at),
        at % 2 === 0 ? 'buy' : 'sell',
        (1.08437 + at * 0.00013).toFixed(5),
        gainOf(won),
      ]),
    ),
    'repeated-rows',
  ),
  asksFor(
    'equal rows of profits that differ, without days',
    twice(
      table('pair,profit', (at, won) => [pairOf(at), (won ? 8 + at * 0.37 : -10 - at * 0.21).toFixed(2)]),
    ),
    'repeated-rows',
  ),
  {
    ...plain(
      'equal rows of a journal of days with one stake and one payout',
      twice(
        table('date,pair,result,stake,payout', (at, won) => [
          dayOf(Math.floor(at / 6)),
          pairOf(at),
          word(won),
          10,
          '85%',
        ]),
      ),
    ),
    counts: '39-24-0',
  },
];

const BALANCE_ALONE: readonly Layout[] = [
  asksFor(
    'stakes and the balance after each, without the first one',
    [BALANCE, ...WON.map((_won, at) => balanceRow(at))].join('\n'),
    'left-out-rows',
  ),
  asksFor(
    'stakes and the balance after each, the newest first',
    [BALANCE, ...WON.map((_won, at) => balanceRow(at)).reverse()].join('\n'),
    'left-out-rows',
  ),
  {
    ...plain(
      'stakes and the balance after each, with that before the first',
      [BALANCE, `${stamp(0, -60)},,,1000.00`, ...WON.map((_won, at) => balanceRow(at))].join('\n'),
      0.85,
    ),
    profit: 37 * 8.5 - 230,
  },
  asksFor(
    'stakes and the balance after each, with something paid in between',
    [
      BALANCE,
      `${stamp(0, -60)},,,1000.00`,
      ...WON.map((_won, at) =>
        [stamp(at), pairOf(at), 10, ((BALANCES[at] as number) + (at > 30 ? 500 : 0)).toFixed(2)].join(),
      ),
    ].join('\n'),
    'left-out-rows',
  ),
];

const NO_PAYOUTS: readonly Layout[] = [
  plain(
    'a leverage as a multiplier, beside stakes and profits',
    table('time,pair,stake,multiplier,profit', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      [10, 20, 50][at % 3] as number,
      won ? 7 : -10,
    ]),
    0.7,
  ),
  asksFor(
    'a multiplier of whole numbers beside words',
    table('time,pair,stake,multiplier,result', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      [10, 20, 50][at % 3] as number,
      word(won),
    ]),
    'payout-kind',
  ),
  plain(
    'odds as a multiplier, beside stakes and profits',
    table('time,pair,stake,multiplier,profit', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      at % 2 === 0 ? 1.8 : 1.9,
      won ? (at % 2 === 0 ? 8 : 9) : -10,
    ]),
  ),
];

const REFUNDS: readonly Layout[] = [
  ...['Stake,Payout,Result,Refund', 'Einsatz,Auszahlung,Ergebnis,Erstattung'].map((names) =>
    asksFor(
      `stakes that were given back in a column of their own: ${names}`,
      table(`Datum,Asset,${names}`, (at, won) => [
        stamp(at),
        pairOf(at),
        10,
        '85%',
        word(won && !isBack(at)),
        isBack(at) ? 10 : 0,
      ]),
      'doubtful-outcomes',
      REFUNDED,
    ),
  ),
  asksFor(
    'stakes that were given back by a yes',
    table('time,pair,stake,payout,result,refunded', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      '85%',
      word(won && !isBack(at)),
      isBack(at) ? 'yes' : 'no',
    ]),
    'doubtful-outcomes',
    REFUNDED,
  ),
  plain(
    'parts of lost stakes that were given back',
    table('time,pair,stake,payout,result,refund', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      '85%',
      word(won),
      won ? 0 : 1,
    ]),
    0.85,
  ),
  ...[
    'Einsatz zurück',
    'Rückerstattung',
    'stake back',
    'Stake returned',
    'devolvido',
    'estornado',
    'apuesta devuelta',
    'mise remboursée',
    'возврат ставки',
    'iade edildi',
    'hoàn tiền',
    'dikembalikan',
    'ফেরত',
    'वापस',
    'واپس',
    'مسترد',
    '返金',
  ].map((tie) => ({
    ...plain(
      `ties as ${tie}`,
      table('time,pair,stake,payout,result', (at, won) => [
        stamp(at),
        pairOf(at),
        10,
        '85%',
        isBack(at) ? tie : word(won),
      ]),
      0.85,
    ),
    counts: REFUNDED,
  })),
];

const SIDES: readonly Layout[] = [
  plain(
    'contracts of Deriv in sentences',
    table('Ref. ID,Transaction time,Contract,Buy price,Sell price', (at, won) => [
      1_000 + at,
      stamp(at),
      contract(at),
      10,
      won ? 19.5 : 0,
    ]),
    0.95,
  ),
  asksFor(
    'purchases and sales that nothing joins',
    table('date,side,symbol,profit', (at, won) => [
      dayOf(at),
      won ? 'Sell' : 'Buy',
      `A${at}`,
      won ? 100 + at : -100 - at,
    ]),
    'debit-credit',
  ),
  {
    ...hard(
      'texts of what was bought and sold, as of thinkorswim',
      [
        'Cash Balance',
        'DATE,TIME,TYPE,REF #,DESCRIPTION,AMOUNT,BALANCE',
        ...WON.flatMap((won, at) =>
          [
            [0, 'BOT +1', '1.25', '-125.00'] as const,
            [600, 'SOLD -1', won ? '1.75' : '0.80', won ? '175.00' : '80.00'] as const,
          ].map(([later, order, price, amount]) => {
            const [day = '', clock = ''] = stamp(at, later).split(' ');
            return `${day},${clock},TRD,${at}${later},${order} SPY 100 20 MAR 26 ${500 + at} CALL @${price},${amount},`;
          }),
        ),
      ].join('\n'),
    ),
    isPlain: true,
    profit: 37 * 50 - 23 * 45,
  },
  {
    name: 'what each asset that is held brought, of the day and of the year',
    text: [
      'Profits and Losses',
      'Symbol,P/L Open,P/L %,P/L Day,P/L YTD',
      ...WON.map((won, at) => `A${at},${won ? 50 : -40},1.2%,5,90`),
    ].join('\n'),
    counts: 'none',
    mayRefuse: true,
  },
];

const ONES: readonly Layout[] = [
  {
    name: 'marks below three targets and a stop, without a word for what they are',
    text: table('Date,Pair,Side,Entry,TP1,TP2,TP3,SL', (at, won) => [
      stamp(at),
      pairOf(at),
      'BUY',
      '1.10000',
      won ? '✔' : '',
      won && at % 2 ? '✔' : '',
      '',
      won ? '' : '✔',
    ]),
    counts: 'none',
    mayRefuse: true,
  },
  {
    name: 'a journal whose remarks say outcomes, below names that say what a trade brought',
    text: table('Open Datetime,Side,Gross P&L,Gross P&L (%),Notes', (at, won) => [
      stamp(at),
      'L',
      won ? '12.0' : '-8.0',
      won ? '0.12' : '-0.08',
      'took a loss',
    ]),
    counts: RIGHT,
  },
  asksFor(
    'wins and losses of 1 for stakes of 1',
    table('time,pair,stake,wins,losses', (at, won) => [stamp(at), pairOf(at), 1, won ? 1 : '', won ? '' : 1]),
    'win-loss-columns',
  ),
  plain(
    'wins and losses of 1 for stakes of 10',
    table('time,pair,stake,wins,losses', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      won ? 1 : '',
      won ? '' : 1,
    ]),
  ),
  plain(
    'whole wins, and losses that are stakes',
    table('time,pair,stake,wins,losses', (at, won) => [
      stamp(at),
      pairOf(at),
      10,
      won ? 8 : '',
      won ? '' : 10,
    ]),
    0.8,
  ),
];

const DURATIONS: readonly Layout[] = [
  asksFor(
    'durations without a unit, of trades that overlap in minutes alone',
    table('time,pair,direction,expiry,stake,payout,result', (at, won) => [
      stamp(0, at * 90),
      'EURUSD',
      'CALL',
      5,
      10,
      '85%',
      word(won),
    ]),
    'expiry-unit',
  ),
  {
    ...plain(
      'durations without a unit, of trades that overlap in neither',
      table('time,pair,direction,expiry,stake,payout,result', (at, won) => [
        stamp(at),
        pairOf(at),
        'CALL',
        5,
        10,
        '85%',
        word(won),
      ]),
      0.85,
    ),
    bets: 60,
  },
];

export const UNDECIDED_LAYOUTS: readonly Layout[] = [
  ...EQUAL_ROWS,
  ...BALANCE_ALONE,
  ...NO_PAYOUTS,
  ...REFUNDS,
  ...SIDES,
  ...ONES,
  ...DURATIONS,
  asks(
    'amounts with a comma before three digits',
    table(
      'time;pair;stake;profit',
      (at, won) => [stamp(at), pairOf(at), '12,500', won ? '10,250' : '-12,500'],
      ';',
    ),
    'dotted-amounts',
  ),
];
