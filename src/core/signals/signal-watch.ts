import type { Dispute, RecordedQuote, SignalEntry, VoidReason } from './ledger-entry.ts';
import { FRESH_MS, PROOF_WAIT_MS } from '../market/settlement-times.ts';
import {
  type DeskQuote,
  endedOn,
  isDisputeAt,
  LATE_ENTRY_MS,
  outcomeOf,
  PriceAt,
  type SignalEnd,
  voidFor,
} from './settlement.ts';

export type WatchedSignal = Pick<SignalEntry, 'direction' | 'control' | 'startMs' | 'expiryMs'>;

/** What the previous server had recorded of a signal. */
export interface Resumed {
  /** Its entry price, when that was recorded. */
  readonly entry: RecordedQuote | undefined;
}

/**
 * Follows one signal to its end: quotes of its source and pair in, and the passing of time. Its entry price is that of the
 * last quote at or before its start, its exit price that of the last one at or before its expiry. A price is final when a
 * later quote has come, quotes being in order; the exit price is none without one. The same is followed for an entry 5 s late.
 */
export class SignalWatch {
  readonly #signal: WatchedSignal;
  readonly #resumed: Resumed | undefined;
  readonly #start: PriceAt;
  readonly #expiry: PriceAt;
  readonly #lateStart: PriceAt;
  readonly #lateExpiry: PriceAt;
  /** When something can become final, or too late, without a quote. */
  readonly #dues: readonly number[];
  #passedMs = Number.NEGATIVE_INFINITY;
  #newestMs = Number.NEGATIVE_INFINITY;
  #isStarted: boolean;
  #isExpired = false;
  #dispute: Dispute | undefined;
  #entry: RecordedQuote | undefined;
  /** The official outcome, which waits for that of the late entry. */
  #outcome: SignalEnd | undefined;
  #end: SignalEnd | undefined;

  /** `resumed` for a signal that another server began to follow: what was quoted in between is unknown. */
  constructor(signal: WatchedSignal, resumed?: Resumed) {
    const { startMs, expiryMs } = signal;
    this.#signal = signal;
    this.#resumed = resumed;
    this.#entry = resumed?.entry;
    this.#isStarted = resumed?.entry !== undefined;
    this.#start = new PriceAt(startMs, resumed?.entry);
    this.#expiry = new PriceAt(expiryMs);
    this.#lateStart = new PriceAt(startMs + LATE_ENTRY_MS);
    this.#lateExpiry = new PriceAt(expiryMs + LATE_ENTRY_MS);
    this.#dues = [startMs, expiryMs, expiryMs + LATE_ENTRY_MS]
      .flatMap((instantMs) => [instantMs, instantMs + FRESH_MS + 1, instantMs + PROOF_WAIT_MS + 1])
      .sort((a, b) => a - b);
  }

  /** The entry price, once it is final. */
  get entry(): RecordedQuote | undefined {
    return this.#entry;
  }

  get end(): SignalEnd | undefined {
    return this.#end;
  }

  /** The next instant at which `pass` must be called, quotes or none; undefined after the end. */
  get dueMs(): number | undefined {
    return this.#end === undefined ? this.#dues.find((dueMs) => dueMs > this.#passedMs) : undefined;
  }

  /** Takes in the next quote; one dated before another that was taken in is passed over. Decides nothing: `pass` does. */
  see(quote: DeskQuote): void {
    if (quote.timeMs < this.#newestMs) return;
    this.#newestMs = quote.timeMs;
    for (const price of [this.#start, this.#expiry, this.#lateStart, this.#lateExpiry]) price.see(quote);
  }

  /** Decides what can be decided at an instant. Asks which quotes of two feeds disagree as start and expiry pass. */
  pass(nowMs: number, disputeNow: () => Dispute | undefined): void {
    const { startMs, expiryMs } = this.#signal;
    this.#passedMs = nowMs;
    if (this.#end !== undefined || nowMs < startMs) return;
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#dispute = disputeAt(startMs, disputeNow);
    }
    if (nowMs >= expiryMs && !this.#isExpired) {
      this.#isExpired = true;
      this.#dispute ??= disputeAt(expiryMs, disputeNow);
    }
    if (this.#entry === undefined && this.#start.isFinal(nowMs)) this.#enter();
    if (this.#isExpired && this.#outcome === undefined && this.#expiry.isOver(nowMs)) this.#settle();
    const isLateOver = nowMs >= this.#lateExpiry.instantMs && this.#lateExpiry.isOver(nowMs);
    if (this.#outcome !== undefined && isLateOver) this.#settleLate();
  }

  /** Ends it without an outcome, unless it has ended. */
  void(reason: VoidReason): void {
    this.#end ??= voidFor(reason);
  }

  /** Ends it with the outcome that is known, if one is: what the late entry came to will not be known. */
  finish(): void {
    if (this.#outcome !== undefined)
      this.#end ??= { ...this.#outcome, enteredLate: { outcome: 'void', reason: 'server-down' } };
  }

  #enter(): void {
    this.#entry = this.#start.quote;
    if (this.#entry === undefined) this.void(this.#missing('no-entry', this.#start));
  }

  #settle(): void {
    const { direction, control } = this.#signal;
    const ended = endedOn(direction, this.#start, this.#expiry);
    const { entry, exit, reason } = ended;
    if (reason !== undefined) this.void(this.#missing(reason, this.#expiry));
    else if (this.#dispute !== undefined)
      this.#end = { ...voidFor('feeds-disagree'), dispute: this.#dispute };
    else if (entry !== undefined && exit !== undefined)
      this.#outcome = { ...ended, control: outcomeOf(control, entry, exit) };
  }

  #settleLate(): void {
    const ended = endedOn(this.#signal.direction, this.#lateStart, this.#lateExpiry);
    const { reason } = ended;
    const enteredLate =
      reason === undefined ? ended : { ...ended, reason: this.#missing(reason, this.#lateStart) };
    if (this.#outcome !== undefined) this.#end = { ...this.#outcome, enteredLate };
  }

  /** Without any quote since the restart the reason is the server's absence. */
  #missing(reason: VoidReason, price: PriceAt): VoidReason {
    return this.#resumed !== undefined && !price.isQuoted ? 'server-down' : reason;
  }
}

/** A question that comes late, after a freeze, says nothing about the instant. */
function disputeAt(instantMs: number, disputeNow: () => Dispute | undefined): Dispute | undefined {
  const dispute = disputeNow();
  return dispute !== undefined && isDisputeAt(instantMs, dispute) ? dispute : undefined;
}
