import type { RecordFilters, RecordSummary } from '../../core/protocol/record-protocol.ts';
import { OutageTally } from '../../core/record/outage-tally.ts';
import { RecordBook, type RecordFigures } from '../../core/record/record-book.ts';
import { type FoundRows, SettledColumns } from '../../core/record/settled-columns.ts';
import type { ReadEnds, RecordedEnd } from './read-ends.ts';
import type { LedgerName } from './record-queries.ts';

/** What is known of one ledger: a book for each engine version, and where its settled rows are. */
export class LedgerRecord {
  readonly ledger: LedgerName;
  readonly #books = new Map<string, RecordBook>();
  readonly #columns = new SettledColumns();
  readonly #outages = new OutageTally();
  #lastIndex = -1;

  constructor(ledger: LedgerName) {
    this.ledger = ledger;
  }

  /** The place up to which the ledger was taken in; -1 while nothing was. */
  get lastIndex(): number {
    return this.#lastIndex;
  }

  /** Engine versions with their books, in the order in which they came. */
  get books(): ReadonlyMap<string, RecordBook> {
    return this.#books;
  }

  get outages(): RecordSummary['outages'] {
    return this.#outages.outages;
  }

  /** Takes in what was read behind that place. */
  absorb({ ends, lastIndex }: ReadEnds): void {
    for (const end of ends) this.#absorb(end);
    this.#lastIndex = lastIndex;
  }

  #absorb(end: RecordedEnd): void {
    if (end.kind === 'outage') {
      this.#outages.add(end.entry);
      return;
    }
    if (end.kind === 'abstained') {
      this.#book(end.entry.engine).abstain(end.entry);
      return;
    }
    this.#book(end.engine).settle(end);
    this.#columns.add(end);
  }

  /** The figures of an engine version; those of an empty book for one that has said nothing here yet. */
  figures(engine: string): RecordFigures {
    return (this.#books.get(engine) ?? new RecordBook()).figures();
  }

  /** Places of the newest matching rows before a place. */
  page(filters: RecordFilters, before: number, limit: number): FoundRows {
    return this.#columns.page(filters, before, limit);
  }

  /** Places of all matching rows, oldest first. */
  all(filters: RecordFilters): Float64Array {
    return this.#columns.all(filters);
  }

  #book(engine: string): RecordBook {
    const known = this.#books.get(engine);
    if (known !== undefined) return known;
    const book = new RecordBook();
    this.#books.set(engine, book);
    return book;
  }
}
