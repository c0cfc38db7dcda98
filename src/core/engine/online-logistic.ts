import { addOuterProduct, SymmetricSolver } from './symmetric-solve.ts';

/** Strength of the ridge, in decisions' worth of information per feature. */
const RIDGE = 200;

/**
 * Logistic regression without intercept, fitted one decision at a time: each adds one Newton step's worth of
 * information at the weights that were known when it was made (recursive reweighted least squares), and old
 * information fades. Its size does not grow with what it has seen.
 */
export class OnlineLogistic {
  readonly #size: number;
  readonly #information: Float64Array;
  readonly #pull: Float64Array;
  readonly #solver: SymmetricSolver;
  readonly #weights: Float64Array;

  constructor(size: number) {
    this.#size = size;
    this.#information = new Float64Array(size * size);
    this.#pull = new Float64Array(size);
    this.#solver = new SymmetricSolver(size);
    this.#weights = new Float64Array(size);
  }

  /** The weights of the last `refit`; zero before the first. */
  get weights(): Float64Array {
    return this.#weights;
  }

  /** Takes in the outcome of one decision: `up` is true when the price rose. */
  learn(features: Float64Array, up: boolean): void {
    let score = 0;
    for (let index = 0; index < this.#size; index += 1)
      score += (features[index] as number) * (this.#weights[index] as number);
    const chance = 1 / (1 + Math.exp(-score));
    const certainty = chance * (1 - chance);
    addOuterProduct(this.#information, features, certainty);
    const response = certainty * score + (up ? 1 : 0) - chance;
    for (let index = 0; index < this.#size; index += 1)
      this.#pull[index] = (this.#pull[index] as number) + (features[index] as number) * response;
  }

  /** Lets everything learned so far count `share` of what it did, 0 to 1. */
  fade(share: number): void {
    for (let index = 0; index < this.#information.length; index += 1)
      this.#information[index] = (this.#information[index] as number) * share;
    for (let index = 0; index < this.#size; index += 1)
      this.#pull[index] = (this.#pull[index] as number) * share;
  }

  /** Solves for the weights that what was learned supports, pulled towards zero by the ridge. */
  refit(): void {
    this.#solver.factor(this.#information, RIDGE);
    this.#solver.solve(this.#pull, this.#weights);
  }
}
