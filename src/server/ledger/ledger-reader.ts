import type { Pool } from 'pg';
import { parseEntry } from '../../core/signals/entry-bytes.ts';
import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';
import { findLedger, lastCheckpoint, type LedgerRow, readEntries } from './ledger-rows.ts';
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
  readonly #recent = new RecentEntries([]);
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
    const count = Math.min(limit, this.#size - fromIndex);
    if (count <= 0) return [];
    return this.#recent.read(fromIndex, count) ?? this.#stored(fromIndex, count);
  }

  /** Adds durable entries; known ones are skipped, and a gap in front of them is left to `look`. */
  see(entries: readonly PlacedEntry[]): void {
    const news = entries.filter(({ index }) => index >= this.#size);
    if (news.length === 0 || news[0]?.index !== this.#size) return;
    this.#size += news.length;
    this.#recent.add(news);
    for (const listener of this.#listeners) listener(news);
  }

  /** Reads what is new. Rejects with a LedgerUnavailableError while the database does not answer. */
  async look(): Promise<void> {
    for (;;) {
      const news = await this.#stored(this.#size, READ_AT_ONCE);
      this.see(news);
      if (news.length < READ_AT_ONCE) return;
    }
  }

  /** How many entries of the database are not shown yet. */
  async behind(): Promise<number> {
    const head = await lastCheckpoint(this.#db, this.#row.id);
    return Math.max(0, (head?.size ?? 0) - this.#size);
  }

  async #stored(fromIndex: number, count: number): Promise<readonly PlacedEntry[]> {
    const rows = await readEntries(this.#db, this.#row.id, fromIndex, count).catch((error: unknown) => {
      throw asUnavailable(error);
    });
    return rows.map(({ index, body }) => ({ index, entry: parseEntry(body) }));
  }
}

/** Enough for a quarter of an hour of a busy desk; a stream that resumes rarely asks for more. */
const MOST_REMEMBERED = 4_096;

/** The last entries of a ledger, kept in memory without a gap. */
export class RecentEntries {
  #entries: PlacedEntry[];

  constructor(entries: readonly PlacedEntry[]) {
    this.#entries = [...entries];
  }

  add(entries: readonly PlacedEntry[]): void {
    this.#entries.push(...entries);
    // Not at every call: moving them all for one new entry would cost more than the memory.
    if (this.#entries.length > 2 * MOST_REMEMBERED) this.#entries = this.#entries.slice(-MOST_REMEMBERED);
  }

  /** `count` entries from an index on; undefined when one of them is not remembered. */
  read(fromIndex: number, count: number): readonly PlacedEntry[] | undefined {
    const first = this.#entries[0]?.index;
    if (first === undefined || fromIndex < first) return undefined;
    const from = fromIndex - first;
    return from + count <= this.#entries.length ? this.#entries.slice(from, from + count) : undefined;
  }
}
