import type { Outcome } from '../signals/ledger-entry.ts';
import type { RecordCell, RecordCounts, RecordRate } from '../wire/record.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import { ALPHA } from './confidence-sequence.ts';
import { type MinuteSums, WatchedMean, watchedInterval } from './watched-mean.ts';

/** How signals ended on one side, the engine's or the control's. */
export class OutcomeTally {
  readonly #watched = new WatchedMean();
  #won = 0;
  #lost = 0;
  #unchanged = 0;

  /** Void signals are not counted here. */
  add(decidedMs: number, outcome: Outcome): void {
    if (outcome === 'unchanged') this.#unchanged += 1;
    if (outcome !== 'won' && outcome !== 'lost') return;
    if (outcome === 'won') this.#won += 1;
    else this.#lost += 1;
    this.#watched.add(decidedMs, outcome === 'won' ? 1 : 0);
  }

  get settled(): number {
    return this.#won + this.#lost;
  }

  get won(): number {
    return this.#won;
  }

  get counts(): RecordCounts {
    return {
      settled: this.settled,
      won: this.#won,
      lost: this.#lost,
      unchanged: this.#unchanged,
    };
  }

  /** Null while nothing won or lost. */
  get rate(): number | null {
    const settled = this.#won + this.#lost;
    return settled === 0 ? null : this.#won / settled;
  }

  get minuteSums(): MinuteSums {
    return this.#watched.complete;
  }

  /** With both intervals at 95 %. */
  get arm(): RecordRate {
    const { counts, rate, minuteSums } = this;
    return {
      ...counts,
      rate,
      minutes: minuteSums.minutes,
      minuteWins: minuteSums.sum,
      watched: watchedInterval(minuteSums, rate, ALPHA),
      wilson: wilsonInterval(counts.won, counts.settled),
    };
  }
}

/** One cell of a breakdown: the engine's outcomes in it, and how often the control won on the same signals. */
export class CellTally {
  readonly #engine = new OutcomeTally();
  #controlWon = 0;

  add(decidedMs: number, outcome: Outcome, control: Outcome): void {
    this.#engine.add(decidedMs, outcome);
    if (control === 'won') this.#controlWon += 1;
  }

  /** With its interval at `alpha`. */
  cell(alpha: number): RecordCell {
    const { counts, rate, minuteSums } = this.#engine;
    return {
      ...counts,
      rate,
      interval: watchedInterval(minuteSums, rate, alpha),
      controlRate: counts.settled === 0 ? null : this.#controlWon / counts.settled,
    };
  }
}
