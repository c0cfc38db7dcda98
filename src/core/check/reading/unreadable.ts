/** What a source is read as, and why it, or a row of it, cannot be. */
import type { TradeOutcome } from '../trade.ts';

/** The cells of a row. */
export type Cells = readonly string[];

/** Rows of cells as a source has them, headings and all. Rows without any text are left out. */
export interface Table {
  readonly rows: readonly Cells[];
  /** Where each row stands in its source, from 1. */
  readonly lines: readonly number[];
  /** That of a sheet of a workbook. */
  readonly name?: string;
}

/** The row of a table at a line of its source. */
export function rowAt({ rows, lines }: Table, line: number): readonly string[] {
  let [low, high] = [0, lines.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((lines[middle] as number) < line) low = middle + 1;
    else high = middle;
  }
  return rows[low] ?? [];
}

/** What a stated sum counts; a rate is in percent. */
export type SumOf = TradeOutcome | 'all' | 'rate' | 'profit';

/** Why a row or a message is no trade: a code and the parts of its sentence, which is written where it is read. */
export type RowReason =
  | {
      readonly code:
        | 'above-names'
        | 'names-columns'
        | 'other-table'
        | 'sum'
        | 'no-ending'
        | 'no-signal'
        | 'no-open-signal'
        | 'unsure-ending'
        | 'opening'
        | 'unresolved';
    }
  | {
      readonly code:
        | 'no-time'
        | 'no-clock'
        | 'no-direction'
        | 'no-expiry'
        | 'no-number'
        | 'stake-not-above-0'
        | 'no-outcome';
      /** What the row has there, cut where it is long. */
      readonly cell: string;
      /** It is a word for what is no trade. */
      readonly isKnown?: boolean;
    }
  | { readonly code: 'no-month'; readonly month: number }
  | { readonly code: 'no-day'; readonly day: number; readonly month: number }
  | { readonly code: 'repeated'; readonly what: 'row' | 'message'; readonly line: number }
  | { readonly code: 'sum-differs'; readonly of: SumOf; readonly stated: number; readonly counted: number }
  | { readonly code: 'contradiction'; readonly cell: string; readonly profit: number };

/** Thrown where a row turns out to be no trade. No Error: of 100,000 rows the stacks would take 100 MB. */
export class NotATrade {
  readonly why: RowReason;

  constructor(why: RowReason) {
    this.why = why;
  }
}

/** Null where what is read is no trade's. */
export function orNull<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch (error) {
    if (error instanceof NotATrade) return null;
    throw error;
  }
}

/** Where an outcome was looked for and not found. */
export type SearchedPart = 'text' | 'table' | 'page' | 'json' | 'chat';

/** Why a file cannot be read as a track record: a code and the parts of its sentence, which is written where it is read. */
export type FileReason =
  | {
      readonly code:
        | 'empty'
        | 'no-text'
        | 'old-excel'
        | 'pdf'
        | 'gzip'
        | 'picture'
        | 'no-spreadsheet'
        | 'damaged'
        | 'password'
        | 'no-list'
        | 'promised'
        | 'no-number-of-trades'
        | 'one-count';
    }
  | { readonly code: 'too-large'; readonly megabytes: number; readonly most: number }
  | { readonly code: 'swells'; readonly most: number }
  | { readonly code: 'too-many-rows'; readonly most: number }
  | { readonly code: 'too-many-columns'; readonly line: number; readonly most: number }
  | { readonly code: 'no-outcomes'; readonly part: SearchedPart }
  | { readonly code: 'no-trade'; readonly rows: number; readonly line: number; readonly why: RowReason };

/** Thrown where a file cannot be read as a track record. */
export class Unreadable extends Error {
  readonly why: FileReason;

  constructor(why: FileReason) {
    super(why.code);
    this.name = 'Unreadable';
    this.why = why;
  }
}

const MOST_BYTES = 100_000_000;
/** More rows, messages or trades are not read: those take less than 400 MB of memory, whatever is asked about them. */
const MOST_ROWS = 225_000;
const MOST_COLUMNS = 500;

/** Throws an Unreadable where a file is larger than what is read. */
export function requireReadableSize(bytes: number): void {
  if (bytes > MOST_BYTES)
    throw new Unreadable({ code: 'too-large', megabytes: Math.ceil(bytes / 1e6), most: MOST_BYTES / 1e6 });
}

/** Throws an Unreadable where a table has more rows than are read. */
export function requireReadableRows(rows: number): void {
  if (rows > MOST_ROWS) throw new Unreadable({ code: 'too-many-rows', most: MOST_ROWS });
}

/** Throws an Unreadable where a row has more cells than a table of trades can have. */
export function requireReadableColumns(line: number, columns: number): void {
  if (columns > MOST_COLUMNS) throw new Unreadable({ code: 'too-many-columns', line, most: MOST_COLUMNS });
}
