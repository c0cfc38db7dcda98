/** How large trades are beside each other where no column holds their stakes: by lots, or by how far the price went. */
import { MOVES } from './column-names.ts';
import { plainWords } from './words.ts';
import type { Cells } from '../unreadable.ts';

/** Names of columns with the sizes of orders and positions. */
export const SIZE =
  /^(?:(?:filled|executed|trade|order|closed|total) )?(?:size|sz|qty|quantity|amount|vol|volume|(?:units )?lots?|contracts|(?:no of |number of )?shares|units|cantidad|quantidade|menge|volumen|объем|количество|miktar|executed)$/u;

export type SizeOf = (row: Cells) => number | null;

/** The numbers of a table as they are read. */
interface Numbers {
  readonly at: { readonly stake?: number; readonly profit?: number };
  amount(cell: string): number;
}

const NONE: SizeOf = () => null;

/**
 * What reads the size of a trade out of its row: the column of lots, or the profit over that of pips, by which losses are most
 * alike; nothing where they are most alike as they are, or where such a column is not known of each trade that won or lost.
 */
export function sizeReader(
  names: Cells,
  rows: readonly Cells[],
  cells: Numbers,
  gainOf: (row: Cells) => number,
): SizeOf {
  const ended = rows.filter((row) => Math.abs(gainOf(row)) > 0);
  const lost = ended.filter((row) => gainOf(row) < 0);
  const spreadOf = (sizeOf: SizeOf): number => spread(lost.map((row) => gainOf(row) / (sizeOf(row) ?? 1)));
  const found = names.flatMap((name, at): SizeOf[] => {
    const words = plainWords(name);
    const numberIn = (row: Cells): number => cells.amount(row[at] ?? '');
    // What trades brought is no size of its own.
    if (at === cells.at.profit) return [];
    if (at === cells.at.stake || SIZE.test(words)) return [(row) => sizeOrNone(Math.abs(numberIn(row)))];
    return MOVES.test(words) ? [(row) => sizeOrNone(gainOf(row) / numberIn(row))] : [];
  });
  return found
    .filter((sizeOf) => ended.every((row) => sizeOf(row) !== null))
    .reduce((best, sizeOf) => (spreadOf(sizeOf) < spreadOf(best) ? sizeOf : best), NONE);
}

function sizeOrNone(size: number): number | null {
  return size > 0 && Number.isFinite(size) ? size : null;
}

/** The standard deviation over the mean. */
function spread(values: readonly number[]): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  return Math.sqrt(values.reduce((sum, value) => sum + (value / mean - 1) ** 2, 0) / values.length);
}
