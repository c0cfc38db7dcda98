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

  /** `update` with the inputs from one place to another less `origin`; writes each average, the first at index 0. */
  updateAll(inputs: Int32Array, from: number, to: number, origin: number, averages: Float64Array): void {
    const weight = this.#weight;
    const keep = this.#keep;
    let value = this.#value;
    for (let at = from; at < to; at += 1) {
      const input = (inputs[at] as number) - origin;
      // In a variable, not in the field: that is half of the time of a sweep over many averages.
      value = value === value ? input * weight + value * keep : input;
      averages[at - from] = value;
    }
    this.#value = value;
  }
}
