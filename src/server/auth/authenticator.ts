import type { Pool } from 'pg';
import type { EpochMs } from '../../core/time/instant.ts';
import type { AccessTokens } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import { isBanned, type User } from './user.ts';
import { findBearer } from './user-store.ts';

/** What a bearer token stands for. */
export interface Bearer {
  readonly user: User;
  readonly sessionId: string;
  readonly audience: string;
}

/**
 * Finds who an `Authorization` header stands for. Throws `no_authorization`, `bad_jwt`, `user_not_found`,
 * `session_not_found` or `user_banned`.
 */
export type Authenticate = (authorization: string | undefined) => Promise<Bearer>;

/**
 * Checks bearer tokens: signature and expiry, and with the database, each time, that the session is still there and belongs to
 * the user, and the ban. So whatever ends a session or bans a user counts for the next request, on every server.
 */
export function createAuthenticator({
  db,
  now,
  accessTokens,
}: {
  db: Pool;
  now: () => EpochMs;
  accessTokens: AccessTokens;
}): Authenticate {
  return async (authorization = '') => {
    const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) {
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    }
    const { sub, session_id: sessionId, aud: audience } = await accessTokens.verify(token, now());
    const found = await findBearer(db, sub, sessionId);
    if (!found) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (!found.hasSession) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
    }
    if (isBanned(found.user, now())) throw new AuthError(403, 'user_banned', 'User is banned');
    return { user: found.user, sessionId, audience };
  };
}
