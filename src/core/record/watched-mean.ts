import { MINUTE_MS } from '../time/instant.ts';
import type { Interval } from '../statistics/wilson.ts';
import { sequenceInterval } from './confidence-sequence.ts';

export interface MinuteSums {
  readonly sum: number;
  readonly minutes: number;
}

/**
 * The mean of values from 0 to 1 with an interval that may be watched.
 *
 * Signals that run at the same time share their market, so they are no independent evidence. All signals decided in one
 * minute end before those of the next minute start, therefore the mean of each minute, not each value, is one observation:
 * whatever its values have in common, the mean of that mean, given all minutes before, is the chance in question. A minute
 * counts when one that is two minutes later has come, because only then it is complete: a signal is settled at most 96 s after
 * its decision (a late entry that no quote proves), before the first one of the minute after the next.
 */
export class WatchedMean {
  // Plain numbers, because there are a dozen of these for every signal of a long history: the newest minute, and the one before it.
  #minute = Number.NEGATIVE_INFINITY;
  #newestSum = 0;
  #newestCount = 0;
  #beforeSum = 0;
  #beforeCount = 0;
  #sum = 0;
  #minutes = 0;

  add(decidedMs: number, value: number): void {
    const minute = Math.floor(decidedMs / MINUTE_MS);
    if (minute === this.#minute) {
      this.#newestSum += value;
      this.#newestCount += 1;
    } else if (minute === this.#minute - 1) {
      this.#beforeSum += value;
      this.#beforeCount += 1;
    } else if (minute < this.#minute) this.#close(value, 1);
    else this.#begin(minute, value);
  }

  get complete(): MinuteSums {
    return { sum: this.#sum, minutes: this.#minutes };
  }

  /** In the order of minutes, so that the sum's last digits do not depend on the order of signals within them. */
  #begin(minute: number, value: number): void {
    this.#close(this.#beforeSum, this.#beforeCount);
    const isNext = minute === this.#minute + 1;
    if (!isNext) this.#close(this.#newestSum, this.#newestCount);
    this.#beforeSum = isNext ? this.#newestSum : 0;
    this.#beforeCount = isNext ? this.#newestCount : 0;
    this.#minute = minute;
    this.#newestSum = value;
    this.#newestCount = 1;
  }

  #close(sum: number, count: number): void {
    if (count === 0) return;
    this.#sum += sum / count;
    this.#minutes += 1;
  }
}

/**
 * The interval of minute means at `alpha`, widened where needed so that it holds the plain mean of all values, which is what
 * is shown: crowded minutes weigh more in that one.
 */
export function watchedInterval(sums: MinuteSums, plainMean: number | null, alpha: number): Interval {
  const { low, high } = sequenceInterval(sums.sum, sums.minutes, alpha);
  if (plainMean === null) return { low, high };
  return { low: Math.min(low, plainMean), high: Math.max(high, plainMean) };
}
