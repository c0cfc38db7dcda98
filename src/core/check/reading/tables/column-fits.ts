/** What the cells of a column can mean. */
import { type DecimalMark, isBlank, parseAmount } from '../words/amount.ts';
import type { Rows } from '../words/table-columns.ts';
import type { Meaning } from '../words/column-names.ts';
import { currencyIn } from '../words/currencies.ts';
import { outcomesOfCodes, parseEnding } from '../words/endings.ts';
import { dateOrderOf, HAS_CLOCK, MomentReader } from '../words/moment.ts';
import { isWrittenOdds } from '../words/payout-kind.ts';
import { parseDirection, parseExpiry } from '../words/trade-words.ts';
import { flagIn } from '../words/words.ts';
import type { Cells } from '../unreadable.ts';

/** So many times of day in a column are those of ends or starts. */
export const MOST_EXPIRIES = 3;

/** The share of a column's filled cells that can have a meaning; 1 where there is no row. */
export function shareThatFits(meaning: Meaning, at: number, sample: Rows, mark: DecimalMark): number {
  // A dash among profits may be a loss that is not written.
  const cells = cellsIn(sample, at).filter((cell) => meaning !== 'profit' || !isBlank(cell));
  return sample.length === 0 ? 1 : shareOf(cells, fitterOf(meaning, cells, mark));
}

/** The share of cells that fit; 0 of none. */
export function shareOf(cells: Cells, fits: (cell: string) => boolean): number {
  return cells.length === 0 ? 0 : cells.filter(fits).length / cells.length;
}

export function fitterOf(meaning: Meaning, cells: Cells, mark: DecimalMark): (cell: string) => boolean {
  const isNumber = (cell: string): boolean => !Number.isNaN(parseAmount(cell, mark));
  switch (meaning) {
    case 'time':
    case 'closed': {
      const ofDay = fitterOf('clock', cells, mark);
      // A few times of day alike are times to expiry.
      if (meaning === 'closed' && cells.every(ofDay) && new Set(cells).size > MOST_EXPIRIES) return ofDay;
      const reader = new MomentReader(dateOrderOf(cells));
      return (cell) => hasMoment(reader, cell) && HAS_CLOCK.test(cell);
    }
    case 'date': {
      const reader = new MomentReader(dateOrderOf(cells));
      return (cell) => hasMoment(reader, cell);
    }
    case 'clock':
      return (cell) => /^\d{1,2}[:h]\d{2}/.test(cell);
    case 'pair':
      return (cell) => /\p{L}/u.test(cell) && cell.length <= 40;
    case 'direction': {
      // A letter tells no side where that of the other side is not known.
      const isHalf = cells.some((cell) => /^\p{L}$/u.test(cell) && parseDirection(cell) === undefined);
      return (cell) => parseDirection(cell) !== undefined && !(isHalf && cell.length === 1);
    }
    case 'expiry':
      return (cell) => !Number.isNaN(parseExpiry(cell, 1));
    case 'payout':
      return (cell) => isNumber(cell) || isWrittenOdds(cell);
    case 'result': {
      const codes = outcomesOfCodes(cells);
      return (cell) => codes.has(cell) || parseEnding(cell) !== undefined || /^[01]$/.test(cell);
    }
    case 'wins':
    case 'losses':
    case 'ties':
      return (cell) => isNumber(cell) || isBlank(cell) || flagIn(cell) !== undefined;
    case 'id': {
      const isNumbered = new Set(cells).size * MOST_PARTS > cells.length;
      return (cell) => isNumbered && cells.filter((one) => one === '0').length < 2 && NUMBER.test(cell);
    }
    default:
      return isNumber;
  }
}

/** A number, an amount or a date: no name of a column. */
export function isValue(cell: string): boolean {
  return /\d/.test(cell) && (!/\p{L}/u.test(cell) || IN_NO_NAME.test(cell) || currencyIn(cell) !== undefined);
}

/** A time of day with seconds, and a long number. */
const IN_NO_NAME = /\d\d:\d\d:\d\d|\d{5}/;

/** Rows of one trade are fewer. */
export const MOST_PARTS = 10;
/** The number of a trade, an order or a position, which can have letters in it. */
const NUMBER = /^#?[\p{L}\d_-]*\d[\p{L}\d_-]*$/u;

/** The filled cells of a column. */
export function cellsIn(sample: Rows, at: number): string[] {
  return sample.map((row) => row[at] ?? '').filter((cell) => cell !== '');
}

function hasMoment(reader: MomentReader, cell: string): boolean {
  try {
    return reader.read(cell) !== undefined;
  } catch {
    return true;
  }
}

/** Yes and no, 1 and 0, plus and minus, hit and miss can be of anything where no name that is known says of what; L of a side. */
export function isSureEnding(cell: string): boolean {
  return (
    parseEnding(cell) !== undefined &&
    !/^(?:[01l+–—−-]|hit|miss(?:ed)?)$/i.test(cell) &&
    flagIn(cell) === undefined
  );
}
