import type { FastifyReply, FastifyRequest } from 'fastify';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import { clientNetwork } from '../platform/client-network.ts';
import { type BucketRule, TokenBuckets } from '../platform/token-bucket.ts';
import { HttpError } from './http-error.ts';
import type { Identify, IdentifyToken, SessionUser } from './identify.ts';
import { apiTokenIn } from '../auth/api-tokens.ts';
import { AuthError } from '../auth/auth-error.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by `signedIn`, and by `reader` where the record is not public. */
    user?: SessionUser;
  }
}

/** A step before a route's handler, for its `onRequest` list; throws what refuses the request. */
export type Guard = (request: FastifyRequest, reply: FastifyReply) => Promise<void>;

/** The guards that routes list before they handle a request, in the order of their list. */
export interface Access {
  readonly signedIn: Guard;
  /** Lets signed-in traders pass, and programs with a token of theirs (scope `signals:read`). */
  readonly signalReader: Guard;
  /** Lets those pass who may read the record: those who may read signals, or everybody where it is public. */
  readonly reader: Guard;
  /** Takes tokens from the bucket of the trader, or of the network of a reader who is not signed in. Throws 429. */
  readonly takes: (tokens: number) => Guard;
}

export interface AccessOptions {
  readonly identify: Identify;
  /** Without it there are no API tokens. */
  readonly identifyToken?: IdentifyToken | undefined;
  readonly now: () => EpochMs;
  readonly record: 'signed-in' | 'public';
  readonly rateLimit: 'on' | 'off';
}

/** The limit of one trader on /api: several pages at once, and then more than any page asks. */
export const API_RULE: BucketRule = { capacity: 120, refillMs: 500 };
const MAX_KEYS = 50_000;
const WRONG_TOKEN = 10;

/** The access rules of one server process. */
export function createAccess({ identify, identifyToken, now, record, rateLimit }: AccessOptions): Access {
  const buckets = new TokenBuckets(API_RULE, MAX_KEYS);
  const known = new Set<string>();

  const signedIn: Guard = async (request, reply) => {
    keepPrivate(reply);
    request.user = await identify(request.headers.authorization, clientNetwork(request.ip) ?? 'unknown');
  };
  const take = (key: string, tokens: number) => {
    if (rateLimit === 'on') takeFrom(buckets, key, now(), tokens, 'trader');
  };
  const signalReader: Guard = async (request, reply) => {
    const token = apiTokenIn(request.headers.authorization);
    if (token === undefined) return signedIn(request, reply);
    keepPrivate(reply);
    // Each wrong token costs a look-up in the database. A token that was right before is not refused because of others of its network.
    const guesses = `tokens of ${clientNetwork(request.ip) ?? 'unknown'}`;
    const isKnown = known.has(token);
    if (!isKnown) take(guesses, WRONG_TOKEN);
    let isWrong = false;
    try {
      const user = await identifyToken?.(token);
      isWrong = user === undefined;
      if (user === undefined) {
        known.delete(token);
        throw new AuthError(403, 'bad_jwt', 'This token was ended, or never was one.');
      }
      if (known.size >= MAX_KEYS) known.clear();
      known.add(token);
      request.user = user;
    } finally {
      // Counted before the look-up, so that parallel guesses count like sequential ones.
      if (!isKnown && !isWrong) buckets.giveBack(guesses, now(), WRONG_TOKEN);
    }
  };
  const everyone: Guard = async (_request, reply) => keepPrivate(reply);

  return {
    signedIn,
    signalReader,
    reader: record === 'public' ? everyone : signalReader,
    takes:
      (tokens) =>
      async ({ user, ip }) => {
        // All programs of a trader together: a token that replaces another gets no new limit.
        const id = user?.tokenId === undefined ? user?.id : `programs of ${user.id}`;
        take(id ?? clientNetwork(ip) ?? 'unknown', tokens);
      },
  };
}

/** The ID of the trader who asked. Throws where the route does not list `signedIn`. */
export function userIdOf({ user }: FastifyRequest): string {
  if (user === undefined) throw new Error('the route does not list `signedIn`');
  return user.id;
}

/** The limit of one network on pages, files and ledgers: many traders behind one address, or a verification of years. */
export const NETWORK_RULE: BucketRule = { capacity: 2_000, refillMs: 5 };
/** Routes that have their own limits, or that the operator's own machines ask. */
const LIMITED_ELSEWHERE = /^\/(auth\/v1|api|healthz|readyz|metrics)(?![^/])/;

/** The document of all routes, and the pages that show it, are 200 kB and more: larger than any other page. */
const DOCUMENT = /^\/(openapi\.json|docs)(?![^/])/;
const DOCUMENT_TOKENS = 40;

/** Takes tokens from the network of a request to a route without limits of its own. Throws 429. */
export function createNetworkLimit({
  now,
  rateLimit,
}: Pick<AccessOptions, 'now' | 'rateLimit'>): (request: FastifyRequest) => void {
  const buckets = new TokenBuckets(NETWORK_RULE, MAX_KEYS);
  return ({ ip, routeOptions: { url = '' } }) => {
    if (rateLimit === 'off' || LIMITED_ELSEWHERE.test(url)) return;
    const tokens = DOCUMENT.test(url) ? DOCUMENT_TOKENS : 1;
    takeFrom(buckets, clientNetwork(ip) ?? 'unknown', now(), tokens, 'network');
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
