/** A confidence in percent with the two decimals that are recorded. */
export function recordedConfidence(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/** A confidence in percent as people read it, in tenths: of what is recorded, halves upwards. */
export function confidenceTenths(percent: number): number {
  return Math.round(Math.round(percent * 100) / 10);
}

/**
 * `50.5%`: a confidence in percent as people read it. One decimal of what is recorded, halves upwards, so that a signal has the
 * same figure on its card and on the record.
 */
export function confidenceText(percent: number): string {
  return `${(confidenceTenths(percent) / 10).toFixed(1)}%`;
}
