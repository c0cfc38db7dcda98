import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import { clientNetwork } from '../platform/client-network.ts';
import { type BucketRule, TokenBuckets } from '../platform/token-bucket.ts';
import { HttpError } from './http-error.ts';
import type { Identify, SessionUser } from './identify.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `signedIn`, and by `reader` where the record is not public. */
    user?: SessionUser;
  }
}

/** A step before a route's handler, for its `onRequest` list; throws what refuses the request. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** What routes ask of a request before they handle it, in the order in which they list it. */
export interface Access {
  /** Lets signed-in traders pass. */
  readonly signedIn: Guard;
  /** Lets those pass who may read the record: signed-in traders, or everybody where it is public. */
  readonly reader: Guard;
  /** Takes tokens from the bucket of the trader, or of the network of a reader who is not signed in. Throws 429. */
  readonly takes: (tokens: number) => Guard;
}

export interface AccessOptions {
  readonly identify: Identify;
  readonly now: () => EpochMs;
  readonly record: 'signed-in' | 'public';
  readonly rateLimit: 'on' | 'off';
}

/** What one trader may ask of /api: several pages at once, and then more than any page does. */
export const API_RULE: BucketRule = { capacity: 120, refillMs: 500 };
const MAX_KEYS = 50_000;

/** The access rules of one server process. */
export function createAccess({ identify, now, record, rateLimit }: AccessOptions): Access {
  const buckets = new TokenBuckets(API_RULE, MAX_KEYS);

  const signedIn: Guard = async (request, reply) => {
    keepPrivate(reply);
    request.user = await identify(request.headers.authorization, clientNetwork(request.ip) ?? 'unknown');
  };
  const everyone: Guard = async (_request, reply) => keepPrivate(reply);

  return {
    signedIn,
    reader: record === 'public' ? everyone : signedIn,
    takes: (tokens) => async (request) => {
      if (rateLimit === 'off') return;
      const key = request.user?.id ?? clientNetwork(request.ip) ?? 'unknown';
      takeFrom(buckets, key, now(), tokens, 'trader');
    },
  };
}

/** The ID of the trader who asked. Throws where the route does not list `signedIn`. */
export function userIdOf({ user }: FastifyRequest): string {
  if (user === undefined) throw new Error('the route does not list `signedIn`');
  return user.id;
}

/** What one network may ask of pages, files and ledgers: many traders behind one address, or a verification of years. */
export const NETWORK_RULE: BucketRule = { capacity: 2_000, refillMs: 5 };
/** What has limits of its own, or is asked by the operator's own machines. */
const LIMITED_ELSEWHERE = /^\/(auth\/v1|api|healthz|readyz|metrics)(?![^/?])/;

/** Takes a token from the network of a request to anything that has no limits of its own. Throws 429. */
export function createNetworkLimit({
  now,
  rateLimit,
}: Pick<AccessOptions, 'now' | 'rateLimit'>): (request: FastifyRequest) => void {
  const buckets = new TokenBuckets(NETWORK_RULE, MAX_KEYS);
  return ({ ip, url }) => {
    if (rateLimit === 'off' || LIMITED_ELSEWHERE.test(url)) return;
    takeFrom(buckets, clientNetwork(ip) ?? 'unknown', now(), 1, 'network');
  };
}

function takeFrom(
  buckets: TokenBuckets,
  key: string,
  at: EpochMs,
  tokens: number,
  whose: 'network' | 'trader',
): void {
  const waitMs = buckets.waitMs(key, at, tokens);
  if (buckets.take(key, at, tokens)) return;
  const retryAfterSeconds = Math.ceil(waitMs / SECOND_MS);
  throw new HttpError(
    429,
    'too_many_requests',
    `These are more requests than one ${whose} may send. Try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  );
}

/** What a shared cache keeps must not depend on who asked. */
function keepPrivate(reply: FastifyReply): void {
  reply.header('cache-control', 'no-store').header('vary', 'authorization');
}
