import { createHash } from 'node:crypto';
import { type BucketRule, TokenBuckets } from '../limits/token-bucket.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { AuthError } from './auth-error.ts';

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
  /** All sign-ins, right ones too: each costs a hash and a session. */
  signInsPerPair: { capacity: 30, refillMs: 2 * SECOND_MS },
  signUpsPerNetwork: { capacity: 30, refillMs: 10 * SECOND_MS },
  signUpsPerAccount: { capacity: 5, refillMs: MINUTE_MS },
  recoveriesPerNetwork: { capacity: 30, refillMs: 10 * SECOND_MS },
  recoveriesPerPair: { capacity: 1, refillMs: MINUTE_MS },
  accountChangesPerUser: { capacity: 10, refillMs: 30 * SECOND_MS },
} as const satisfies Record<string, BucketRule>;

/** Buckets of one kind that are remembered; about 10 MB when all kinds are full. */
const MAX_KEYS = 20_000;

/** Requests whose address cannot be told share one set of buckets. */
const UNKNOWN_NETWORK = 'unknown';

interface SignInTry {
  /** The password was right: the failure that was counted in advance is taken back, and the pair is remembered. */
  succeeded(): void;
  /** The password was never checked: what was counted is taken back. */
  abandoned(): void;
}

export interface RateLimits {
  /**
   * Counts a sign-in before its password is checked, so that guesses in parallel count too. `isKnown` is asked only
   * when a generous bucket is empty. Throws `over_request_rate_limit`.
   */
  startSignIn(
    network: string | undefined,
    email: string,
    now: EpochMs,
    isKnown: () => Promise<boolean>,
  ): Promise<SignInTry>;
  /** Throws `over_request_rate_limit`. */
  countSignUp(network: string | undefined, email: string, now: EpochMs): void;
  /** Throws `over_request_rate_limit` or, for the same pair again, `over_email_send_rate_limit`. */
  countRecovery(network: string | undefined, email: string, now: EpochMs): void;
  /** Throws `over_request_rate_limit`. */
  countAccountChange(userId: string, now: EpochMs): void;
}

/** Limits of one server process. A refresh is never limited: refused, it would sign the trader out. */
export function createRateLimits(maxKeys = MAX_KEYS): RateLimits {
  const buckets = (rule: BucketRule) => new TokenBuckets(rule, maxKeys);
  const pairFailures = buckets(RATE_LIMITS.signInFailuresPerPair);
  const networkFailures = buckets(RATE_LIMITS.signInFailuresPerNetwork);
  const accountFailures = buckets(RATE_LIMITS.signInFailuresPerAccount);
  const pairSignIns = buckets(RATE_LIMITS.signInsPerPair);
  const networkSignUps = buckets(RATE_LIMITS.signUpsPerNetwork);
  const accountSignUps = buckets(RATE_LIMITS.signUpsPerAccount);
  const networkRecoveries = buckets(RATE_LIMITS.recoveriesPerNetwork);
  const pairRecoveries = buckets(RATE_LIMITS.recoveriesPerPair);
  const accountChanges = buckets(RATE_LIMITS.accountChangesPerUser);
  /** Pairs that signed in, the latest last. */
  const knownPairs = new Set<string>();
  const remember = (pair: string) => {
    knownPairs.delete(pair);
    knownPairs.add(pair);
    const [oldest] = knownPairs;
    if (knownPairs.size > maxKeys && oldest !== undefined) knownPairs.delete(oldest);
  };

  return {
    async startSignIn(from, email, now, isKnown) {
      const network = from ?? UNKNOWN_NETWORK;
      const account = digest(email);
      const pair = digest(email, network);
      refuseAfter(Math.max(pairFailures.waitMs(pair, now), pairSignIns.waitMs(pair, now)));
      const waitMs = Math.max(networkFailures.waitMs(network, now), accountFailures.waitMs(account, now));
      // Counted before anything is awaited: tries in parallel must not all see the same full bucket.
      pairSignIns.take(pair, now);
      const failures: (readonly [TokenBuckets, string])[] = [
        [pairFailures, pair],
        [networkFailures, network],
        [accountFailures, account],
      ];
      const taken = failures.filter(([of, key]) => of.take(key, now));
      const takeBack = () => {
        for (const [of, key] of taken) of.refund(key, now);
      };
      if (waitMs > 0 && !knownPairs.has(pair)) {
        let isLetIn = false;
        try {
          isLetIn = await isKnown();
        } finally {
          if (!isLetIn) takeBack();
        }
        if (!isLetIn) refuseAfter(waitMs);
      }
      return {
        succeeded() {
          takeBack();
          remember(pair);
        },
        abandoned: takeBack,
      };
    },
    countSignUp(from, email, now) {
      const network = from ?? UNKNOWN_NETWORK;
      countAll(now, [networkSignUps, network], [accountSignUps, digest(email)]);
    },
    countRecovery(from, email, now) {
      const network = from ?? UNKNOWN_NETWORK;
      countAll(now, [networkRecoveries, network]);
      const pair = digest(email, network);
      const waitMs = pairRecoveries.waitMs(pair, now);
      if (waitMs > 0) {
        const waitS = Math.ceil(waitMs / SECOND_MS);
        throw new AuthError(
          429,
          'over_email_send_rate_limit',
          `For security purposes, you can only request this after ${waitS} seconds.`,
          { retryAfterS: waitS },
        );
      }
      pairRecoveries.take(pair, now);
    },
    countAccountChange(userId, now) {
      countAll(now, [accountChanges, userId]);
    },
  };
}

/** Limits nothing: for load tests on a loopback address. */
export const NO_RATE_LIMITS: RateLimits = {
  startSignIn: async () => ({ succeeded: () => {}, abandoned: () => {} }),
  countSignUp: () => {},
  countRecovery: () => {},
  countAccountChange: () => {},
};

function countAll(now: EpochMs, ...counted: (readonly [TokenBuckets, string])[]): void {
  refuseAfter(Math.max(...counted.map(([of, key]) => of.waitMs(key, now))));
  for (const [of, key] of counted) of.take(key, now);
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
