/** Amounts with three digits behind their only mark, of which nothing in their table says whether these are decimals. */
import { type DecimalMark, ownMark } from './amount.ts';
import type { Asker } from '../questions.ts';

const GROUPED = /^[(+−-]*[1-9]\d{0,2}[.,](\d{3})\)?$/;
const WHOLE = /^[(+−-]*\d{1,3}\)?$/;
/** A win that is so many times larger than any amount without a mark is none. */
const FAR = 100;

/** The decimal mark of the amounts in columns of a table that shows none elsewhere: asked where all that have one have three digits behind it. */
export function askMark(columns: readonly (readonly string[])[], asker: Asker): DecimalMark {
  for (const cells of columns) {
    const mark = ownMark(cells, '.');
    if (mark === ownMark(cells, ',') && cells.length > 0) return mark;
  }
  const amounts = columns.flat().filter((cell) => /[1-9]/.test(cell));
  const grouped = amounts.filter((cell) => GROUPED.test(cell));
  const whole = amounts.filter((cell) => WHOLE.test(cell));
  const [mark, other] = new Set(grouped.map((cell) => /[.,]/.exec(cell)?.[0] as DecimalMark));
  if (mark === undefined || other !== undefined || grouped.length + whole.length < amounts.length) return '.';
  const sizeOf = (cell: string): number => Number(cell.replace(/\D/g, ''));
  const most = whole.reduce((size, cell) => Math.max(size, sizeOf(cell)), 0);
  const least = grouped.reduce((size, cell) => Math.min(size, sizeOf(cell)), Number.POSITIVE_INFINITY);
  if (most > 0 && least > most * FAR) return mark;
  const isOfThousands = asker.ask('dotted-amounts', ['thousands', 'decimals'], grouped) === 'thousands';
  return isOfThousands === (mark === '.') ? ',' : '.';
}
