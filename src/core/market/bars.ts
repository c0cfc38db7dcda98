import { MINUTE_MS, minuteOf } from '../time/instant.ts';
import type { TickColumns } from './tick.ts';

/**
 * One-minute bars of bid prices, one array per field, sorted by time, no two at the same minute, and no row for a
 * minute without a quote. Prices are scaled integers (see `priceScale`). A bar is known 60,000 ms after its open time.
 */
export interface BarColumns {
  readonly length: number;
  /** Milliseconds since 1970 UTC, whole minutes. */
  readonly openTimeMs: Float64Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
}

export function emptyBars(length: number): BarColumns {
  const column = (): Int32Array => new Int32Array(length);
  return {
    length,
    openTimeMs: new Float64Array(length),
    open: column(),
    high: column(),
    low: column(),
    close: column(),
  };
}

/** The first row whose bar opens at or after an instant. */
export function rowAt({ openTimeMs, length }: BarColumns, ms: number): number {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((openTimeMs[middle] as number) < ms) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The first bars, as views of the same memory. */
export function firstBars({ openTimeMs, open, high, low, close }: BarColumns, length: number): BarColumns {
  return {
    length,
    openTimeMs: openTimeMs.subarray(0, length),
    open: open.subarray(0, length),
    high: high.subarray(0, length),
    low: low.subarray(0, length),
    close: close.subarray(0, length),
  };
}

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

/**
 * Bars as they travel: how many, then the columns one after the other, each value as the step from what is known by then, in
 * variable-length integers (LEB128, signs in the lowest bit). Steps are small, and gzip makes two bytes a bar of them.
 */
export function packBars({ length, openTimeMs, open, high, low, close }: BarColumns): Uint8Array {
  const bytes = new Uint8Array(5 * LONGEST * length + LONGEST);
  let at = 0;
  const write = (step: number): void => {
    let rest = step < 0 ? -2 * step - 1 : 2 * step;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) + 128;
    bytes[at++] = rest;
  };
  const column = (stepOf: (row: number) => number): void => {
    for (let row = 0; row < length; row += 1) write(stepOf(row));
  };
  write(length);
  column((row) => (value(openTimeMs, row) - (row === 0 ? 0 : value(openTimeMs, row - 1))) / MINUTE_MS);
  column((row) => value(open, row) - (row === 0 ? 0 : value(close, row - 1)));
  column((row) => value(close, row) - value(open, row));
  column((row) => value(high, row) - Math.max(value(open, row), value(close, row)));
  column((row) => Math.min(value(open, row), value(close, row)) - value(low, row));
  return bytes.subarray(0, at);
}

/** Reads what `packBars` wrote. Throws a RangeError where it was cut off. */
export function unpackBars(bytes: Uint8Array): BarColumns {
  let at = 0;
  const read = (): number => {
    let [folded, unit] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('The bars are cut off.');
      folded += (byte % 128) * unit;
      if (byte < 128) return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2;
      unit *= 128;
    }
  };
  const length = read();
  // Each bar has at least a byte in each column: a false length allocates nothing.
  if (length < 0 || length * 5 > bytes.length) throw new RangeError('The bars are cut off.');
  const column = (): Int32Array => Int32Array.from({ length }, read);
  const times = column();
  const openTimeMs = new Float64Array(length);
  const [open, close, high, low] = [column(), column(), column(), column()];
  for (let row = 0; row < length; row += 1) {
    openTimeMs[row] = value(times, row) * MINUTE_MS + (row === 0 ? 0 : value(openTimeMs, row - 1));
    open[row] = value(open, row) + (row === 0 ? 0 : value(close, row - 1));
    close[row] = value(close, row) + value(open, row);
    high[row] = value(high, row) + Math.max(value(open, row), value(close, row));
    low[row] = Math.min(value(open, row), value(close, row)) - value(low, row);
  }
  return { length, openTimeMs, open, high, low, close };
}

/** Bytes of a signed 32-bit step, at most. */
const LONGEST = 5;

function value(column: Int32Array | Float64Array, row: number): number {
  return column[row] as number;
}
