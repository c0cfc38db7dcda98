import { type RandomUint32, seededUint32 } from '../../src/core/random/random.ts';

/** The same seed gives the same draws. */
export const seededRandom = seededUint32;

/** Hands out the given numbers, then throws: a test that draws more than it planned fails. */
export function scriptedRandom(...values: number[]): RandomUint32 {
  const queue = [...values];
  return () => {
    const value = queue.shift();
    if (value === undefined) throw new Error('the code drew more random numbers than the test planned');
    return value;
  };
}
