import type { PriceRange } from './race-picture.ts';

/** So long takes the way from one scale to another. */
const GLIDE_MS = 200;

/** The scale of a race, which goes to another one in steady steps, or at once where motion is not wanted. */
export class RaceScale {
  readonly #isStill: boolean;
  #from: PriceRange | undefined;
  #to: PriceRange | undefined;
  #sinceMs = 0;

  constructor(isStill: boolean) {
    this.#isStill = isStill;
  }

  /** Where it is going, or stands; undefined before the first `towards`. */
  get target(): PriceRange | undefined {
    return this.#to;
  }

  /** Whether it is still on its way. */
  isMoving(nowMs: number): boolean {
    return this.#from !== undefined && nowMs < this.#sinceMs + GLIDE_MS;
  }

  /** The range to draw in at an instant; another object than before is where it goes from now on. */
  towards(range: PriceRange, nowMs: number): PriceRange {
    if (range !== this.#to) {
      this.#from = this.#isStill ? undefined : this.#at(nowMs);
      this.#to = range;
      this.#sinceMs = nowMs;
    }
    return this.#at(nowMs) ?? range;
  }

  #at(nowMs: number): PriceRange | undefined {
    if (this.#from === undefined || this.#to === undefined || !this.isMoving(nowMs)) return this.#to;
    const share = Math.max(0, (nowMs - this.#sinceMs) / GLIDE_MS);
    const mix = (from: number, to: number) => from + (to - from) * share;
    return { low: mix(this.#from.low, this.#to.low), high: mix(this.#from.high, this.#to.high) };
  }
}
