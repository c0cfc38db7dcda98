import { DAY_MS } from '../time/instant.ts';
import type { Timeframe } from '../market/timeframes.ts';
import { Calibrator, type ConfidenceCurve } from './confidence-curve.ts';
import { FEATURE_COUNT } from './feature-table.ts';
import { type Brain, type EngineModel, namedWeights } from './model.ts';
import { OnlineLogistic } from './online-logistic.ts';
import { ENGINE_VERSION } from './version.ts';

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

  /** How many settled decisions it has learned from. */
  get decisions(): number {
    return this.#decisions;
  }

  /** Tells the time; call it before anything of that day is decided. Days must not go back. */
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
