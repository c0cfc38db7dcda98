/** Tables with a time of the purchase and one of the sale, of which some trades sold first. */
import { dateOrderOf, MomentReader } from './moment.ts';
import { orNull, type Table } from './unreadable.ts';
import { plainWords } from './words.ts';

const MOST_ABOVE = 30;
const [BOUGHT, SOLD] = ['bought|buy|purchased?', 'sold|sell|sale'].map(
  (side) => new RegExp(`^(?:(?:${side}) (?:timestamp|time|date|at|datetime)|date (?:${side}))$`),
) as [RegExp, RegExp];
const [BUY_PRICE, SELL_PRICE] = [/^(?:bought|buy|purchase) price$/, /^(?:sold|sell|sale) price$/];

/** A table with the time and the price at the opening and at the end of each trade, and its side; as it is where no trade sold first. */
export function withOpenings(table: Table): Table {
  const { rows, lines } = table;
  const namesIn = (row: readonly string[]): readonly string[] =>
    row.map((cell) => plainWords(cell.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' ')));
  const head = rows
    .slice(0, MOST_ABOVE)
    .findIndex((row) => [BOUGHT, SOLD].every((name) => namesIn(row).some((cell) => name.test(cell))));
  const names = namesIn(rows[head] ?? []);
  const [bought, sold, ...prices] = [BOUGHT, SOLD, BUY_PRICE, SELL_PRICE].map((name) =>
    names.findIndex((cell) => name.test(cell)),
  ) as [number, number, number, number];
  if (head === -1) return table;
  const below = rows.slice(head + 1);
  const order = dateOrderOf(below.flatMap((row) => [row[bought] ?? '', row[sold] ?? '']));
  const reader = new MomentReader(order);
  const msIn = (cell = ''): number => orNull(() => reader.read(cell))?.localMs ?? Number.NaN;
  const isShort = (row: readonly string[]): boolean => msIn(row[sold]) < msIn(row[bought]);
  if (!below.some(isShort)) return table;
  const named = (row: readonly string[], texts: readonly [string, string, string, string]): string[] => {
    const own = new Map([bought, sold, ...prices].map((at, place) => [at, texts[place] as string]));
    return row.map((cell, at) => own.get(at) ?? cell);
  };
  const whole = rows.map((row, at) => {
    if (at < head) return row;
    if (at === head) return [...named(row, ['Open time', 'Close time', 'Entry price', 'Exit price']), 'Side'];
    const places = [bought, sold, ...prices] as const;
    const [first, second, third, fourth] = isShort(row)
      ? [places[1], places[0], places[3], places[2]]
      : places;
    const cells = [first, second, third, fourth].map((place = -1) => row[place] ?? '');
    return [...named(row, cells as [string, string, string, string]), isShort(row) ? 'Sell' : 'Buy'];
  });
  return { rows: whole, lines };
}
