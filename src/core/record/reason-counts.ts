/** Counts by reason, most frequent first, equals in the order of their names. */
export class ReasonCounts<Reason extends string> {
  readonly #counts = new Map<Reason, number>();

  add(reason: Reason, by = 1): void {
    this.#counts.set(reason, this.get(reason) + by);
  }

  get(reason: Reason): number {
    return this.#counts.get(reason) ?? 0;
  }

  get sorted(): [reason: Reason, count: number][] {
    return [...this.#counts].sort(([a, countA], [b, countB]) => countB - countA || (a < b ? -1 : 1));
  }
}
