import type { PlacedEntry } from '../../core/signals/ledger-entry.ts';

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
    // Not at every call: moving them all for one new entry would cost more than the room.
    if (this.#entries.length > 2 * MOST_REMEMBERED) this.#entries = this.#entries.slice(-MOST_REMEMBERED);
  }

  /** So many entries from an index on; undefined when one of them is not remembered. */
  read(fromIndex: number, count: number): readonly PlacedEntry[] | undefined {
    const first = this.#entries[0]?.index;
    if (first === undefined || fromIndex < first) return undefined;
    const from = fromIndex - first;
    return from + count <= this.#entries.length ? this.#entries.slice(from, from + count) : undefined;
  }
}
