import { amountAt, type DecimalMark } from './amount.ts';
import { namedMeanings } from './column-names.ts';
import { parseEnding } from './endings.ts';
import { fromHead, headOf, type Table } from './unreadable.ts';
import { plainWords } from './words.ts';

/** Names of columns that say how what was backed or laid ended: a lay of it ends the other way. */
const OF_SELECTION = /^(?:selection|horse|runner|team|player|match)(?: s)? (?:result|outcome|status)$/;

/**
 * A table of a betting exchange in which each lay at odds of o is what it comes to: a stake of the liability, o - 1 times that of
 * the backer, at odds of o / (o - 1), won where what was laid is said to have lost. Any other table as it is.
 */
export function withLiabilities(table: Table, mark: DecimalMark): Table {
  const ofSelection = (row: readonly string[]): number =>
    row.findIndex((name) => OF_SELECTION.test(plainWords(name)));
  const head = headOf(table, (row) => {
    const meanings = namedMeanings(row);
    return meanings.includes('payout') && (meanings.includes('profit') || ofSelection(row) !== -1);
  });
  const names = table.rows[head] ?? [];
  const meanings = namedMeanings(names);
  const [odds, stake] = [meanings.indexOf('payout'), meanings.indexOf('stake')];
  const isLaid = (row: readonly string[]): boolean => row.some((cell) => /^lay$/i.test(cell));
  if (head === -1 || !/odds/i.test(names[odds] ?? '') || !table.rows.some(isLaid)) return table;
  const [profit, result] = [meanings.indexOf('profit'), meanings.indexOf('result')];
  const isDenied = (row: readonly string[]): boolean => {
    const [ending, gain] = [parseEnding(row[result] ?? ''), amountAt(row, profit, mark)];
    return (ending === 'won' && gain < 0) || (ending === 'lost' && gain > 0);
  };
  const laid = table.rows.slice(head + 1).filter(isLaid);
  // What laid bets brought says whose result a column holds that is named without it.
  const said = profit !== -1 && laid.every(isDenied) ? result : ofSelection(names);
  const written = (amount: number): string => amount.toFixed(8).replace('.', mark);
  return fromHead(table, head, (row) => {
    const laidAt = amountAt(row, odds, mark);
    if (!isLaid(row) || !(laidAt > 1)) return row;
    const staked = amountAt(row, stake, mark);
    const isBackers = Number.isFinite(staked) && !/liab/i.test(names[stake] ?? '');
    return row.map((cell, place) => {
      const ending = place === said ? parseEnding(cell) : undefined;
      if (ending === 'won' || ending === 'lost') return ending === 'won' ? 'Lost' : 'Won';
      if (said !== -1 && /^lay$/i.test(cell)) return 'Laid';
      if (place === odds) return written(laidAt / (laidAt - 1));
      return place === stake && isBackers ? written(staked * (laidAt - 1)) : cell;
    });
  });
}
