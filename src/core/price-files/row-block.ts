import type { PriceFileKind } from './layout.ts';

/** Flag of a bar whose volume is given and is zero. */
export const NO_VOLUME = 1;

/**
 * A batch of decoded rows, one array per field. Prices are whole millionths, because the pair, and so its own step, is not
 * known yet. Bars fill open to close, ticks fill `open` with bid and `high` with ask.
 */
export interface RowBlock {
  readonly capacity: number;
  length: number;
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
  return {
    capacity,
    length: 0,
    timeMs: new Float64Array(capacity),
    open: new Int32Array(capacity),
    high: new Int32Array(capacity),
    low: new Int32Array(capacity),
    close: new Int32Array(capacity),
    flags: new Uint8Array(capacity),
  };
}

/** A batch of cleaned rows, scaled: bars use open, high, low, close as first to fourth; ticks use bid and ask. */
export interface PriceBlock {
  readonly capacity: number;
  length: number;
  readonly timeMs: Float64Array;
  readonly first: Int32Array;
  readonly second: Int32Array;
  readonly third: Int32Array;
  readonly fourth: Int32Array;
}

export function createPriceBlock(capacity: number, kind: PriceFileKind): PriceBlock {
  const unused = kind === 'm1' ? capacity : 0;
  return {
    capacity,
    length: 0,
    timeMs: new Float64Array(capacity),
    first: new Int32Array(capacity),
    second: new Int32Array(capacity),
    third: new Int32Array(unused),
    fourth: new Int32Array(unused),
  };
}
