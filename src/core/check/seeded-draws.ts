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

const GUIDE_BITS = 10;

/** Draws whole numbers from a distribution with one peak, each with its chance to within 2^-32. */
export class CountDraw {
  readonly #first: number;
  readonly #until: Float64Array;
  readonly #guide: Uint32Array;

  /** `ratio(k)` is the chance of k + 1 over the chance of k; `peak` is a whole number with the highest chance. */
  constructor(peak: number, ratio: (k: number) => number) {
    const below: number[] = [];
    for (let k = peak, weight = 1; k > 0; k -= 1) {
      weight /= ratio(k - 1);
      if (weight < 1e-14) break;
      below.push(weight);
    }
    const weights = [...below.reverse(), 1];
    for (let k = peak, weight = ratio(peak); weight >= 1e-14; weight *= ratio(k)) {
      weights.push(weight);
      k += 1;
    }
    const total = weights.reduce((sum, weight) => sum + weight, 0);
    this.#first = peak - below.length;
    let sum = 0;
    this.#until = Float64Array.from(weights, (weight) => {
      sum += weight;
      return (sum / total) * 2 ** 32;
    });
    this.#until[weights.length - 1] = 2 ** 32;
    this.#guide = new Uint32Array(2 ** GUIDE_BITS);
    for (let slot = 0, at = 0; slot < this.#guide.length; slot += 1) {
      while ((this.#until[at] as number) <= slot * 2 ** (32 - GUIDE_BITS)) at += 1;
      this.#guide[slot] = at;
    }
  }

  /** Heads of so many fair coins. */
  static heads(coins: number): CountDraw {
    return new CountDraw(coins >> 1, (k) => (coins - k) / (k + 1));
  }

  /** A Poisson count with a whole mean. */
  static poisson(mean: number): CountDraw {
    return new CountDraw(mean, (k) => mean / (k + 1));
  }

  draw(random: RandomUint32): number {
    const value = random();
    let at = this.#guide[value >>> (32 - GUIDE_BITS)] as number;
    while (value >= (this.#until[at] as number)) at += 1;
    return this.#first + at;
  }
}
