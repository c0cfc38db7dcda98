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

/** Mean distance between what was claimed and what was observed, over the bins, each weighted by its decisions. */
export function expectedCalibrationError(bins: readonly ConfidenceBin[]): number {
  const n = bins.reduce((sum, bin) => sum + bin.n, 0);
  return bins.reduce((sum, bin) => sum + (bin.n / n) * Math.abs(bin.claimed - bin.observed), 0);
}

export function isOverclaimed(bin: ConfidenceBin): boolean {
  return bin.claimed > bin.high;
}
