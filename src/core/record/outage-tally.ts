import type { OutageEntry, OutageReason } from '../signals/ledger-entry.ts';
import type { RecordSummary } from '../wire/record.ts';
import { ReasonCounts } from './reason-counts.ts';

/** Spans without prices or without the desk, of a whole ledger. */
export class OutageTally {
  readonly #counts = new ReasonCounts<OutageReason>();
  readonly #lengthMs = new ReasonCounts<OutageReason>();
  #total = 0;
  #totalMs = 0;

  add({ reason, fromMs, toMs }: Pick<OutageEntry, 'reason' | 'fromMs' | 'toMs'>): void {
    // A clock that was set back ends an outage before it began; it still was one.
    const lengthMs = Math.max(0, toMs - fromMs);
    this.#total += 1;
    this.#totalMs += lengthMs;
    this.#counts.add(reason);
    this.#lengthMs.add(reason, lengthMs);
  }

  get outages(): RecordSummary['outages'] {
    return {
      total: this.#total,
      totalMs: this.#totalMs,
      byReason: this.#counts.sorted.map(([reason, count]) => ({
        reason,
        count,
        totalMs: this.#lengthMs.get(reason),
      })),
    };
  }
}
