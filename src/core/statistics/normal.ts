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
