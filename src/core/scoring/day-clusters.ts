import { DAY_MS } from '../time/instant.ts';
import { type Interval, NORMAL_95 } from '../statistics/wilson.ts';

/** With fewer days than this their spread says too little. */
const DAYS_NEEDED = 10;

/** Sums per UTC day: decisions of one day share its market, so days, not decisions, are taken as independent. */
export class DayClusters {
  readonly #days = new Map<number, { sum: number; count: number }>();
  #key = Number.NaN;
  #current = { sum: 0, count: 0 };

  /** Adds to the day of an instant: `sum` of what is averaged, over `count` decisions. */
  add(atMs: number, sum: number, count = 1): void {
    const key = Math.floor(atMs / DAY_MS);
    if (key !== this.#key) {
      this.#key = key;
      const known = this.#days.get(key);
      this.#current = known ?? { sum: 0, count: 0 };
      if (known === undefined) this.#days.set(key, this.#current);
    }
    this.#current.sum += sum;
    this.#current.count += count;
  }

  absorb(other: DayClusters): void {
    for (const [day, { sum, count }] of other.#days) this.add(day * DAY_MS, sum, count);
  }

  get days(): number {
    return this.#days.size;
  }

  /** Average over all decisions; 0 where there is none. */
  get mean(): number {
    let sum = 0;
    let count = 0;
    for (const day of this.#days.values()) {
      sum += day.sum;
      count += day.count;
    }
    return count === 0 ? 0 : sum / count;
  }

  /** 95 % interval of the average with days as clusters; undefined with fewer than 10 days. */
  interval(): Interval | undefined {
    const days = this.#days.size;
    if (days < DAYS_NEEDED) return undefined;
    const mean = this.mean;
    let squares = 0;
    let count = 0;
    for (const day of this.#days.values()) {
      squares += (day.sum - mean * day.count) ** 2;
      count += day.count;
    }
    const error = (Math.sqrt((squares * days) / (days - 1)) / count) * NORMAL_95;
    return { low: mean - error, high: mean + error };
  }
}
