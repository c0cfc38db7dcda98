import { entryBytes } from '../../core/signals/entry-bytes.ts';
import type { LedgerEntry, PlacedEntry } from '../../core/signals/ledger-entry.ts';
import type { AppendCall } from './accept-entries.ts';
import { asUnavailable } from './ledger-problem.ts';

const MOST_ENTRIES_AT_ONCE = 1_000;

/** Calls that wait for their entries to be written, in order; those that wait together are written together. */
export class AppendQueue {
  readonly #write: (calls: readonly AppendCall[]) => Promise<void>;
  readonly #calls: AppendCall[] = [];
  #pumping: Promise<void> | undefined;

  /** `write` answers each call, one after the other; where it rejects, all that it was given are refused. */
  constructor(write: (calls: readonly AppendCall[]) => Promise<void>) {
    this.#write = write;
  }

  /** Rejects with what the writing of the entries was refused with, or at once for one that is not well-formed. */
  append(entries: readonly LedgerEntry[]): Promise<readonly PlacedEntry[]> {
    return new Promise((resolve, reject) => {
      this.#calls.push({ entries, bytes: entries.map(entryBytes), resolve, reject });
      this.#pumping ??= this.#pump();
    });
  }

  /** Resolves once nothing waits. */
  async idle(): Promise<void> {
    await this.#pumping;
  }

  async #pump(): Promise<void> {
    // The rounds of a minute are asked for one after the other: they need not wait for the first one's transaction.
    await Promise.resolve();
    while (this.#calls.length > 0) {
      const calls = this.#takeBatch();
      try {
        await this.#write(calls);
      } catch (error) {
        for (const call of calls) call.reject(asUnavailable(error));
      }
    }
    this.#pumping = undefined;
  }

  #takeBatch(): AppendCall[] {
    let entries = 0;
    let calls = 0;
    for (const call of this.#calls) {
      if (calls > 0 && entries + call.entries.length > MOST_ENTRIES_AT_ONCE) break;
      entries += call.entries.length;
      calls += 1;
    }
    return this.#calls.splice(0, calls);
  }
}
