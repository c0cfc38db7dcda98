import type { RandomUint32 } from '../../core/random/random.ts';

/** The platform's cryptographic generator, as core asks for it. */
export const cryptoRandom: RandomUint32 = () => {
  const [value = 0] = crypto.getRandomValues(new Uint32Array(1));
  return value;
};
