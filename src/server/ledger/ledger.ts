import type { OpenStory } from '../../core/signals/check-history.ts';
import type { LedgerEntry, PlacedEntry } from '../../core/signals/ledger-entry.ts';
import type { NewestQuote } from '../../core/signals/recorded-quotes.ts';
import { isDatabaseUnavailable, sqlStateClass } from '../platform/database-error.ts';

/** The database did not answer: whether the entries are recorded is unknown until it is asked again. */
export class LedgerUnavailableError extends Error {
  override readonly name = 'LedgerUnavailableError';
}

/** Entries that are only ever added, under a Merkle tree with signed checkpoints. */
export interface Ledger {
  /** `live`, or the name of one replay's or one synthetic run's own ledger. */
  readonly name: string;
  /** `replay 2014-05-08`; undefined for the live ledger. */
  readonly label: string | undefined;
  size(): number;
  /**
   * Adds entries, all or none, in this order; when it resolves they are durable and covered by a signed checkpoint.
   * Calls that wait together share a transaction. Rejects with a LedgerUnavailableError when the database is gone; the same
   * entries may be given again then, and are never recorded twice. Rejects with an Error when an entry breaks a rule: a
   * second settlement, one of an unknown signal, or an `atMs` more than 2 s before that of the entry in front of it.
   */
  append(entries: readonly LedgerEntry[]): Promise<readonly PlacedEntry[]>;
  /** From the database, in order: signals that have no settlement. */
  openSignals(): Promise<readonly OpenStory[]>;
  /** The newest quote that its last minutes record of each feed and pair, by `feedKey`. */
  newestQuotes(): Promise<ReadonlyMap<string, NewestQuote>>;
  /** When the last entry was recorded, in ms; undefined while the ledger is empty. */
  lastAtMs(): number | undefined;
  /** At most `limit` entries from an index on. */
  read(fromIndex: number, limit: number): Promise<readonly PlacedEntry[]>;
  /** The latest signed checkpoint, a signed note; undefined while the ledger is empty. */
  checkpoint(): string | undefined;
  /** Called after entries are durable, in order, each once. */
  onAppended(listener: (entries: readonly PlacedEntry[]) => void): () => void;
}

/** The database does not hold the ledger that was written; the message names the fault. */
export class LedgerDamagedError extends Error {
  override readonly name = 'LedgerDamagedError';
}

/** Another server writes the ledgers of this database. */
export class LedgerTakenError extends Error {
  override readonly name = 'LedgerTakenError';

  constructor() {
    super('The desk runs in another node of this database.');
  }
}

/** SQLSTATE classes of errors in the entries: the same ones would be refused again. */
const ABOUT_ENTRIES: ReadonlySet<string | undefined> = new Set(['22', '23', 'P0', undefined]);

/**
 * A database that does not serve is an expected state of affairs, whatever it reports; anything else, and what it says about the entries
 * themselves, is passed on as it is.
 */
export function asUnavailable(error: unknown): Error {
  if (error instanceof LedgerUnavailableError) return error;
  const problem = error instanceof Error ? error.message : String(error);
  if (error instanceof LedgerTakenError || error instanceof LedgerDamagedError)
    return new LedgerUnavailableError(problem, { cause: error });
  if (isDatabaseUnavailable(error) || !ABOUT_ENTRIES.has(sqlStateClass(error)))
    return new LedgerUnavailableError(`The database does not answer: ${problem}`, { cause: error });
  return error instanceof Error ? error : new Error(problem);
}
