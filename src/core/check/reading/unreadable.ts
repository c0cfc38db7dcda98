/** Why a file cannot be read as a track record at all: one sentence for the reader. */
export class Unreadable extends Error {
  constructor(sentence: string) {
    super(sentence);
    this.name = 'Unreadable';
  }
}

/** More bytes are not read: 1,000,000 trades fit into it. */
const MOST_BYTES = 100_000_000;
const MOST_ROWS = 1_000_000;
const MOST_COLUMNS = 500;

/** Throws an Unreadable where a file is larger than what is read. */
export function requireReadableSize(bytes: number): void {
  if (bytes > MOST_BYTES)
    throw new Unreadable(
      `The file has ${Math.ceil(bytes / 1e6)} MB; at most ${MOST_BYTES / 1e6} MB are read. Export a shorter span.`,
    );
}

/** Throws an Unreadable where a table has more rows than are read. */
export function requireReadableRows(rows: number): void {
  if (rows > MOST_ROWS)
    throw new Unreadable(
      'The file has more than 1,000,000 rows, which is the most that is read. Export a shorter span.',
    );
}

/** Throws an Unreadable where a row has more cells than a table of trades can have. */
export function requireReadableColumns(line: number, columns: number): void {
  if (columns > MOST_COLUMNS)
    throw new Unreadable(
      `Line ${line} has more than ${MOST_COLUMNS} columns: this is not a table of trades.`,
    );
}
