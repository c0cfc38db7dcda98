import { createHash } from 'node:crypto';
import type { Pool } from 'pg';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { type BucketRule, TokenBuckets } from '../platform/token-bucket.ts';
import { AuthError, unavailable } from './auth-error.ts';
import { giveBackTokens, type SharedBucket, takeTokens } from './shared-buckets.ts';

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

/** A sign-in that is counted as a failure in advance. */
interface SignInTry {
  /** Takes the failure back: the password was right, or was never checked. */
  takeBack(): Promise<void>;
}

/** Each call is one statement. Rejects with what `pg` reports where the database does not answer. */
export interface RateLimits {
  /** Throws a 503: a refresh that is refused otherwise signs out. */
  countRequest(network: string | undefined): void;
  /**
   * Counts a sign-in before its password is checked, so that guesses in parallel count too. `isKnown` is asked only
   * when a generous bucket is empty. Throws `over_request_rate_limit`.
   */
  startSignIn(
    network: string | undefined,
    email: string,
    isKnown: () => Promise<boolean>,
  ): Promise<SignInTry>;
  /** Throws `over_request_rate_limit`. */
  countSignUp(network: string | undefined, email: string): Promise<void>;
  /** Throws `over_request_rate_limit` or, for the same pair again, `over_email_send_rate_limit`. */
  countRecovery(network: string | undefined, email: string): Promise<void>;
  /** Throws `over_request_rate_limit`. */
  countAccountChange(userId: string): Promise<void>;
}

/** The limits of all nodes of a database together. A refresh is never limited by its number: refused, it would sign the trader out. */
export function createRateLimits(db: Pool, now: () => EpochMs): RateLimits {
  // A client that goes on after its refusals is refused here: its questions would hold the database's connections.
  const asked = new TokenBuckets(RATE_LIMITS.signInsPerPair, MOST_PAIRS);
  const requests = new TokenBuckets(RATE_LIMITS.requestsPerNetwork, MOST_NETWORKS);
  return {
    countRequest(network = UNKNOWN_NETWORK) {
      if (!requests.take(network, now()))
        throw unavailable('These are more requests than one network may send, please retry after a moment.');
    },
    async startSignIn(network = UNKNOWN_NETWORK, email, isKnown) {
      const pair = digest(email, network);
      if (!asked.take(pair, now())) refuseAfter(asked.waitMs(pair, now()));
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
    async countSignUp(network = UNKNOWN_NETWORK, email) {
      await takeAll(db, required('signUpsPerNetwork', network), required('signUpsPerAccount', digest(email)));
    },
    async countRecovery(network = UNKNOWN_NETWORK, email) {
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
    async countAccountChange(userId) {
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
