import { type EpochMs, epochMs } from '../../core/time/instant.ts';

/** How many at once (1 or more), and how long until one more (above 0). */
export interface BucketRule {
  readonly capacity: number;
  readonly refillMs: number;
}

/**
 * Token buckets by key, at most `maxKeys` of them.
 *
 * A bucket is one number: the instant at which it will be full again. Unknown keys are full, so forgetting a full one
 * loses nothing; only when none is full is the one touched longest ago forgotten.
 */
export class TokenBuckets {
  readonly #rule: BucketRule;
  readonly #maxKeys: number;
  /** Ordered by last touch. */
  readonly #fullAt = new Map<string, EpochMs>();

  constructor(rule: BucketRule, maxKeys: number) {
    this.#rule = rule;
    this.#maxKeys = maxKeys;
  }

  get size(): number {
    return this.#fullAt.size;
  }

  /** Milliseconds until the key's bucket has so many tokens; 0 when it has them. Takes nothing. */
  waitMs(key: string, now: EpochMs, tokens = 1): number {
    const { capacity, refillMs } = this.#rule;
    return Math.max(0, this.#missingMs(key, now) - (capacity - tokens) * refillMs);
  }

  /** Takes tokens; false, and nothing taken, when there are not so many. */
  take(key: string, now: EpochMs, tokens = 1): boolean {
    if (this.waitMs(key, now, tokens) > 0) return false;
    this.#touch(key, epochMs(now + this.#missingMs(key, now) + tokens * this.#rule.refillMs), now);
    return true;
  }

  /** Gives tokens back. */
  giveBack(key: string, now: EpochMs, tokens: number): void {
    const missingMs = Math.max(0, this.#missingMs(key, now) - tokens * this.#rule.refillMs);
    this.#touch(key, epochMs(now + missingMs), now);
  }

  /** How long the bucket needs to be full again; a clock that was set back makes a wait no longer than a full bucket takes. */
  #missingMs(key: string, now: EpochMs): number {
    const { capacity, refillMs } = this.#rule;
    const fullAt = this.#fullAt.get(key) ?? now;
    return Math.min(Math.max(fullAt - now, 0), capacity * refillMs);
  }

  #touch(key: string, fullAt: EpochMs, now: EpochMs): void {
    this.#fullAt.delete(key);
    if (this.#fullAt.size >= this.#maxKeys) this.#makeRoom(now);
    this.#fullAt.set(key, fullAt);
  }

  /** Checks a few of the oldest: enough to keep up with the arrivals, never a scan of all. */
  #makeRoom(now: EpochMs): void {
    let looked = 0;
    for (const [key, fullAt] of this.#fullAt) {
      if (fullAt <= now) this.#fullAt.delete(key);
      if (++looked === 8) break;
    }
    const oldest = this.#fullAt.keys().next();
    if (this.#fullAt.size >= this.#maxKeys && !oldest.done) this.#fullAt.delete(oldest.value);
  }
}
