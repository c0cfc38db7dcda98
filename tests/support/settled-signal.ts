import type { Outcome, VoidReason } from '../../src/core/signals/ledger-entry.ts';
import type { RecordBook, ScoredEnd, ScoredSignal } from '../../src/core/record/record-book.ts';

/** What the record takes from a signal and its end, side by side. */
export interface SettledSignal extends ScoredSignal, Pick<ScoredEnd, 'outcome' | 'control'> {
  readonly settledMs: number;
  readonly reason?: VoidReason;
  readonly enteredLate?: Outcome;
}

export function settle(book: RecordBook, { settledMs, enteredLate, ...both }: SettledSignal): void {
  const late = enteredLate === undefined ? {} : { enteredLate: { outcome: enteredLate } };
  book.settle(both, { ...both, atMs: settledMs, ...late });
}
