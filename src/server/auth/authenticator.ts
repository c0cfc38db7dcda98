import type { Pool } from 'pg';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { AccessTokens } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import { findSession, isOlderThan, markNewestUsed, type Session } from './sessions.ts';
import { isBanned, type User } from './user.ts';
import { userExists } from './user-store.ts';

/** What a bearer token stands for. */
export interface Bearer {
  readonly user: User;
  readonly session: Session;
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
  sessionMaxAgeMs,
}: {
  db: Pool;
  sessionMaxAgeMs: number;
  now: () => EpochMs;
  accessTokens: AccessTokens;
}): Authenticate {
  return async (authorization = '') => {
    const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) {
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    }
    const at = now();
    const { sub, session_id: sessionId, iat, aud: audience } = await accessTokens.verify(token, at);
    const found = await findSession(db, sessionId);
    if (found?.user.id !== sub || isOlderThan(found.session, sessionMaxAgeMs, at)) {
      if (await userExists(db, sub)) {
        throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
      }
      throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    }
    const { user, session } = found;
    if (isBanned(user, at)) throw new AuthError(403, 'user_banned', 'User is banned');
    if (isFirstUseOfNewest(session, iat)) await markNewestUsed(db, session);
    return { user, session, audience };
  };
}

/** Whether an access token that was issued with the session's newest refresh token is used for the first time. */
function isFirstUseOfNewest({ refreshedAt, isNewestUsed }: Session, issuedAtS: number): boolean {
  return refreshedAt !== undefined && !isNewestUsed && issuedAtS >= Math.floor(refreshedAt / SECOND_MS);
}
