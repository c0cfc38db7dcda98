/** What profits are: amounts, multiples of what was at risk, or percentages; of one or of all that was traded; with a sign or without. */
import { isBlank } from './amount.ts';
import { namedMeaning } from './column-names.ts';
import type { Cells } from './table-columns.ts';
import { SIZE } from './trade-sizes.ts';
import { plainWords } from './words.ts';

/** What each trade may lose, and the names of columns that say how many times it. */
const RISK = /(?<!\p{L})risk/u;
export const MULTIPLE =
  /^(?:(?:planned|actual|achieved|reali[sz]ed|final|closed|net|result|gain|profit|pnl|p l) )?(?:r|rrr?|r r|(?:risk|reward) (?:to )?(?:reward|risk))(?: (?:ratio|mult\p{L}*|achieved|reali[sz]ed|actual|final|gained|made|won|result))*$/u;

/** What of its stake a trade brought. */
const OF_STAKE = /(?<!\p{L})(?:roi|return on (?:stake|investment))(?!\p{L})/u;

/**
 * What of the stake of its row a profit of 1 is: all of it where profits are multiples of what was at risk, as `-1R`, a hundredth where they are
 * percentages of it, of which none is below -100, and some are that. Undefined where they are amounts.
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
  // More than each stake.
  const areWhole =
    lost.every((profit) => profit === -100) &&
    given.every((row) => stakeOf(row) < 100) &&
    !SIZE.test(plainWords(cells.nameOf('stake')));
  const areShares = arePercentages(cells) || OF_STAKE.test(name) || areWhole;
  return areShares && lost.includes(-100) && lost.every((profit) => profit >= -100) ? 0.01 : undefined;
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

/** Whether what lost trades brought has no sign: it is their stakes, or no profit is below 0 and no stake is known. */
export function areUnsigned(cells: Cells, endingIn: (row: readonly string[]) => string | undefined): boolean {
  const { at, rows, number, nameOf } = cells;
  if (at.result === undefined || at.profit === undefined) return false;
  const arePercent = arePercentages(cells);
  const amountsOf = (ending: string): number[] =>
    rows.flatMap((row) => (endingIn(row) === ending ? (number(row, 'profit') ?? 0) : []));
  const lost = rows.filter((row) => endingIn(row) === 'lost');
  if (at.stake !== undefined) {
    const isWhole = (row: readonly string[]): boolean =>
      number(row, 'profit') === (arePercent ? 100 : number(row, 'stake'));
    return lost.length > 0 && lost.every(isWhole);
  }
  const [gains, losses] = [new Set(amountsOf('won')), amountsOf('lost')];
  // One profit in won and lost rows alike is what a win would bring.
  const areOther = namedMeaning(nameOf('profit')) !== 'profit' || losses.some((loss) => !gains.has(loss));
  return (
    losses.length > 0 && areOther && ![...gains].some((gain) => gain < 0) && losses.every((loss) => loss > 0)
  );
}

const OF_ONE =
  /(?<!\p{L})(?:per|pro|por|par) (?:contract|lot|share|unit|coin|contrato|lote|accion|aktie|stuck)(?!\p{L})/u;

/** The column of how many of what profits are of, where these are named as of one, as "P/L per contract"; -1 where they are not. */
export function timesColumn({ names, nameOf }: Cells): number {
  return OF_ONE.test(plainWords(nameOf('profit')))
    ? names.findIndex((name) => SIZE.test(plainWords(name)))
    : -1;
}
