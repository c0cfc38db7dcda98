import type { LedgerEntry, SignalEntry } from '../../../core/signals/ledger-entry.ts';
import type { SignalMark } from '../../../core/wire/market.ts';
import type { SignalId } from '../../../core/signals/signal-id.ts';

/** Four hours of one a minute. */
const MOST = 240;

/** How the last signals of P-Special ended, for strips and charts: bounded. */
export class SettledMarks {
  readonly #open = new Map<SignalId, SignalEntry>();
  #marks: SignalMark[] = [];

  /** Takes in the next entry of the ledger. */
  add(entry: LedgerEntry): void {
    if (entry.kind === 'signal' && entry.mode === 'special') this.#open.set(entry.id, entry);
    if (entry.kind !== 'settled') return;
    const signal = this.#open.get(entry.signal);
    // It is of P-BOT, or began before the first entry that was read.
    if (signal === undefined) return;
    this.#open.delete(entry.signal);
    const { id, pair, direction, decidedMs } = signal;
    const { outcome, control } = entry;
    this.#marks = [...this.#marks, { id, pair, direction, decidedMs, outcome, control }].slice(-MOST);
  }

  /** Of the time `spanMs` before the last of them, oldest first. */
  within(spanMs: number): readonly SignalMark[] {
    const lastMs = this.#marks.at(-1)?.decidedMs ?? 0;
    return this.#marks.filter(({ decidedMs }) => decidedMs > lastMs - spanMs);
  }
}
