import { createHash } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Pool } from 'pg';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { type BucketRule, TokenBuckets } from '../platform/token-bucket.ts';
import { AuthError, unavailable } from './auth-error.ts';
import { execute, queryRows } from '../platform/sql.ts';

/**
 * Who may try how often. Sign-in failures count against three buckets: the pair of network and account (tight: this is
 * a client guessing), the network over all accounts (generous: an office shares it) and the account over all networks
 * (generous: many machines guessing one password). A pair that has signed in before passes the two generous ones, so
 * neither the neighbours' mistakes nor an attack from elsewhere lock a trader out; its own failures always count.
 */
export const RATE_LIMITS = {
  signInFailuresPerPair: { capacity: 10, refillMs: 30 * SECOND_MS },
  signInFailuresPerNetwork: { capacity: 60, refillMs: 5 * SECOND_MS },
  signInFailuresPerAccount: { capacity: 100, refillMs: 10 * SECOND_MS },
  /** All sign-ins, successful ones too: each costs a hash and a session. */
  signInsPerPair: { capacity: 30, refillMs: 2 * SECOND_MS },
  signUpsPerNetwork: { capacity: 30, refillMs: 10 * SECOND_MS },
  signUpsPerAccount: { capacity: 5, refillMs: MINUTE_MS },
  recoveriesPerNetwork: { capacity: 30, refillMs: 10 * SECOND_MS },
  recoveriesPerPair: { capacity: 1, refillMs: MINUTE_MS },
  accountChangesPerUser: { capacity: 10, refillMs: 30 * SECOND_MS },
  /** Of all kinds, at one node. */
  requestsPerNetwork: { capacity: 1_000, refillMs: 10 },
} as const satisfies Record<string, BucketRule>;

const MOST_PAIRS = 50_000;
const MOST_NETWORKS = 50_000;
/** Requests whose address is unknown share one set of buckets. */
const UNKNOWN_NETWORK = 'unknown';

export type RateLimits = ReturnType<typeof createRateLimits>;

/**
 * The limits of all nodes of a database together; each throws `over_request_rate_limit`, and is one statement. A refresh is never limited
 * by its number: refused, it would sign the trader out.
 */
export function createRateLimits(db: Pool, now: () => EpochMs) {
  // A client that goes on after its refusals is refused here: its questions would hold the database's connections.
  const pairBuckets = new TokenBuckets(RATE_LIMITS.signInsPerPair, MOST_PAIRS);
  const requests = new TokenBuckets(RATE_LIMITS.requestsPerNetwork, MOST_NETWORKS);
  return {
    /** Throws a 503: a refresh that is refused otherwise signs out. */
    countRequest(network = UNKNOWN_NETWORK): void {
      if (!requests.take(network, now()))
        throw unavailable('These are more requests than one network may send, please retry after a moment.');
    },
    /**
     * Counts a sign-in as failed before its password is checked, so that guesses in parallel count too; `takeBack` when it was right, or
     * was never checked. `isKnown` is asked only when a generous bucket is empty.
     */
    async startSignIn(network = UNKNOWN_NETWORK, email: string, isKnown: () => Promise<boolean>) {
      const pair = digest(email, network);
      if (!pairBuckets.take(pair, now())) refuseAfter(pairBuckets.waitMs(pair, now()));
      const pairFailures = required('signInFailuresPerPair', pair);
      const generous = [
        { ...required('signInFailuresPerNetwork', network), isRequired: false },
        { ...required('signInFailuresPerAccount', digest(email)), isRequired: false },
      ];
      const buckets = [required('signInsPerPair', pair), pairFailures, ...generous];
      const [signInsWaitMs = 0, pairWaitMs = 0, ...generousWaitsMs] = await takeTokens(db, buckets);
      refuseAfter(Math.max(signInsWaitMs, pairWaitMs));
      const failures = [pairFailures, ...generous.filter((_, place) => generousWaitsMs[place] === 0)];
      const takeBack = () => giveBackTokens(db, failures);
      const waitMs = Math.max(...generousWaitsMs);
      if (waitMs > 0 && !(await isKnown())) {
        await takeBack();
        refuseAfter(waitMs);
      }
      return { takeBack };
    },
    async countSignUp(network = UNKNOWN_NETWORK, email: string): Promise<void> {
      await takeAll(db, required('signUpsPerNetwork', network), required('signUpsPerAccount', digest(email)));
    },
    /** Throws `over_email_send_rate_limit` for the same pair again. */
    async countRecovery(network = UNKNOWN_NETWORK, email: string): Promise<void> {
      const [networkWaitMs = 0, pairWaitMs = 0] = await takeTokens(db, [
        required('recoveriesPerNetwork', network),
        required('recoveriesPerPair', digest(email, network)),
      ]);
      refuseAfter(networkWaitMs);
      if (pairWaitMs === 0) return;
      const waitS = Math.ceil(pairWaitMs / SECOND_MS);
      throw new AuthError(
        429,
        'over_email_send_rate_limit',
        `For security purposes, you can only request this after ${waitS} seconds.`,
        { retryAfterS: waitS },
      );
    },
    async countAccountChange(userId: string): Promise<void> {
      await takeAll(db, required('accountChangesPerUser', userId));
    },
  };
}

/** Limits nothing: for load tests on a loopback address. */
export const NO_RATE_LIMITS: RateLimits = {
  countRequest: () => {},
  startSignIn: async () => ({ takeBack: async () => {} }),
  countSignUp: async () => {},
  countRecovery: async () => {},
  countAccountChange: async () => {},
};

function required(what: keyof typeof RATE_LIMITS, whose: string): SharedBucket {
  return { key: `${what} ${whose}`, rule: RATE_LIMITS[what], isRequired: true };
}

async function takeAll(db: Pool, ...buckets: readonly SharedBucket[]): Promise<void> {
  refuseAfter(Math.max(...(await takeTokens(db, buckets))));
}

function refuseAfter(waitMs: number): void {
  if (waitMs <= 0) return;
  throw new AuthError(429, 'over_request_rate_limit', 'Request rate limit reached', {
    retryAfterS: Math.ceil(waitMs / SECOND_MS),
  });
}

/** A key of fixed size, whatever was sent as an address; the case of an e-mail does not make another key. */
function digest(email: string, network = ''): string {
  const text = `${network} ${email.toLowerCase()}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** A bucket in the database, which counts for all nodes together. */
interface SharedBucket {
  readonly key: string;
  readonly rule: BucketRule;
  /** Where it is empty, no token is taken from the others either. */
  readonly isRequired: boolean;
}

/**
 * Takes a token from each bucket that has one, in one statement; from none where a required one is empty. Answers the
 * milliseconds until each had a token, in the order of the buckets: 0 where it had one.
 */
async function takeTokens(db: Pool, buckets: readonly SharedBucket[]): Promise<number[]> {
  const rows = await queryRows<{ key: string; wait_ms: number }>(db)`select key, wait_ms
    from take_tokens(${buckets.map(({ key }) => key)}, ${buckets.map(({ rule }) => rule.capacity)},
      ${buckets.map(({ rule }) => rule.refillMs)}, ${buckets.map(({ isRequired }) => isRequired)})`;
  const waits = new Map(rows.map((row) => [row.key, row.wait_ms]));
  return buckets.map(({ key }) => waits.get(key) ?? 0);
}

async function giveBackTokens(db: Pool, buckets: readonly SharedBucket[]): Promise<void> {
  await execute(db)`select give_back_tokens(${buckets.map(({ key }) => key)},
      ${buckets.map(({ rule }) => rule.refillMs)})`;
}

/** Removes buckets that are full again, which count as those that are not there. */
export async function removeFullBuckets(db: Pool): Promise<void> {
  // Never waits for a call that has locked some rows: the next round removes them.
  await execute(db)`delete from token_buckets where key in (
    select key from token_buckets where full_at <= clock_timestamp() for update skip locked)`;
}

/**
 * The least time that a refusal takes, ms: longer than a check of the dearest password hash that is verified, so that the time tells
 * nothing about an account, and so long that a client that goes on after refusals keeps no other one waiting.
 */
export const REFUSAL_FLOOR_MS = 500;

/** Resolves no sooner than the floor after `startedMs`, on the clock of `performance.now`. */
export async function waitForFloor(startedMs: number, floorMs: number): Promise<void> {
  const restMs = () => startedMs + floorMs - performance.now();
  // A platform timer counts whole milliseconds of a coarser clock: it may fire up to two of them early.
  while (restMs() > 0) await delay(Math.ceil(restMs()));
}
