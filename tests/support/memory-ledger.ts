import { randomUUID } from 'node:crypto';
import { HistoryChecker } from '../../src/core/signals/check-history.ts';
import { LapseFinder, missedBefore } from '../../src/core/signals/lapses.ts';
import type { LedgerEntry, PlacedEntry } from '../../src/core/signals/ledger-entry.ts';
import { type Ledger, LedgerUnavailableError } from '../../src/server/ledger/ledger.ts';

/** How the database is away: it takes nothing, or it takes what it is given and its answer is lost. */
export type Absence = 'unreachable' | 'answer-lost';

/** A ledger in memory, without tree and signatures, whose database goes away when a test says so. */
export interface MemoryLedger extends Ledger {
  readonly entries: readonly PlacedEntry[];
  /** Makes every call reject from now on, or work again. */
  away(how: Absence | undefined): void;
  isAway(): boolean;
  /** Makes appends wait until the returned function is called. */
  hold(): () => void;
}

/** Makes one; with the entries of another, it is what a server finds that starts after that one. */
export function memoryLedger(past: readonly PlacedEntry[] = [], name = 'live'): MemoryLedger {
  const entries: PlacedEntry[] = [...past];
  const listeners = new Set<(entries: readonly PlacedEntry[]) => void>();
  let announced = entries.length;
  let absence: Absence | undefined;
  let gate: Promise<void> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const checker = new HistoryChecker(name);
  const note = (entry: LedgerEntry, index: number) => {
    const problem = checker.problemWith(entry);
    if (problem !== undefined)
      throw new Error(`the ledger takes no ${entry.kind} entry like this: ${problem}`);
    return checker.add(entry, index);
  };
  const lapses = new LapseFinder();
  for (const { entry, index } of entries) {
    note(entry, index);
    lapses.add(entry, index);
  }

  const tell = () => {
    const fresh = entries.slice(announced);
    announced = entries.length;
    if (fresh.length > 0) for (const listener of listeners) listener(fresh);
  };
  const add = async (added: readonly LedgerEntry[]): Promise<readonly PlacedEntry[]> => {
    await gate;
    if (absence === 'unreachable') throw new LedgerUnavailableError('the database is away');
    const undo: (() => void)[] = [];
    const placed: PlacedEntry[] = [];
    const missed = missedBefore(lapses, added, randomUUID);
    try {
      for (const entry of missed === undefined ? added : [missed, ...added]) {
        const index = entries.length + placed.length;
        undo.push(note(entry, index));
        placed.push({ index, entry });
      }
    } catch (error) {
      for (const takeBack of undo.reverse()) takeBack();
      throw error;
    }
    entries.push(...placed);
    for (const { entry, index } of placed) lapses.add(entry, index);
    if (absence === 'answer-lost') throw new LedgerUnavailableError('the answer of the database was lost');
    tell();
    return placed.slice(-added.length);
  };

  return {
    name: 'live',
    label: undefined,
    entries,
    size: () => announced,
    append(added) {
      const placed = turn.then(() => add(added));
      turn = placed.catch(() => undefined);
      return placed;
    },
    async openSignals() {
      if (absence !== undefined) throw new LedgerUnavailableError('the database is away');
      tell();
      return checker.open();
    },
    newestQuotes: async () => checker.newestQuotes(),
    lastAtMs: () => checker.lastAtMs,
    read: async (fromIndex, limit) => entries.slice(fromIndex, fromIndex + limit),
    checkpoint: () => undefined,
    onAppended(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    away(how) {
      absence = how;
    },
    isAway: () => absence !== undefined,
    hold() {
      let open = () => {};
      gate = new Promise((resolve) => {
        open = resolve;
      });
      return () => {
        gate = undefined;
        open();
      };
    },
  };
}
