import type { RecordPoint } from '../protocol/record-protocol.ts';
import { ALPHA } from './confidence-sequence.ts';
import { type MinuteSums, watchedInterval } from './watched-mean.ts';

/** With the one for now, 120: more than a chart's pixels can tell apart. */
const MOST_KEPT = 119;

/** What the record was made of after some signal. */
export interface Standing {
  readonly atMs: number;
  readonly settled: number;
  readonly won: number;
  readonly controlWon: number;
  readonly minuteSums: MinuteSums;
}

/** Remembers how a record developed in bounded memory: every n-th standing, n doubling whenever there are too many. */
export class Progress {
  #kept: Standing[] = [];
  #every = 1;
  #now: Standing | undefined;

  /** Call it after each signal that won or lost, `settled` rising by one. */
  add(standing: Standing): void {
    this.#now = standing;
    if (standing.settled % this.#every !== 0) return;
    this.#kept.push(standing);
    if (this.#kept.length <= MOST_KEPT) return;
    this.#every *= 2;
    this.#kept = this.#kept.filter(({ settled }) => settled % this.#every === 0);
  }

  /** Oldest first; the last is now. */
  points(): RecordPoint[] {
    const now = this.#now;
    if (now === undefined) return [];
    const standings = this.#kept.at(-1) === now ? this.#kept : [...this.#kept, now];
    return standings.map(pointOf);
  }
}

function pointOf({ atMs, settled, won, controlWon, minuteSums }: Standing): RecordPoint {
  const rate = won / settled;
  return {
    atMs,
    settled,
    rate,
    watched: watchedInterval(minuteSums, rate, ALPHA),
    controlRate: controlWon / settled,
  };
}
