import { addOuterProduct, SymmetricSolver } from './symmetric-solve.ts';

/** Short, medium, long; short and medium by hour of day (two waves) and by how lively the market is. */
export const RELIABILITY_SIZE = 9;

/** Before a pair has shown anything its bands count a third of what they did where they were fitted: it must show it. */
const PRIOR_MULTIPLIER = 0.3;
/** Precision of that prior: a standard deviation of 0.22 around it. */
const PRIOR_PRECISION = 20;
/** After so many settled decisions what was seen counts half: about two weeks of minutes. */
const HALF_LIFE_DECISIONS = 15_000;
const REFIT_EVERY = 64;
/** What is left of a score after its caution means a little more than it says, on most pairs. */
const SCALE_PRIOR = 1.2;
const SCALE_PRECISION = 15;
/** The scale is one number for all, so it can be followed over longer: a half-life of about three months of minutes. */
const SCALE_FADE = Math.LN2 / 80_000;
/** So many standard deviations of its own uncertainty are taken off a score. */
const CAUTION = 0.85;
/** However uncertain, this share of a score stays: direction and order are never lost. */
const SMALLEST_SHARE = 0.1;
const PRIOR = Float64Array.from({ length: RELIABILITY_SIZE }, (_, index) =>
  index < 3 ? PRIOR_MULTIPLIER * PRIOR_PRECISION : 0,
);
const FADE = 0.5 ** (REFIT_EVERY / HALF_LIFE_DECISIONS);

/**
 * How far a pair's own recent past bears out what the model says: a multiplier for the score of each band, learned from
 * the closed bars of that pair alone, and how sure it is. A rule that does not work on a pair fades away within
 * weeks. It is a feature of past prices like any other: no weight of the model and no calibration changes by it.
 */
export class Reliability {
  readonly #information = new Float64Array(RELIABILITY_SIZE * RELIABILITY_SIZE);
  readonly #pull = new Float64Array(RELIABILITY_SIZE);
  readonly #right = new Float64Array(RELIABILITY_SIZE);
  readonly #scratch = new Float64Array(RELIABILITY_SIZE);
  readonly #solver = new SymmetricSolver(RELIABILITY_SIZE);
  readonly #multipliers = new Float64Array(RELIABILITY_SIZE);
  #sinceRefit = 0;
  #scaleInformation = SCALE_PRECISION;
  #scalePull = SCALE_PRECISION * SCALE_PRIOR;

  constructor() {
    this.#refit();
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

  /** Takes the uncertainty of its multipliers off a score that was made of `coordinates`. */
  shrink(score: number, coordinates: Float64Array): number {
    const deviation = 2 * Math.sqrt(this.#solver.inverseForm(coordinates, this.#scratch));
    const size = Math.abs(score);
    return Math.sign(score) * Math.max(size - CAUTION * deviation, size * SMALLEST_SHARE);
  }

  /** What a cautious score of this pair has to be multiplied with to mean what it says; never negative. */
  get scale(): number {
    return Math.max(this.#scalePull / this.#scaleInformation, 0);
  }

  /**
   * Takes in the outcome of a decision: what its score was made of, and what `shrink` made of it.
   */
  learn(coordinates: Float64Array, cautious: number, up: boolean): void {
    addOuterProduct(this.#information, coordinates, 1);
    // Near even chances the expected sign of the outcome is half the score.
    const outcome = up ? 2 : -2;
    this.#scaleInformation += cautious * cautious + (SCALE_PRECISION - this.#scaleInformation) * SCALE_FADE;
    this.#scalePull += cautious * outcome + (SCALE_PRECISION * SCALE_PRIOR - this.#scalePull) * SCALE_FADE;
    for (let index = 0; index < RELIABILITY_SIZE; index += 1)
      this.#pull[index] = (this.#pull[index] as number) + outcome * (coordinates[index] as number);
    this.#sinceRefit += 1;
    if (this.#sinceRefit < REFIT_EVERY) return;
    this.#sinceRefit = 0;
    this.#refit();
    for (let index = 0; index < this.#information.length; index += 1)
      this.#information[index] = (this.#information[index] as number) * FADE;
    for (let index = 0; index < RELIABILITY_SIZE; index += 1)
      this.#pull[index] = (this.#pull[index] as number) * FADE;
  }

  #refit(): void {
    this.#solver.factor(this.#information, PRIOR_PRECISION);
    for (let index = 0; index < RELIABILITY_SIZE; index += 1)
      this.#right[index] = (this.#pull[index] as number) + (PRIOR[index] as number);
    this.#solver.solve(this.#right, this.#multipliers);
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
