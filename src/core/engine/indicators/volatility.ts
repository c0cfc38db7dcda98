/**
 * Root mean square of moves, exponentially weighted with 2 / (period + 1), in the unit of the move. The weights of the
 * moves seen so far always add up to one, so that the first hours are not measured too calm.
 */
export class Volatility {
  readonly #weight: number;
  #sum = 0;
  #weights = 0;

  constructor(period: number) {
    this.#weight = 2 / (period + 1);
  }

  /** 0 before the first move. */
  get value(): number {
    return this.#weights === 0 ? 0 : Math.sqrt(this.#sum / this.#weights);
  }

  update(move: number): void {
    const keep = 1 - this.#weight;
    this.#sum = this.#sum * keep + move * move * this.#weight;
    this.#weights = this.#weights * keep + this.#weight;
  }

  reset(): void {
    this.#sum = 0;
    this.#weights = 0;
  }
}
