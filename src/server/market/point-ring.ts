import { MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';

const KEPT_MS = 30 * MINUTE_MS;

export interface Span {
  readonly fromMs: number;
  readonly toMs: number;
}

/** `[instant in ms, value]`, oldest first. */
export type Points = readonly (readonly [number, number])[];

export function pointsBetween(points: Points, { fromMs, toMs }: Span): Points {
  return points.filter(([atMs]) => atMs >= fromMs && atMs <= toMs);
}

/** The last half hour of a price for a chart: the last value of each second that had one. */
export class PointRing {
  #points: (readonly [number, number])[] = [];
  #second = Number.NEGATIVE_INFINITY;

  /** Adds a value; times may be in any order, but one before the last second is not for the chart. */
  push(timeMs: number, value: number): void {
    const second = Math.floor(timeMs / SECOND_MS);
    if (second < this.#second) return;
    if (second === this.#second) this.#points.pop();
    this.#second = second;
    this.#points.push([timeMs, value]);
    // Half as many again, so that trimming is rare.
    if (this.#points.length > (KEPT_MS / SECOND_MS) * 1.5) this.#points = this.points();
  }

  points(): (readonly [number, number])[] {
    const lastMs = this.#points.at(-1)?.[0] ?? 0;
    return this.#points.filter(([timeMs]) => lastMs - timeMs < KEPT_MS);
  }
}
