import type { Pool } from 'pg';
import { type EpochMs, epochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { AccessTokens } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import type { Bearer, BearerCache } from './bearer-cache.ts';
import { isBanned } from './user.ts';
import { presentUser } from './user-presenter.ts';
import { findBearer } from './user-store.ts';

export interface Authenticator {
  /** Who an `Authorization` header stands for, if that is remembered: the quick way, without a promise. */
  remembered(authorization: string | undefined): Bearer | undefined;
  /**
   * Who an `Authorization` header stands for. Throws `no_authorization`, `bad_jwt`, `user_not_found`,
   * `session_not_found` or `user_banned`.
   */
  authenticate(authorization: string | undefined): Promise<Bearer>;
  /** To be called after a change of the user, so that the next request on this server sees it. */
  forgetUser(userId: string): void;
}

export interface AuthenticatorOptions {
  readonly db: Pool;
  readonly now: () => EpochMs;
  readonly accessTokens: AccessTokens;
  readonly cache: BearerCache;
}

/** Checks bearer tokens: signature, expiry, that the session is still there and belongs to the user, and the ban. */
export function createAuthenticator({ db, now, accessTokens, cache }: AuthenticatorOptions): Authenticator {
  const remembered = (authorization: string | undefined) =>
    authorization === undefined ? undefined : cache.get(authorization, now());

  async function look(authorization: string): Promise<Bearer> {
    const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) throw noAuthorization();
    const claims = await accessTokens.verify(token, now());
    const load = cache.startLoad(claims.sub);
    let bearer: Bearer | undefined;
    try {
      const found = await findBearer(db, claims.sub, claims.session_id);
      if (!found) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
      if (!found.hasSession) {
        throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      }
      if (isBanned(found.user, now())) throw new AuthError(403, 'user_banned', 'User is banned');
      bearer = {
        userId: claims.sub,
        sessionId: claims.session_id,
        audience: claims.aud,
        expiresAt: epochMs(claims.exp * SECOND_MS),
        userJson: Buffer.from(JSON.stringify(presentUser(found.user))),
      };
      return bearer;
    } finally {
      cache.endLoad(load, authorization, bearer);
    }
  }

  return {
    remembered,
    async authenticate(authorization) {
      if (authorization === undefined) throw noAuthorization();
      return remembered(authorization) ?? look(authorization);
    },
    forgetUser: (userId) => cache.forgetUser(userId),
  };
}

function noAuthorization(): AuthError {
  return new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
}
