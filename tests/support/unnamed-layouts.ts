/** Tables without names above their columns, or with names that stand in the middle of them, each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, startOf, WON } from './layout.ts';

type Cell = string | number;

const table = (of: (won: boolean, at: number) => readonly Cell[], delimiter = ','): string =>
  WON.map((won, at) => of(won, at).join(delimiter)).join('\n');
/** How far the price went, in whole numbers. */
const points = (won: boolean, at: number): number => (won ? 1 : -1) * 60 * (1 + (at % 3));
const profit = 37 * 8 - 23 * 10;
const plain = (name: string, text: string, more: Partial<Layout> = {}): Layout => ({
  name: `no names: ${name}`,
  text,
  counts: RIGHT,
  profit,
  isPlain: true,
  ...more,
});
const german = (at: number): string => {
  const [, month, day, clock] =
    /^\w+, (\d+) (\w+) \d+ ([\d:]+)/.exec(new Date(startOf(at)).toUTCString()) ?? [];
  return `${day} ${Number(month)}, 2026 ${clock}`;
};

export const UNNAMED_LAYOUTS: readonly Layout[] = [
  plain(
    'words for the outcomes beside moves of the price',
    table((won, at) => [stamp(at), pairOf(at), '10.00', won ? 'Win' : 'Loss', points(won, at)]),
    // No column says that it is the stake.
    { profit: 37 * 0.8 - 23 },
  ),
  plain(
    'marks for the outcomes behind moves of the price',
    table((won, at) => [points(won, at), stamp(at), pairOf(at), '10.00', won ? '✅' : '❌']),
    { profit: 37 * 0.8 - 23 },
  ),
  plain(
    'what trades brought, in cents, behind moves of the price',
    table((won, at) => [points(won, at), stamp(at), pairOf(at), won ? '8.00' : '-10.00']),
  ),
  plain(
    'what trades brought, in a currency with an apostrophe and a trailing minus, behind moves of the price',
    table((won, at) => [points(won, at), stamp(at), pairOf(at), won ? '$8’000.00' : '$10’000.00-']),
    { profit: profit * 1_000 },
  ),
  plain(
    'stakes and what came back of them, in whole numbers, beside moves of the price',
    table((won, at) => [stamp(at), pairOf(at), 1_000, won ? 1_800 : 0, points(won, at)]),
    { profit: profit * 100 },
  ),
  plain(
    'stakes, gains and losses in a column each',
    table((won, at) => [
      stamp(at),
      pairOf(at),
      '10 €',
      won ? '8 €' : '-',
      won ? '-' : '10 €',
      points(won, at),
    ]),
  ),
  plain(
    'stakes, gains and losses in a column each, and trades that were cancelled',
    table((won, at) => {
      const isCancelled = at % 20 === 7;
      const [gain, loss] = isCancelled ? ['-', '-'] : won ? ['8.00', '-'] : ['-', '10.00'];
      return [stamp(at), pairOf(at), '10.00', gain, loss, isCancelled ? 'Cancelled' : 'Closed'];
    }),
    { counts: '35-22-0', profit: 35 * 8 - 22 * 10 },
  ),
  {
    name: 'no names: yes and no beside a payout, which are no stakes',
    text: table((won, at) => [stamp(at), pairOf(at), 0.8, won ? 1 : 0]),
    counts: RIGHT,
    profit,
    mayRefuse: true,
  },
  plain(
    'commas inside of the cells of the first row, that are words of names as well',
    table(
      (won, at) => [
        german(at),
        pairOf(at),
        won ? 'Gewinn' : 'Verloren',
        won ? 'R$ 8,00' : '(R$ 10,00)',
        'Settled',
      ],
      ';',
    ),
  ),
  {
    name: 'names that stand above the second page alone, below amounts with a currency',
    text: WON.flatMap((won, at) => [
      ...(at === 15 || at === 40 ? ['Opened;Symbol;Stake;Won amount;Loss'] : []),
      [`${stamp(at)} AM`, pairOf(at), '10,00 USD', won ? '8,00 USD' : '-', won ? '-' : '10,00 USD'].join(';'),
    ]).join('\n'),
    counts: RIGHT,
    profit,
    isPlain: true,
  },
  {
    name: 'gains and losses in whole numbers, of which the losses are the stakes',
    text: `Opened,Pair,Stake,Wins,Losses\n${table((won, at) => [stamp(at), pairOf(at), 10, won ? 8 : 0, won ? 0 : 10])}`,
    counts: RIGHT,
    profit,
    isPlain: true,
  },
  {
    name: 'what trades brought below a name that is not known, beside points',
    text: `Opened,Pair,Foo,Points\n${table((won, at) => [stamp(at), pairOf(at), won ? '8.00' : '-10.00', points(won, at)])}`,
    counts: RIGHT,
    profit,
    isPlain: true,
  },
];
