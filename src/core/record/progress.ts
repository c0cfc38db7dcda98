import type { RecordPoint } from '../wire/record.ts';

/** With the one for now, 120: more than a chart's pixels can tell apart. */
const MOST_KEPT = 119;

/** What the record was made of after some signal. */
export interface Standing {
  readonly atMs: number;
  readonly settled: number;
  readonly won: number;
  readonly controlWon: number;
}

/** Remembers how a record developed in bounded memory: every n-th standing, n doubling whenever there are too many. */
export class Progress {
  #kept: Standing[] = [];
  #every = 1;

  /** Whether the standing after so many signals that won or lost is to be added. To be asked after each of them. */
  isDue(settled: number): boolean {
    return settled % this.#every === 0;
  }

  /** Remembers a standing that is due. */
  add(standing: Standing): void {
    this.#kept.push(standing);
    if (this.#kept.length <= MOST_KEPT) return;
    this.#every *= 2;
    this.#kept = this.#kept.filter(({ settled }) => settled % this.#every === 0);
  }

  /** Oldest first; the last is the one given, that of now. */
  points(now: Standing): RecordPoint[] {
    if (now.settled === 0) return [];
    const isKept = this.#kept.at(-1)?.settled === now.settled;
    return (isKept ? this.#kept : [...this.#kept, now]).map(pointOf);
  }
}

function pointOf({ atMs, settled, won, controlWon }: Standing): RecordPoint {
  return { atMs, settled, rate: won / settled, controlRate: controlWon / settled };
}
