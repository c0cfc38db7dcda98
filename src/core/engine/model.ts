import type { Timeframe } from '../market/timeframes.ts';
import { type ConfidenceCurve, HIGHEST_CHANCE } from './confidence-curve.ts';
import { FEATURE_COUNT, FEATURES } from './feature-table.ts';

/** What an engine needs to speak: weights in the order of `FEATURES`, and a curve made from decisions they had not seen. */
export interface Brain {
  /** Undefined until enough was learned. */
  readonly weights: Float64Array | undefined;
  readonly curve: ConfidenceCurve | undefined;
  /** Takes in a settled decision; absent when the brain is fitted and stays as it is. */
  learn?(features: Float64Array, score: number | undefined, up: boolean): void;
}

/** A fitted model as it is stored: plain JSON. */
export interface EngineModel {
  readonly engineVersion: string;
  readonly timeframe: Timeframe;
  /** Feature name to weight. */
  readonly weights: Readonly<Record<string, number>>;
  readonly curve: ConfidenceCurve;
  /** Settled decisions it was fitted on, and when the first and last of them were made. */
  readonly fitted: { readonly decisions: number; readonly firstMs: number; readonly lastMs: number };
}

/**
 * Makes a stored model ready to use. Throws an Error that says what is wrong when it was made by another engine
 * version, misses a weight, or claims what no curve may claim.
 */
export function brainOf(model: EngineModel): Brain {
  if (model.engineVersion !== ENGINE_VERSION) {
    throw new Error(
      `this model was made by engine ${model.engineVersion}, this is ${ENGINE_VERSION}: fit it again`,
    );
  }
  const weights = new Float64Array(FEATURE_COUNT);
  for (const [index, { name }] of FEATURES.entries()) {
    const weight = model.weights[name];
    if (weight === undefined || !Number.isFinite(weight))
      throw new Error(`the model has no weight for "${name}"`);
    weights[index] = weight;
  }
  const { sizes, logOdds, cap } = model.curve;
  const rising = (values: readonly number[]): boolean =>
    values[0] === 0 && values.every((value, index) => index === 0 || value >= (values[index - 1] ?? 0));
  if (sizes.length !== logOdds.length || !rising(sizes) || !rising(logOdds))
    throw new Error('the confidence curve of the model does not rise from zero');
  if (!(cap >= 0.5 && cap <= HIGHEST_CHANCE))
    throw new Error(`the confidence curve of the model may claim 50 % to 65 %, not ${cap * 100} %`);
  return { weights, curve: model.curve };
}

/** Puts weights under the names of their features, for storing. */
export function namedWeights(weights: Float64Array): Record<string, number> {
  return Object.fromEntries(FEATURES.map(({ name }, index) => [name, weights[index] as number]));
}

/**
 * Names the rules that turn prices into a signal. A change of a feature, a constant or the way a model is fitted
 * needs a new name: records are kept by it, and a new engine starts at zero.
 */
export const ENGINE_VERSION = 'fade-logit-3';
