import type { Outcome } from '../signals/ledger-entry.ts';
import type { RecordBreakdown } from '../wire/record.ts';
import { ALPHA } from './confidence-sequence.ts';
import { CellTally } from './outcome-tally.ts';

/**
 * Tallies by a key whose values are all known beforehand. Its intervals are corrected for their number (Bonferroni):
 * among many cells one looks good by luck alone. Šidák's correction would be a hair narrower, but only holds for
 * independent cells.
 */
export class Breakdown<Key> {
  readonly #cells: ReadonlyMap<Key, CellTally>;

  constructor(keys: readonly Key[]) {
    this.#cells = new Map(keys.map((key) => [key, new CellTally()]));
  }

  /** Throws a RangeError for a key that was not listed: such a signal must not vanish from one breakdown alone. */
  add(key: Key, decidedMs: number, outcome: Outcome, control: Outcome): void {
    const cell = this.#cells.get(key);
    if (cell === undefined) throw new RangeError(`the record has no cell "${String(key)}"`);
    cell.add(decidedMs, outcome, control);
  }

  breakdown(): RecordBreakdown<Key> {
    const alpha = ALPHA / this.#cells.size;
    return {
      level: 1 - alpha,
      cells: [...this.#cells].map(([key, tally]) => ({ key, ...tally.cell(alpha) })),
    };
  }
}
