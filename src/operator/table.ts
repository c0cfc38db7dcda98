import { displayWidth, printable } from '../server/platform/printable.ts';

/** A column of a table: its heading, and how to read a row's cell. `right` aligns numbers. */
export interface Column<Row> {
  readonly heading: string;
  readonly cell: (row: Row) => string;
  readonly right?: boolean;
}

/**
 * Lays rows out under headings, two spaces between columns, no trailing blanks; control characters are written out.
 * An empty cell shows as `-`, so that the columns of a line can be counted by a reader and by `awk`.
 */
export function formatTable<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): string {
  const lines = rows.map((row) => columns.map((column) => printable(column.cell(row)) || '-'));
  lines.unshift(columns.map((column) => column.heading));
  const widths = columns.map((_, index) =>
    lines.reduce((widest, cells) => Math.max(widest, displayWidth(cells[index] ?? '')), 0),
  );
  return lines
    .map((cells) =>
      cells
        .map((cell, index) => {
          const blanks = ' '.repeat((widths[index] ?? 0) - displayWidth(cell));
          return columns[index]?.right === true ? blanks + cell : cell + blanks;
        })
        .join('  ')
        .trimEnd(),
    )
    .join('\n');
}

/** Lays out `name: value` pairs, values aligned, one a line. */
export function formatPairs(pairs: readonly (readonly [name: string, value: string])[]): string {
  const width = pairs.reduce((widest, [name]) => Math.max(widest, displayWidth(name)), 0);
  return pairs
    .map(([name, value]) => `${name}:${' '.repeat(width - displayWidth(name) + 1)}${printable(value) || '-'}`)
    .join('\n');
}
