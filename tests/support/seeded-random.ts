import type { RandomUint32 } from '../../src/core/random/random.ts';

/** A repeatable source of uniform 32-bit numbers for tests (splitmix32): the same seed gives the same draws. */
export function seededRandom(seed: number): RandomUint32 {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x9e3779b9) >>> 0;
    let z = state;
    z = Math.imul(z ^ (z >>> 16), 0x21f0aaad);
    z = Math.imul(z ^ (z >>> 15), 0x735a2d97);
    return (z ^ (z >>> 15)) >>> 0;
  };
}

/** Hands out the given numbers, then throws: a test that draws more than it planned fails. */
export function scriptedRandom(...values: number[]): RandomUint32 {
  const queue = [...values];
  return () => {
    const value = queue.shift();
    if (value === undefined) throw new Error('the code drew more random numbers than the test planned');
    return value;
  };
}
