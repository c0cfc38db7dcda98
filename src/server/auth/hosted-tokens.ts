import { createHash } from 'node:crypto';
import {
  createRemoteJWKSet,
  customFetch,
  decodeJwt,
  decodeProtectedHeader,
  errors,
  type JWTPayload,
  type JWTVerifyOptions,
  jwtVerify,
} from 'jose';
import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS, epochMs } from '../../core/time/instant.ts';
import type { Config } from '../platform/config.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { TokenBuckets } from '../platform/token-bucket.ts';
import { isUuid } from './access-tokens.ts';
import { AuthError, unavailable } from './auth-error.ts';
import { AUTHENTICATED } from './user.ts';

export type HostedProject = Pick<NonNullable<Config['hosted']>, 'url' | 'anonKey'>;

interface HostedUser {
  readonly id?: unknown;
  readonly email?: unknown;
  readonly role?: unknown;
  readonly is_anonymous?: unknown;
  readonly app_metadata?: unknown;
}

/** The owner of an `Authorization` header; undefined when the project refuses it. Throws a 503 while the project does not answer. */
export type AskProject = (authorization: string) => Promise<HostedUser | undefined>;

const ANSWER_LIMIT_MS = 5 * SECOND_MS;

/** The claim in `app_metadata`, which users of a project cannot write themselves. */
export function isHostedAdmin(appMetadata: unknown): boolean {
  return (
    typeof appMetadata === 'object' &&
    appMetadata !== null &&
    'pipcast_admin' in appMetadata &&
    appMetadata.pipcast_admin === true
  );
}

/** Asks a hosted project for the user of a token, each time: a token alone does not show that its session or a claim has ended since. */
export function createAskProject({
  url,
  anonKey,
  fetch: send = fetch,
}: HostedProject & { readonly fetch?: typeof fetch }): AskProject {
  return async (authorization) => {
    try {
      const answer = await send(`${url}/auth/v1/user`, {
        headers: { apikey: anonKey, authorization },
        redirect: 'error',
        signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      });
      if (answer.ok) return (await answer.json()) as HostedUser;
      await answer.body?.cancel();
      if (answer.status === 401 || answer.status === 403) return undefined;
      throw new Error(`the project answered ${answer.status}`);
    } catch (error) {
      throw unavailable('The hosted project cannot be reached, please retry after a moment.', error);
    }
  };
}

const ANSWER_HOLDS_MS = MINUTE_MS;
/** After a failure the project is not asked about the same token for this time. */
const FAILURE_HOLDS_MS = 2 * SECOND_MS;
const MOST_ANSWERS = 50_000;
/** Most questions under way; more would only wait at the project. */
const MOST_QUESTIONS = 64;
/** Refused tokens per network: 30 at once, then one in 2 s. */
const REFUSALS = { capacity: 30, refillMs: 2 * SECOND_MS };
const MOST_NETWORKS = 10_000;

/** As AskProject, for a request from a network; without one, for this server itself. */
type AskRemembered = (authorization: string, network: string | undefined) => Promise<HostedUser | undefined>;

/**
 * Remembers the project's answer about a token for a minute, by the token's hash, and asks once where many ask at the same time. A
 * session that ended at the project is so found within a minute. Throws a 503 with `Retry-After` where a network brings token after
 * token that the project refuses, or too many questions are under way.
 */
function rememberAnswers(ask: AskProject, now: () => EpochMs): AskRemembered {
  const answers = new BoundedMap<
    string,
    { until: EpochMs; readonly answer: Promise<HostedUser | undefined> }
  >(MOST_ANSWERS);
  const refusals = new TokenBuckets(REFUSALS, MOST_NETWORKS);
  let questions = 0;

  return (authorization, network) => {
    const hash = createHash('sha256').update(authorization).digest('base64');
    const known = answers.get(hash);
    const leftMs = known === undefined ? 0 : known.until - now();
    // A clock that was set back does not prolong an answer.
    if (known !== undefined && leftMs > 0 && leftMs <= ANSWER_HOLDS_MS) return known.answer;
    if (questions >= MOST_QUESTIONS) return Promise.reject(busy(SECOND_MS));
    // Counted before the question, so that parallel requests count like sequential ones and leave room for other networks.
    if (network !== undefined && !refusals.take(network, now()))
      return Promise.reject(busy(refusals.waitMs(network, now())));
    const giveBack = () => network !== undefined && refusals.giveBack(network, now(), 1);

    questions += 1;
    const answer = ask(authorization).finally(() => {
      questions -= 1;
    });
    const entry = { until: epochMs(now() + ANSWER_HOLDS_MS), answer };
    answers.set(hash, entry);
    answer.then(
      (user) => user !== undefined && giveBack(),
      () => {
        giveBack();
        entry.until = epochMs(now() + FAILURE_HOLDS_MS);
      },
    );
    return answer;
  };
}

function busy(waitMs: number): AuthError {
  return new AuthError(503, 'unexpected_failure', 'Too many tokens to ask the hosted project about.', {
    retryAfterS: Math.ceil(waitMs / SECOND_MS),
  });
}

interface HostedBearer {
  readonly userId: string;
  readonly email: string | undefined;
  /** By the token, or by the project within the last minute. */
  readonly isAdmin: boolean;
}

export interface HostedTokensOptions extends NonNullable<Config['hosted']> {
  readonly now: () => EpochMs;
  readonly fetch?: typeof fetch;
}

export type VerifyHostedToken = (
  authorization: string | undefined,
  network?: string,
) => Promise<HostedBearer>;

const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];

/** A sign-out at the project does not reach this server: a token with a longer life would outlive it by too much. */
const LONGEST_LIFE_MS = DAY_MS;

/** The roles of a project's API keys. Users may have roles of the project's own. */
const API_KEY_ROLES = new Set<unknown>(['anon', 'service_role']);

const MOST_SESSIONS = 50_000;

/**
 * Verifies bearer tokens of a hosted project. Those with an asymmetric signature by the keys that the project publishes: fetched when
 * first needed, kept for 10 minutes, and fetched again, at most twice a minute, for a key that is not among them. Those that are
 * signed with the project's shared secret (HS256) by that secret where the operator gives it, else by asking the project. Throws
 * `no_authorization`, `bad_jwt`, or a 503 while the project cannot be reached.
 *
 * A signature says nothing about a sign-out since: a token stays good until it expires, an hour as a rule and a day at most. Where
 * the project is asked, a sign-out counts within a minute.
 */
export function createHostedTokens(options: HostedTokensOptions) {
  const { url, anonKey, jwtSecret, now, fetch } = options;
  const issuer = `${url}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    headers: { apikey: anonKey },
    timeoutDuration: 5 * SECOND_MS,
    cooldownDuration: 30 * SECOND_MS,
    cacheMaxAge: 10 * MINUTE_MS,
    ...(fetch === undefined ? {} : { [customFetch]: fetch }),
  });
  const secret = jwtSecret === undefined ? undefined : Buffer.from(jwtSecret);
  const ask = rememberAnswers(createAskProject(options), now);
  /** By session, the header that was accepted last, for tokens that the project was asked about. */
  const tokenOfSession = new BoundedMap<string, string>(MOST_SESSIONS);

  async function claimsOf(token: string, authorization: string, network?: string): Promise<JWTPayload> {
    const isShared = algorithmOf(token) === 'HS256';
    const checks: JWTVerifyOptions = {
      algorithms: isShared ? ['HS256'] : ALGORITHMS,
      audience: AUTHENTICATED,
      currentDate: new Date(now()),
      requiredClaims: ['exp', 'sub'],
    };
    if (!isShared) return (await jwtVerify(token, keys, checks)).payload;
    if (secret !== undefined) return (await jwtVerify(token, secret, checks)).payload;

    // The claims are not trusted before the project was asked; a token that cannot be good is not asked about.
    const claims = decodeJwt(token);
    requireUser(claims, issuer, now());
    if (claims.aud !== AUTHENTICATED) throw badJwt('not for users of the hosted project');
    if (claims.exp * SECOND_MS <= now()) throw badJwt('token is expired');
    const user = await ask(authorization, network);
    const session = claims['session_id'];
    if (user === undefined || user.id !== claims.sub) throw badJwt('not a token of the hosted project');
    if (typeof session === 'string') tokenOfSession.set(session, authorization);
    const { email, role, is_anonymous, app_metadata } = user;
    return { ...claims, email, role, is_anonymous, app_metadata };
  }

  const verify: VerifyHostedToken = async (authorization = '', network) => {
    const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) {
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    }
    try {
      const claims = await claimsOf(token, authorization, network);
      requireUser(claims, issuer, now());
      const { sub, email } = claims;
      return {
        userId: sub,
        email: typeof email === 'string' ? email : undefined,
        isAdmin: isHostedAdmin(claims['app_metadata']),
      };
    } catch (error) {
      throw asAuthError(error);
    }
  };

  return {
    verify,
    /** Which of these sessions have ended; known only for tokens that the project is asked about. */
    async endedSessions(ids: readonly string[]): Promise<readonly string[]> {
      const ended = await Promise.all(
        ids.map(async (id) => {
          const authorization = tokenOfSession.get(id);
          if (authorization === undefined) return [];
          const isRefused = await verify(authorization).then(
            () => false,
            (error: unknown) => error instanceof AuthError && error.status < 500,
          );
          return isRefused ? [id] : [];
        }),
      );
      return ended.flat();
    },
  };
}

function requireUser(
  claims: JWTPayload,
  issuer: string,
  now: EpochMs,
): asserts claims is JWTPayload & { sub: string; exp: number } {
  // A project without a public address of its own issues tokens that name no issuer.
  if (claims.iss !== undefined && claims.iss !== issuer) throw badJwt('issued by another project');
  if (API_KEY_ROLES.has(claims['role'])) throw badJwt('not a user of the hosted project');
  if (claims['is_anonymous'] === true) throw badJwt('of an anonymous user');
  if (!isUuid(claims.sub)) throw badJwt('its sub claim is not a UUID');
  if (claims.exp === undefined || claims.exp * SECOND_MS - now > LONGEST_LIFE_MS) {
    throw badJwt('good for more than a day: set the lifetime of access tokens to an hour');
  }
}

function asAuthError(error: unknown): AuthError {
  if (error instanceof AuthError) return error;
  if (error instanceof errors.JWKSTimeout || !isTokenError(error))
    return unavailable('The hosted project cannot be reached, please retry after a moment.', error);
  return badJwt(
    error instanceof errors.JWTExpired ? 'token is expired' : 'not a token of the hosted project',
  );
}

function algorithmOf(token: string): string | undefined {
  try {
    return decodeProtectedHeader(token).alg;
  } catch {
    return undefined;
  }
}

function isTokenError(error: unknown): boolean {
  return (
    error instanceof errors.JOSEError &&
    error.code !== 'ERR_JOSE_GENERIC' &&
    error.code !== 'ERR_JWKS_INVALID'
  );
}

function badJwt(what: string): AuthError {
  return new AuthError(403, 'bad_jwt', `invalid JWT: unable to parse or verify signature, ${what}`);
}
