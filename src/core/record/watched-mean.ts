import { MINUTE_MS } from '../kit/time.ts';
import type { Interval } from '../scoring/wilson.ts';
import { sequenceInterval } from './confidence-sequence.ts';

/** A signal of a minute is settled at most 76 s after it began, before the first one of the minute after the next. */
const MINUTES_OPEN = 2;

/** What a confidence sequence is made of: how many minutes, and the sum of their means. */
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
 * counts when one that is two minutes later has come, because only then it is complete.
 */
export class WatchedMean {
  readonly #open = new Map<number, { sum: number; count: number }>();
  #newest = Number.NEGATIVE_INFINITY;
  #sum = 0;
  #minutes = 0;

  /** Adds a value of a signal that was decided at an instant. */
  add(decidedMs: number, value: number): void {
    const minute = Math.floor(decidedMs / MINUTE_MS);
    const group = this.#open.get(minute);
    if (group === undefined) this.#open.set(minute, { sum: value, count: 1 });
    else {
      group.sum += value;
      group.count += 1;
    }
    if (minute <= this.#newest && minute > this.#newest - MINUTES_OPEN) return;
    this.#newest = Math.max(this.#newest, minute);
    this.#close();
  }

  get complete(): MinuteSums {
    return { sum: this.#sum, minutes: this.#minutes };
  }

  /** In the order of minutes, so that the sum's last digits do not depend on the order of signals within them. */
  #close(): void {
    const over = [...this.#open.keys()].filter((minute) => minute <= this.#newest - MINUTES_OPEN);
    for (const minute of over.sort((a, b) => a - b)) {
      const { sum, count } = this.#open.get(minute) as { sum: number; count: number };
      this.#sum += sum / count;
      this.#minutes += 1;
      this.#open.delete(minute);
    }
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
