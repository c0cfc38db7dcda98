import type { LedgerEntry, PlacedEntry } from '../../src/core/ledger/ledger-entry.ts';
import { type Ledger, LedgerUnavailableError, type OpenSignal } from '../../src/server/ledger/ledger.ts';

/** How the database is away: it takes nothing, or it takes what it is given and its answer is lost. */
export type Absence = 'unreachable' | 'answer-lost';

/** A ledger in memory, without tree and signatures, whose database goes away when a test says so. */
export interface MemoryLedger extends Ledger {
  readonly entries: readonly PlacedEntry[];
  /** Makes every call reject from now on, or work again. */
  away(how: Absence | undefined): void;
  /** Makes appends wait until the returned function is called. */
  hold(): () => void;
}

/** Makes one; with the entries of another, it is what a server finds that starts after that one. */
export function memoryLedger(past: readonly PlacedEntry[] = []): MemoryLedger {
  const entries: PlacedEntry[] = [...past];
  const listeners = new Set<(entries: readonly PlacedEntry[]) => void>();
  const signals = new Map<string, { hasEntered: boolean; isSettled: boolean }>();
  let told = entries.length;
  let absence: Absence | undefined;
  let gate: Promise<void> | undefined;
  let turn: Promise<unknown> = Promise.resolve();

  const note = (entry: LedgerEntry) => {
    if (entry.kind === 'signal') {
      if (signals.has(entry.id)) throw new Error(`signal ${entry.id} is in the ledger already`);
      signals.set(entry.id, { hasEntered: false, isSettled: false });
    } else if (entry.kind === 'entered' || entry.kind === 'settled') {
      const signal = signals.get(entry.signal);
      if (signal === undefined) throw new Error(`there is no signal ${entry.signal}`);
      if (signal.isSettled) throw new Error(`signal ${entry.signal} is settled already`);
      if (entry.kind === 'settled') signal.isSettled = true;
      else if (signal.hasEntered) throw new Error(`signal ${entry.signal} has its entry price already`);
      else signal.hasEntered = true;
    }
  };
  for (const { entry } of entries) note(entry);

  const tell = () => {
    const fresh = entries.slice(told);
    told = entries.length;
    if (fresh.length > 0) for (const listener of listeners) listener(fresh);
  };
  const add = async (added: readonly LedgerEntry[]): Promise<readonly PlacedEntry[]> => {
    await gate;
    if (absence === 'unreachable') throw new LedgerUnavailableError('the database is away');
    const before = new Map([...signals].map(([id, state]) => [id, { ...state }]));
    try {
      for (const entry of added) note(entry);
    } catch (error) {
      signals.clear();
      for (const [id, state] of before) signals.set(id, state);
      throw error;
    }
    const placed = added.map((entry, offset) => ({ index: entries.length + offset, entry }));
    entries.push(...placed);
    if (absence === 'answer-lost') throw new LedgerUnavailableError('the answer of the database was lost');
    tell();
    return placed;
  };

  return {
    name: 'live',
    label: undefined,
    entries,
    size: () => entries.length,
    append(added) {
      const placed = turn.then(() => add(added));
      turn = placed.catch(() => undefined);
      return placed;
    },
    async openSignals() {
      if (absence !== undefined) throw new LedgerUnavailableError('the database is away');
      const open = new Map<string, OpenSignal>();
      for (const { entry } of entries) {
        if (entry.kind === 'signal') open.set(entry.id, { signal: entry, entered: undefined });
        else if (entry.kind === 'settled') open.delete(entry.signal);
        else if (entry.kind === 'entered') {
          const one = open.get(entry.signal);
          if (one !== undefined) open.set(entry.signal, { ...one, entered: entry });
        }
      }
      return [...open.values()];
    },
    lastAtMs: () => entries.at(-1)?.entry.atMs,
    read: async (fromIndex, limit) => entries.slice(fromIndex, fromIndex + limit),
    checkpoint: () => undefined,
    onAppended(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    away(how) {
      absence = how;
    },
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
