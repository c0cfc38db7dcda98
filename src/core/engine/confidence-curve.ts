import { NORMAL_95 } from '../statistics/wilson.ts';

/** From the size of a score to a calibrated chance: straight between knots on the scale of log odds. */
export interface ConfidenceCurve {
  /** Sizes of scores, ascending, the first 0. */
  readonly sizes: readonly number[];
  /** Log odds at each size, never falling, the first 0. */
  readonly logOdds: readonly number[];
  /** No chance above this is ever claimed: what the calibration's lower 95 % bound supports, 0.65 at most. */
  readonly cap: number;
  readonly decisions: number;
}

/** The log odds that a score of this size (not negative) comes true, 0 to those of the curve's cap. */
export function logOddsOf(curve: ConfidenceCurve, size: number): number {
  const { sizes, logOdds } = curve;
  const last = sizes.length - 1;
  let odds = logOdds[last] as number;
  if (size < (sizes[last] as number)) {
    let above = 1;
    while ((sizes[above] as number) <= size) above += 1;
    const from = sizes[above - 1] as number;
    const share = (size - from) / ((sizes[above] as number) - from);
    const low = logOdds[above - 1] as number;
    odds = low + share * ((logOdds[above] as number) - low);
  }
  return Math.min(odds, Math.log(curve.cap / (1 - curve.cap)));
}

/** Whether the curve leaves 50 % anywhere. */
export function claimsAnything({ logOdds, cap }: ConfidenceCurve): boolean {
  return cap > 0.5 && (logOdds[logOdds.length - 1] as number) > 0;
}

/** Nothing above this is claimed, however good the past looks. */
export const HIGHEST_CHANCE = 0.65;

const EDGES = [
  0, 0.01, 0.02, 0.03, 0.04, 0.05, 0.06, 0.07, 0.08, 0.1, 0.12, 0.14, 0.17, 0.2, 0.25, 0.3, 0.4, 0.6,
] as const;
/** Fewer decisions than this say nothing by themselves and are joined with the next bin below. */
const SMALLEST_BIN = 2_000;
/** Strength of the pull of each bin towards the straight line through all of them, in decisions. */
const LINE_DECISIONS = 200_000;
/** Scores are log odds by the way they are made, so the line's slope is one before anything was seen... */
const SLOPE_PRIOR = 1;
/** ...with a standard deviation of a tenth. */
const SLOPE_PRECISION = 100;
/** Standard errors that are taken off each bin. */
const SHADE = 0.3;
/** How far out the best pairs go differs most between pairs: of log odds beyond this (54 %) only a share is claimed. */
const TAIL_FROM = 0.16;
const TAIL_SHARE = 0.7;

/** Learns a confidence curve from scores that were given before their outcome was known. Its size is fixed. */
export class Calibrator {
  readonly #count = new Float64Array(EDGES.length);
  readonly #hits = new Float64Array(EDGES.length);
  readonly #sizes = new Float64Array(EDGES.length);
  #information = 0;
  #pull = 0;

  /** Takes in a score's size and whether its sign came true. */
  learn(size: number, hit: boolean): void {
    let bin = EDGES.length - 1;
    while (size < (EDGES[bin] as number)) bin -= 1;
    this.#count[bin] = (this.#count[bin] as number) + 1;
    this.#sizes[bin] = (this.#sizes[bin] as number) + size;
    if (hit) this.#hits[bin] = (this.#hits[bin] as number) + 1;
    this.#information += (size * size) / 4;
    this.#pull += hit ? size / 2 : -size / 2;
  }

  /** Lets everything learned so far count `share` of what it did, 0 to 1. */
  fade(share: number): void {
    for (let bin = 0; bin < EDGES.length; bin += 1) {
      this.#count[bin] = (this.#count[bin] as number) * share;
      this.#hits[bin] = (this.#hits[bin] as number) * share;
      this.#sizes[bin] = (this.#sizes[bin] as number) * share;
    }
    this.#information *= share;
    this.#pull *= share;
  }

  /** The curve that the decisions so far support: bins pulled to a line, made monotone, shaded and capped. */
  curve(): ConfidenceCurve {
    const slope = (this.#pull + SLOPE_PRECISION * SLOPE_PRIOR) / (this.#information + SLOPE_PRECISION);
    const bins = this.#joinedBins();
    const rates = bins.map(
      ({ count, hits, size }) => (hits + LINE_DECISIONS * chanceAt(slope * size)) / (count + LINE_DECISIONS),
    );
    const monotone = poolAdjacentViolators(
      rates,
      bins.map(({ count }) => count),
    );
    const sizes = [0];
    const logOdds = [0];
    for (const [index, { count, size }] of bins.entries()) {
      const shaded = (monotone[index] ?? 0.5) - SHADE * Math.sqrt(0.25 / (count + LINE_DECISIONS));
      sizes.push(size);
      logOdds.push(Math.max(dampened(Math.log(shaded / (1 - shaded))), logOdds.at(-1) ?? 0));
    }
    return {
      sizes,
      logOdds,
      cap: this.#cap(bins.at(-1)?.size ?? 0),
      decisions: bins.reduce((sum, { count }) => sum + count, 0),
    };
  }

  /**
   * What the largest scores are worth on the lower 95 % bound of the slope that the decisions alone support, without the
   * prior: 0.5, so no claim at all, while they have not shown that scores mean anything.
   */
  #cap(largestSize: number): number {
    if (this.#information === 0) return 0.5;
    const lowestSlope = (this.#pull - NORMAL_95 * Math.sqrt(this.#information)) / this.#information;
    return Math.min(Math.max(chanceAt(lowestSlope * largestSize), 0.5), HIGHEST_CHANCE);
  }

  #joinedBins(): Bin[] {
    const bins: Bin[] = [];
    let open: Bin = { count: 0, hits: 0, size: 0 };
    for (let index = 0; index < EDGES.length; index += 1) {
      const count = open.count + (this.#count[index] as number);
      if (count === 0) continue;
      const size = (open.size * open.count + (this.#sizes[index] as number)) / count;
      open = { count, hits: open.hits + (this.#hits[index] as number), size };
      if (count < SMALLEST_BIN) continue;
      bins.push(open);
      open = { count: 0, hits: 0, size: 0 };
    }
    const last = bins.pop();
    if (last === undefined) return open.count > 0 ? [open] : [];
    const count = last.count + open.count;
    const size = (last.size * last.count + open.size * open.count) / count;
    return [...bins, { count, hits: last.hits + open.hits, size }];
  }
}

/** The chance, 0 to 1, at these log odds. */
export function chanceAt(logOdds: number): number {
  return 1 / (1 + Math.exp(-logOdds));
}

function dampened(logOdds: number): number {
  return logOdds > TAIL_FROM ? TAIL_FROM + (logOdds - TAIL_FROM) * TAIL_SHARE : logOdds;
}

interface Bin {
  readonly count: number;
  readonly hits: number;
  /** Mean size of its scores. */
  readonly size: number;
}

/** The rising sequence that lies nearest to `values`, with weights: neighbours that fall are averaged. */
export function poolAdjacentViolators(values: readonly number[], weights: readonly number[]): number[] {
  const blocks: { value: number; weight: number; length: number }[] = [];
  for (const [index, value] of values.entries()) {
    let block = { value, weight: weights[index] ?? 1, length: 1 };
    let before = blocks.at(-1);
    while (before !== undefined && before.value > block.value) {
      blocks.pop();
      const weight = before.weight + block.weight;
      block = {
        value: (before.value * before.weight + block.value * block.weight) / weight,
        weight,
        length: before.length + block.length,
      };
      before = blocks.at(-1);
    }
    blocks.push(block);
  }
  return blocks.flatMap(({ value, length }) => Array.from({ length }, () => value));
}
