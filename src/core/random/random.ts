/** A source of whole numbers, uniform over 0 to 2^32 - 1. The browser's comes from its cryptographic generator. */
export type RandomUint32 = () => number;

const VALUES = 2 ** 32;

/**
 * Draws a whole number, uniform over `min` to `max`, both ends included.
 *
 * Values beyond the last full multiple of the span are drawn again: taking the remainder alone would favour the low
 * end (modulo bias). Throws a RangeError when the bounds are not whole, are swapped, or span more than 2^32 values.
 */
export function uniformInt(random: RandomUint32, min: number, max: number): number {
  const span = max - min + 1;
  if (!Number.isSafeInteger(min) || !Number.isSafeInteger(max) || span < 1 || span > VALUES) {
    throw new RangeError(
      `uniformInt needs whole bounds, min <= max, at most 2^32 apart; got ${min} to ${max}`,
    );
  }
  const limit = VALUES - (VALUES % span);
  let value = random();
  while (value >= limit) value = random();
  return min + (value % span);
}

/** Draws one of the items, each with the same probability. Throws a RangeError when there is none. */
export function uniformPick<T>(random: RandomUint32, items: readonly T[]): T {
  return items[uniformInt(random, 0, items.length - 1)] as T;
}

/** A random UUID (version 4, RFC 9562): 122 random bits. As hard to guess as its source. */
export function randomUuid(random: RandomUint32): string {
  const hex = Array.from({ length: 4 }, () => random().toString(16).padStart(8, '0')).join('');
  const variant = '89ab'.charAt(Number.parseInt(hex.charAt(16), 16) & 3);
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `4${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20),
  ].join('-');
}

/** Repeatable numbers (splitmix32): the same seed gives the same ones. For what may be foreseen, such as made-up prices. */
export function seededUint32(seed: number): RandomUint32 {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return (mixed ^ (mixed >>> 15)) >>> 0;
  };
}

/** A coin whose throws depend on a text alone, so that a report can be repeated (FNV-1a seed). */
export function seededCoin(seed: string): () => boolean {
  let hash = 0x811c9dc5;
  for (let index = 0; index < seed.length; index += 1)
    hash = Math.imul(hash ^ seed.charCodeAt(index), 0x01000193) >>> 0;
  const draw = seededUint32(hash);
  return () => (draw() & 1) === 1;
}
