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
