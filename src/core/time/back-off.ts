export interface BackOff {
  readonly firstMs: number;
  readonly longestMs: number;
}

/**
 * How long to wait, in milliseconds, after `failures` failed tries in a row (1 or more). The wait doubles from `firstMs` to
 * `longestMs`, less a random part of up to one half, so that clients that failed together do not come back together. `random`
 * is in [0, 1). The form is "equal jitter" of https://aws.amazon.com/blogs/architecture/exponential-backoff-and-jitter/.
 */
export function backOffMs(failures: number, { firstMs, longestMs }: BackOff, random: number): number {
  return Math.min(longestMs, firstMs * 2 ** (failures - 1)) * (1 - random / 2);
}
