import type { Direction } from '../market/direction.ts';
import type { ScaledPrice } from '../market/instruments.ts';
import { CLOCKS_APART_MS, FRESH_MS, PROOF_WAIT_MS } from '../market/settlement-times.ts';
import { doubleMid } from '../market/tick.ts';
import type {
  Dispute,
  FeedQuote,
  LateEntry,
  Outcome,
  RecordedQuote,
  SettledEntry,
  VoidReason,
} from './ledger-entry.ts';

/**
 * The settlement rule: rules S2 to S9 of docs/signals.md. The desk settles by these functions, and a verification computes every
 * outcome with them again.
 */

/** S8: how long after the start the late entry is made; its expiry is as much later. */
export const LATE_ENTRY_MS = 5_000;

/** A quote as the desk sees it, and the instant it counts for. */
export interface DeskQuote {
  readonly bid: ScaledPrice;
  readonly ask: ScaledPrice;
  readonly timeMs: number;
}

/** How a signal ended: a settlement without its place in the ledger. */
export type SignalEnd = Omit<SettledEntry, 'kind' | 'atMs' | 'signal'>;

/** S4, S5: the price at an instant, by the last quote at or before it; undefined when the quote is later or too old. */
export function priceAt(instantMs: number, quote: DeskQuote): RecordedQuote | undefined {
  const ageMs = instantMs - quote.timeMs;
  return ageMs >= 0 && ageMs <= FRESH_MS ? { ...quote, ageMs } : undefined;
}

/** S6: whether a quote of this instant proves that the feed was alive after an expiry, which makes the exit price final. */
export function isSignOfLife(timeMs: number, expiryMs: number): boolean {
  return timeMs > expiryMs && timeMs <= expiryMs + FRESH_MS;
}

/** S7: who won, by twice the mid at exit less that at entry, exactly; a direction of its own for signal and control. */
export function outcomeOf(direction: Direction, entry: RecordedQuote, exit: RecordedQuote): Outcome {
  const move = doubleMid(exit) - doubleMid(entry);
  if (move === 0) return 'unchanged';
  return move > 0 === (direction === 'CALL') ? 'won' : 'lost';
}

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

  /** Whether no quote can prove it any more either. */
  isOver(nowMs: number): boolean {
    const waitMs = this.quote === undefined ? FRESH_MS : PROOF_WAIT_MS;
    return this.#laterMs !== undefined || nowMs > this.instantMs + waitMs;
  }

  get isQuoted(): boolean {
    return this.#last !== undefined || this.#recorded !== undefined;
  }

  /** Undefined when the last quote was too old, or there was none. */
  get quote(): RecordedQuote | undefined {
    if (this.#recorded !== undefined || this.#last === undefined) return this.#recorded;
    return priceAt(this.instantMs, this.#last);
  }

  /** When the first later quote was made, if that is soon enough to prove that the feed was alive. */
  get provenMs(): number | undefined {
    const laterMs = this.#laterMs;
    return laterMs !== undefined && isSignOfLife(laterMs, this.instantMs) ? laterMs : undefined;
  }
}

/** S7, S9: how an entry at one price and an expiry at another ended, by their mids; void when one of them or the proof is missing. */
export function endedOn(direction: Direction, start: PriceAt, expiry: PriceAt): LateEntry {
  const { quote: entry } = start;
  const { quote: exit, provenMs } = expiry;
  if (entry === undefined) return { outcome: 'void', reason: 'no-entry' };
  if (exit === undefined) return { outcome: 'void', reason: 'no-exit' };
  if (provenMs === undefined) return { outcome: 'void', reason: 'no-proof' };
  return { outcome: outcomeOf(direction, entry, exit), entry, exit, provenMs };
}

/** Real feeds follow each other within a few seconds; a difference above this many pips is one of them being wrong. */
const DISPUTE_PIPS = 10;
/** A pip is ten of the last quoted decimals. */
const STEPS_PER_PIP = 10;

/** S9: whether the mids of two feeds are so far apart that one of them must be wrong. */
export function areApart(
  one: Pick<DeskQuote, 'bid' | 'ask'>,
  other: Pick<DeskQuote, 'bid' | 'ask'>,
): boolean {
  return Math.abs(doubleMid(one) - doubleMid(other)) / 2 / STEPS_PER_PIP > DISPUTE_PIPS;
}

/** L6: whether the quotes of a dispute are of about an instant, and that far apart. */
export function isDisputeAt(instantMs: number, { own, other }: Dispute): boolean {
  const isOfThen = ({ timeMs }: FeedQuote) =>
    timeMs >= instantMs - FRESH_MS && timeMs <= instantMs + CLOCKS_APART_MS;
  return isOfThen(own) && isOfThen(other) && areApart(own, other);
}

/** S9: no outcome, neither of the signal nor of its control arm. */
export function voidFor(reason: VoidReason): SignalEnd {
  return { outcome: 'void', control: 'void', reason };
}
