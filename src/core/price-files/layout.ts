/** What a column of a price file holds. `date` and `clock` are the two halves of a time kept in two columns. */
export type ColumnRole =
  | 'time'
  | 'date'
  | 'clock'
  | 'open'
  | 'high'
  | 'low'
  | 'close'
  | 'volume'
  | 'bid'
  | 'ask'
  | 'pair'
  | 'skip';

/** How a day is written: `20180131`, year first, day first, month first, or a count of milliseconds or seconds. */
export type DateStyle = 'compact' | 'ymd' | 'dmy' | 'mdy' | 'epoch-ms' | 'epoch-s';

export type PriceFileKind = 'm1' | 'ticks';

/** Whose program wrote a file, as far as its columns show it; `csv` where they do not. */
export type Vendor = 'csv' | 'histdata' | 'mt4' | 'mt5' | 'dukascopy' | 'truefx';

/** How a price file is laid out: enough to decode its rows without looking at them again. */
export interface Layout {
  readonly vendor: Vendor;
  readonly kind: PriceFileKind;
  /** The byte between columns. */
  readonly delimiter: number;
  readonly headerLines: 0 | 1;
  readonly roles: readonly ColumnRole[];
  readonly dateStyle: DateStyle;
  /** The rows carry their own distance from UTC (a count since 1970, `Z` or `+02:00`), so no clock need be given. */
  readonly ownClock: boolean;
  /** The clock that the file itself names, as in Dukascopy's "Gmt time" heading. */
  readonly statedClock: string | undefined;
}

/** A file, or a row of it, that cannot be read as prices; the message is a sentence for people. */
export class LayoutError extends Error {
  override readonly name = 'LayoutError';
  /** 1 for the first line of the file. */
  readonly line: number;
  /** What the reader can do about it. */
  readonly hint: string;

  constructor(message: string, line: number, hint: string) {
    super(message);
    this.line = line;
    this.hint = hint;
  }
}
