/**
 * Quotes, one array per field, in the order they were made; several may share one millisecond.
 * Prices are scaled integers (see `priceScale`). A bid above its ask happens in real files: `TickGuard` refuses it.
 */
export interface TickColumns {
  readonly length: number;
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: Float64Array;
  readonly bid: Int32Array;
  readonly ask: Int32Array;
}
