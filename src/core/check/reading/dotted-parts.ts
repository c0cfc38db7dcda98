/** Times of day and days that are written with a dot, as amounts are: `09.36`, `07.12.`. */
import type { Table } from './unreadable.ts';

type Rows = Table['rows'];

const PARTS = /^(\d{1,2})\.(\d\d)\.?$/;
const SAMPLED_ROWS = 500;
const FEWEST = 4;

/** A sample of the cells of a table that may hold amounts: those that no such column has. */
export function* amountCells({ rows }: Table): Generator<string> {
  const step = Math.max(1, Math.floor(rows.length / 2_000));
  const dotted = dottedPlaces(rows);
  for (let at = 0; at < rows.length; at += step)
    yield* (rows[at] as readonly string[]).filter((_cell, place) => !dotted.includes(place));
}

/** The columns whose numbers are all two parts with a dot, some of them led by a 0 as no amount is. */
function dottedPlaces(rows: Rows): readonly number[] {
  const sample = rows.slice(0, SAMPLED_ROWS);
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
  return Array.from({ length: width }, (_, at) => at).filter((at) => {
    const cells = numbersAt(sample, at);
    return (
      cells.length >= FEWEST &&
      cells.every((cell) => PARTS.test(cell)) &&
      cells.some((cell) => /^0\d/.test(cell))
    );
  });
}

/** A table with a colon in the times of day that have a dot: some of their minutes are no day of a month. */
export function withColons(table: Table): Table {
  const clocks = dottedPlaces(table.rows).filter((at) => {
    const parts = numbersAt(table.rows, at).map((cell) => PARTS.exec(cell) ?? []);
    return (
      parts.every(([, hour, minute]) => Number(hour) < 24 && Number(minute) < 60) &&
      parts.some(([, , minute]) => Number(minute) > 31)
    );
  });
  if (clocks.length === 0) return table;
  const rows = table.rows.map((row) =>
    clocks.reduce(
      (cells, at) =>
        PARTS.test(cells[at] ?? '') ? cells.with(at, cells[at]?.replace('.', ':') ?? '') : cells,
      row,
    ),
  );
  return { ...table, rows };
}

function numbersAt(rows: Rows, at: number): readonly string[] {
  return rows.flatMap((row) => (/\d/.test(row[at] ?? '') ? (row[at] as string) : []));
}
