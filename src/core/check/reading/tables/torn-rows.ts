/** Rows that lost a cell, whose others stand in the columns before theirs. */
import { MOSTLY, NEARLY_ALL } from '../words/table-columns.ts';
import type { Table } from '../unreadable.ts';
import { remembering } from '../words/words.ts';

/** More rows with a cell less end before cells that are empty. */
const MOST_TORN = 0.03;

/** The lines of the rows that have a cell less than all others: where these end with an empty one, with one of another kind than those of its column. */
export function tornLines({ rows, lines }: Table): ReadonlySet<number> {
  const kindOf = remembering((cell) =>
    /^\D{0,3}\d[\d.,' ]*\P{L}?$/u.test(cell) ? 'number' : /^\d.*\d/.test(cell) ? 'time' : cell && 'word',
  );
  const width = rows[rows.length >> 1]?.length ?? 0;
  // The first one names the columns.
  const [names, ...whole] = rows.filter(({ length }) => length === width);
  const short = [...rows.keys()].filter(
    (at) => rows[at]?.length === width - 1 && at > rows.indexOf(names ?? []),
  );
  if (short.length > rows.length * MOST_TORN || whole.length < rows.length * NEARLY_ALL || width < 3)
    return new Set();
  const endsEmpty = whole.filter((row) => row.at(-1) === '').length > whole.length * MOSTLY;
  const kinds = Array.from({ length: width }, (_, place) =>
    endsEmpty ? new Set(whole.map((row) => kindOf(row[place] as string))) : new Set(),
  );
  const fits = (cell: string, place: number): boolean => kinds[place]?.has(kindOf(cell)) === true;
  const torn = short.filter((at) => !endsEmpty || rows[at]?.every(fits) === false);
  return new Set(torn.map((at) => lines[at] as number));
}
