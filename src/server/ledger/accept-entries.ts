import type { LedgerEntry, PlacedEntry } from '../../core/signals/ledger-entry.ts';
import type { NewEntry } from './ledger-rows.ts';
import type { LedgerEdge } from './read-edge.ts';

/** Somebody who waits for entries to be recorded, all or none. */
export interface AppendCall {
  readonly entries: readonly LedgerEntry[];
  readonly bytes: readonly Uint8Array[];
  readonly resolve: (placed: readonly PlacedEntry[]) => void;
  readonly reject: (error: Error) => void;
}

/** A call whose entries obey the rules, with their places. */
export interface AcceptedCall {
  readonly call: AppendCall;
  readonly entries: readonly NewEntry[];
}

/** The entries of a call with their places, entered into the rules; undefined when one breaks a rule, and the call is told. */
export function acceptEntries(
  { checker }: LedgerEdge,
  call: AppendCall,
  fromIndex: number,
): NewEntry[] | undefined {
  const undo: (() => void)[] = [];
  const accepted: NewEntry[] = [];
  for (const [at, entry] of call.entries.entries()) {
    const index = fromIndex + at;
    const problem = checker.problemWith(entry);
    if (problem !== undefined) {
      for (const takeBack of undo.reverse()) takeBack();
      call.reject(new Error(`The ledger takes no ${entry.kind} entry like this: ${problem}.`));
      return undefined;
    }
    const signal = checker.signalOf(entry);
    undo.push(checker.add(entry, index));
    accepted.push({ index, entry, bytes: call.bytes[at] as Uint8Array, signal });
  }
  return accepted;
}
