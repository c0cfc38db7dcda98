import type { PriceFileKind } from './layout.ts';

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

/** An empty batch with room for so many rows of a kind. */
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
