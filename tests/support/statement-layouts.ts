/** Statements with a row for each purchase and each sale. Each with its truth. */
import { type Layout, pairOf, stamp, WON } from './layout.ts';
import { type Cells, right, text } from './row-parts.ts';

/** A statement with a row for each purchase and each sale, which no reference joins. */
const statement = (
  name: string,
  heading: string,
  [buy, sell]: readonly [string, string],
  {
    stakeOf = () => 10,
    isNewestFirst = false,
    isInTwos = false,
    lost,
  }: {
    stakeOf?: (at: number) => number;
    isNewestFirst?: boolean;
    isInTwos?: boolean;
    /** The row that is not there. */
    lost?: number;
  } = {},
): Layout => {
  const rows = WON.map((won, at): readonly [Cells, Cells] => [
    [
      stamp(at),
      8_000 + at * 2,
      buy,
      'USD',
      (-stakeOf(at)).toFixed(2),
      `Win payout if ${pairOf(at >> 1)} is higher.`,
    ],
    [
      stamp(at, 60),
      8_001 + at * 2,
      sell,
      'USD',
      (won ? stakeOf(at) * 1.95 : 0).toFixed(2),
      `Win payout if ${pairOf(at >> 1)} is higher.`,
    ],
  ]);
  const inOrder = isInTwos
    ? rows.flatMap(([bought, sold], at) => {
        const other = rows[at + 1];
        return at % 2 === 1 || other === undefined ? [] : [bought, other[0], sold, other[1]];
      })
    : rows.flat();
  const sorted = isNewestFirst ? inOrder.toReversed() : inOrder;
  return right(
    `purchases and sales ${name}`,
    text(
      heading,
      sorted.filter((_row, at) => at !== lost),
    ),
    lost === undefined ? { isPlain: true, payout: 0.95 } : { asks: 'left-out-rows' },
  );
};
const DERIV = 'Transaction time,Reference ID,Type,Currency,Amount,Description';

export const STATEMENT_LAYOUTS: readonly Layout[] = [
  statement('without a reference of its trades', DERIV, ['Buy', 'Sell']),
  statement('with the newest row first', DERIV, ['Buy', 'Sell'], { isNewestFirst: true }),
  statement('with two open trades at a time', DERIV, ['Buy', 'Sell'], { isInTwos: true }),
  statement('with two open trades of other stakes', DERIV, ['Buy', 'Sell'], {
    isInTwos: true,
    stakeOf: (at) => 10 + (at % 5) * 2,
  }),
  statement('with stakes that differ', DERIV, ['Buy', 'Sell'], { stakeOf: (at) => 10 + (at % 7) * 5 }),
  statement('in Spanish', 'Hora de transacción,ID de referencia,Acción,Moneda,Importe,Descripción', [
    'Compra',
    'Venta',
  ]),
  ...[40, 41].flatMap((lost) => [
    statement(`without its row ${lost}`, DERIV, ['Buy', 'Sell'], {
      lost,
      stakeOf: (at) => 10 + (at % 7) * 5,
    }),
    statement(`with the newest row first, without its row ${lost}`, DERIV, ['Buy', 'Sell'], {
      lost,
      isNewestFirst: true,
    }),
  ]),
  statement('in Russian', 'Время,ID,Тип,Валюта,Сумма,Описание', ['Покупка', 'Продажа']),
  right(
    'bets of two stakes with no reference, what came back just after its bet',
    text(
      'Дата,Операция,Актив,Направление,Сумма',
      WON.flatMap((won, at) => {
        const stake = at % 3 === 0 ? 10 : 5;
        const row = (kind: string, amount: number, seconds: number): Cells => [
          stamp(at, seconds),
          kind,
          at % 2 ? 'EUR/USD' : 'BTC/USD',
          'Вверх',
          amount.toFixed(2),
        ];
        return [row('Ставка', -stake, 0), ...(won ? [row('Выплата', stake * 1.82, 180)] : [])];
      }),
    ),
    { isPlain: true, payout: 0.82 },
  ),
  {
    name: 'bets of words that are not known, what came back just after its bet',
    text: text(
      'Fecha,Movimiento,Activo,Importe',
      WON.flatMap((won, at) => {
        const row = (kind: string, amount: number, seconds: number, pair: string): Cells => [
          stamp(at, seconds),
          kind,
          pair,
          amount.toFixed(2),
        ];
        const pair = at % 2 ? 'EUR/USD' : 'BTC/USD';
        return [
          ...(at % 20 === 7 ? [row('Depósito', 100, -60, '')] : []),
          row('Zzz', -10, 0, pair),
          ...(won ? [row('Yyy', 18.5, 120, pair)] : []),
        ];
      }),
    ),
    asks: 'row-kinds',
  },
];
