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
