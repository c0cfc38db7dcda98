/** Tables whose rows belong together, or are none of trades: fills, parts, spans, payments and balances. Each with its truth. */
import { type Layout, pairOf, RIGHT, stamp, WON } from './layout.ts';
import { type Cells, day, gainOf, plain, right, text } from './row-parts.ts';

const asked = (name: string, asks: string, table: string): Layout => right(name, table, { asks });
const gain = (at: number): number => Number(gainOf(at, WON[at] as boolean).toFixed(2));
const each = <Row>(rowOf: (at: number) => Row): Row[] => WON.map((_won, at) => rowOf(at));
const priceOf = (at: number): number => 1.1 + at * 0.001;
const TOTAL = WON.reduce((sum, _won, at) => sum + gain(at), 0);

/** A fill of a pair, or of another thing, some seconds after the start of a trade. */
const fill = (
  at: number,
  seconds: number,
  side: string,
  size: number,
  price: number,
  thing = pairOf(at),
): Cells => [stamp(at, seconds), thing, side, size, price.toFixed(5)];
const bought = each((at) => [
  fill(at, 0, 'Buy', 1, priceOf(at)),
  fill(at, 300, 'Sell', 1, priceOf(at) + gain(at) / 1_000),
]);
const fills = (name: string, rows: readonly Cells[]): Layout =>
  asked(`fills ${name}`, 'zero-profit', text('Time,Symbol,Side,Qty,Price', rows));
/** One position after the other, each fill closing one and opening the next on the other side. */
const turned = (() => {
  let price = 1.1;
  const closes = each((at) => {
    price += (gain(at) / 1_000) * (at % 2 ? -1 : 1);
    return fill(at, 300, at % 2 ? 'Buy' : 'Sell', at === 59 ? 1 : 2, price, 'EURUSD');
  });
  return [fill(0, 0, 'Buy', 1, 1.1, 'EURUSD'), ...closes];
})();

const html = (rows: readonly string[]): string =>
  `<html><table>${rows.map((row) => `<tr>${row}</tr>`).join('')}</table></html>`;
const cells = (row: Cells, tag = 'td'): string => row.map((cell) => `<${tag}>${cell}</${tag}>`).join('');
const DAYS = [...new Set(each(day))];
const ofDay = (one: string): number[] => each((at) => at).filter((at) => day(at) === one);

const positions = (ofClose: (at: number, part: number) => object): string =>
  JSON.stringify({
    positions: each((at) => ({
      id: at,
      symbol: pairOf(at),
      openTime: stamp(at),
      closes: [1, 2].map((part) => ({ time: stamp(at, part * 100), ...ofClose(at, part) })),
    })),
  });

const NAMES = 'Time,Pair,Side,Stake,Profit';
const trades = each((at): Cells => [stamp(at), pairOf(at), 'Buy', 10, gain(at).toFixed(2)]);
const WORDS = ['Overnight interest', 'Bank card deposit', 'Daily funding fee', 'Wire withdrawal'];

export const ROW_RELATION_LAYOUTS: readonly Layout[] = [
  fills('with a position that stays open', [
    ...bought.flat(),
    fill(59, 900, 'Buy', 1, 1.2),
    fill(59, 950, 'Buy', 2, 1.3),
  ]),
  fills('with another thing that stays open', [...bought.flat(), fill(59, 900, 'Buy', 1, 1_900, 'XAUUSD')]),
  fills('of which the first closes what was open before', [fill(0, -300, 'Sell', 1, 1), ...bought.flat()]),
  fills('that close one position and open the next', turned),
  asked(
    'closes of positions in lists of their own',
    'same-number',
    positions((at, part) => ({ profit: gain(at) * part })),
  ),
  asked(
    'equal closes of positions in lists of their own',
    'same-number',
    positions((at) => ({ profit: gain(at) })),
  ),
  asked(
    'trades of two accounts in lists of their own',
    'groups',
    JSON.stringify({
      accounts: [0, 1].map((of) => ({
        account: `A${of}`,
        trades: each((at) => at)
          .filter((at) => at % 2 === of)
          .map((at) => ({ openTime: stamp(at), symbol: pairOf(at), profit: gain(at) })),
      })),
    }),
  ),
  plain(
    'a page with a day that spans its rows',
    html([
      cells(['Date', 'Pair', 'Side', 'Result', 'Profit'], 'th'),
      ...DAYS.flatMap((one) =>
        ofDay(one).map((at, place) => {
          const spans = place === 0 ? `<td rowspan="${ofDay(one).length}">${one}</td>` : '';
          return spans + cells([pairOf(at), 'Buy', WON[at] ? 'Win' : 'Loss', gain(at)]);
        }),
      ),
    ]),
  ),
  plain(
    'a page with names in two rows, and sums that span columns',
    html([
      '<th rowspan="2">Date</th><th rowspan="2">Pair</th><th colspan="2">Entry</th><th colspan="2">Exit</th><th rowspan=2>Profit</th>',
      cells(['Time', 'Price', 'Time', 'Price'], 'th'),
      ...DAYS.flatMap((one) => [
        ...ofDay(one).map((at) =>
          cells([one, pairOf(at), stamp(at).slice(11), 1.1, stamp(at, 300).slice(11), 1.1, gain(at)]),
        ),
        `<td colspan="6">Day total</td><td>${ofDay(one)
          .reduce((sum, at) => sum + gain(at), 0)
          .toFixed(2)}</td>`,
      ]),
    ]),
  ),
  asked(
    'OANDA, transactions with signed units',
    'zero-profit',
    text(
      'Transaction ID,Time,Type,Instrument,Units,Price,P/L,Financing',
      each((at): Cells[] => [
        [at * 4, stamp(at), 'MARKET_ORDER', pairOf(at), 1_000, '', '', ''],
        [at * 4 + 1, stamp(at, 1), 'ORDER_FILL', pairOf(at), 1_000, 1.1, '0.0000', '0.0000'],
        [at * 4 + 2, stamp(at, 300), 'ORDER_FILL', pairOf(at), -1_000, 1.1, gain(at), '0.0000'],
        ...(at % 8 === 0
          ? [[at * 4 + 3, stamp(at, 301), 'DAILY_FINANCING', pairOf(at), '', '', '', '-0.12']]
          : []),
      ]).flat(),
    ),
  ),
  asked(
    'descriptions of trades and of payments',
    'row-kinds',
    text(
      'Time,Description,Amount',
      each((at): Cells[] => [
        [stamp(at), `Trade ${pairOf(at)} closed`, gain(at)],
        ...(at % 5 === 0 ? [[stamp(at, 3), WORDS[(at / 5) % 4] as string, at % 3 ? '-0.2' : '250']] : []),
      ]).flat(),
    ),
  ),
  asked(
    'one row with a word that says it is none',
    'row-kinds',
    text(`${NAMES},Comment`, [
      ...trades.map((row) => [...row, '']),
      [stamp(61), 'EURUSD', 'Buy', 10, '12.00', 'Correction'],
    ]),
  ),
  plain(
    'orders that expired without a word for a tie',
    text(`${NAMES},Status`, [
      ...trades.map((row) => [...row, 'closed']),
      ...[61, 62, 63].map((at) => [stamp(at), pairOf(at), 'Buy', 10, '0.00', 'expired']),
    ]),
  ),
  plain(
    'titles that state what a month brought',
    text(NAMES, [
      ['March'],
      ...trades.slice(0, 30),
      ['Profit for March: 110.20'],
      ['April'],
      ...trades.slice(30),
      ['Profit for April: 94.00'],
    ]),
  ),
  ...[
    'Starting balance,1000.00|Ending balance,1204.20',
    'Balance b/f,,,,1000.00|Balance c/f,,,,1204.20',
    'Profit factor,,,,1.35|ROI,,,,24%|Average win,,,,8.20|Average loss,,,,-10.10',
  ].map((rows) => plain(`below the trades: ${rows}`, [text(NAMES, trades), ...rows.split('|')].join('\n'))),
  plain(
    `a dated balance below the trades`,
    text(NAMES, [...trades, [stamp(61), 'Final balance', '', '', (1_000 + TOTAL).toFixed(2)]]),
    RIGHT,
  ),
];
