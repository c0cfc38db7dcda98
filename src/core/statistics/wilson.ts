/** The two-sided 95 % quantile of the normal distribution. */
export const NORMAL_95 = 1.959963984540054;

export interface Interval {
  readonly low: number;
  readonly high: number;
}

/** Wilson's 95 % interval of a share that came true `hits` times in `count`; 0 to 1 where nothing was counted. */
export function wilsonInterval(hits: number, count: number): Interval {
  if (count <= 0) return { low: 0, high: 1 };
  const z2 = NORMAL_95 * NORMAL_95;
  const rate = hits / count;
  const centre = rate + z2 / (2 * count);
  const spread = NORMAL_95 * Math.sqrt((rate * (1 - rate)) / count + z2 / (4 * count * count));
  const scale = 1 + z2 / count;
  return { low: Math.max(0, (centre - spread) / scale), high: Math.min(1, (centre + spread) / scale) };
}
