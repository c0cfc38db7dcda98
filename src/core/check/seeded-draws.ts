import type { RandomUint32 } from '../random/random.ts';

/** Repeatable draws, uniform over 0 to 2^32 - 1: xoshiro128** (Blackman and Vigna, 2018), its state filled by splitmix32. */
export function seededDraws(seed: number): RandomUint32 {
  let filler = seed >>> 0;
  const fill = (): number => {
    filler = (filler + 0x9e3779b9) >>> 0;
    let mixed = Math.imul(filler ^ (filler >>> 16), 0x21f0aaad);
    mixed = Math.imul(mixed ^ (mixed >>> 15), 0x735a2d97);
    return mixed ^ (mixed >>> 15);
  };
  let [a, b, c, d] = [fill(), fill(), fill(), fill()];
  return () => {
    const scrambled = Math.imul(b, 5);
    const result = Math.imul((scrambled << 7) | (scrambled >>> 25), 9);
    const shifted = b << 9;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    c ^= shifted;
    d = (d << 11) | (d >>> 21);
    return result >>> 0;
  };
}
