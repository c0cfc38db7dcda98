import type { BarColumns } from '../market/bars.ts';
import type { TickColumns } from '../market/tick.ts';
import type { PriceFileKind } from './layout.ts';

/** Flag of a bar whose volume is given and is zero. */
export const NO_VOLUME = 1;

/**
 * A batch of decoded rows, one array per field, all in one buffer. Prices are whole millionths, because the pair, and so its own
 * step, is not known yet. Bars fill open to close, ticks fill `open` with bid and `high` with ask.
 */
export interface RowBlock {
  readonly capacity: number;
  length: number;
  readonly bytes: Uint8Array;
  /** Milliseconds on the file's own clock; on UTC where the layout has `ownClock`. */
  readonly timeMs: Float64Array;
  readonly open: Int32Array;
  readonly high: Int32Array;
  readonly low: Int32Array;
  readonly close: Int32Array;
  readonly flags: Uint8Array;
}

/** An empty batch with room for so many rows. */
export function createRowBlock(capacity: number): RowBlock {
  const buffer = new ArrayBuffer(25 * capacity);
  const integers = (column: number) => new Int32Array(buffer, (8 + 4 * column) * capacity, capacity);
  return {
    capacity,
    length: 0,
    bytes: new Uint8Array(buffer),
    timeMs: new Float64Array(buffer, 0, capacity),
    open: integers(0),
    high: integers(1),
    low: integers(2),
    close: integers(3),
    flags: new Uint8Array(buffer, 24 * capacity, capacity),
  };
}

/** A decoded row on UTC, in millionths. Of a tick `open` is the bid and `high` the ask. */
export interface HistoryRow {
  readonly timeMs: number;
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
  readonly flags: number;
  /** Its place in the file, from 0. */
  readonly row: number;
  /** It came after a later one. */
  readonly isLate: boolean;
}

/** Cleaned prices in scaled integers. */
export type Prices =
  | { readonly kind: 'm1'; readonly bars: BarColumns }
  | { readonly kind: 'ticks'; readonly ticks: TickColumns };

/** Prices of a kind by their columns: open, high, low and close, or bid and ask. */
export function pricesOf(kind: PriceFileKind, timeMs: Float64Array, columns: readonly Int32Array[]): Prices {
  const { length } = timeMs;
  const [first, second, third, fourth] = columns as [Int32Array, Int32Array, Int32Array, Int32Array];
  return kind === 'ticks'
    ? { kind, ticks: { length, timeMs, bid: first, ask: second } }
    : {
        kind,
        bars: { length, openTimeMs: timeMs, open: first, high: second, low: third, close: fourth },
      };
}
