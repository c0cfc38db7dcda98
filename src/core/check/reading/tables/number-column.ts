import { MOST_PARTS } from './column-fits.ts';
import { namedMeaning } from '../words/column-names.ts';
import { FIRST_ROWS, NEARLY_ALL, type TableColumns } from '../words/table-columns.ts';

const FEWEST_JOINED = 10;

/**
 * The column whose numbers say which rows are of one trade: of those that are named so the one whose numbers some rows share; else,
 * of those without a meaning, the one whose values stand in two rows each. Undefined where there is none but the one in use.
 */
export function joiningColumn(columns: TableColumns): number | undefined {
  const { names, rows: all } = columns;
  const { id } = columns.at;
  const isNamedSo = (at: number): boolean =>
    !columns.isUsed(at) && namedMeaning(names[at] as string) === 'id';
  if (id !== undefined)
    return isShared(id, all) ? undefined : [...names.keys()].find((at) => isNamedSo(at) && isShared(at, all));
  const numbered = names.findIndex(
    (name, at) =>
      !columns.isUsed(at) &&
      (NUMBERED.test(name) || namedMeaning(name) === undefined) &&
      isShared(at, all) &&
      areOfOnePair(at, columns, NUMBERED.test(name) ? 1 : FEWEST_PAIRS),
  );
  if (numbered !== -1) return numbered;
  const rows = all.slice(0, FIRST_ROWS);
  if (rows.length < FEWEST_JOINED || new Set(rows.map((row) => row.join('\t'))).size < rows.length)
    return undefined;
  for (const at of (rows[0] ?? []).keys()) {
    // Names of events, each of two bets, are no numbers.
    if (columns.isUsed(at) || !rows.some((row) => /\d/.test(row[at] ?? ''))) continue;
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row[at] ?? '', (counts.get(row[at] ?? '') ?? 0) + 1);
    const twice = [...counts.values()].filter((count) => count === 2).length;
    if (twice * 2 >= rows.length * NEARLY_ALL) return at;
  }
  return undefined;
}

/** Numbers that may start again each day, or be of anything. */
const NUMBERED = /^(?:#|№|n[o°º]?\.?|nr\.?|num|number|sr\.?|s[rl]?\.? ?no\.?)$/i;

/** Rows of one pair have it under any number. */
const FEWEST_PAIRS = 3;

/** Whether rows with one number have one pair and one side as well, of so many pairs at least. */
function areOfOnePair(at: number, { rows, at: places }: TableColumns, fewest: number): boolean {
  const [pair, side = -1] = [places.pair, fewest === 1 ? undefined : places.direction];
  if (pair === undefined || new Set(rows.map((row) => row[pair])).size < fewest) return false;
  const pairs = new Set(rows.map((row) => [row[at], row[pair], row[side]].join('\t')));
  const numbers = new Set(rows.map((row) => row[at] ?? ''));
  // A sentence that names its pair is no number.
  const isNumber = (text: string): boolean => /\d/.test(text) && !/(?:\S+ ){4}/.test(text);
  return pairs.size === numbers.size && (fewest === 1 || [...numbers].every(isNumber));
}

/** Whether some rows have the number of another, but not all the same few. */
function isShared(at: number, rows: readonly (readonly string[])[]): boolean {
  const filled = rows.flatMap((row) => row[at] || []);
  const numbers = new Set(filled).size;
  return numbers < filled.length && numbers * MOST_PARTS > filled.length;
}

/** The numbers of rows, of a column of those of trades, or of one named as a number. */
export function numbersIn({ at, names, rows }: TableColumns): readonly number[] {
  const place = at.id ?? names.findIndex((name) => NUMBERED.test(name));
  return rows.flatMap((row) => plainNumber(row[place] ?? '') ?? []);
}

/** The number that a trade has; undefined where it has none, or one with letters. */
function plainNumber(id: string): number | undefined {
  return /^#?\d{1,15}$/.test(id) ? Number(id.replace('#', '')) : undefined;
}
