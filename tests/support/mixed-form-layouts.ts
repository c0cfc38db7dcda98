/** Tables in which numbers, times and names have forms that seldom stand together. Each with its truth. */
import { type Layout, pairOf, stamp, startOf, WON } from './layout.ts';
import { type Cells, plain, right, text } from './row-parts.ts';

const rows = (row: (at: number, won: boolean) => Cells): readonly Cells[] =>
  WON.map((won, at) => row(at, won));
const euro = (value: number): string => value.toFixed(2).replace('.', ',');
const gain = (won: boolean): number => (won ? 8.2 : -10);
const sideOf = (at: number): string => (at % 2 === 0 ? 'CALL' : 'PUT');
/** What all brought, at stakes of 10 that pay 82 %. */
const PROFIT = 37 * 8.2 - 23 * 10;
const FEES = 60 * 0.2;
const paid = (name: string, table: string, profit = PROFIT): Layout => ({ ...plain(name, table), profit });
/** A question about it would be right too. */
const openPaid = (name: string, table: string, profit = PROFIT): Layout => right(name, table, { profit });
const entry = (at: number): number => 1.1 + at * 0.0013;
const exit = (at: number, won: boolean): number => entry(at) + ((at % 2 === 0) === won ? 0.0004 : -0.0004);
const withSums = (
  heading: string,
  row: (at: number, won: boolean) => Cells,
  sum: (won: readonly boolean[]) => Cells,
) =>
  text(
    heading,
    rows(row).flatMap((one, at) => (at % 10 === 0 ? [sum(WON.slice(at, at + 10)), one] : [one])),
  );
/** Trades of one pair begin while the last but one runs: 32 bets where the times are read. */
const timed = (name: string, time: (at: number) => string): Layout => ({
  ...plain(
    name,
    text(
      'Time,Pair,Side,Duration (min),Stake,Profit',
      rows((at, won) => [time(at), pairOf(at), sideOf(at), 100, 10, gain(won)]),
    ),
  ),
  bets: 32,
});
const clock = (at: number): string => {
  const date = new Date(startOf(at));
  return `${date.getUTCHours() % 12 || 12}:${String(date.getUTCMinutes()).padStart(2, '0')} ${date.getUTCHours() < 12 ? 'ص' : 'م'}`;
};
const names = 'Date,Pair,Side,Stake,Profit';
const traded = rows((at, won) => [stamp(at), pairOf(at), sideOf(at), 10, gain(won)]);
const wider = (cell: string | number): string => String(cell).padEnd(24);

export const MIXED_FORM_LAYOUTS: readonly Layout[] = [
  openPaid(
    'names that are repeated, whose first row is lost',
    [...traded.slice(0, 20), names.split(','), ...traded.slice(20, 40), names.split(','), ...traded.slice(40)]
      .map((row) => row.join())
      .join('\n'),
  ),
  paid(
    'prices with a dot beside amounts with a comma',
    text(
      'Time,Pair,Side,Entry price,Exit price,Stop,Stake,Profit',
      rows((at, won) => [
        stamp(at),
        pairOf(at),
        sideOf(at),
        entry(at).toFixed(5),
        exit(at, won).toFixed(5),
        (entry(at) - 0.01).toFixed(5),
        euro(10),
        euro(gain(won)),
      ]),
      ';',
    ),
  ),
  paid(
    'amounts of money whose thousands have a dot, none with three zeros',
    text(
      names,
      rows((at, won) => [stamp(at), pairOf(at), sideOf(at), '$1.250', won ? '$1.025' : '-$1.250']),
      ';',
    ),
    37 * 1_025 - 23 * 1_250,
  ),
  paid(
    'a minus behind the amount, before its currency',
    text(
      names,
      rows((at, won) => [stamp(at), pairOf(at), sideOf(at), '10,00 €', won ? '8,20 €' : '10,00- €']),
      ';',
    ),
  ),
  paid(
    'losses in brackets before their currency',
    text(
      names,
      rows((at, won) => [stamp(at), pairOf(at), sideOf(at), '10 USD', won ? '8.20 USD' : '(10.00) USD']),
    ),
  ),
  paid(
    'losses with an en dash',
    text(
      names,
      rows((at, won) => [stamp(at), pairOf(at), sideOf(at), 10, won ? '8.20' : '–10.00']),
    ),
  ),
  openPaid(
    'losses without a sign beside words',
    text(
      'Date,Pair,Stake,Result,Profit',
      rows((at, won) => [stamp(at), pairOf(at), 10, won ? 'Win' : 'Loss', Math.abs(gain(won))]),
    ),
  ),
  timed('days and times of day as one number each', (at) => stamp(at).replace(/[-:]/g, '').replace(' ', ';')),
  timed('days and times of day as fourteen digits', (at) => stamp(at).replace(/[-: ]/g, '')),
  timed('days as the numbers of a spreadsheet', (at) => (startOf(at) / 86_400_000 + 25_569).toFixed(6)),
  plain(
    'times of day with Arabic halves',
    text(
      'Date,Time,Pair,Profit',
      rows((at, won) => [stamp(at).slice(0, 10), clock(at), pairOf(at), gain(won)]),
    ),
  ),
  openPaid(
    'points beside stakes',
    text(
      'Date,Pair,Stake,Payout,How it went,Points',
      rows((at, won) => [
        stamp(at),
        pairOf(at),
        10,
        '82%',
        won ? 'won' : 'lost',
        won ? 31 + (at % 7) : -40 - (at % 9),
      ]),
    ),
  ),
  openPaid(
    'points beside stakes and what came back of them',
    text(
      'Date,Pair,Points,Stake,Came back',
      rows((at, won) => [stamp(at), pairOf(at), won ? 31 + (at % 7) : -40 - (at % 9), 10, won ? 18.2 : 0]),
    ),
  ),
  openPaid(
    'what came back below a name that is not known',
    text(
      'Date,Pair,Stake,Came back',
      rows((at, won) => [stamp(at), pairOf(at), 10, won ? 18.2 : 0]),
    ),
  ),
  openPaid(
    'gains in one column and losses in another, below names that are not known',
    text(
      'Date,Pair,Won by it,Lost by it',
      rows((at, won) => [stamp(at), pairOf(at), won ? 8.2 : '', won ? '' : 10]),
    ),
  ),
  openPaid(
    'gains and losses with zeros, of which one has a known name, and a sum',
    `${text(
      'Date,Pair,Stake,Gain,Taken from us',
      rows((at, won) => [stamp(at), pairOf(at), 10, won ? 8.2 : 0, won ? 0 : 10]),
    )}\nTotal,,600,303.40,230`,
  ),
  openPaid(
    'a dash in the row of the sum, below words',
    `${text(
      'Date,Pair,Stake,Payout,Result',
      rows((at, won) => [stamp(at), pairOf(at), 10, '82%', won ? 'Win' : 'Loss']),
    )}\nTotal,,600,,-`,
  ),
  openPaid(
    'fees beside words and payouts',
    text(
      'Date,Pair,Stake,Payout,Result,Commission',
      rows((at, won) => [stamp(at), pairOf(at), 10, '82%', won ? 'Win' : 'Loss', 0.2]),
    ),
    PROFIT - FEES,
  ),
  openPaid(
    'fees beside what came back',
    text(
      'Date,Pair,Stake,Returned,Fee',
      rows((at, won) => [stamp(at), pairOf(at), 10, won ? 18.2 : 0, 0.2]),
    ),
    PROFIT - FEES,
  ),
  openPaid(
    'fees beside gains and losses',
    text(
      'Date,Pair,Gain,Loss,Fee',
      rows((at, won) => [stamp(at), pairOf(at), won ? 8.2 : '', won ? '' : 10, 0.2]),
    ),
    PROFIT - FEES,
  ),
  right(
    'a side in a word that is not known, which wins and loses',
    text(
      'Date,Pair,Side,Profit',
      rows((at, won) => [stamp(at), pairOf(at), at % 3 === 0 ? 'Ned' : 'Buy', gain(won)]),
    ),
  ),
  plain(
    'sides as buying the rise and buying the fall',
    text(
      '时间,品种,方向,盈亏',
      rows((at, won) => [stamp(at), pairOf(at), ['买涨', '买跌', '买入'][at % 3] as string, gain(won)]),
    ),
  ),
  openPaid(
    'columns set with spaces, amounts with commas',
    [
      names.split(','),
      ...rows((at, won) => [stamp(at), pairOf(at), sideOf(at), `${euro(10)} €`, `${euro(gain(won))} €`]),
    ]
      .map((row) => row.map(wider).join('').trim())
      .join('\n'),
  ),
  plain(
    'prices at the end before those at the start, with the names repeated',
    text(
      'Hora,Par,Tipo,Preço de saída,Preço de entrada',
      rows((at, won) => [
        stamp(at),
        pairOf(at),
        sideOf(at),
        exit(at, won).toFixed(5),
        entry(at).toFixed(5),
      ]).flatMap((row, at) =>
        at % 20 === 19 ? [row, 'Hora,Par,Tipo,Preço de saída,Preço de entrada'.split(',')] : [row],
      ),
    ),
  ),
  paid(
    'prices beside stakes and payouts',
    text(
      'Time,Pair,Side,Open price,Close price,Stake,Payout',
      rows((at, won) => [
        stamp(at),
        pairOf(at),
        sideOf(at),
        entry(at).toFixed(5),
        exit(at, won).toFixed(5),
        10,
        '82%',
      ]),
    ),
  ),
  right(
    'sums of a day above its rows, below a word that is not known',
    withSums(
      'Ref,Date,Pair,Stake,Returned',
      (at, won) => [`t${at}`, stamp(at), pairOf(at), 10, won ? 18.2 : 0],
      (won) => ['Dagens', '', '', won.length * 10, (won.filter(Boolean).length * 18.2).toFixed(2)],
    ),
  ),
  plain(
    'signs, and a 0 for a tie',
    text(
      'Date,Pair,Stake,Result',
      rows((at, won) => [stamp(at), pairOf(at), 10, at % 12 === 5 ? 0 : won ? '+' : '-']),
    ),
    ((tied) =>
      `${WON.filter((won, at) => won && !tied(at)).length}-${WON.filter((won, at) => !won && !tied(at)).length}-5`)(
      (at: number) => at % 12 === 5,
    ),
  ),
  right(
    'a payout of more than the stake, in percent',
    text(
      'Date,Pair,Stake,Payout,Result',
      rows((at, won) => [stamp(at), pairOf(at), 10, '182%', won ? 'Win' : 'Loss']),
    ),
    { asks: 'payout-kind' },
  ),
  right(
    'the return of each trade in percent, losses too',
    text(
      'Date,Pair,Stake,ROI %',
      rows((at, won) => [stamp(at), pairOf(at), 10, won ? '82%' : '-100%']),
    ),
  ),
  right(
    'the numbers of telephones',
    text(
      'Time,Coin,Up or down,ITM,Client',
      rows((at, won) => [
        stamp(at),
        pairOf(at),
        sideOf(at),
        won ? 1 : 0,
        `+55119${String(73_125_777 + at * 7_919)}`,
      ]),
    ),
  ),
  right(
    'rows that look like lines of a chat',
    text(
      'Profit,#,Balance,ID,Time,Pair,Side,Stake',
      rows((at, won) => [
        (won ? 8.2 : -10).toFixed(2),
        at + 1,
        5_000 + at,
        880_100 + at,
        startOf(at),
        pairOf(at),
        sideOf(at),
        '10.00',
      ]),
      '\t',
    ),
  ),
  plain(
    'remarks of a trader on what was lost',
    text(
      'Tanggal,Aset,Modal,Untung/Rugi,Catatan',
      rows((at, won) => [stamp(at), pairOf(at), 10, gain(won), won || at % 3 === 0 ? '' : 'emosi']),
    ),
  ),
  right(
    'prices that never moved',
    text(
      'Time,Pair,Side,Open price,Close price',
      rows((at) => [stamp(at), pairOf(at), sideOf(at), entry(at).toFixed(5), entry(at).toFixed(5)]),
    ),
    { asks: 'same-ending', counts: '0-0-60' },
  ),
  right(
    'sides of the orders that closed the positions, beside their prices',
    text(
      'Time,Symbol,Side,Avg entry price,Avg exit price,Profit',
      rows((at, won) => [
        startOf(at),
        pairOf(at),
        at % 2 === 0 ? 'Sell' : 'Buy',
        entry(at).toFixed(5),
        exit(at, won).toFixed(5),
        gain(won),
      ]),
    ),
    { asks: 'doubtful-outcomes' },
  ),
  openPaid(
    'payouts below a percent sign alone',
    text(
      'Date,Pair,Stake,%,Result',
      rows((at, won) => [stamp(at), pairOf(at), 10, 82, won ? 'Win' : 'Loss']),
    ),
  ),
  {
    ...right(
      'no names, and the time of the end before that of the start',
      text(
        `x,${stamp(0, 6_000)},EURUSD,CALL,8.20,${stamp(0)}`,
        rows((at, won) => [
          'x',
          stamp(at, 6_000),
          pairOf(at),
          sideOf(at),
          gain(won).toFixed(2),
          stamp(at),
        ]).slice(1),
      ),
    ),
    bets: 32,
  },
  right(
    'a dash for the ties beside 1 and 0',
    text(
      'Date,Pair,Stake,Result',
      rows((at, won) => [stamp(at), pairOf(at), 10, at % 12 === 5 ? '-' : won ? 1 : 0]),
    ),
    { asks: 'left-out-rows', counts: '34-21-5' },
  ),
];
