/** Tables whose stakes, and what came of them, stand below names and in forms that are rarer, each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { type Cells, plain, right, text } from './row-parts.ts';

const stakeOf = (at: number): number => (at % 3 === 1 ? 2_500 : 1_500);
const gainOf = (at: number, won: boolean): number => stakeOf(at) * (won ? 0.8 : -1);
const PROFIT = WON.reduce((sum, won, at) => sum + gainOf(at, won), 0);
const table = (names: string, cells: (at: number, won: boolean) => Cells): string =>
  text(
    `Date,Pair,${names}`,
    WON.map((won, at) => [stamp(at), pairOf(at), ...cells(at, won)]),
  );
const word = (won: boolean): string => (won ? 'Win' : 'Loss');
const money = (name: string, names: string, cells: (at: number, won: boolean) => Cells): Layout => ({
  ...right(name, table(names, cells)),
  payout: 0.8,
  profit: PROFIT,
});
const percentOf = (won: boolean): number => (won ? 80 : -100);
const isTied = (at: number): boolean => at % 20 === 7;
const endedLoss = (at: number, won: boolean): string => (isTied(at) ? '' : won ? 'N' : 'Y');
const COUNTS = [true, false].map((one) => WON.filter((won, at) => won === one && !isTied(at)).length);

export const STAKE_LAYOUTS: readonly Layout[] = [
  ...[
    'مبلغ الصفقة',
    'قيمة الاستثمار',
    'लगाई गई राशि',
    'বিনিয়োগ',
    'سرمایہ کاری',
    'Nominal',
    'Valor apostado',
  ].map((name) =>
    money(`stakes below ${name}, and profits`, `${name},Profit`, (at, won) => [stakeOf(at), gainOf(at, won)]),
  ),
  ...(
    [
      ['Rs. 1,500/-', (amount) => `"Rs. ${amount}/-"`],
      ['Rs 1,500/=', (amount) => `"Rs ${amount}/="`],
      ['1,500/- Rs.', (amount) => `"${amount}/- Rs."`],
      ['1,500 Rs.', (amount) => `"${amount} Rs."`],
      ['руб. 1,500', (amount) => `"руб. ${amount}"`],
      ['रु. 1,500/-', (amount) => `"रु. ${amount}/-"`],
    ] as const satisfies readonly (readonly [string, (amount: string) => string])[]
  ).map(([form, written]) =>
    money(`stakes as ${form}`, 'Stake,Payout,Result', (at, won) => [
      written(stakeOf(at).toLocaleString('en-US')),
      '80%',
      word(won),
    ]),
  ),
  money('percentages of the stake, as ROI %', 'Stake,ROI %', (at, won) => [
    stakeOf(at),
    `${percentOf(won)}%`,
  ]),
  money('percentages of the stake, as ROI', 'Stake,ROI', (at, won) => [stakeOf(at), percentOf(won)]),
  money('percentages of the stake, as P/L %', 'Stake,P/L %', (at, won) => [
    stakeOf(at),
    `${percentOf(won)}%`,
  ]),
  money(
    'what was won or lost without its sign, in Spanish',
    'Inversión,Resultado,Monto ganado o perdido',
    (at, won) => [`$${stakeOf(at)}.00`, won ? 'Ganada' : 'Perdida', `$${Math.abs(gainOf(at, won))}.00`],
  ),
  money(
    'what was won or lost without its sign, in Portuguese',
    'Resultado,Valor ganho ou perdido,Valor investido',
    (at, won) => [won ? 'Green' : 'Red', `R$ ${Math.abs(gainOf(at, won))}.00`, `R$ ${stakeOf(at)}.00`],
  ),
  money('marks of gains and losses beside what each trade brought', 'Ставка,Плюс,Минус,Итого', (at, won) => [
    stakeOf(at),
    won ? 1 : '',
    won ? '' : 1,
    gainOf(at, won),
  ]),
  {
    ...plain(
      'marks of gains and losses, their sums, and what each trade brought',
      `${table('Ставка,Плюс,Минус,Итого', (at, won) => [stakeOf(at), won ? 1 : '', won ? '' : 1, gainOf(at, won)])}\n,Итого,,37,23,${PROFIT}`,
    ),
    payout: 0.8,
    profit: PROFIT,
  },
  right(
    'whether trades were lost, some of them neither',
    table('Stake,Loss?', (at, won) => [stakeOf(at), endedLoss(at, won)]),
    { asks: 'left-out-rows', counts: [...COUNTS, WON.filter((_won, at) => isTied(at)).length].join('-') },
  ),
];
