/**
 * One user's row of an export, before anything is believed of it: the line it starts at (1 for the first) and its
 * fields by the column names of the hosted service's users table; or why the row itself could not be read.
 */
export type ExportRow =
  | { readonly line: number; readonly fields: Readonly<Record<string, unknown>> }
  | { readonly line: number; readonly problem: string };

/** A row longer than this is not a user: most likely a quote was never closed. In UTF-16 units. */
export const LONGEST_ROW = 1_000_000;

/** The file as a whole cannot be read on, from `line` (undefined when it does not depend on a line). */
export class ExportFormatError extends Error {
  readonly line: number | undefined;

  constructor(message: string, line?: number) {
    super(line === undefined ? message : `line ${line}: ${message}`);
    this.name = 'ExportFormatError';
    this.line = line;
  }
}
