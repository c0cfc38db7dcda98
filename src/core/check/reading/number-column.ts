import { type Meaning, namedMeaning } from './column-names.ts';
import { MOST_PARTS } from './column-fits.ts';
import { type UsedColumn } from './columns.ts';

const SAMPLED_ROWS = 200;
const FEWEST_JOINED = 10;
const OFTEN = 0.9;

/**
 * The column whose numbers say which rows are of one trade: of those that are named so the one whose numbers some rows share; else,
 * of those without a meaning, the one whose values stand in two rows each. Undefined where there is none but the one in use.
 */
export function joiningColumn(
  columns: readonly UsedColumn[],
  names: readonly string[],
  all: readonly (readonly string[])[],
): number | undefined {
  const used = columns.find(({ meaning }) => meaning === 'id');
  const isFree = (at: number): boolean => columns.every((column) => column.at !== at);
  if (used !== undefined) {
    if (isShared(used.at, all)) return undefined;
    const others = names.flatMap((name, at) => (isFree(at) && namedMeaning(name) === 'id' ? [at] : []));
    return others.find((at) => isShared(at, all));
  }
  const numbered = names.findIndex(
    (name, at) =>
      isFree(at) &&
      (NUMBERED.test(name) || namedMeaning(name) === undefined) &&
      isShared(at, all) &&
      areOfOnePair(at, columns, all, NUMBERED.test(name) ? 1 : FEWEST_PAIRS),
  );
  if (numbered !== -1) return numbered;
  const rows = all.slice(0, SAMPLED_ROWS);
  if (rows.length < FEWEST_JOINED || new Set(rows.map((row) => row.join('\t'))).size < rows.length)
    return undefined;
  for (const at of (rows[0] ?? []).keys()) {
    if (!isFree(at)) continue;
    const counts = new Map<string, number>();
    for (const row of rows) counts.set(row[at] ?? '', (counts.get(row[at] ?? '') ?? 0) + 1);
    const twice = [...counts.values()].filter((count) => count === 2).length;
    if (twice * 2 >= rows.length * OFTEN) return at;
  }
  return undefined;
}

/** Numbers that may start again each day, or be of anything. */
const NUMBERED = /^(?:#|№|n[o°º]?\.?|nr\.?|num|number)$/i;

/** Rows of one pair have it under any number. */
const FEWEST_PAIRS = 3;

/** Whether rows with one number have one pair and one side as well, of so many pairs at least. */
function areOfOnePair(
  at: number,
  columns: readonly UsedColumn[],
  rows: readonly (readonly string[])[],
  fewest: number,
): boolean {
  const placeOf = (meaning: Meaning): number =>
    columns.find((column) => column.meaning === meaning)?.at ?? -1;
  const [pair, side] = [placeOf('pair'), fewest === 1 ? -1 : placeOf('direction')];
  if (pair === -1 || new Set(rows.map((row) => row[pair])).size < fewest) return false;
  const pairs = new Set(rows.map((row) => [row[at], row[pair], row[side]].join('\t')));
  const numbers = new Set(rows.map((row) => row[at] ?? ''));
  return pairs.size === numbers.size && (fewest === 1 || [...numbers].every((number) => /\d/.test(number)));
}

/** Whether some rows have the number of another, but not all the same few. */
function isShared(at: number, rows: readonly (readonly string[])[]): boolean {
  const filled = rows.flatMap((row) => row[at] || []);
  const numbers = new Set(filled).size;
  return numbers < filled.length && numbers * MOST_PARTS > filled.length;
}
