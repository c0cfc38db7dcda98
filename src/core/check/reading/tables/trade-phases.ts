/** Which row, or which time, is the opening of a trade and which its end. */
import { groupBy } from '../../grouping.ts';
import { type DecimalMark, parseAmount } from '../words/amount.ts';
import { namedMeaning } from '../words/column-names.ts';
import { MOSTLY, type Cells as ColumnCells } from '../words/table-columns.ts';
import { dateOrderOf, MomentReader } from '../words/moment.ts';
import { SIZE } from '../words/trade-sizes.ts';
import { parseDirection } from '../words/trade-words.ts';
import { headed } from '../words/headed-table.ts';
import { type Cells, orNull, type Table } from '../unreadable.ts';
import { plainWords, remembering } from '../words/words.ts';

const OPENING =
  /^(?:to )?(?:in|entry|open|opening|entrada|eröffnung|einstieg|entrée|ingresso|giriş|вход)(?![\p{L}/])/iu;
const CLOSING =
  /^(?:to )?(?:out|in\/out|s\/l|t\/p|exit|close|closing|salida|saída|saida|ausstieg|sortie|uscita|çıkış|выход)(?!\p{L})/iu;
/** The entry types of MetaTrader 5's deals: in; out, in and out, out by another position. */
const ENTRY_TYPES = new Map<string, Phase>([
  ['0', 'opening'],
  ['1', 'closing'],
  ['2', 'closing'],
  ['3', 'closing'],
]);
const EACH = 0.2;

/** Each row's place, where a trade has two rows of opposite sides of which only the first has a number. */
function placesInPairs(rows: readonly Cells[]): ReadonlyMap<Cells, number> | undefined {
  const places = [...(rows[0] ?? []).keys()];
  const isNumbered = (at: number): boolean =>
    rows.every((row, place) => (place % 2 === 0 ? /^#?\d+$/.test(row[at] ?? '') : row[at] === ''));
  const isOpposite = (at: number): boolean =>
    rows.every((row, place) => {
      const [side, before] = [row, rows[place - 1]].map((cells) => parseDirection(cells?.[at] ?? ''));
      return side !== undefined && (place % 2 === 0 || side !== before);
    });
  return rows.length > 2 && places.some(isNumbered) && places.some(isOpposite)
    ? new Map(rows.map((row, place) => [row, place]))
    : undefined;
}

type Phase = 'opening' | 'closing';
export type PhaseOf = ((row: Cells) => Phase | undefined) | undefined;

/** What tells the opening of a trade from its end, and which rows are of one trade: as given, unless they stand in pairs. */
export function legsOf(
  rows: readonly Cells[],
  phaseOf: PhaseOf,
  numberOf: (row: Cells) => string,
): { readonly phaseOf: PhaseOf; readonly numberOf: (row: Cells) => string } {
  const inPairs = placesInPairs(rows);
  if (inPairs === undefined) return { phaseOf, numberOf };
  const placeOf = (row: Cells): number => inPairs.get(row) ?? 0;
  return {
    phaseOf: (row) => (placeOf(row) % 2 === 0 ? 'opening' : 'closing'),
    numberOf: (row) => String(placeOf(row) >> 1),
  };
}

const FEWEST_NUMBERS = 4;

/**
 * What tells openings from ends where nearly each number has two rows, of which the first, or the second, never says an end, or never
 * gains and is of the other side; undefined where it is not so.
 */
export function phasesByNumber(cells: ColumnCells): PhaseOf {
  const byNumber = groupBy(cells.rows, (row) => cells.cell(row, 'id') || undefined);
  const legs = [...byNumber.values()].filter(({ length }) => length === 2);
  if (legs.length < FEWEST_NUMBERS || legs.length < byNumber.size * MOSTLY) return undefined;
  const sideOf = (row: Cells | undefined): string | undefined =>
    row && parseDirection(cells.cell(row, 'direction'));
  const areOpposite = legs.every(
    ([one, other]) =>
      sideOf(one) !== undefined && sideOf(other) !== undefined && sideOf(one) !== sideOf(other),
  );
  const gainOf = (row: Cells): number =>
    cells.cell(row, 'result') === '' ? (cells.number(row, 'profit') ?? 0) : 1;
  const opens = (place: number): boolean =>
    legs.every((pair) =>
      areOpposite ? gainOf(pair[place] as Cells) <= 0 : gainOf(pair[place] as Cells) === 0,
    ) && legs.some((pair) => gainOf(pair[1 - place] as Cells) > 0);
  const place = [0, 1].find(opens);
  const single = [...byNumber.values()].filter(
    ([row, other]) => other === undefined && gainOf(row as Cells) === 0,
  );
  const openings = new Set([...legs.map((pair) => pair[place ?? 0] as Cells), ...single.flat()]);
  return place === undefined ? undefined : (row) => (openings.has(row) ? 'opening' : 'closing');
}

export const phaseIn = remembering((cell): Phase | undefined => {
  // The side of a trade stands where it opens.
  const isOpening = OPENING.test(cell) || parseDirection(cell) !== undefined;
  return CLOSING.test(cell) ? 'closing' : isOpening ? 'opening' : undefined;
});

const typedPhase = (cell: string): Phase | undefined => ENTRY_TYPES.get(cell);

/** Names of columns with codes of orders: O for one that opens, C for one that closes, as in `C;P`. */
const CODES = /^(?:codes?|o c|open close ?(?:indicator)?)$/;

function codedPhase(cell: string): Phase | undefined {
  const codes = cell.split(/\W+/);
  if (codes.includes('O') === codes.includes('C')) return undefined;
  return codes.includes('O') ? 'opening' : 'closing';
}

/** What tells openings from ends: the column that says so in nearly every row; undefined where none does. */
export function phaseColumn({ rows, names, number }: ColumnCells): PhaseOf {
  const width = Math.max(0, ...rows.slice(0, 200).map(({ length }) => length));
  for (let at = 0; at < width; at += 1) {
    const name = plainWords(names[at] ?? '');
    const phaseOf = name === 'entry' ? typedPhase : CODES.test(name) ? codedPhase : phaseIn;
    let [filled, opening, closing, gained] = [0, 0, 0, 0];
    for (const row of rows) {
      const cell = row[at] ?? '';
      if (cell === '') continue;
      filled += 1;
      const phase = phaseOf(cell);
      // A side beside a gain is that of a whole trade.
      if (phase === 'opening' && !OPENING.test(cell) && (number(row, 'profit') ?? 0) > 0) gained += 1;
      if (phase === 'opening') opening += 1;
      else if (phase === 'closing') closing += 1;
      // No later cell makes up for these.
      else if (filled - opening - closing > rows.length * (1 - MOSTLY)) break;
    }
    if (
      opening + closing < filled * MOSTLY ||
      Math.min(opening, closing) < filled * EACH ||
      filled === 0 ||
      gained > filled * EACH
    )
      continue;
    return (row) => phaseOf(row[at] ?? '');
  }
  return undefined;
}

const [BOUGHT, SOLD] = ['bought|buy|purchased?', 'sold|sell|sale'].map(
  (side) => new RegExp(`^(?:(?:${side}) (?:timestamp|time|date|at|datetime)|date (?:${side}))$`),
) as [RegExp, RegExp];
const [BUY_PRICE, SELL_PRICE] = [/^(?:bought|buy|purchase) price$/, /^(?:sold|sell|sale) price$/];

/** A table with the time and the price at the opening and at the end of each trade, and its side; as it is where no trade sold first. */
export function withOpenings(table: Table): Table {
  const namesIn = (row: readonly string[]): readonly string[] =>
    row.map((cell) => plainWords(cell.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')));
  const {
    names: named,
    below,
    withCells,
  } = headed(table, (row) => [BOUGHT, SOLD].every((name) => namesIn(row).some((cell) => name.test(cell))));
  const names = namesIn(named);
  const places = [BOUGHT, SOLD, BUY_PRICE, SELL_PRICE].map((name) =>
    names.findIndex((cell) => name.test(cell)),
  );
  const [bought, sold, paid, received] = places as [number, number, number, number];
  const order = dateOrderOf(below.flatMap((row) => [row[bought] ?? '', row[sold] ?? '']));
  const reader = new MomentReader(order);
  const msIn = (cell = ''): number => orNull(() => reader.read(cell))?.localMs ?? Number.NaN;
  const isShort = (row: readonly string[]): boolean => msIn(row[sold]) < msIn(row[bought]);
  if (!below.some(isShort)) return table;
  const ofShort = [sold, bought, received, paid];
  return withCells((row, isHead) => {
    const cells = isHead
      ? ['Open time', 'Close time', 'Entry price', 'Exit price']
      : (isShort(row) ? ofShort : places).map((place) => row[place] ?? '');
    const side = isHead ? 'Side' : isShort(row) ? 'Sell' : 'Buy';
    return [...row.map((cell, at) => cells[places.indexOf(at)] ?? cell), side];
  });
}

const LETTERS = new Map([
  ['l s', { L: 'Long', S: 'Short' }],
  ['b s', { B: 'Buy', S: 'Sell' }],
] as const);

/**
 * A table with sides, where no column is named so: in words where the name of letters tells them, as `L/S`; by the signs of sizes where
 * rows without a profit open what others close.
 */
export function withSides(table: Table, mark: DecimalMark): Table {
  const isNamed = (row: readonly string[], meaning: string): boolean =>
    row.some((name) => namedMeaning(name) === meaning);
  const lettersOf = (name: string) => LETTERS.get(plainWords(name) as 'l s');
  const isSize = (name: string): boolean =>
    SIZE.test(plainWords(name)) && (namedMeaning(name) !== 'stake' || /units/i.test(name));
  const { names, below, withCells, withColumns } = headed(
    table,
    (row) =>
      !isNamed(row, 'direction') && (row.some(lettersOf) || (isNamed(row, 'profit') && row.some(isSize))),
  );
  const ofLetters = names.findIndex((name) => lettersOf(name) !== undefined);
  const words: Readonly<Record<string, string>> = lettersOf(names[ofLetters] ?? '') ?? {};
  if (ofLetters !== -1)
    return withCells((row, isHead) =>
      row.with(ofLetters, isHead ? 'Side' : (words[row[ofLetters] ?? ''] ?? row[ofLetters] ?? '')),
    );
  const [ofSize, ofProfit] = [
    names.findIndex(isSize),
    names.findIndex((name) => namedMeaning(name) === 'profit'),
  ];
  const signIn = (row: readonly string[], at: number): number =>
    Math.sign(parseAmount(row[at] ?? '', mark) || 0);
  const signed = below.filter((row) => signIn(row, ofSize) !== 0);
  const opened = signed.filter((row) => signIn(row, ofProfit) === 0).length;
  const areSides = [1, -1].every((sign) => signed.some((row) => signIn(row, ofSize) === sign));
  if (!areSides || opened * 3 < signed.length) return table;
  return withColumns(['Side'], (row) => [['Sell', '', 'Buy'][signIn(row, ofSize) + 1] as string]);
}
