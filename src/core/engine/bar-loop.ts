import { FxWeekGate } from '../time/fx-week.ts';
import { MINUTE_MS } from '../time/instant.ts';
import type { AbstentionReason } from './reasons.ts';
import type { Brain } from './model.ts';
import { isWaiting, PairEngine, type Verdict } from './pair-engine.ts';

/** After a longer gap everything starts over. */
export const RESTART_AFTER_MS = 5 * MINUTE_MS;
/** Of the last 60 minutes this many must have a bar. */
const QUOTED_MINUTES_NEEDED = 45;

export interface LoopOptions {
  readonly pair: string;
  readonly brain: Brain;
  readonly sink?: DecisionSink;
}

/**
 * The loop on one-minute bars, for evaluations on files of bars: a decision at each bar's close, entry at the next minute's open,
 * expiry at that minute's close. Live prices, replays and evaluations on ticks go through `TickLoop`.
 */
export class BarLoop {
  readonly #engine: PairEngine;
  readonly #sink: DecisionSink | undefined;
  readonly #week = new FxWeekGate();
  #lastOpenMs = Number.NaN;
  #waits = false;
  #shown = false;
  #up = false;
  #chance = 0.5;

  constructor({ pair, brain, sink }: LoopOptions) {
    const timeframe = '1min';
    this.#engine = new PairEngine({ pair, timeframe, brain, quotedBarsNeeded: QUOTED_MINUTES_NEEDED });
    this.#sink = sink;
  }

  /** Takes in the next closed bar and decides at its close. Throws a RangeError when bars do not come in order of time. */
  push(openTimeMs: number, open: number, high: number, low: number, close: number): void {
    const sinceLastMs = openTimeMs - this.#lastOpenMs;
    if (sinceLastMs < MINUTE_MS) throw new RangeError('bars must come in the order of time, one a minute');
    const follows = sinceLastMs === MINUTE_MS;
    if (this.#waits) this.#settle(follows ? (Math.sign(close - open) as -1 | 0 | 1) : undefined);
    if (sinceLastMs > MINUTE_MS) this.#leap(openTimeMs, sinceLastMs);
    this.#engine.pushBar(open, high, low, close);
    this.#lastOpenMs = openTimeMs;
    this.#note(this.#engine.assess(openTimeMs + MINUTE_MS));
  }

  /** Ends the stream: a decision that still waits cannot be settled any more. */
  end(): void {
    if (this.#waits) this.#settle(undefined);
  }

  /** Minutes without a bar while the market is open are decisions that were not made. */
  #leap(openTimeMs: number, sinceLastMs: number): void {
    for (let missing = this.#lastOpenMs + MINUTE_MS; missing < openTimeMs; missing += MINUTE_MS)
      if (this.#week.isOpen(missing)) this.#sink?.abstained('stale', missing + MINUTE_MS);
    if (sinceLastMs > RESTART_AFTER_MS) this.#engine.restart();
    else this.#engine.skipBars(sinceLastMs / MINUTE_MS - 1);
  }

  #note(verdict: Verdict): void {
    this.#waits = isWaiting(verdict);
    this.#shown = verdict === 'signal';
    if (verdict === 'signal') {
      this.#up = this.#engine.up;
      this.#chance = this.#engine.chance;
    } else {
      this.#sink?.abstained(verdict, this.#lastOpenMs + MINUTE_MS);
    }
  }

  #settle(outcome: -1 | 0 | 1 | undefined): void {
    this.#waits = false;
    this.#engine.settle(outcome);
    if (this.#shown) this.#sink?.settled(this.#lastOpenMs + MINUTE_MS, this.#up, this.#chance, outcome);
  }
}

/** Receives what a loop decides and how it ends. Numbers only: millions of decisions pass through it. */
export interface DecisionSink {
  abstained(reason: AbstentionReason, atMs: number): void;
  /** A signal was settled. `outcome`: 1 up, -1 down, 0 unchanged, undefined when no quote could settle it. */
  settled(decidedAtMs: number, up: boolean, chance: number, outcome: -1 | 0 | 1 | undefined): void;
}
