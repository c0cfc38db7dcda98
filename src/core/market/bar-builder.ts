import { MINUTE_MS, minuteOf } from '../time/instant.ts';
import { type BarColumns, emptyBars } from './bars.ts';
import type { TickColumns } from './tick.ts';

/** One closed minute of bid prices, as scaled integers. */
export interface Bar {
  /** Milliseconds since 1970 UTC, a whole minute. */
  readonly openTimeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/**
 * Builds one-minute bars from bids as they come, for live prices and for files alike. It gives out closed bars only: a
 * bar closes when a quote of a later minute comes or when the clock passes its end, and never changes afterwards. A
 * minute without a quote has no bar.
 */
export class BarBuilder {
  #openTimeMs = Number.NaN;
  #open = 0;
  #high = 0;
  #low = 0;
  #close = 0;
  #lastMs = Number.NEGATIVE_INFINITY;

  /**
   * Takes a bid (a scaled integer); returns the bar that it closes, if it is the first of a later minute. One with an earlier
   * time than one before it, or of a closed minute, changes nothing.
   */
  push(timeMs: number, bid: number): Bar | undefined {
    if (timeMs < this.#lastMs) return undefined;
    const closed = this.advance(timeMs);
    this.#lastMs = timeMs;
    if (this.#openTimeMs !== this.#openTimeMs) {
      this.#openTimeMs = minuteOf(timeMs);
      this.#open = bid;
      this.#high = bid;
      this.#low = bid;
    } else {
      if (bid > this.#high) this.#high = bid;
      if (bid < this.#low) this.#low = bid;
    }
    this.#close = bid;
    return closed;
  }

  /** Advances time without a quote; returns the bar that it closes. Later quotes for a closed minute are ignored. */
  advance(nowMs: number): Bar | undefined {
    if (nowMs < this.#openTimeMs + MINUTE_MS || this.#openTimeMs !== this.#openTimeMs) return undefined;
    const openTimeMs = this.#openTimeMs;
    this.#openTimeMs = Number.NaN;
    this.#lastMs = Math.max(this.#lastMs, openTimeMs + MINUTE_MS);
    return { openTimeMs, open: this.#open, high: this.#high, low: this.#low, close: this.#close };
  }
}

/** All bars of sorted ticks that are closed at an instant: what a `BarBuilder` gives out over the same ticks. */
export function barsFromTicks(ticks: TickColumns, nowMs: number): BarColumns {
  const builder = new BarBuilder();
  const bars: Bar[] = [];
  for (let index = 0; index < ticks.length; index += 1) {
    const timeMs = ticks.timeMs[index] ?? 0;
    if (timeMs > nowMs) break;
    const closed = builder.push(timeMs, ticks.bid[index] ?? 0);
    if (closed !== undefined) bars.push(closed);
  }
  const last = builder.advance(nowMs);
  if (last !== undefined) bars.push(last);
  return barColumns(bars);
}

export function barColumns(bars: readonly Bar[]): BarColumns {
  const columns = emptyBars(bars.length);
  for (const [row, bar] of bars.entries()) {
    columns.openTimeMs[row] = bar.openTimeMs;
    columns.open[row] = bar.open;
    columns.high[row] = bar.high;
    columns.low[row] = bar.low;
    columns.close[row] = bar.close;
  }
  return columns;
}
