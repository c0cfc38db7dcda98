/** Rows of cells as a source has them, headings and all. Rows without any text are left out. */
export interface Table {
  readonly rows: readonly (readonly string[])[];
  /** Where each row stands in its source, from 1. */
  readonly lines: readonly number[];
}
