/** Exports of platforms in which fees, refunds and titles stand beside the trades, written from their public documentation, each with its truth. */
import { american, joined, layout, plain, table } from './export-parts.ts';
import { type Layout, pairOf, stamp, WON } from './layout.ts';

const sum = (gainOf: (at: number, won: boolean) => number): number =>
  WON.reduce((total, won, at) => total + gainOf(at, won), 0);
const word = (won: boolean): string => (won ? 'Won' : 'Lost');

const lotsOf = (at: number): number => [0.01, 0.05, 0.3][at % 3] as number;
const pipsOf = (at: number, won: boolean): number => (won ? 8 + (at % 9) : -10 - (at % 7));
const myfxbook = (isNet: boolean): string =>
  table(
    'Tags,Open Date,Close Date,Symbol,Action,Units/Lots,SL,TP,Open Price,Close Price,Commission,Swap,Pips,Profit,Gain',
    (at, won) => {
      const [fee, gross] = [lotsOf(at) * -7, pipsOf(at, won) * lotsOf(at) * 10];
      const profit = (gross + (isNet ? fee : 0)).toFixed(2);
      const times = [american(at), american(at)];
      const kind = [pairOf(at), at % 2 ? 'Sell' : 'Buy', lotsOf(at), 0, 0, 1.1, 1.2];
      return ['', ...times, ...kind, fee.toFixed(2), 0, pipsOf(at, won).toFixed(1), profit, '0.09'];
    },
  );

const isTie = (at: number): boolean => at === 20 || at === 41;
const futureGain = (at: number, won: boolean): number => (isTie(at) ? 0 : won ? 50 + at : -60 - at);

const refunds = (names: string, backOf: (won: boolean, at: number) => string | number): string =>
  table(`Time,Asset,Stake,${names}`, (at, won) => [
    stamp(at),
    pairOf(at),
    10,
    ...(names.includes('Profit') ? [won ? 8 : -10] : ['80%', word(won)]),
    backOf(won, at),
  ]);

const FEES: readonly Layout[] = [
  ...[true, false].map((isNet) =>
    plain(`Myfxbook, several sizes and ${isNet ? 'profits after' : 'profits before'} fees`, myfxbook(isNet), {
      profit: sum((at, won) => (pipsOf(at, won) * 10 - 7) * lotsOf(at)),
    }),
  ),
  plain(
    'TopstepX, fees of ties',
    table(
      'Id,ContractName,EnteredAt,ExitedAt,EntryPrice,ExitPrice,Fees,PnL,Size,Type,TradeDay,TradeDuration,Commissions',
      (at, won) => {
        const moved = (futureGain(at, won) / 50) * (at % 2 ? -1 : 1);
        const times = [`${american(at)} +00:00`, `${american(at + 1)} +00:00`];
        const prices = [5_000 + at, 5_000 + at + moved, 2.8, futureGain(at, won)];
        return [1_000 + at, 'ESH6', ...times, ...prices, 1, at % 2 ? 'Short' : 'Long', '', '00:17:00', 0];
      },
    ),
    { counts: '35-23-2', profit: sum(futureGain) - 60 * 2.8 },
  ),
  plain(
    'Interactive Brokers Flex, codes of openings and ends',
    [
      'ClientAccountID,Symbol,DateTime,Buy/Sell,Quantity,TradePrice,IBCommission,FifoPnlRealized,Open/CloseIndicator,Notes/Codes',
      ...WON.flatMap((won, at) => [
        `U1,AAPL,${stamp(at)},BUY,10,100,-1,0,O,`,
        `U1,AAPL,${stamp(at, 300)},SELL,-10,101,-1,${won ? 8 : -12},C,`,
      ]),
    ].join('\n'),
    { profit: 20 },
  ),
  plain(
    'MetaTrader 4, its history with the sums at its foot',
    `${table(
      'Order\tTime\tType\tSize\tSymbol\tPrice\tS / L\tT / P\tTime\tPrice\tCommission\tSwap\tProfit',
      (at, won) =>
        joined(
          [1_000 + at, stamp(at), at % 2 ? 'sell' : 'buy', '0.10', pairOf(at), '1.08450', 0, 0],
          [stamp(at, 600), '1.08520', '-0.70', '0.00', won ? 8 : -10],
        ),
      '\t',
    )}\nProfit/Loss: 24.00  Credit: 0.00  Deposit: 1 000.00  Withdrawal: 0.00${'\t'.repeat(12)}24.00`,
    { profit: sum((_at, won) => (won ? 7.3 : -10.7)) },
  ),
];

const REFUNDS: readonly Layout[] = [
  ...(
    [
      ['amounts', 'Payout,Result,Refund', (won) => (won ? 0 : 1)],
      ['percentages', 'Payout,Result,Refund', (won) => (won ? '' : '10%')],
      ['percentages of all rows', 'Payout,Result,Rebate %', () => 10],
      ['amounts beside profits', 'Profit,Refund', (won) => (won ? 0 : 1)],
    ] as const satisfies readonly (readonly [string, string, (won: boolean) => string | number])[]
  ).map(([what, names, backOf]) =>
    plain(`parts of lost stakes that came back, as ${what}`, refunds(names, backOf), { profit: 89 }),
  ),
  plain(
    'halves of some lost stakes that came back are no doubled stakes',
    refunds('Payout,Result,Refund', (won, at) => (!won && at % 3 === 0 ? 5 : 0)),
    { profit: sum((at, won) => (won ? 8 : at % 3 === 0 ? -5 : -10)) },
  ),
];

export const PLATFORM_LAYOUTS: readonly Layout[] = [
  ...FEES,
  ...REFUNDS,
  plain(
    'options whose contracts stand above their trades, of dates without a year',
    [
      'Date,Qty,Open,Close,P/L',
      ...WON.flatMap((won, at) => [
        ...(at % 10 === 0 ? [`SPY 3/${6 + at / 10} 500C,,,,`] : []),
        `3/${1 + (at >> 1)},1,2,${won ? 2.8 : 1.1},${won ? 80 : -90}`,
      ]),
    ].join('\n'),
  ),
  layout(
    'a multiplier in whole numbers, which may be a leverage',
    table('Time,Pair,Side,Amount,Multiplier,Result', (at, won) =>
      joined([stamp(at), pairOf(at), 'Up', 10, [100, 50, 200][at % 3] as number], [word(won)]),
    ),
    { asks: 'payout-kind' },
  ),
];
