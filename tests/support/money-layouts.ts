/** Tables with amounts in several currencies, and with what sales brought beside what they cost. Each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { type Cells, plain, text } from './row-parts.ts';

const rows = (cells: (at: number, won: boolean) => Cells): readonly Cells[] =>
  WON.map((won, at) => [stamp(at), pairOf(at), ...cells(at, won)]);
/** Of 37 stakes won at 85 percent and 23 lost: each is counted as one, whatever it is in. */
const several = (name: string, names: string, cells: (isOther: boolean, won: boolean) => Cells): Layout => ({
  ...plain(
    `amounts in two currencies: ${name}`,
    text(
      `Date,Symbol,${names}`,
      rows((at, won) => cells(at % 2 === 0, won)),
    ),
  ),
  payout: 0.85,
  profit: 37 * 0.85 - 23,
});
const sale = (names: string, direction = ''): Layout => ({
  ...plain(
    `what a sale brought: ${names}`,
    text(
      `Date,Symbol,${names}${direction && ',Side'}`,
      rows((at, won) => {
        const [paid, back] = [20 + (at % 5), won ? (20 + (at % 5)) * 1.5 : at % 9];
        const cells = /^(?:sal|sell|close|verkauf|proceeds)/i.test(names) ? [back, paid] : [paid, back];
        return direction === '' ? cells : [...cells, direction];
      }),
    ),
  ),
  payout: 0.5,
});

export const MONEY_LAYOUTS: readonly Layout[] = [
  several('signs', 'Stake,Profit', (isOther, won) =>
    isOther ? ['$10', won ? '$8.50' : '-$10'] : ['¥1000', won ? '¥850' : '-¥1000'],
  ),
  several('signs without stakes', 'Profit', (isOther, won) => [
    isOther ? (won ? '8.50 €' : '-10.00 €') : won ? 'R$ 85.00' : 'R$ -100.00',
  ]),
  several('a column of them', 'Stake,Profit,Currency', (isOther, won) =>
    isOther ? [10, won ? 8.5 : -10, 'USD'] : [1000, won ? 850 : -1000, 'JPY'],
  ),
  several('a column for the profits of each', 'Profit USD,Profit EUR', (isOther, won) =>
    isOther ? [won ? 8.5 : -10, ''] : ['', won ? 85 : -100],
  ),
  ...[
    'Buy amount,Sale amount',
    'Sale amount,Buy amount',
    'Sell value,Cost',
    'Cost basis,Proceeds',
    'Proceeds,Amount',
    'Close value,Open value',
    'Valor de compra,Valor de venda',
    'Importe compra,Importe venta',
  ].map((names) => sale(names)),
  sale('Open value,Close value', 'Buy'),
  {
    name: 'what a position was worth at its end that was sold first',
    text: text(
      'Date,Symbol,Side,Open value,Close value',
      rows((at, won) => [at % 2 ? 'Sell' : 'Buy', 1_000, won === (at % 2 === 0) ? 1_008.5 : 990]),
    ),
    mayRefuse: true,
    counts: '37-23-0',
  },
];
