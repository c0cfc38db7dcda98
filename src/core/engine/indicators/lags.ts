/** The last prices of a stream, so many updates back. */
export class Lags {
  readonly #ring: Float64Array;
  readonly #mask: number;
  readonly #depth: number;
  #count = 0;

  /** Keeps the latest value and `depth` before it. */
  constructor(depth: number) {
    const size = 2 ** Math.ceil(Math.log2(depth + 1));
    this.#ring = new Float64Array(size);
    this.#mask = size - 1;
    this.#depth = depth;
  }

  /** How many values were seen since the start or the last reset. */
  get count(): number {
    return this.#count;
  }

  /** The value `lag` updates ago, 0 for the latest; NaN when there is none that old. */
  at(lag: number): number {
    if (lag >= this.#count || lag > this.#depth) return Number.NaN;
    return this.#ring[(this.#count - 1 - lag) & this.#mask] as number;
  }

  update(value: number): void {
    this.#ring[this.#count & this.#mask] = value;
    this.#count += 1;
  }

  reset(): void {
    this.#count = 0;
  }
}
