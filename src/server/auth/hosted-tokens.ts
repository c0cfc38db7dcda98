import { createRemoteJWKSet, customFetch, errors, type FetchImplementation, jwtVerify } from 'jose';
import { DAY_MS, type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import { isUuid } from './access-tokens.ts';
import { AuthError, unavailable } from './auth-error.ts';
import { isHostedAdmin } from './hosted-admins.ts';
import { AUTHENTICATED } from './user-presenter.ts';

/** Who a token of a hosted project stands for. */
interface HostedBearer {
  readonly userId: string;
  readonly email: string | undefined;
  /** Whether the token says so: it may have been true when it was issued. */
  readonly isAdmin: boolean;
}

export interface HostedTokensOptions {
  /** The project's origin, without a trailing slash. */
  readonly url: string;
  readonly anonKey: string;
  readonly now: () => EpochMs;
  readonly fetch?: FetchImplementation;
}

export type VerifyHostedToken = (authorization: string | undefined) => Promise<HostedBearer>;

/** Only signatures that this server cannot make itself: a shared secret (HS256) would have to be trusted blindly. */
const ALGORITHMS = ['ES256', 'RS256', 'EdDSA'];

/** A sign-out at the project does not reach this server: a token that is good for longer would outlive it by too much. */
const LONGEST_LIFE_MS = DAY_MS;

/** What a project's API keys say they are. Users may have roles of the project's own. */
const API_KEY_ROLES = new Set<unknown>(['anon', 'service_role']);

/**
 * Verifies bearer tokens of a hosted project by the keys it publishes. The keys are fetched when first needed, kept
 * for 10 minutes, and fetched anew, at most twice a minute, for a key that is not among them. Throws
 * `no_authorization`, `bad_jwt`, or a 503 while the project cannot be reached.
 *
 * A signature says nothing about a sign-out since: a token stays good until it expires, an hour as a rule and a day at most.
 */
export function createHostedTokens({ url, anonKey, now, fetch }: HostedTokensOptions): VerifyHostedToken {
  const issuer = `${url}/auth/v1`;
  const keys = createRemoteJWKSet(new URL(`${issuer}/.well-known/jwks.json`), {
    headers: { apikey: anonKey },
    timeoutDuration: 5 * SECOND_MS,
    cooldownDuration: 30 * SECOND_MS,
    cacheMaxAge: 10 * MINUTE_MS,
    ...(fetch === undefined ? {} : { [customFetch]: fetch }),
  });
  return async (authorization) => {
    const token = /^bearer (\S+)$/i.exec(authorization ?? '')?.[1];
    if (token === undefined) {
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    }
    try {
      const { payload } = await jwtVerify(token, keys, {
        algorithms: ALGORITHMS,
        audience: AUTHENTICATED,
        currentDate: new Date(now()),
        requiredClaims: ['exp', 'sub'],
      });
      // A project without a public address of its own issues tokens that name no issuer; its keys still tell.
      if (payload.iss !== undefined && payload.iss !== issuer) throw badJwt('issued by another project');
      if (API_KEY_ROLES.has(payload['role'])) throw badJwt('not a user of the hosted project');
      if (payload['is_anonymous'] === true) throw badJwt('of an anonymous user');
      const { sub, exp, email } = payload;
      if (!isUuid(sub)) throw badJwt('its sub claim is not a UUID');
      if (exp === undefined || exp * SECOND_MS - now() > LONGEST_LIFE_MS) {
        throw badJwt('good for more than a day: set the lifetime of access tokens to an hour');
      }
      return {
        userId: sub,
        email: typeof email === 'string' ? email : undefined,
        isAdmin: isHostedAdmin(payload['app_metadata']),
      };
    } catch (error) {
      if (error instanceof AuthError) throw error;
      if (error instanceof errors.JWKSTimeout || !isTokenError(error)) {
        throw unavailable('The hosted project cannot be reached, please retry after a moment.', error);
      }
      throw badJwt(
        error instanceof errors.JWTExpired ? 'token is expired' : 'not a token of the hosted project',
      );
    }
  };
}

/** Whether the token itself is at fault. What fails on the way to the keys has the bare class. */
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
