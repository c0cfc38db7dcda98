import type { RecordRow, RecordSummary } from '../wire/record.ts';
import { LapseFinder } from '../signals/lapses.ts';
import type {
  OutageEntry,
  OutageReason,
  PlacedEntry,
  SettledEntry,
  SignalEntry,
  SignalId,
} from '../signals/ledger-entry.ts';
import { ReasonCounts, RecordBook, type RecordFigures } from './record-book.ts';

/** The figures of one engine version in one ledger: all of a summary that the entries decide. */
export type LedgerFigures = RecordFigures & Pick<RecordSummary, 'size' | 'outages' | 'openMinutes'>;

/** A signal and its settlement, which stands at `index` in the ledger. */
export interface Ended {
  readonly index: number;
  readonly signal: SignalEntry;
  readonly settled: SettledEntry;
}

/**
 * Folds the entries of one ledger, in their order, into its record. The server, the page and `verify` fold with this, so that their
 * figures can be compared. Memory grows with the engine versions and the open signals only.
 */
export class LedgerFold {
  readonly #books = new Map<string, RecordBook>();
  readonly #outages = new OutageTally();
  readonly #lapses = new LapseFinder();
  readonly #open = new Map<SignalId, SignalEntry>();
  #size = 0;

  get size(): number {
    return this.#size;
  }

  /** Engine versions with their books, in order of first appearance. */
  get books(): ReadonlyMap<string, RecordBook> {
    return this.#books;
  }

  /** What the entries prove to be missing. */
  get lapses(): Pick<LapseFinder, 'counts' | 'openSignals'> {
    return this.#lapses;
  }

  /** Takes in the next entry; returns the signal that it ends, if it is a settlement. */
  add({ index, entry }: PlacedEntry): Ended | undefined {
    this.#size = index + 1;
    this.#lapses.add(entry, index);
    switch (entry.kind) {
      case 'signal':
        this.#open.set(entry.id, entry);
        return undefined;
      case 'settled':
        return this.#settle(index, entry);
      case 'abstained':
        this.#book(entry.engine).abstain(entry);
        return undefined;
      case 'outage':
        this.#outages.add(entry);
        return undefined;
      case 'entered':
        return undefined;
    }
  }

  /** The figures of an engine version; those of an empty book for one without a decision here yet. */
  figures(engine: string): LedgerFigures {
    const figures = (this.#books.get(engine) ?? new RecordBook()).figures();
    const { openMinutes: total, outageMinutes, silentMinutes } = this.#lapses.counts;
    return {
      size: this.#size,
      ...figures,
      outages: this.#outages.outages,
      openMinutes: { total, undecided: outageMinutes + silentMinutes },
    };
  }

  #settle(index: number, settled: SettledEntry): Ended | undefined {
    const signal = this.#open.get(settled.signal);
    // A ledger that was altered may lack the signal; `verify` names it.
    if (signal === undefined) return undefined;
    this.#open.delete(settled.signal);
    this.#book(signal.engine).settle(signal, settled);
    return { index, signal, settled };
  }

  #book(engine: string): RecordBook {
    const known = this.#books.get(engine);
    if (known !== undefined) return known;
    const book = new RecordBook();
    this.#books.set(engine, book);
    return book;
  }
}

/** Spans without prices or without the desk, of a whole ledger. */
export class OutageTally {
  readonly #counts = new ReasonCounts<OutageReason>();
  readonly #lengthMs = new ReasonCounts<OutageReason>();
  #total = 0;
  #totalMs = 0;

  add({ reason, fromMs, toMs }: Pick<OutageEntry, 'reason' | 'fromMs' | 'toMs'>): void {
    // A clock that was set back ends an outage before it began; it still was one.
    const lengthMs = Math.max(0, toMs - fromMs);
    this.#total += 1;
    this.#totalMs += lengthMs;
    this.#counts.add(reason);
    this.#lengthMs.add(reason, lengthMs);
  }

  get outages(): RecordSummary['outages'] {
    return {
      total: this.#total,
      totalMs: this.#totalMs,
      byReason: this.#counts.sorted.map(([reason, count]) => ({
        reason,
        count,
        totalMs: this.#lengthMs.get(reason),
      })),
    };
  }
}

/** A signal and its settlement, which stands at `index` in the ledger, as one row of the table. */
export function recordRow(index: number, signal: SignalEntry, settled: SettledEntry): RecordRow {
  const { id, mode, source, engine, pair, timeframe, direction, confidence, control } = signal;
  const { decidedMs, startMs, expiryMs } = signal;
  return {
    index,
    id,
    mode,
    source,
    engine,
    pair,
    timeframe,
    direction,
    confidence,
    decidedMs,
    startMs,
    expiryMs,
    settledMs: settled.atMs,
    outcome: settled.outcome,
    control,
    controlOutcome: settled.control,
    entry: settled.entry ?? null,
    exit: settled.exit ?? null,
    reason: settled.reason ?? null,
  };
}
