/** The smallest of 1, 2, 5 times a power of ten that is not below a size above 0. */
export function stepOf(size: number): number {
  const power = 10 ** Math.floor(Math.log10(size));
  return ([1, 2, 5].find((step) => step * power >= size) ?? 10) * power;
}

/** The multiples of a step, both ends included. */
export function multiples(step: number, from: number, to: number): number[] {
  const first = Math.ceil(from / step);
  const count = Math.max(0, Math.floor(to / step + 1e-9) - first + 1);
  return Array.from({ length: count }, (_, at) => (first + at) * step);
}
