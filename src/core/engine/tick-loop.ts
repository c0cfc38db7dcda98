import { Ema } from './indicators/ema.ts';
import { FRESH_MS, START_DELAY_MS } from '../market/settlement-times.ts';
import { type Timeframe, timeframeMs } from '../market/timeframes.ts';
import type { AbstentionReason } from './reasons.ts';
import { type LoopOptions, RESTART_AFTER_MS } from './bar-loop.ts';
import { type Decision, isWaiting, PairEngine, type Verdict } from './pair-engine.ts';

/** Of the last 60 bars this many must have a quote of their own. */
const QUOTED_BARS_NEEDED = 15;
/** A spread so many times its average over the last thousand quotes or so is no time to enter. */
const WIDE_SPREAD = 4;
const USUAL_SPREAD_QUOTES = 1000;

export interface TickLoopOptions extends LoopOptions {
  readonly timeframe: Timeframe;
  /** Called for each decision; without it no decision is made into an object, which is faster. */
  readonly onDecision?: (decision: Decision) => void;
}

interface Waiting {
  readonly decidedAtMs: number;
  readonly shown: boolean;
  readonly up: boolean;
  readonly chance: number;
  /** Twice the mid at entry; undefined before entry, or when no quote was fresh enough. */
  entry: number | undefined;
  entered: boolean;
  /** Twice the mid at expiry; undefined likewise. */
  exit: number | undefined;
  expired: boolean;
}

/**
 * The loop on quotes, for 5 to 60 s: bars of the mid on a grid of the timeframe, a decision at each grid instant, entry
 * one second later, expiry a timeframe after entry. The price at an instant is that of the last quote at or before it.
 * Prices inside are bid plus ask: whole numbers, so that a tie is exact.
 */
export class TickLoop {
  readonly #options: TickLoopOptions;
  readonly #engine: PairEngine;
  readonly #stepMs: number;
  readonly #usualSpread = new Ema(USUAL_SPREAD_QUOTES);
  readonly #waiting: Waiting[] = [];
  #closesMs = Number.NaN;
  #price = 0;
  #spread = 0;
  #quotedMs = Number.NaN;
  #open = 0;
  #high = 0;
  #low = 0;
  #quotesInBar = 0;

  constructor(options: TickLoopOptions) {
    const { pair, timeframe, brain } = options;
    this.#options = options;
    this.#engine = new PairEngine({ pair, timeframe, brain, quotedBarsNeeded: QUOTED_BARS_NEEDED });
    this.#stepMs = timeframeMs(timeframe);
  }

  /** Takes in the next quote, after everything that came due before it. Throws a RangeError when time goes back. */
  push(timeMs: number, bid: number, ask: number): void {
    if (timeMs < this.#quotedMs) throw new RangeError('quotes must come in the order of time');
    if (timeMs - this.#quotedMs > RESTART_AFTER_MS) this.#restart();
    if (Number.isNaN(this.#closesMs)) this.#begin(timeMs, bid + ask);
    // A quote at an instant still counts for it, so what is due at the instant waits for a later quote.
    this.advanceTo(timeMs);
    this.#settleExpired(timeMs);
    this.#quotedMs = timeMs;
    this.#price = bid + ask;
    this.#spread = ask - bid;
    this.#usualSpread.update(this.#spread);
    if (this.#quotesInBar === 0) {
      this.#open = this.#price;
      this.#high = this.#price;
      this.#low = this.#price;
    } else {
      this.#high = Math.max(this.#high, this.#price);
      this.#low = Math.min(this.#low, this.#price);
    }
    this.#quotesInBar += 1;
  }

  /**
   * Closes the bars, enters and expires what came due before an instant, without a quote: live, a timer calls it. What is
   * decided does not depend on whether it was called: an outcome counts only when a later quote has come.
   */
  advanceTo(timeMs: number): void {
    // A silence longer than this is not looked across: time stands still until the quote that ends it.
    const untilMs = Math.min(timeMs, this.#quotedMs + RESTART_AFTER_MS);
    for (;;) {
      const due = this.#nextDue();
      if (!(due < untilMs)) return;
      this.#enterOrExpire(due);
      if (due === this.#closesMs) this.#closeBar();
    }
  }

  /** Ends the stream: decisions that still wait cannot be settled any more. */
  end(): void {
    while (this.#waiting.length > 0) this.#settleOldest(undefined);
  }

  #nextDue(): number {
    let due = this.#closesMs;
    for (const waiting of this.#waiting) if (!waiting.expired) due = Math.min(due, this.#dueOf(waiting));
    return due;
  }

  #dueOf({ decidedAtMs, entered }: Waiting): number {
    return decidedAtMs + START_DELAY_MS + (entered ? this.#stepMs : 0);
  }

  #enterOrExpire(dueMs: number): void {
    const price = dueMs - this.#quotedMs <= FRESH_MS ? this.#price : undefined;
    for (const waiting of this.#waiting) {
      if (waiting.expired || this.#dueOf(waiting) !== dueMs) continue;
      if (waiting.entered) {
        waiting.expired = true;
        waiting.exit = price;
      } else {
        waiting.entered = true;
        waiting.entry = price;
      }
    }
  }

  /** A later quote shows that the feed was alive at expiry, so that its last price then was the price. */
  #settleExpired(nextQuoteMs: number): void {
    for (let oldest = this.#waiting[0]; oldest?.expired === true; oldest = this.#waiting[0]) {
      const { entry, exit } = oldest;
      const isProven = nextQuoteMs - this.#dueOf(oldest) <= FRESH_MS;
      const isKnown = isProven && entry !== undefined && exit !== undefined;
      this.#settleOldest(isKnown ? (Math.sign(exit - entry) as -1 | 0 | 1) : undefined);
    }
  }

  #closeBar(): void {
    const nowMs = this.#closesMs;
    const quoted = this.#quotesInBar > 0;
    if (quoted) this.#engine.pushBar(this.#open, this.#high, this.#low, this.#price);
    else this.#engine.pushBar(this.#price, this.#price, this.#price, this.#price, false);
    this.#quotesInBar = 0;
    this.#closesMs += this.#stepMs;
    const abstain = this.#abstain(nowMs);
    let verdict: Verdict;
    if (this.#options.onDecision === undefined) {
      verdict = abstain ?? this.#engine.assess(nowMs);
    } else {
      const decision = this.#engine.decide(nowMs, abstain);
      verdict = decision.kind === 'signal' ? 'signal' : decision.reason;
      this.#options.onDecision(decision);
    }
    if (verdict !== 'signal') this.#options.sink?.abstained(verdict, nowMs);
    if (!isWaiting(verdict)) return;
    this.#waiting.push({
      decidedAtMs: nowMs,
      shown: verdict === 'signal',
      up: this.#engine.up,
      chance: this.#engine.chance,
      entry: undefined,
      entered: false,
      exit: undefined,
      expired: false,
    });
  }

  #abstain(nowMs: number): AbstentionReason | undefined {
    if (nowMs - this.#quotedMs > FRESH_MS) return 'stale';
    if (this.#spread > WIDE_SPREAD * this.#usualSpread.value && this.#usualSpread.value > 0) return 'spread';
    return undefined;
  }

  #settleOldest(outcome: -1 | 0 | 1 | undefined): void {
    const settled = this.#waiting.shift();
    if (settled === undefined) return;
    this.#engine.settle(outcome);
    if (settled.shown) this.#options.sink?.settled(settled.decidedAtMs, settled.up, settled.chance, outcome);
  }

  #begin(timeMs: number, price: number): void {
    this.#closesMs = (Math.floor(timeMs / this.#stepMs) + 1) * this.#stepMs;
    this.#price = price;
    this.#quotesInBar = 0;
  }

  #restart(): void {
    this.advanceTo(Number.POSITIVE_INFINITY);
    this.end();
    this.#engine.restart();
    this.#closesMs = Number.NaN;
  }
}
