import type { RandomUint32 } from './random.ts';

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
