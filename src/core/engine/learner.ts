import { DAY_MS } from '../time/instant.ts';
import type { Timeframe } from '../market/timeframes.ts';
import { Calibrator, type ConfidenceCurve } from './confidence-curve.ts';
import { FEATURE_COUNT } from './feature-table.ts';
import { type Brain, ENGINE_VERSION, type EngineModel, namedWeights } from './model.ts';
import { addOuterProduct, SymmetricSolver } from './symmetric-solve.ts';

/** Fewer settled decisions than this give no weights, so no signal. */
export const DECISIONS_NEEDED = 10_000;
/** After ten years what was learned counts half: what changes faster, each pair's reliability follows. */
const HALF_LIFE_DAYS = 10 * 365;

/**
 * A brain that goes on learning. Within a UTC day it stays as it is; with the first decision of a new day it takes in the
 * days before. So a score never knows its own outcome, and the calibration, learned from those scores, is made of
 * decisions that the weights were not fitted on.
 */
export class Learner implements Brain {
  readonly #logistic = new OnlineLogistic(FEATURE_COUNT);
  readonly #calibrator = new Calibrator();
  #weights: Float64Array | undefined;
  #curve: ConfidenceCurve | undefined;
  #day = Number.NaN;
  #decisions = 0;
  #firstMs = Number.NaN;
  #lastMs = Number.NaN;

  get weights(): Float64Array | undefined {
    return this.#weights;
  }

  get curve(): ConfidenceCurve | undefined {
    return this.#curve;
  }

  get decisions(): number {
    return this.#decisions;
  }

  /** Moves to an instant; call it before a decision of that day. Days must not go back. */
  advanceTo(ms: number): void {
    const day = Math.floor(ms / DAY_MS);
    if (day === this.#day) return;
    if (day < this.#day) throw new RangeError('a learner cannot go back in time');
    if (this.#decisions >= DECISIONS_NEEDED) this.#refit();
    if (day > this.#day) {
      const share = 0.5 ** ((day - this.#day) / HALF_LIFE_DAYS);
      this.#logistic.fade(share);
      this.#calibrator.fade(share);
    }
    this.#day = day;
    this.#lastMs = ms;
    if (Number.isNaN(this.#firstMs)) this.#firstMs = ms;
  }

  learn(features: Float64Array, score: number | undefined, up: boolean): void {
    this.#logistic.learn(features, up);
    if (score !== undefined && score !== 0) this.#calibrator.learn(Math.abs(score), score > 0 === up);
    this.#decisions += 1;
  }

  /** What was learned so far as a model that stays as it is; undefined while it is too little. */
  model(timeframe: Timeframe): EngineModel | undefined {
    if (this.#decisions < DECISIONS_NEEDED) return undefined;
    this.#refit();
    if (this.#weights === undefined || this.#curve === undefined) return undefined;
    return {
      engineVersion: ENGINE_VERSION,
      timeframe,
      weights: namedWeights(this.#weights),
      curve: this.#curve,
      fitted: { decisions: this.#decisions, firstMs: this.#firstMs, lastMs: this.#lastMs },
    };
  }

  #refit(): void {
    this.#logistic.refit();
    this.#weights = this.#logistic.weights;
    this.#curve = this.#calibrator.curve();
  }
}

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
