/** Tables whose columns leave open what a row is: a part of a trade, a sum so far, the last of several stakes. Each with its truth. */
import { type Layout, pairOf, startOf, WON } from './table-layouts.ts';

const RIGHT = '37-23-0';
const stamp = (at: number, addSeconds = 0): string =>
  new Date(startOf(at) + addSeconds * 1_000).toISOString().slice(0, 19).replace('T', ' ');
const linesOf = (heading: string, rows: readonly (readonly (string | number)[])[], delimiter = ','): string =>
  [heading.replaceAll(',', delimiter), ...rows.map((row) => row.join(delimiter))].join('\n');
const asks = (code: string, name: string, text: string, counts = RIGHT): Layout => ({
  name,
  text,
  asks: code,
  counts,
});

/** What the parts of a trade brought: every third one was closed in two parts of which the first says the opposite. */
const partsOf = (at: number, won: boolean): readonly number[] =>
  at % 3 !== 0 ? [won ? 8.5 : -10] : won ? [-2, 9.5] : [2.5, -11];
type PartOf = (at: number, profit: number, part: number) => readonly (string | number)[];
const inParts = (name: string, heading: string, part: PartOf, delimiter = ','): Layout =>
  asks(
    'same-number',
    `trades in parts: ${name}`,
    linesOf(
      heading,
      WON.flatMap((won, at) => partsOf(at, won).map((profit, index) => part(at, profit, index))),
      delimiter,
    ),
  );
const simple: PartOf = (at, profit, part) => [stamp(at, part * 90), 5_000 + at, pairOf(at), 'SELL', profit];
const unique: PartOf = (at, profit, part) => [
  90_000 + at * 4 + part,
  stamp(at, part * 90),
  pairOf(at),
  'buy',
  `P-${700 + at}`,
  profit,
];

export const COLUMN_LAYOUTS: readonly Layout[] = [
  inParts('fills of an order', 'Date(UTC),OrderNo,Symbol,Side,Realized Profit', simple),
  inParts('fills by order ID', 'time,orderId,symbol,side,realizedPnl', simple),
  inParts('positions by their number', 'Time,Position,Symbol,Type,Profit', simple),
  inParts('ticket numbers', 'Time,Ticket,Item,Type,Profit', simple),
  inParts('Spanish orders', 'Fecha y hora,Orden,Activo,Dirección,Beneficio', simple, ';'),
  inParts('Portuguese positions', 'Data e hora,Posição,Ativo,Direção,Lucro', simple, '\t'),
  inParts('Russian orders', 'Время открытия,Ордер,Актив,Направление,Прибыль', simple),
  inParts('Indonesian orders', 'Waktu,No Order,Aset,Arah,Laba', simple),
  inParts('Turkish positions', 'Açılış zamanı,Pozisyon,Parite,Yön,Kar', simple),
  inParts('a deal of its own for each', 'Deal,Time,Symbol,Type,Position ID,Profit', unique),
  inParts('an order of its own for each', 'Order,Time,Symbol,Type,PositionID,Profit', unique),
  asks(
    'same-number',
    'trades in parts: deals in and out, joined by the position',
    linesOf(
      'Time,Deal,Symbol,Type,Direction,Volume,Order,Position ID,Profit',
      WON.flatMap((won, at) => [
        [stamp(at), at * 5, pairOf(at), 'buy', 'in', 0.1, 900 + at * 5, 7_000 + at, ''],
        ...partsOf(at, won).map((profit, part) => [
          stamp(at, 60 * (part + 1)),
          at * 5 + part + 1,
          pairOf(at),
          'sell',
          'out',
          0.05,
          901 + at * 5 + part,
          7_000 + at,
          profit,
        ]),
      ]),
    ),
  ),
  {
    name: 'a trade that was open in an earlier row of its number',
    text: linesOf(
      'Time,Ticket,Symbol,Result',
      WON.flatMap((won, at) => [
        ...(at % 4 === 0 ? [[stamp(at), 100 + at, pairOf(at), 'open']] : []),
        [stamp(at, 60), 100 + at, pairOf(at), won ? 'win' : 'loss'],
      ]),
    ),
    asks: 'same-number',
    counts: RIGHT,
  },
];
