/** What profits are of: amounts, multiples of what was at risk, or percentages. */
import { isBlank } from './amount.ts';
import type { Cells } from './table-columns.ts';
import { plainWords } from './words.ts';

/** What each trade may lose, and the names of columns that say how many times it. */
const RISK = /(?<!\p{L})risk/u;
export const MULTIPLE = /^(?:(?:result|net|gain|profit|pnl|p l) )?r(?: mult\p{L}*)?$/u;

/** What of its stake a trade brought. */
const OF_STAKE = /(?<!\p{L})(?:roi|return on (?:stake|investment))(?!\p{L})/u;

/**
 * What of the stake of its row a profit of 1 is: all of it where profits are multiples of what was at risk, as `-1R`, a hundredth where they are
 * percentages of it, of which none is below -100, and all lost ones are that where the name does not say of what. Undefined where they are amounts.
 */
export function shareOfStake(cells: Cells): number | undefined {
  const given = cells.rows.filter((row) => !isBlank(cells.cell(row, 'profit')) && !cells.isSum(row));
  const name = plainWords(cells.nameOf('profit'));
  const stakeOf = (row: readonly string[]): number => cells.number(row, 'stake') ?? 0;
  const profitOf = (row: readonly string[]): number => cells.number(row, 'profit') ?? 0;
  if (!given.every((row) => stakeOf(row) > 0)) return undefined;
  const isMultiple = (row: readonly string[]): boolean =>
    /\d ?R$/i.test(cells.cell(row, 'profit')) || (MULTIPLE.test(name) && profitOf(row) > -stakeOf(row));
  if (RISK.test(plainWords(cells.nameOf('stake'))) && given.every(isMultiple)) return 1;
  const lost = given.map(profitOf).filter((profit) => profit < 0);
  const isWhole = OF_STAKE.test(name)
    ? lost.every((profit) => profit >= -100)
    : lost.every((profit) => profit === -100);
  return (arePercentages(cells) || OF_STAKE.test(name)) && isWhole && lost.includes(-100) ? 0.01 : undefined;
}

/** Whether profits are percentages. */
export function arePercentages(cells: Cells): boolean {
  const isShare = (row: readonly string[]): boolean =>
    cells.cell(row, 'profit').endsWith('%') || isBlank(cells.cell(row, 'profit')) || cells.isSum(row);
  const isNamed = cells.nameOf('profit').includes('%');
  return cells.at.profit !== undefined && (isNamed || cells.rows.every(isShare));
}

const PIPS = /(?<!\p{L})(?:pips?|points?|pts|ticks?|пункт\p{L}*|pontos|puntos)(?!\p{L})/u;
const IN_PIPS = /\d ?(?:R|pips?|points?|pts|ticks?)$/i;

/** Whether profits are amounts of money: no pips, no percentages and no multiples of a risk. */
export function areAmounts(cells: Cells): boolean {
  const name = plainWords(cells.nameOf('profit'));
  const isOther = PIPS.test(name) || MULTIPLE.test(name) || arePercentages(cells);
  return !isOther && !cells.rows.some((row) => IN_PIPS.test(cells.cell(row, 'profit')));
}
