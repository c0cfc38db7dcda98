import { FRESH_MS } from '../../core/market/settlement-times.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { marketStatus, nextOpening } from '../../core/time/market-hours.ts';

/** Whether the market was open at any time of a span. */
export function overlapsMarketHours(fromMs: EpochMs, toMs: EpochMs): boolean {
  return marketStatus(fromMs).anyActive || nextOpening(fromMs) < toMs;
}

/** Finds spans without a live feed that matter: in market hours, and longer than a quote stays fresh. */
export class FeedOutage {
  #lostMs: EpochMs | undefined;

  /** Updates whether prices come; returns the start of an outage that has ended and needs an entry. */
  update(isThere: boolean, now: EpochMs): EpochMs | undefined {
    const lostMs = this.#lostMs;
    this.#lostMs = isThere ? undefined : (lostMs ?? now);
    if (!isThere || lostMs === undefined) return undefined;
    return now - lostMs > FRESH_MS && overlapsMarketHours(lostMs, now) ? lostMs : undefined;
  }

  /** The clock was set: a span that has begun ends, and another begins. */
  restart(now: EpochMs): void {
    if (this.#lostMs !== undefined) this.#lostMs = now;
  }
}
