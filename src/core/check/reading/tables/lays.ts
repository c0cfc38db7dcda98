/** Bets that are settled otherwise than as a stake that is won or lost: those that were laid, and those of which half was a tie. */
import { amountAt, amountCell, type DecimalMark } from '../words/amount.ts';
import { namedMeanings } from '../words/column-names.ts';
import { parseEnding } from '../words/endings.ts';
import { isNamedOdds } from '../words/payout-kind.ts';
import { headed } from '../words/headed-table.ts';
import type { Table } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

/** Names of columns that say how what was backed or laid ended: a lay of it ends the other way. */
const OF_SELECTION = /^(?:selection|horse|runner|team|player|match)(?: s)? (?:result|outcome|status)$/;

/**
 * A table of a betting exchange in which each lay at odds of o is what it comes to: a stake of the liability, o - 1 times that of
 * the backer, at odds of o / (o - 1), won where what was laid is said to have lost. Any other table as it is.
 */
export function withLiabilities(table: Table, mark: DecimalMark): Table {
  const ofSelection = (row: readonly string[]): number =>
    row.findIndex((name) => OF_SELECTION.test(plainWords(name)));
  const { names, meanings, below, withCells } = headed(table, (row) => {
    const named = namedMeanings(row);
    return named.includes('payout') && (named.includes('profit') || ofSelection(row) !== -1);
  });
  const [odds, stake] = [meanings.indexOf('payout'), meanings.indexOf('stake')];
  const isLaid = (row: readonly string[]): boolean => row.some((cell) => /^lay$/i.test(cell));
  if (!/odds/i.test(names[odds] ?? '') || !table.rows.some(isLaid)) return table;
  const [profit, result] = [meanings.indexOf('profit'), meanings.indexOf('result')];
  const isDenied = (row: readonly string[]): boolean => {
    const [ending, gain] = [parseEnding(row[result] ?? ''), amountAt(row, profit, mark)];
    return (ending === 'won' && gain < 0) || (ending === 'lost' && gain > 0);
  };
  const laid = below.filter(isLaid);
  // What laid bets brought says whose result a column holds that is named without it.
  const said = profit !== -1 && laid.every(isDenied) ? result : ofSelection(names);
  return withCells((row) => {
    const laidAt = amountAt(row, odds, mark);
    if (!isLaid(row) || !(laidAt > 1)) return row;
    const staked = amountAt(row, stake, mark);
    const isBackers = Number.isFinite(staked) && !/liab/i.test(names[stake] ?? '');
    return row.map((cell, place) => {
      const ending = place === said ? parseEnding(cell) : undefined;
      if (ending === 'won' || ending === 'lost') return ending === 'won' ? 'Lost' : 'Won';
      if (said !== -1 && /^lay$/i.test(cell)) return 'Laid';
      if (place === odds) return amountCell(laidAt / (laidAt - 1), mark);
      return place === stake && isBackers ? amountCell(staked * (laidAt - 1), mark) : cell;
    });
  });
}

const HALVES =
  'half|½|1/2|mei[oa]|medi[oa]|halb|demi|moitié|mezz[ao]|половин\\p{L}*|наполовину|yarı[mı]?|setengah|nửa|一半|半|आधा|আধা|نصف|h(?=[wl]$)';
const HALF = new RegExp(
  `^(?:(?:${HALVES})[ -]?)(\\p{L}.*)$|^(\\p{L}.*?)(?:[ (-]+(?:${HALVES})\\)?| ?/ ?(?:2|push|draw|void|refund))$`,
  'iu',
);
/**
 * A table in which a bet of which half was won or lost, as of an Asian handicap, is one of half the stake, where nothing says what it
 * brought. Any other table as it is.
 */
export function withHalves(table: Table, mark: DecimalMark): Table {
  const { head, names, meanings, withCells } = headed(table, (row) => namedMeanings(row).includes('result'));
  // Without odds, `1/2` may be a step of several.
  const isWritten = (cell: string): boolean =>
    HALF.test(cell) && (!cell.includes('1/2') || names.some(isNamedOdds));
  const at = table.rows.find((row) => row.some(isWritten))?.findIndex(isWritten) ?? -1;
  const endingOf = (row: readonly string[]): string =>
    HALF.exec(row[at] ?? '')
      ?.slice(1)
      .find(Boolean) ?? '';
  const isHalf = (row: readonly string[]): boolean => /^(?:won|lost)$/.test(parseEnding(endingOf(row)) ?? '');
  if (head === -1 || !table.rows.some(isHalf)) return table;
  const isTold = meanings.includes('profit') || meanings.includes('returned');
  const stake = meanings.indexOf('stake');
  return withCells((row, isHead) => {
    const [half, part] = isHead ? [false, 'Stake'] : isHalf(row) ? [true, 0.5] : [false, 1];
    const staked = amountAt(row, stake, mark) * 0.5;
    const cells = row.map((cell, place) =>
      half && place === at
        ? endingOf(row)
        : half && place === stake && !isTold
          ? String(staked).replace('.', mark)
          : cell,
    );
    return stake === -1 && !isTold ? [...cells, String(part).replace('.', mark)] : cells;
  });
}
