/**
 * Exponential moving average: a += w (x − a) with w = 2 / (period + 1), from a = the first x.
 * Source: https://chartschool.stockcharts.com/table-of-contents/technical-indicators-and-overlays/technical-overlays/moving-averages-simple-and-exponential.
 */
export class Ema {
  readonly #weight: number;
  readonly #keep: number;
  #value = Number.NaN;

  constructor(period: number) {
    this.#weight = 2 / (period + 1);
    this.#keep = 1 - this.#weight;
  }

  /** The average so far, in the unit of the input; NaN before the first value. */
  get value(): number {
    return this.#value;
  }

  update(input: number): number {
    const last = this.#value;
    const value = last === last ? input * this.#weight + last * this.#keep : input;
    this.#value = value;
    return value;
  }

  reset(): void {
    this.#value = Number.NaN;
  }
}
