/** Exponential moving average with weight 2 / (period + 1), seeded with the first value. */
export class Ema {
  readonly #weight: number;
  #value = Number.NaN;

  constructor(period: number) {
    this.#weight = 2 / (period + 1);
  }

  /** The average so far, in the unit of the input; NaN before the first value. */
  get value(): number {
    return this.#value;
  }

  update(input: number): number {
    const last = this.#value;
    this.#value = last === last ? input * this.#weight + last * (1 - this.#weight) : input;
    return this.#value;
  }

  reset(): void {
    this.#value = Number.NaN;
  }
}
