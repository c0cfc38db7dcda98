import { normalAbove } from '../statistics/normal.ts';

/** Whether what trades brought is more than luck brings where the sizes of trades, or what each pays, are not known. */
const STEPS = 60;
const LARGEST_TILT = 2 ** 10;

/**
 * The chance that as many draws as there are independent bets bring as much or more on average, out of returns that are weighted so
 * that they break even (Efron 1981), by the saddlepoint (Lugannani and Rice 1980). 1 where they did not gain.
 */
export function fairReturnsAtLeast(returns: readonly number[], bets: number): number {
  const largest = returns.reduce((most, value) => Math.max(most, Math.abs(value)), 0);
  const values = returns.map((value) => value / largest);
  const meanOf = (valueOf: (value: number) => number): number =>
    values.reduce((sum, value) => sum + valueOf(value), 0) / values.length;
  const mean = meanOf((value) => value);
  if (!(mean > 0)) return 1;
  // The weights e^(-tilt value) at which the mean is 0.
  let [low, high] = [0, 1];
  const isAbove = (tilt: number): boolean => meanOf((value) => value * Math.exp(-tilt * value)) > 0;
  while (isAbove(high) && high < LARGEST_TILT) high *= 2;
  for (let step = 0; step < STEPS; step += 1) {
    const middle = (low + high) / 2;
    if (isAbove(middle)) low = middle;
    else high = middle;
  }
  const tilt = low;
  const w = Math.sqrt(
    2 * bets * Math.max(0, tilt * mean + Math.log(meanOf((value) => Math.exp(-tilt * value)))),
  );
  const u = tilt * Math.sqrt(bets * meanOf((value) => (value - mean) ** 2));
  // Near the mean of what breaks even the two parts cancel.
  if (w < NEAR) return 0.5;
  const density = Math.exp((-w * w) / 2) / Math.sqrt(2 * Math.PI);
  return Math.min(1, Math.max(0, normalAbove(w) + density * (1 / u - 1 / w)));
}

const NEAR = 1e-3;
