/** The rows of a table that may be trades, and those that are set apart before any is read. */
import type { DecimalMark } from '../words/amount.ts';
import { isValue, shareThatFits } from './column-fits.ts';
import type { Meaning } from '../words/column-names.ts';
import { isSameRow, namesColumns, namesOf } from './columns.ts';
import { LONGEST_ROW, type NotUnderstood, shown } from '../reading.ts';
import { openSections } from './row-kinds.ts';
import type { Heading } from '../words/table-columns.ts';
import type { RowReason, Table } from '../unreadable.ts';
import type { Apart } from './left-out-rows.ts';

/** More rows below other names are those of another table, which is read or lists the same trades. */
const MOST_BELOW = 4;

export const AMOUNTS: ReadonlySet<Meaning> = new Set(['stake', 'profit', 'returned', 'wins', 'losses']);

export type Lines = ReturnType<typeof sortedLines>;

/** Sets the rows that name columns, stand above them or belong to another table apart. */
export function sortedLines(table: Table, heading: Heading, mark: DecimalMark) {
  const named = table.rows[heading.row] ?? [];
  const candidates: (readonly string[])[] = [];
  const lines: number[] = [];
  const others: NotUnderstood[] = [];
  const [below, unknown]: [Apart[], Apart[]] = [[], []];
  const open: (readonly string[])[] = [];
  let isOtherTable = false;
  let isKnown = false;
  const isOpen = openSections(table.rows, heading.row);
  for (const [at, row] of table.rows.entries()) {
    if (at === heading.row) continue;
    let why: RowReason | undefined;
    if (at < heading.row && !isLikeTrade(row, heading, mark)) why = { code: 'above-names' };
    // Units stand just below the names.
    else if (namesColumns(row, named) || (at !== heading.row + 1 && areWords(row, heading, mark))) {
      isOtherTable = !isSameRow(row, named);
      isKnown = namesOf(row) !== undefined;
      why = { code: 'names-columns' };
    } else if (isOtherTable || isOpen[at] === true) why = { code: 'other-table' };
    const line = table.lines[at] as number;
    if (why === undefined) {
      candidates.push(row);
      lines.push(line);
      continue;
    }
    const left = { line, text: rowText(row), why };
    others.push(left);
    if (isOpen[at] === true) open.push(row);
    else if (why.code === 'other-table') (isKnown ? below : unknown).push({ row, left });
  }
  // Orders stand at the times of the positions that they opened and closed.
  const stamps = new Set(unknown.length === 0 ? [] : candidates.flat().filter((cell) => STAMP.test(cell)));
  const ofThese = unknown.filter(({ row }) => row.some((cell) => stamps.has(cell)));
  return {
    /** Rows that may be trades, and where each stands in its source. */
    candidates,
    lines,
    others,
    open,
    /** Those of them that stand below other names, and not below a title that says that they are open. */
    below: [
      ...(ofThese.length * 2 > unknown.length ? [] : unknown),
      ...(below.length > MOST_BELOW ? [] : below),
    ],
  };
}

const STAMP = /\d\D\d\d.*\d:\d\d/;

/** Whether a row has words alone where others have dates and numbers. */
function areWords(row: readonly string[], { columns }: Heading, mark: DecimalMark): boolean {
  // A title may stand in each cell that it spans.
  if (row.some(isValue) || new Set(row.filter(Boolean)).size < 2) return false;
  const words = columns.filter(
    ({ meaning, at }) =>
      VALUES.has(meaning) && /\p{L}/u.test(row[at] ?? '') && shareThatFits(meaning, at, [row], mark) === 0,
  );
  return words.length > 1;
}

const VALUES: ReadonlySet<Meaning> = new Set(['time', 'date', 'clock', 'entry', 'payout', ...AMOUNTS]);

/** Whether a row above the names has what stands below them, as where the names are repeated and their first row is lost. */
function isLikeTrade(row: readonly string[], { columns }: Heading, mark: DecimalMark): boolean {
  const fitting = columns.filter(({ meaning, at }) => shareThatFits(meaning, at, [row], mark) > 0);
  const isMost = fitting.length > 2 && fitting.length * 2 > columns.length;
  return /\d/.test(row.join('')) && (isMost || fitting.length === columns.length);
}

export function rowText(row: readonly string[]): string {
  return shown(row.filter((cell) => cell !== '').join(', '), LONGEST_ROW);
}
