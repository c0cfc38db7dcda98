/**
 * Root mean square of moves m, exponentially weighted: √(Σ wᵢ mᵢ² / Σ wᵢ), wᵢ = (1 − w)^age with w = 2 / (period + 1), in the
 * unit of the move. The division keeps the first hours from being measured too calm. It is RiskMetrics' estimate with the weights
 * normalised: J.P. Morgan, RiskMetrics Technical Document, 1996, section 5.2.
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
}
