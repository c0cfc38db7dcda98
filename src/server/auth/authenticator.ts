import type { Pool } from 'pg';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import type { AccessTokens } from './access-tokens.ts';
import { AuthError } from './auth-error.ts';
import { type BearerSession, endOfLife, findBearer, markNewestUsed } from './sessions.ts';
import { isBanned, type User } from './user.ts';
import { findUserById } from './user-store.ts';

/** The user and session of a bearer token. */
export interface Bearer {
  readonly user: User;
  readonly session: BearerSession;
  readonly audience: string;
}

/**
 * Finds the user and session of an `Authorization` header. Throws `no_authorization`, `bad_jwt`, `user_not_found`,
 * `session_not_found` or `user_banned`.
 */
export type Authenticate = (authorization: string | undefined) => Promise<Bearer>;

/** Most users that are remembered as they were last read, some kilobytes each. */
const MOST_REMEMBERED = 2000;

/**
 * Checks bearer tokens: signature and expiry, and with the database, each time, that the session is still there and belongs to
 * the user, and the ban. So whatever ends a session or bans a user counts for the next request, on every server. The user is read
 * again only when the row has another version: to read all of a row takes as long as the rest of the check.
 */
export function createAuthenticator({
  db,
  now,
  accessTokens,
  sessionLife,
}: {
  db: Pool;
  sessionLife: SessionLife;
  now: () => EpochMs;
  accessTokens: AccessTokens;
}): Authenticate {
  const remembered = new Map<string, { readonly user: User; readonly version: string }>();

  const readUser = async (id: string): Promise<User | undefined> => {
    const found = await findUserById(db, id);
    if (!found) return undefined;
    const [oldest] = remembered.keys();
    if (remembered.size >= MOST_REMEMBERED && oldest !== undefined) remembered.delete(oldest);
    remembered.set(id, found);
    return found.user;
  };

  return async (authorization = '') => {
    const token = /^bearer (\S+)$/i.exec(authorization)?.[1];
    if (token === undefined) {
      throw new AuthError(401, 'no_authorization', 'This endpoint requires a valid Bearer token');
    }
    const at = now();
    const { sub, session_id: sessionId, iat, aud: audience } = await accessTokens.verify(token, at);
    const found = await findBearer(db, sessionId);
    const known = remembered.get(sub);
    const isKnown = known !== undefined && known.version === found?.userVersion;
    const user = isKnown ? known.user : await readUser(sub);
    if (!user) throw new AuthError(403, 'user_not_found', 'User from sub claim in JWT does not exist');
    if (found?.session.userId !== sub || endOfLife(found.session, sessionLife, at) !== undefined) {
      throw new AuthError(403, 'session_not_found', 'Session from session_id claim in JWT does not exist');
    }
    const { session } = found;
    if (isBanned(user, at)) throw new AuthError(403, 'user_banned', 'User is banned');
    if (isFirstUseOfNewest(session, iat)) await markNewestUsed(db, session);
    return { user, session, audience };
  };
}

/** Whether an access token that was issued with the session's newest refresh token is used for the first time. */
function isFirstUseOfNewest({ refreshedMs, isNewestUsed }: BearerSession, issuedAtS: number): boolean {
  return refreshedMs !== null && !isNewestUsed && issuedAtS >= Math.floor(refreshedMs / SECOND_MS);
}
