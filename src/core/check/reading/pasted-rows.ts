import type { Table } from './table.ts';
import { pairIn } from './trade-words.ts';
import { requireReadableRows } from './unreadable.ts';

const FEWEST_ROWS = 3;
const LONGEST_LINE = 200;

/**
 * Trades that were copied from the screen of a broker: a pair begins each, and what else is said of it follows, on lines of its own or
 * on the same; undefined where not all trades have as many parts.
 */
export function pastedRows(text: string): Table | undefined {
  const rows: string[][] = [];
  const lines: number[] = [];
  for (const [at, line] of text.split(/\r?\n/).entries()) {
    if (line.length > LONGEST_LINE) return undefined;
    const cells = line
      .trim()
      .split(/\t| {2,}/)
      .filter((cell) => cell !== '');
    if (pairIn(line) === undefined) rows.at(-1)?.push(...cells);
    else {
      rows.push(cells);
      lines.push(at + 1);
    }
  }
  requireReadableRows(rows.length);
  const parts = rows.every(({ length }) => length === 1) ? rows.map(([line = '']) => partsOf(line)) : rows;
  const width = parts[0]?.length ?? 0;
  const isEven = parts.length >= FEWEST_ROWS && width > 1 && parts.every(({ length }) => length === width);
  return isEven ? { rows: parts, lines } : undefined;
}

/** A line by its single spaces; none of them stands inside an amount of money or before what is in brackets. */
function partsOf(line: string): string[] {
  return line
    .replace(/(\p{Sc}) (?=\d)|(\d) (?=\p{Sc})/gu, '$1$2')
    .replace(/ (?=\()/g, '')
    .split(' ');
}
