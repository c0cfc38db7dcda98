import { requireReadableColumns, requireReadableRows, type Table } from '../unreadable.ts';
import { remembering } from '../words/words.ts';

export const DELIMITERS = [',', ';', '\t', '|'] as const;
export type Delimiter = (typeof DELIMITERS)[number];

const NEW_LINE = 10;
const RETURN = 13;
const QUOTE = 34;
/** A quote that is not closed within so many characters does not open a cell. */
const LONGEST_CELL = 100_000;
const LONGEST_SHARED = 10;
/** What stands below the names of a table in Markdown. */
const RULE = /^(?::?-{3,}:?)?$/;

/**
 * The rows of a delimited text (RFC 4180, any delimiter, LF, CRLF or CR), at most `mostRows` of them. A quote that never closes
 * is a character like others. Throws an Unreadable where there are too many rows or columns.
 */
export function parseDelimited(
  text: string,
  delimiter: Delimiter,
  mostRows = Number.POSITIVE_INFINITY,
): Table {
  const rows: (readonly string[])[] = [];
  // Of cells that repeat, as pairs and outcomes, one string is kept; a row takes no more places than it has cells.
  const one = remembering((cell) => cell);
  const lines: number[] = [];
  const comma = delimiter.charCodeAt(0);
  let line = 1;
  let at = 0;
  while (at < text.length && rows.length < mostRows) {
    const rowLine = line;
    const row: string[] = [];
    let isEmpty = true;
    for (;;) {
      let quoted = text.charCodeAt(at) === QUOTE ? closingQuote(text, at, comma) : -1;
      if (quoted !== -1 && holdsRows(text.slice(at, quoted), delimiter, rows[0]?.length ?? 0)) quoted = -1;
      let end: number;
      let cell: string;
      if (quoted === -1) {
        end = cellEnd(text, at, comma);
        cell = text.slice(at, end).trim();
        if (cell.length <= LONGEST_SHARED) cell = one(cell);
      } else {
        end = quoted + 1;
        cell = text
          .slice(at + 1, quoted)
          .replaceAll('""', '"')
          .trim();
        for (let inside = at; inside < quoted; inside += 1)
          if (text.charCodeAt(inside) === NEW_LINE) line += 1;
      }
      if (cell !== '') isEmpty = false;
      row.push(cell);
      requireReadableColumns(rowLine, row.length);
      at = end;
      if (at >= text.length || text.charCodeAt(at) !== comma) break;
      at += 1;
    }
    if (text.charCodeAt(at) === RETURN && text.charCodeAt(at + 1) === NEW_LINE) at += 1;
    at += 1;
    line += 1;
    if (isEmpty || row.every((cell) => RULE.test(cell))) continue;
    rows.push(row.slice());
    lines.push(rowLine);
    requireReadableRows(rows.length);
  }
  return { rows: delimiter === ',' ? withoutDecimalCommas(rows) : rows, lines };
}

/** Whether a quoted text holds whole rows of a table: a quote in a note opens no cell. */
function holdsRows(text: string, delimiter: Delimiter, width: number): boolean {
  const inner = text.split('\n').slice(1, -1);
  return width > 2 && inner.length > 0 && inner.every((line) => line.split(delimiter).length === width);
}

/** Rows that have as many more cells than the first, that of the names, as they have numbers with a decimal comma: these are one cell. With one at most, others may have none. */
function withoutDecimalCommas(rows: readonly (readonly string[])[]): readonly (readonly string[])[] {
  const [names = [], ...others] = rows;
  const width = others.reduce((most, { length }) => Math.max(most, length), 0);
  const isWide = ({ length }: readonly string[]): boolean => length === width;
  const isOther = (row: readonly string[]): boolean =>
    !isWide(row) && (width !== names.length + 1 || row.length !== names.length);
  if (width <= names.length || names.length < 2 || others.some(isOther)) return rows;
  const wide = others.filter(isWide);
  // In a few rows the last text has a comma.
  const areWords = wide.every((row) => row.slice(names.length - 1).every((cell) => /^\P{N}+$/u.test(cell)));
  if (areWords && wide.length * 2 < others.length) return rows;
  const at = Array.from({ length: width }, (_, place) => place).findLast((place) =>
    wide.every((row) => /^[+-]?\d+$/.test(row[place - 1] ?? '') && /^\d{1,5}$/.test(row[place] as string)),
  );
  if (at === undefined) return rows;
  const joined = (row: readonly string[]): readonly string[] =>
    isWide(row) ? [...row.slice(0, at - 1), `${row[at - 1]}.${row[at]}`, ...row.slice(at + 1)] : row;
  return withoutDecimalCommas([names, ...others.map(joined)]);
}

function cellEnd(text: string, from: number, comma: number): number {
  let at = from;
  for (; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === comma || code === NEW_LINE || code === RETURN) break;
  }
  return at;
}

/** Where a quoted cell that begins at a quote closes; -1 when it does not, or something else follows its quote. */
function closingQuote(text: string, from: number, comma: number): number {
  for (let at = text.indexOf('"', from + 1); at !== -1; at = text.indexOf('"', at + 1)) {
    if (at - from > LONGEST_CELL) return -1;
    const next = text.charCodeAt(at + 1);
    if (next === QUOTE) at += 1;
    else return at + 1 === text.length || next === comma || next === NEW_LINE || next === RETURN ? at : -1;
  }
  return -1;
}
