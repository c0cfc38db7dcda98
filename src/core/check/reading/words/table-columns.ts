/** What of the columns of a table is known, and their cells. */
import { type DecimalMark, parseAmount } from './amount.ts';
import type { Meaning } from './column-names.ts';
import { remembering } from './words.ts';

/** Shares of rows or cells from which on a column is what they say. */
export const MOSTLY = 0.8;
export const NEARLY_ALL = 0.9;
/** A share that says little of the others. */
export const SELDOM = 0.1;
/** Where all rows would take too long, so many are looked at: to compare columns, or to see what one holds. */
export const SAMPLED_ROWS = 1_000;
export const FIRST_ROWS = 200;
/** Amounts that differ by less are the same. */
export const CENT = 0.011;

/** Rows of cells. */
export type Rows = readonly (readonly string[])[];

/** A column that is used, and as what. */
export interface UsedColumn {
  readonly meaning: Meaning;
  /** From 0. */
  readonly at: number;
  /** Empty where the source names none. */
  readonly name: string;
  /** What it holds speaks for it, and may be something else. */
  readonly isGuess?: boolean | undefined;
}

/** Where the columns are named, and what comes of the names. */
export interface Heading {
  /** The row of the names, from 0; -1 where there is none. */
  readonly row: number;
  readonly columns: readonly UsedColumn[];
}

/** The columns of a table and its rows. */
export type TableColumns = ReturnType<typeof tableColumns>;

/** The columns of a table with a heading, its numbers with a decimal mark. */
export function tableColumns({ columns }: Heading, names: readonly string[], rows: Rows, mark: DecimalMark) {
  const amount = remembering((cell) => parseAmount(cell, mark));
  return {
    at: Object.fromEntries(columns.map(({ meaning, at }) => [meaning, at])) as Readonly<
      Partial<Record<Meaning, number>>
    >,
    /** Those that may be trades. */
    rows,
    /** Of all columns; none where the source names none. */
    names,
    /** The name of the column with a meaning; empty where it has none. */
    nameOf: (meaning: Meaning) => columns.find((column) => column.meaning === meaning)?.name ?? '',
    isGuess: (meaning: Meaning) =>
      columns.some((column) => column.meaning === meaning && column.isGuess === true),
    isUsed: (place: number) => columns.some(({ at }) => at === place),
    amount,
    /** The number in a cell of a row; NaN where it holds none. */
    numberAt: (row: readonly string[], at: number) => amount(row[at] ?? ''),
  };
}

/** The cells of a table as they are read. */
export interface Cells extends TableColumns {
  cell(row: readonly string[], meaning: Meaning): string;
  number(row: readonly string[], meaning: NumberMeaning | 'wins' | 'losses'): number | null;
  isSum(row: readonly string[]): boolean;
  /** Its state says that it did not end. */
  hasNoEnd(row: readonly string[]): boolean;
}

export type NumberMeaning = 'stake' | 'payout' | 'profit' | 'returned';
