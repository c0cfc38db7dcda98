import type { RecordedQuote, SignalEntry, VoidReason } from './ledger-entry.ts';
import { FRESH_MS } from './signal-rules.ts';
import { type DeskQuote, quoteAt, type SignalEnd, settledOn, voidFor } from './settlement.ts';

export type WatchedSignal = Pick<SignalEntry, 'direction' | 'control' | 'startMs' | 'expiryMs'>;

/** What was known about a signal when the server before this one ended. */
export interface Resumed {
  /** Its entry price, when that was recorded. */
  readonly entry: RecordedQuote | undefined;
}

/**
 * Follows one signal to its end: quotes of its source and pair in, and the passing of time. Its entry price is that of the
 * last quote at or before its start, its exit price that of the last one at or before its expiry. A price is final when a
 * later quote has come, quotes being in order; the exit price is none without one.
 */
export class SignalWatch {
  readonly #signal: WatchedSignal;
  readonly #resumed: Resumed | undefined;
  #newestMs = Number.NEGATIVE_INFINITY;
  #beforeStart: DeskQuote | undefined;
  #beforeExpiry: DeskQuote | undefined;
  #provenMs: number | undefined;
  #isStarted: boolean;
  #isExpired = false;
  #isDisputed = false;
  #entry: RecordedQuote | undefined;
  #end: SignalEnd | undefined;

  /** `resumed` for a signal that another server began to follow: what was quoted in between is unknown. */
  constructor(signal: WatchedSignal, resumed?: Resumed) {
    this.#signal = signal;
    this.#resumed = resumed;
    this.#entry = resumed?.entry;
    this.#isStarted = resumed?.entry !== undefined;
  }

  /** The entry price, once it is final. */
  get entry(): RecordedQuote | undefined {
    return this.#entry;
  }

  /** How it ended, once that is final. */
  get end(): SignalEnd | undefined {
    return this.#end;
  }

  /** The next instant at which `pass` must be called, quotes or none; undefined after the end. */
  get dueMs(): number | undefined {
    if (this.#end !== undefined) return undefined;
    const { startMs, expiryMs } = this.#signal;
    if (!this.#isStarted) return startMs;
    // The first millisecond at which it is too late: a quote that comes at the last one in time still counts.
    if (this.#entry === undefined) {
      const giveUpMs = startMs + FRESH_MS + 1;
      return this.#isExpired ? giveUpMs : Math.min(giveUpMs, expiryMs);
    }
    return this.#isExpired ? expiryMs + FRESH_MS + 1 : expiryMs;
  }

  /** Takes in the next quote; one dated before another that was taken in is passed over. Decides nothing: `pass` does. */
  see(quote: DeskQuote): void {
    if (quote.timeMs < this.#newestMs) return;
    this.#newestMs = quote.timeMs;
    const { startMs, expiryMs } = this.#signal;
    if (quote.timeMs <= startMs) this.#beforeStart = quote;
    if (quote.timeMs <= expiryMs) this.#beforeExpiry = quote;
    else if (quote.timeMs <= expiryMs + FRESH_MS) this.#provenMs ??= quote.timeMs;
  }

  /** Decides what can be decided at an instant. Asks whether two feeds disagree as start and expiry pass. */
  pass(nowMs: number, isDisputed: () => boolean): void {
    const { startMs, expiryMs } = this.#signal;
    if (this.#end !== undefined || nowMs < startMs) return;
    if (!this.#isStarted) {
      this.#isStarted = true;
      this.#isDisputed = isDisputed();
    }
    if (nowMs >= expiryMs && !this.#isExpired) {
      this.#isExpired = true;
      this.#isDisputed ||= isDisputed();
    }
    if (this.#entry === undefined && (this.#newestMs > startMs || nowMs > startMs + FRESH_MS)) this.#enter();
    if (this.#isExpired && (this.#provenMs !== undefined || nowMs > expiryMs + FRESH_MS)) this.#settle();
  }

  /** Ends it without an outcome, unless it has ended. */
  void(reason: VoidReason): void {
    this.#end ??= voidFor(reason);
  }

  #enter(): void {
    this.#entry = quoteAt(this.#signal.startMs, this.#beforeStart);
    if (this.#entry === undefined) this.void(this.#missing('no-entry', this.#beforeStart));
  }

  #settle(): void {
    const { expiryMs } = this.#signal;
    const exit = quoteAt(expiryMs, this.#beforeExpiry);
    if (this.#entry === undefined || exit === undefined) {
      this.void(this.#missing('no-exit', this.#beforeExpiry));
    } else if (this.#provenMs === undefined) this.void('no-proof');
    else if (this.#isDisputed) this.void('feeds-disagree');
    else this.#end = settledOn(this.#signal, this.#entry, exit, this.#provenMs);
  }

  /** Without any quote since the server is back, it is the server that was not there to hear one. */
  #missing(reason: VoidReason, last: DeskQuote | undefined): VoidReason {
    return this.#resumed !== undefined && last === undefined ? 'server-down' : reason;
  }
}
