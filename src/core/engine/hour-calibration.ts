import { DAY_MS, HOUR_MS } from '../time/instant.ts';

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
