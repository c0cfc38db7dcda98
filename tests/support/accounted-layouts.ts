/** Tables and chats in which something is not understood, not used or contradicted, in names that no list of words knows; and plain ones beside them. */
import { telegram } from './chat-layouts.ts';
import { type Layout, pairOf, RIGHT, startOf, WON } from './layout.ts';
import { type Cells, gainOf } from './row-parts.ts';

const stamp = (at: number, addMinutes = 0): string =>
  new Date(startOf(at) + addMinutes * 60_000).toISOString().slice(0, 19).replace('T', ' ');
const csv = (heading: string, rows: readonly Cells[]): string =>
  [heading, ...rows.map((row) => row.join(','))].join('\n');
const trades = (row: (at: number, gain: string, won: boolean) => Cells): readonly Cells[] =>
  WON.map((won, at) => row(at, gainOf(at, won).toFixed(2), won));
const asked = (name: string, asks: string, text: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks,
  counts,
});
const plain = (name: string, text: string): Layout => ({ name, text, counts: RIGHT, isPlain: true });

/** Each trade with the balance after it; of some the balance does not move. */
const withBalance = (
  isBooked: (at: number) => boolean,
  deposits: readonly number[] = [],
): readonly Cells[] => {
  let balance = 1_000;
  return WON.flatMap((won, at) => {
    const rows: Cells[] = [];
    if (deposits.includes(at)) {
      balance += 500;
      rows.push([stamp(at, -1), '', 'Deposit', '500.00', balance.toFixed(2)]);
    }
    if (isBooked(at)) balance += gainOf(at, won);
    return [...rows, [stamp(at), pairOf(at), 'buy', gainOf(at, won).toFixed(2), balance.toFixed(2)]];
  });
};
const priced = (isTrue: (at: number) => boolean): readonly Cells[] =>
  trades((at, gain, won) => {
    const move = (won === isTrue(at) ? 1 : -1) * (at % 2 === 0 ? 1 : -1) * 0.0012;
    return [stamp(at), 'EURUSD', at % 2 === 0 ? 'buy' : 'sell', '1.10000', (1.1 + move).toFixed(5), gain];
  });
const signal = (at: number): string => `${pairOf(at)} ${at % 2 === 0 ? 'CALL' : 'PUT'} M5`;
const chat = (more: (at: number) => readonly string[], named = signal): string =>
  telegram(WON.flatMap((won, at) => [named(at), won ? 'WIN ✅' : 'LOSS ❌', ...more(at)]));
const third = (at: number): boolean => at % 20 === 3;

export const ACCOUNTED_LAYOUTS: readonly Layout[] = [
  ...(
    [
      ['Type', 'Closed', 'Faucet'],
      ['Category', 'Trade', 'Loyalty reward'],
      ['Activity', 'Position', 'Kickback'],
    ] as const
  ).map(([column, trade, other]) =>
    asked(
      `a kind of rows that is not known: ${other} below ${column}`,
      'row-kinds',
      csv(`Time,Pair,${column},Profit`, [
        ...trades((at, gain) => [stamp(at), pairOf(at), trade, gain]),
        ...[61, 62, 63].map((at) => [stamp(at), pairOf(at), other, '4.20']),
      ]),
    ),
  ),
  asked(
    'a state that is not known, beside closed trades',
    'row-kinds',
    csv('Time,Pair,State,Profit', [
      ...trades((at, gain) => [stamp(at), pairOf(at), 'Closed', gain]),
      ...[61, 62, 63, 64].map((at) => [stamp(at), pairOf(at), 'Papertest', at % 2 === 0 ? '8.20' : '-7.10']),
    ]),
  ),
  asked(
    'a mark that few trades have',
    'row-kinds',
    csv(
      'Time,Pair,Zorb,Profit',
      trades((at, gain) => [stamp(at), pairOf(at), at % 20 === 3 ? '*' : '', gain]),
    ),
  ),
  asked(
    'rows without what columns of unknown names have in all others',
    'row-kinds',
    csv('Time,Pair,Zorb,Plim,Profit', [
      ...trades((at, gain) => [stamp(at), pairOf(at), `z${at}`, `p${at}`, gain]),
      [stamp(61), 'EURUSD', '', '', '12.00'],
    ]),
  ),
  ...['Expired', 'Refunded by house', 'Timeout', '-'].map((state) =>
    asked(
      `a profit of 0 beside a state that no other row has: ${state}`,
      'zero-profit',
      csv('Time,Pair,Remark,Profit', [
        ...trades((at, gain) => [stamp(at), pairOf(at), 'Settled', gain]),
        ...[61, 62].map((at) => [stamp(at), pairOf(at), state, '0']),
      ]),
    ),
  ),
  ...['Round', 'Multi', 'Tier', 'Stage'].map((column) =>
    asked(
      `small numbers that may count doubled stakes: ${column}`,
      'posted-gales',
      csv(
        `Time,Pair,${column},Result`,
        trades((at, _gain, won) => [stamp(at), pairOf(at), (at * 7) % 3, won ? 'WIN' : 'LOSS']),
      ),
    ),
  ),
  asked(
    'trades after which the balance is as before',
    'doubtful-outcomes',
    csv('Time,Pair,Side,Profit,Zust', [...withBalance((at) => !third(at))]),
    `${37 - WON.filter((won, at) => won && third(at)).length}-${23 - WON.filter((won, at) => !won && third(at)).length}-0`,
  ),
  asked(
    'profits against the prices of their trades',
    'doubtful-outcomes',
    csv(
      'Time,Pair,Side,Entry price,Leave,Profit',
      priced((at) => !third(at)),
    ),
  ),
  asked(
    'wins of a cent among wins of some dollars',
    'doubtful-outcomes',
    csv('Time,Pair,Profit', [
      ...trades((at, gain) => [stamp(at), pairOf(at), gain]),
      [stamp(61), 'EURUSD', '0.01'],
      [stamp(62), 'EURUSD', '0.02'],
    ]),
  ),
  asked(
    'positions that were closed in two parts, each with a number of its own',
    'same-number',
    csv(
      'Ticket,Open time,Symbol,Side,Open price,Close time,Profit',
      WON.flatMap((won, at) => {
        const row = (part: number, gain: number): Cells => [
          700 + at * 2 + part,
          stamp(at),
          pairOf(at),
          'buy',
          `1.${1000 + at}`,
          stamp(at, 20 + part),
          gain.toFixed(2),
        ];
        return at % 6 === 1
          ? [row(0, gainOf(at, won) * 2), row(1, -gainOf(at, won))]
          : [row(0, gainOf(at, won))];
      }),
    ),
  ),
  asked(
    'one row of sixty-one whose result is not known',
    'left-out-rows',
    csv('Time,Pair,Result', [
      ...trades((at, _gain, won) => [stamp(at), pairOf(at), won ? 'WIN' : 'LOSS']),
      [stamp(61), 'EURUSD', 'Zapped 3'],
    ]),
  ),
  asked(
    'one row of sixty-one whose time is none',
    'left-out-rows',
    csv('Time,Pair,Result', [
      ...trades((at, _gain, won) => [stamp(at), pairOf(at), won ? 'WIN' : 'LOSS']),
      ['2026-02-31 10:00:00', 'EURUSD', 'LOSS'],
    ]),
    '37-24-0',
  ),
  asked(
    'a lost stake with its gale, then a win',
    'endings-without-signal',
    chat((at) => (at === 1 ? ['WIN ✅'] : [])),
    '38-23-0',
  ),
  ...(
    [
      ['Paper', 'yes', 'no'],
      ['Taken', 'no', 'yes'],
      ['Mode', 'SIM', 'LIVE'],
      ['Desk', 'Demo', 'Real'],
      ['Step taken', 'Missed', 'Entered'],
    ] as const
  ).map(([column, other, real]) =>
    asked(
      `rows without money: ${other} below ${column}`,
      'row-kinds',
      csv(`Time,Pair,${column},Profit`, [
        ...trades((at, gain) => [stamp(at), pairOf(at), real, gain]),
        ...[61, 62, 63, 64].map((at) => [stamp(at), pairOf(at), other, at % 2 === 0 ? '8.20' : '-7.10']),
      ]),
    ),
  ),
  asked(
    'rows that take back what the row before them brought',
    'row-kinds',
    csv(
      'Time,Pair,Profit',
      WON.flatMap((won, at) => {
        const [row, back] = [1, -1].map((sign) => [
          stamp(at),
          pairOf(at),
          (sign * (gainOf(at, won) + at * 0.07)).toFixed(2),
        ]);
        return third(at) ? ([row, back] as Cells[]) : [row as Cells];
      }),
    ),
  ),
  asked(
    'a word for a tie that is not known, beside a profit of the fees',
    'doubtful-outcomes',
    csv('Time,Pair,Outcome,Net', [
      ...trades((at, gain, won) => [stamp(at), pairOf(at), won ? 'Win' : 'Loss', gain]),
      ...[61, 62].map((at) => [stamp(at), pairOf(at), 'Scratch', '-1.40']),
    ]),
  ),
  asked(
    'profits that a commission turns into losses',
    'doubtful-outcomes',
    csv(
      'Ticket,Close time,Symbol,Profit,Commission,Swap',
      trades((at, gain, won) => [
        at,
        stamp(at),
        pairOf(at),
        won && third(at) ? '3.10' : gain,
        '-4.00',
        '0.00',
      ]),
    ),
    `${WON.filter((won, at) => won && !third(at)).length}-${60 - WON.filter((won, at) => won && !third(at)).length}-0`,
  ),
  asked(
    'two tables side by side that won and lost as often',
    'sheet',
    [
      'Scalper,,,,Swing trader,,',
      'Date,Pair,P/L,,Date,Pair,P/L',
      ...[...Array(10).keys()].map((at) =>
        [
          `${at + 1}/3`,
          pairOf(at),
          gainOf(at, at % 2 === 0).toFixed(2),
          '',
          `${at + 1}/4`,
          pairOf(at),
          gainOf(at, at % 2 === 1).toFixed(2),
        ].join(','),
      ),
    ].join('\n'),
    '10-10-0',
  ),
  asked(
    'four trades below other names',
    'left-out-rows',
    [
      csv(
        'Time,Pair,Side,Profit',
        trades((at, gain) => [stamp(at), pairOf(at), 'buy', gain]),
      ),
      'Closed,Instrument,Direction,Net P/L,Fee',
      ...[61, 62, 63, 64].map((at) => [stamp(at), pairOf(at), 'long', '8.20', '0.10'].join(',')),
    ].join('\n'),
  ),
  asked(
    'a win that names its signal once more, of a few',
    'endings-without-signal',
    chat((at) => (third(at) ? [`${signal(at)} WIN ✅`] : [])),
  ),
  {
    name: 'outcomes below a word for a summary',
    asks: 'unresolved-signals',
    text: telegram(
      WON.flatMap((won, at) => [signal(at), `${third(at) ? 'Results: ' : ''}${won ? 'WIN ✅' : 'LOSS ❌'}`]),
    ),
  },
  plain(
    'outcomes that name their signal once more',
    telegram(WON.flatMap((won, at) => [signal(at), `${signal(at)} ${won ? 'WIN ✅' : 'LOSS ❌'}`])),
  ),
  plain(
    'lines that begin with a word in brackets',
    WON.flatMap((won, at) => [`[VIP] ${signal(at)}`, `[VIP] ${won ? 'WIN ✅' : 'LOSS ❌'}`]).join('\n'),
  ),
  plain(
    'deals that open at their fee',
    csv(
      'time,coin,dir,px,fee,closedPnl',
      WON.flatMap((won, at) => [
        [stamp(at), 'BTC', 'Open Long', 92_790, 0.86, -0.86],
        [stamp(at, 5), 'BTC', 'Close Long', 92_315, 0.43, gainOf(at, won).toFixed(2)],
      ]),
    ),
  ),
  plain(
    'sides where trades open, and where they close how',
    csv(
      '#,Time,Type,Order,Size,Price,Profit',
      WON.flatMap((won, at) => [
        [at * 2 + 1, stamp(at), at % 2 === 0 ? 'buy' : 'sell', at + 1, '0.10', '1.1010', ''],
        [
          at * 2 + 2,
          stamp(at, 5),
          ['t/p', 's/l', 'close'][at % 3] as string,
          at + 1,
          '0.10',
          '1.1020',
          gainOf(at, won).toFixed(2),
        ],
      ]),
    ),
  ),
  plain(
    'fills of which the opening ones have no profit, by the number of the position',
    csv(
      'Account,Date/Time,Symbol,Side,Quantity,Price,Net P/L,Trade ID,Position ID',
      WON.flatMap((won, at) => [
        ['A1', stamp(at), pairOf(at), 'Buy', 1, '1.1010', '', at * 2, at],
        ['A1', stamp(at, 5), pairOf(at), 'Sell', 1, '1.1020', gainOf(at, won).toFixed(2), at * 2 + 1, at],
      ]),
    ),
  ),
  plain(
    'equal gains and losses one after the other, at other times',
    csv(
      'Time,Pair,Profit',
      WON.map((won, at) => [stamp(at), 'EURUSD', ((won ? 1 : -1) * (10 + (at >> 1))).toFixed(2)]),
    ),
  ),
  {
    name: 'void bets that gave their stake back',
    counts: '37-23-2',
    isPlain: true,
    text: csv('Date,Event,Odds,Stake,Result,P/L', [
      ...WON.map((won, at) => [
        stamp(at).slice(0, 10),
        `A v B${at}`,
        1.9,
        10,
        won ? 'W' : 'L',
        won ? '9.00' : '-10.00',
      ]),
      ...[61, 62].map((at) => [stamp(at).slice(0, 10), `A v B${at}`, 1.9, 10, 'Void', '0.00']),
    ]),
  },
  plain(
    'coins by a hashtag and a side alone',
    chat(
      () => [],
      (at) => `#${['SUI', 'ARB', 'WIF', 'TIA'][at % 4]} ${at % 2 ? 'SHORT' : 'LONG'}`,
    ),
  ),
  plain(
    'ratings of one to five',
    csv(
      'Time,Pair,Rating,Result',
      trades((at, _gain, won) => [stamp(at), pairOf(at), (at * 7) % 5, won ? 'WIN' : 'LOSS']),
    ),
  ),
  plain(
    'balances with deposits between them',
    csv(
      'Time,Pair,Side,Profit,Balance',
      withBalance(() => true, [10, 30]),
    ),
  ),
  plain(
    'prices that agree',
    csv(
      'Time,Pair,Side,Entry price,Leave,Profit',
      priced(() => true),
    ),
  ),
  plain(
    'strategies below Category',
    csv(
      'Time,Pair,Category,Profit',
      trades((at, gain) => [stamp(at), pairOf(at), ['Zigzag', 'Fade', 'Runner'][at % 3] as string, gain]),
    ),
  ),
  plain(
    'two trades at one moment, of which each ends alike',
    csv(
      'Ticket,Open time,Symbol,Side,Close time,Profit',
      trades((at, gain) => [
        700 + at,
        stamp(at >> 1),
        pairOf(at >> 1),
        at % 2 ? 'call' : 'put',
        stamp(at >> 1, 5),
        gain,
      ]),
    ),
  ),
];
