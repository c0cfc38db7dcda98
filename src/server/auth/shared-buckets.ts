import type { Pool } from 'pg';
import type { BucketRule } from '../platform/token-bucket.ts';

/** A bucket in the database, which counts for all nodes together. */
export interface SharedBucket {
  readonly key: string;
  readonly rule: BucketRule;
  /** Where it is empty, no token is taken from the others either. */
  readonly isRequired: boolean;
}

/**
 * Takes a token from each bucket that has one, in one statement; from none where a required one is empty. Answers the
 * milliseconds until each had a token, in the order of the buckets: 0 where it had one.
 */
export async function takeTokens(db: Pool, buckets: readonly SharedBucket[]): Promise<number[]> {
  const { rows } = await db.query<{ key: string; wait_ms: number }>({
    name: 'take-tokens',
    text: 'select key, wait_ms from take_tokens($1, $2, $3, $4)',
    values: [
      buckets.map(({ key }) => key),
      buckets.map(({ rule }) => rule.capacity),
      buckets.map(({ rule }) => rule.refillMs),
      buckets.map(({ isRequired }) => isRequired),
    ],
  });
  const waits = new Map(rows.map((row) => [row.key, row.wait_ms]));
  return buckets.map(({ key }) => waits.get(key) ?? 0);
}

export async function giveBackTokens(db: Pool, buckets: readonly SharedBucket[]): Promise<void> {
  await db.query({
    name: 'give-back-tokens',
    text: 'select give_back_tokens($1, $2)',
    values: [buckets.map(({ key }) => key), buckets.map(({ rule }) => rule.refillMs)],
  });
}

/** Removes buckets that are full again, which count as those that are not there. */
export async function removeFullBuckets(db: Pool): Promise<void> {
  // Never waits for a call that has locked some rows: the next round removes them.
  await db.query(`
    delete from token_buckets where key in (
      select key from token_buckets where full_at <= clock_timestamp() for update skip locked)`);
}
