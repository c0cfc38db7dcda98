import type { RecordFilters } from '../../core/protocol/record-protocol.ts';
import { LedgerFold, type LedgerFigures } from '../../core/record/ledger-fold.ts';
import type { RecordBook } from '../../core/record/record-book.ts';
import { type FoundRows, SettledColumns } from '../../core/record/settled-columns.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';
import type { LedgerName } from './record-queries.ts';

/** What is known of one ledger: its record, and where its settled rows are. */
export class LedgerRecord {
  readonly ledger: LedgerName;
  readonly #fold = new LedgerFold();
  readonly #columns = new SettledColumns();

  constructor(ledger: LedgerName) {
    this.ledger = ledger;
  }

  /** How many entries were taken in. */
  get size(): number {
    return this.#fold.size;
  }

  /** Engine versions with their books, in the order in which they came. */
  get books(): ReadonlyMap<string, RecordBook> {
    return this.#fold.books;
  }

  /** What the entries prove to be missing. */
  get lapses(): LedgerFold['lapses'] {
    return this.#fold.lapses;
  }

  /** Takes in the next entry. */
  add(placed: PlacedEntry): void {
    const ended = this.#fold.add(placed);
    if (ended === undefined) return;
    const { signal, settled, index } = ended;
    this.#columns.add({ ...signal, index, outcome: settled.outcome });
  }

  /** The figures of an engine version. */
  figures(engine: string): LedgerFigures {
    return this.#fold.figures(engine);
  }

  /** Places of the newest matching rows before a place. */
  page(filters: RecordFilters, before: number, limit: number): FoundRows {
    return this.#columns.page(filters, before, limit);
  }

  /** Places of all matching rows, oldest first. */
  all(filters: RecordFilters): Float64Array {
    return this.#columns.all(filters);
  }
}
