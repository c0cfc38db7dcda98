/** A confidence in percent with the two decimals that are recorded. */
export function recordedConfidence(percent: number): number {
  return Math.round(percent * 100) / 100;
}

/**
 * `50.5%`: a confidence in percent as people read it. One decimal of what is recorded, halves upwards, so that a signal has the
 * same figure on its card and on the record.
 */
export function confidenceText(percent: number): string {
  const tenths = Math.round(Math.round(percent * 100) / 10);
  return `${(tenths / 10).toFixed(1)}%`;
}
