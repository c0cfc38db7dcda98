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
