import { addOuterProduct, SymmetricSolver } from './symmetric-solve.ts';
import { DAY_MS, HOUR_MS } from '../time/instant.ts';

/** Short, medium, long; short and medium by hour of day (two waves) and by how lively the market is. */
export const RELIABILITY_SIZE = 9;

/** Before a pair has shown anything its bands count a third of what they did where they were fitted: it must show it. */
const PRIOR_MULTIPLIER = 0.3;
/** Precision of that prior: a standard deviation of 0.22 around it. */
const PRIOR_PRECISION = 20;
/**
 * After so many settled decisions what was seen counts half: about a day and a half of minutes, which sees a rule come and
 * go, and about a month, which is surer. Neither alone is as good as both.
 */
const HALF_LIVES = [2_000, 30_000] as const;
const REFIT_EVERY = 64;
/** How much the memories together count before it was seen: what was learned from the past is worth a little less after. */
const SHARES_PRIOR = 0.9;
const SHARES_PRECISION = 15;
/** The shares are two numbers, so they can be followed over longer: a half-life of about three months of minutes. */
const SHARES_HALF_LIFE = 80_000;

/**
 * How far a pair's own recent past bears out what the model says: a multiplier for the score of each band, learned from
 * the closed bars of that pair alone. A rule that does not work on a pair fades away within days. Two memories, a
 * quick and a slow one, each predict; how far either is believed is learned from what it predicted before. The sum
 * is in log odds of that pair, so that a score means the same on every pair. It is a feature of past prices like any
 * other: no weight of the model and no calibration changes by it.
 */
export class Reliability {
  readonly #memories = HALF_LIVES.map(
    (halfLife) => new Regression(RELIABILITY_SIZE, halfLife, PRIOR_PRECISION, BAND_PRIOR),
  );
  readonly #shares = new Regression(HALF_LIVES.length, SHARES_HALF_LIFE, SHARES_PRECISION, SHARE_PRIOR);
  readonly #predicted = new Float64Array(HALF_LIVES.length);
  readonly #multipliers = new Float64Array(RELIABILITY_SIZE);
  #sinceRefit = 0;

  constructor() {
    this.#combine();
  }

  /** The multiplier of a band (0 short, 1 medium, 2 long) at an hour (`cosHour`, `sinHour`) and liveliness. */
  multiplier(band: number, cosHour: number, sinHour: number, liveliness: number): number {
    const m = this.#multipliers;
    const base = m[band] as number;
    if (band === 2) return base;
    return (
      base +
      (m[3 + band] as number) * cosHour +
      (m[5 + band] as number) * sinHour +
      (m[7 + band] as number) * liveliness
    );
  }

  /** Takes in the outcome of a decision whose score was made of `coordinates`. */
  learn(coordinates: Float64Array, up: boolean): void {
    // Near even chances the expected sign of the outcome is half the log odds.
    const outcome = up ? 2 : -2;
    const memories = this.#memories;
    for (let index = 0; index < memories.length; index += 1) {
      const memory = memories[index] as Regression;
      this.#predicted[index] = memory.predict(coordinates);
      memory.learn(coordinates, outcome);
    }
    this.#shares.learn(this.#predicted, outcome);
    this.#sinceRefit += 1;
    if (this.#sinceRefit < REFIT_EVERY) return;
    this.#sinceRefit = 0;
    this.#shares.refit();
    for (const memory of this.#memories) memory.refit();
    this.#combine();
  }

  #combine(): void {
    this.#multipliers.fill(0);
    for (const [index, memory] of this.#memories.entries()) {
      const share = this.#shares.weights[index] as number;
      for (let at = 0; at < RELIABILITY_SIZE; at += 1)
        this.#multipliers[at] = (this.#multipliers[at] as number) + share * (memory.weights[at] as number);
    }
  }
}

const BAND_PRIOR = Float64Array.from({ length: RELIABILITY_SIZE }, (_, index) =>
  index < 3 ? PRIOR_MULTIPLIER : 0,
);
const SHARE_PRIOR = Float64Array.from(HALF_LIVES, () => SHARES_PRIOR / HALF_LIVES.length);

/** Recursive least squares that forgets, around a prior that it never forgets. */
class Regression {
  readonly weights: Float64Array;
  readonly #prior: Float64Array;
  readonly #precision: number;
  readonly #keep: number;
  readonly #information: Float64Array;
  readonly #pull: Float64Array;
  readonly #right: Float64Array;
  readonly #solver: SymmetricSolver;

  constructor(size: number, halfLife: number, precision: number, prior: Float64Array) {
    this.weights = Float64Array.from(prior);
    this.#prior = prior;
    this.#precision = precision;
    this.#keep = 0.5 ** (REFIT_EVERY / halfLife);
    this.#information = new Float64Array(size * size);
    this.#pull = new Float64Array(size);
    this.#right = new Float64Array(size);
    this.#solver = new SymmetricSolver(size);
  }

  predict(inputs: Float64Array): number {
    let sum = 0;
    for (let index = 0; index < inputs.length; index += 1)
      sum += (inputs[index] as number) * (this.weights[index] as number);
    return sum;
  }

  learn(inputs: Float64Array, outcome: number): void {
    addOuterProduct(this.#information, inputs, 1);
    for (let index = 0; index < inputs.length; index += 1)
      this.#pull[index] = (this.#pull[index] as number) + outcome * (inputs[index] as number);
  }

  /** Solves for the weights, then lets what was seen fade by as much as it does between two calls. */
  refit(): void {
    this.#solver.factor(this.#information, this.#precision);
    for (let index = 0; index < this.#pull.length; index += 1)
      this.#right[index] = (this.#pull[index] as number) + this.#precision * (this.#prior[index] as number);
    this.#solver.solve(this.#right, this.weights);
    for (let index = 0; index < this.#information.length; index += 1)
      this.#information[index] = (this.#information[index] as number) * this.#keep;
    for (let index = 0; index < this.#pull.length; index += 1)
      this.#pull[index] = (this.#pull[index] as number) * this.#keep;
  }
}

/** Writes what a reliability follows: the score of each band, and short and medium at this hour and liveliness. */
export function fillCoordinates(
  out: Float64Array,
  bands: Float64Array,
  cosHour: number,
  sinHour: number,
  liveliness: number,
): void {
  for (let band = 0; band < 3; band += 1) out[band] = bands[band] as number;
  for (let band = 0; band < 2; band += 1) {
    const score = bands[band] as number;
    out[3 + band] = score * cosHour;
    out[5 + band] = score * sinHour;
    out[7 + band] = score * liveliness;
  }
}

const HOURS = DAY_MS / HOUR_MS;
/** Decisions of one hour of the day after which what was seen counts half: about half a year of minutes. */
const HALF_LIFE = 8_000;
const KEEP = 0.5 ** (1 / HALF_LIFE);
/** How much the hours beside one count for it. */
const NEIGHBOUR_SHARE = 0.3;
/** Precision of an hour around its pair: a standard deviation of a half around the pair's factor. */
const HOUR_PRECISION = 4;
/** Precision of a pair around what was fitted: a standard deviation of a quarter around one. */
const PAIR_PRECISION = 15;
/** More than was claimed is claimed on no more than this part of the log odds (53 %): how far the best go differs most. */
const RAISED_TO = 0.12;

/**
 * How far the log odds that were claimed on one pair came true, by hour of the UTC day: a factor for each hour, pooled in part
 * with the hours beside it and with the whole day of the pair, and that with what was fitted (one). It follows the closed
 * bars of that pair alone. Each factor is the slope of a logistic regression through zero near even chances, where a decision
 * of log odds x carries the information x * x / 4 (Gelman and Hill, Data Analysis Using Regression and
 * Multilevel/Hierarchical Models, chapter 12, on partial pooling).
 */
export class HourCalibration {
  readonly #information = new Float64Array(HOURS);
  readonly #pull = new Float64Array(HOURS);

  /** What is claimed at an instant (milliseconds since 1970) where the fitted curve claims `logOdds`, 0 or more. */
  adjusted(atMs: number, logOdds: number): number {
    const factor = this.factor(atMs);
    return factor < 1 ? logOdds * factor : logOdds + Math.min(logOdds, RAISED_TO) * (factor - 1);
  }

  /** What to multiply log odds by that are claimed at an instant (milliseconds since 1970): 0 or more, at first 1. */
  factor(atMs: number): number {
    let [information, pull] = [PAIR_PRECISION, PAIR_PRECISION];
    for (let hour = 0; hour < HOURS; hour += 1) {
      information += this.#information[hour] as number;
      pull += this.#pull[hour] as number;
    }
    const hour = hourOf(atMs);
    const ofHour = this.#around(this.#information, hour) + HOUR_PRECISION;
    return Math.max(0, (this.#around(this.#pull, hour) + HOUR_PRECISION * (pull / information)) / ofHour);
  }

  /** Takes in whether a side came true that was claimed with `logOdds` (0 or more, before any factor) at an instant. */
  learn(atMs: number, logOdds: number, isHit: boolean): void {
    const hour = hourOf(atMs);
    this.#information[hour] = (this.#information[hour] as number) * KEEP + (logOdds * logOdds) / 4;
    this.#pull[hour] = (this.#pull[hour] as number) * KEEP + (isHit ? logOdds / 2 : -logOdds / 2);
  }

  #around(values: Float64Array, hour: number): number {
    const beside = (values[(hour + HOURS - 1) % HOURS] as number) + (values[(hour + 1) % HOURS] as number);
    return (values[hour] as number) + NEIGHBOUR_SHARE * beside;
  }
}

function hourOf(atMs: number): number {
  return Math.floor((atMs - Math.floor(atMs / DAY_MS) * DAY_MS) / HOUR_MS);
}
