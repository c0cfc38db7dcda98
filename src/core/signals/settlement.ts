import type { LateEntry, RecordedQuote, SettledEntry, VoidReason } from './ledger-entry.ts';
import { FRESH_MS, outcomeOf } from './signal-rules.ts';
import type { Direction } from '../market/direction.ts';

/** A quote as the desk sees it: prices in scaled units, and the instant it counts for. */
export interface DeskQuote {
  readonly bid: number;
  readonly ask: number;
  readonly timeMs: number;
}

/** How a signal ended: a settlement without its place in the ledger. */
export type SignalEnd = Omit<SettledEntry, 'kind' | 'atMs' | 'signal'>;

/** The price at one instant: that of the last quote at or before it, if that is fresh. A later quote makes it final. */
export class PriceAt {
  readonly instantMs: number;
  #last: DeskQuote | undefined;
  #laterMs: number | undefined;
  readonly #recorded: RecordedQuote | undefined;

  /** `recorded` is the price itself where the ledger has it. */
  constructor(instantMs: number, recorded?: RecordedQuote) {
    this.instantMs = instantMs;
    this.#recorded = recorded;
  }

  /** Takes in the next quote; quotes come in the order of their time. */
  see(quote: DeskQuote): void {
    if (quote.timeMs <= this.instantMs) this.#last = quote;
    else this.#laterMs ??= quote.timeMs;
  }

  /** Whether no quote can change it any more. In the millisecond in which it becomes too late a quote still counts. */
  isFinal(nowMs: number): boolean {
    return this.#laterMs !== undefined || nowMs > this.instantMs + FRESH_MS;
  }

  /** Whether any quote came that could have counted. */
  get isQuoted(): boolean {
    return this.#last !== undefined || this.#recorded !== undefined;
  }

  /** Undefined when the last quote was too old, or there was none. */
  get quote(): RecordedQuote | undefined {
    if (this.#recorded !== undefined || this.#last === undefined) return this.#recorded;
    const ageMs = this.instantMs - this.#last.timeMs;
    return ageMs <= FRESH_MS ? { ...this.#last, ageMs } : undefined;
  }

  /** When the first later quote was made, if that is soon enough to prove that the feed was alive. */
  get provenMs(): number | undefined {
    const isSoon = this.#laterMs !== undefined && this.#laterMs <= this.instantMs + FRESH_MS;
    return isSoon ? this.#laterMs : undefined;
  }
}

/** How an entry at one price and an expiry at another ended, by their mids; void when one of them or the proof is missing. */
export function endedOn(direction: Direction, start: PriceAt, expiry: PriceAt): LateEntry {
  const { quote: entry } = start;
  const { quote: exit, provenMs } = expiry;
  if (entry === undefined) return { outcome: 'void', reason: 'no-entry' };
  if (exit === undefined) return { outcome: 'void', reason: 'no-exit' };
  if (provenMs === undefined) return { outcome: 'void', reason: 'no-proof' };
  return { outcome: outcomeOf(direction, entry, exit), entry, exit, provenMs };
}

/** Nobody can tell how it ended, nor how the control arm did. */
export function voidFor(reason: VoidReason): SignalEnd {
  return { outcome: 'void', control: 'void', reason };
}
