/** Whether a column holds the balance of the account that the trades of its table move. */
import { CENT, SAMPLED_ROWS } from '../words/table-columns.ts';

type Cells = readonly string[];

/** Whether a column moves by what rows brought, from the row before or to the one after, in most rows of those that count. */
export function movesBy(
  rows: readonly Cells[],
  balance: (row: Cells) => number,
  gain: (row: Cells) => number,
  counts: (row: Cells) => boolean = () => true,
): boolean {
  const counted = [...rows.slice(0, SAMPLED_ROWS).keys()].filter((at) => counts(rows[at] as Cells));
  return [-1, 1].some((step) => {
    const moved = counted.filter((at) => {
      const [row, other] = [rows[at] as Cells, rows[at + step]];
      return other !== undefined && Math.abs(balance(row) - balance(other) - gain(row)) < CENT;
    });
    return moved.length * 2 > counted.length;
  });
}
