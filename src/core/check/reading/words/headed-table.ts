import { namedMeanings } from './column-names.ts';
import type { Cells, Table } from '../unreadable.ts';

/** Names of columns stand so far above their rows at most. */
const MOST_ABOVE = 30;

/** A table at the first row that may name its columns: the place of this row, what it names, and the rows below; -1 and nothing where none does. */
export function headed({ rows, lines }: Table, mayName: (row: Cells) => boolean) {
  const head = rows.slice(0, MOST_ABOVE).findIndex(mayName);
  const names = rows[head] ?? [];
  const text = names.join('\t');
  // The names may be repeated.
  const isHead = (row: Cells): boolean => row[0] === names[0] && row.join('\t') === text;
  /** The table with other cells from that row on. */
  const withCells = (cellsOf: (row: Cells, isHead: boolean) => Cells): Table => ({
    rows: rows.map((row, at) => (at < head ? row : cellsOf(row, isHead(row)))),
    lines,
  });
  /** The table with further columns, behind those that a row ends before. */
  const withColumns = (added: Cells, cellsOf: (row: Cells) => Cells): Table =>
    withCells((row, isNames) => [
      ...row,
      ...names.slice(row.length).fill(''),
      ...(isNames ? added : cellsOf(row)),
    ]);
  const below = head === -1 ? [] : rows.slice(head + 1);
  return { head, names, meanings: namedMeanings(names), below, withCells, withColumns };
}
