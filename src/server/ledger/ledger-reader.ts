import type { Pool } from 'pg';
import { parseEntry } from '../../core/signals/entry-bytes.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';
import { findLedger, lastCheckpoint, type LedgerRow, type Queries, readEntries } from './ledger-rows.ts';
import { asUnavailable, type Ledger } from './ledger.ts';

const READ_AT_ONCE = 1_000;

/** A ledger as every server shows it, whichever server writes it. */
export type ReadLedger = Pick<Ledger, 'name' | 'label' | 'size' | 'read' | 'onAppended'>;

/**
 * A ledger that is read: its entries come from the database when `look` is called, or from the one who writes it in this process, sooner.
 * Listeners hear each once and in order.
 */
export class LedgerReader implements ReadLedger {
  readonly name: string;
  readonly label: string | undefined;
  readonly #db: Pool;
  readonly #row: LedgerRow;
  readonly #listeners = new Set<(entries: readonly PlacedEntry[]) => void>();
  #size: number;

  private constructor(db: Pool, row: LedgerRow, size: number) {
    this.#db = db;
    this.#row = row;
    this.#size = size;
    this.name = row.name;
    this.label = row.label ?? undefined;
  }

  /** The ledger of a name up to its last checkpoint; undefined where the database has none. */
  static async open(db: Pool, name: string): Promise<LedgerReader | undefined> {
    const row = await findLedger(db, name);
    if (row === undefined) return undefined;
    return new LedgerReader(db, row, (await lastCheckpoint(db, row.id))?.size ?? 0);
  }

  size(): number {
    return this.#size;
  }

  onAppended(listener: (entries: readonly PlacedEntry[]) => void): () => void {
    const own = (entries: readonly PlacedEntry[]) => listener(entries);
    this.#listeners.add(own);
    return () => void this.#listeners.delete(own);
  }

  async read(fromIndex: number, limit: number): Promise<readonly PlacedEntry[]> {
    return readPlaced(this.#db, this.#row.id, fromIndex, Math.min(limit, this.#size - fromIndex));
  }

  /** Adds durable entries; known ones are skipped, and a gap in front of them is left to `look`. */
  see(entries: readonly PlacedEntry[]): void {
    const news = entries.filter(({ index }) => index >= this.#size);
    if (news.length === 0 || news[0]?.index !== this.#size) return;
    this.#size += news.length;
    for (const listener of this.#listeners) listener(news);
  }

  /** Reads what is new. Rejects with a LedgerUnavailableError while the database does not answer. */
  async look(): Promise<void> {
    for (;;) {
      const news = await readPlaced(this.#db, this.#row.id, this.#size, READ_AT_ONCE);
      this.see(news);
      if (news.length < READ_AT_ONCE) return;
    }
  }

  async behind(): Promise<number> {
    const head = await lastCheckpoint(this.#db, this.#row.id);
    return Math.max(0, (head?.size ?? 0) - this.#size);
  }
}

/** Entries from an index on. Rejects with a LedgerUnavailableError while the database does not answer. */
export async function readPlaced(
  db: Queries,
  ledger: number,
  fromIndex: number,
  count: number,
): Promise<readonly PlacedEntry[]> {
  if (count <= 0) return [];
  const rows = await readEntries(db, ledger, fromIndex, count).catch((error: unknown) => {
    throw asUnavailable(error);
  });
  return rows.map(({ index, body }) => ({ index, entry: parseEntry(body) }));
}
