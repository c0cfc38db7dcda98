/** From here on Stirling's series with five terms is exact to the last digits. */
const SERIES_FROM = 16;
const HALF_LOG_TWO_PI = 0.9189385332046727;

/** Natural logarithm of the gamma function, for positive arguments; error below 1e-13 of the result, or of 1 near its zeros. */
export function logGamma(x: number): number {
  let shift = 1;
  let z = x;
  while (z < SERIES_FROM) {
    shift *= z;
    z += 1;
  }
  const inverse = 1 / z;
  const square = inverse * inverse;
  const series =
    inverse * (1 / 12 - square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square / 1188))));
  return (z - 0.5) * Math.log(z) - z + HALF_LOG_TWO_PI + series - Math.log(shift);
}

/** Natural logarithm of the beta function, for positive arguments. */
export function logBeta(a: number, b: number): number {
  return logGamma(a) + logGamma(b) - logGamma(a + b);
}

const SMALLEST_EXPONENT = 36;
const PARTS = 200;

/** The chance that a standard normal value is above `z`, by Simpson's rule; exact to 5e-6 of its value up to 10. */
export function normalAbove(z: number): number {
  if (z < 0) return 1 - normalAbove(-z);
  const part = (Math.sqrt(z * z + 2 * SMALLEST_EXPONENT) - z) / PARTS;
  let sum = 0;
  for (let at = 0; at <= PARTS; at += 1) {
    const weight = at === 0 || at === PARTS ? 1 : at % 2 === 1 ? 4 : 2;
    sum += weight * Math.exp(-at * part * (z + (at * part) / 2));
  }
  return ((sum * part) / 3) * (Math.exp((-z * z) / 2) / Math.sqrt(2 * Math.PI));
}
