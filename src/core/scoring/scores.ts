import type { Interval } from '../statistics/wilson.ts';

/** Decisions whose claimed chance lies from `from` up to, not including, `to` (the last bin includes it). */
export interface ConfidenceBin extends Interval {
  readonly from: number;
  readonly to: number;
  readonly n: number;
  /** Mean claimed chance. */
  readonly claimed: number;
  /** Share that came true; `low` and `high` are its 95 % Wilson interval. */
  readonly observed: number;
}

/** Decisions of one hour of the UTC day. */
export interface HourScore {
  readonly hour: number;
  readonly n: number;
  /** Mean claimed chance. */
  readonly claimed: number;
  /** Share that came true. */
  readonly observed: number;
  /** How many standard errors more came true than was claimed. */
  readonly z: number;
}

/** The most confident decisions: this share of all of them. */
export interface TopShare extends Interval {
  readonly share: number;
  readonly n: number;
  /** The least chance that was claimed among them. */
  readonly from: number;
  readonly accuracy: number;
}

/** What a stake of 1 brings on average. */
export interface Expectation {
  readonly payout: number;
  /** The accuracy at which a stake brings nothing: 1 / (1 + payout). */
  readonly breakEven: number;
  /** Over all stakes, an unchanged price refunded. */
  readonly perStake: number;
  readonly interval: Interval | undefined;
  readonly perStakeUnchangedLost: number;
  /** Over the most confident twentieth, unchanged left out. */
  readonly top5: number;
  readonly top5Interval: Interval;
}

/** How decisions ended. All rates are fractions of 1; unchanged prices are in none but `unchanged` and stakes. */
export interface Scores {
  readonly n: number;
  /** Share of the instants that were judged, minutes without a quote included, at which a signal was given. */
  readonly coverage: number;
  readonly accuracy: number;
  /** The wider of Wilson's and the one with days as clusters. */
  readonly accuracyInterval: Interval;
  readonly accuracyTop5: number;
  readonly accuracyTop5Interval: Interval;
  /** Natural logarithm; a coin's is ln 2 = 0.693147. */
  readonly logLoss: number;
  /** With days as clusters; undefined with fewer than ten days. */
  readonly logLossInterval: Interval | undefined;
  readonly brier: number;
  /** See `expectedCalibrationError`. */
  readonly ece: number;
  readonly bins: readonly ConfidenceBin[];
  readonly byTop: readonly TopShare[];
  /** The hours that have decisions. */
  readonly byHour: readonly HourScore[];
  readonly unchanged: number;
  /** Signals whose outcome no quote could tell. */
  readonly unsettled: number;
  readonly days: number;
  readonly expectation: Expectation;
  readonly coin: {
    readonly accuracy: number;
    readonly accuracyInterval: Interval;
    readonly logLoss: number;
    readonly brier: number;
    readonly perStake: number;
  };
}

/** Mean distance between what was claimed and what was observed, over the bins, each weighted by its decisions. */
export function expectedCalibrationError(bins: readonly ConfidenceBin[]): number {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  return bins.reduce((sum, bin) => sum + (bin.n / n) * Math.abs(bin.claimed - bin.observed), 0);
}

export function isOverclaimed(bin: ConfidenceBin): boolean {
  return bin.claimed > bin.high;
}
