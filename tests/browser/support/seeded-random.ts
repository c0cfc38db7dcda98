import type { BrowserContext } from 'playwright-core';

/** Puts the browser's source of randomness into the test's hand: the same seed draws the same signals. */
export async function seedRandom(context: BrowserContext, seed: number): Promise<void> {
  await context.addInitScript((start) => {
    let state = start;
    // mulberry32: short, and uniform enough for a few dozen draws.
    const next = () => {
      state = (state + 0x6d2b79f5) | 0;
      let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
      mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
      return (mixed ^ (mixed >>> 14)) >>> 0;
    };
    Object.defineProperty(crypto, 'getRandomValues', {
      value: <T extends ArrayBufferView>(array: T): T => {
        if (array instanceof Uint32Array) array.set(array.map(next));
        else if (array instanceof Uint8Array) array.set(array.map(() => next() & 255));
        else throw new Error('seed this kind of array as well');
        return array;
      },
    });
  }, seed);
}
