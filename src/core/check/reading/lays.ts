import { amountAt, type DecimalMark } from './amount.ts';
import { namedMeanings } from './column-names.ts';
import { fromHead, headOf, type Table } from './unreadable.ts';

/**
 * A table of a betting exchange in which each lay at odds of o is what it comes to: a stake of the liability, o - 1 times that of
 * the backer, at odds of o / (o - 1). Any other table as it is.
 */
export function withLiabilities(table: Table, mark: DecimalMark): Table {
  const head = headOf(table, (row) => {
    const meanings = namedMeanings(row);
    return meanings.includes('payout') && meanings.includes('profit');
  });
  const names = table.rows[head] ?? [];
  const meanings = namedMeanings(names);
  const [odds, stake] = [meanings.indexOf('payout'), meanings.indexOf('stake')];
  const isLaid = (row: readonly string[]): boolean => row.some((cell) => /^lay$/i.test(cell));
  if (head === -1 || !/odds/i.test(names[odds] ?? '') || !table.rows.some(isLaid)) return table;
  const written = (amount: number): string => amount.toFixed(8).replace('.', mark);
  return fromHead(table, head, (row) => {
    const laidAt = amountAt(row, odds, mark);
    if (!isLaid(row) || !(laidAt > 1)) return row;
    const staked = amountAt(row, stake, mark);
    const isBackers = Number.isFinite(staked) && !/liab/i.test(names[stake] ?? '');
    return row.map((cell, place) => {
      if (place === odds) return written(laidAt / (laidAt - 1));
      return place === stake && isBackers ? written(staked * (laidAt - 1)) : cell;
    });
  });
}
