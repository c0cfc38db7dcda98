import type { Pool } from 'pg';
import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { TokenBody } from '../../core/wire/auth.ts';
import type { AuthContext } from './auth.ts';
import { AuthError, unavailable, validationFailed } from './auth-error.ts';
import { parseRefreshToken, refreshTokenNotFound } from './refresh-token.ts';
import {
  type Client,
  endOfLife,
  endSessions,
  findSession,
  rotateRefreshToken,
  type Session,
} from './sessions.ts';
import { grantTokens } from './sign-in.ts';
import { isBanned } from './user.ts';

/** Requests that may wait for a database connection before a refresh is answered with "come back later". */
const LONGEST_DATABASE_QUEUE = 500;

/**
 * The refresh grant. Many tabs that refresh at once all get the same newest token; a token that comes back after its
 * time ends the session at once, its access tokens included.
 */
export async function refresh(context: AuthContext, text: string, client: Client): Promise<TokenBody> {
  const { db, now, refreshTokens, sessionLife } = context;
  const token = parseRefreshToken(text);
  if (db.waitingCount > LONGEST_DATABASE_QUEUE)
    throw unavailable('The server is busy, please retry after a moment.');
  // A request that loses the race for the rotation finds the counter one higher, so a second look always decides.
  for (let look = 0; look < 3; look++) {
    const found = await findSession(db, token.sessionId);
    if (!found) throw refreshTokenNotFound();
    const { session, user } = found;
    if (!refreshTokens.isAuthentic(token, session.refreshKey)) {
      throw validationFailed('Invalid Refresh Token: Not Issued By This Server');
    }
    const at = now();
    if (isBanned(user, at)) throw new AuthError(400, 'user_banned', 'Invalid Refresh Token: User Banned');
    const ended = endOfLife(session, sessionLife, at);
    if (ended !== undefined) {
      await endSession(db, session);
      const why = ended === 'inactivity' ? ' (Inactivity)' : '';
      throw new AuthError(400, 'session_expired', `Invalid Refresh Token: Session Expired${why}`);
    }
    const decision = decideRefresh(session, token.counter, at);
    switch (decision) {
      case 'rotate':
        if (await rotateRefreshToken(db, { id: session.id, counter: session.refreshCounter }, client, at)) {
          return grantTokens(context, user, session, session.refreshCounter + 1, at);
        }
        break;
      case 'current':
        return grantTokens(context, user, session, session.refreshCounter, at);
      case 'reused':
        await endSession(db, session);
        await context.events.record({
          at,
          what: 'refresh',
          result: 'refresh_token_already_used',
          account: user.id,
          ip: client.ip,
        });
        throw new AuthError(400, 'refresh_token_already_used', 'Invalid Refresh Token: Already Used');
      case 'ahead':
        throw validationFailed('Refresh token is not valid');
    }
  }
  throw unavailable('The session is refreshed by too many at once, please retry after a moment.');
}

async function endSession(db: Pool, { id, userId }: Session): Promise<void> {
  await endSessions(db, 'local', { userId, sessionId: id });
}

/** For this long after a rotation an older token of the session is taken for a tab that was slow, not for a thief. */
export const REUSE_INTERVAL_MS = 10 * SECOND_MS;

/**
 * What to do about a refresh token whose MAC is right:
 * - `rotate`: it is the newest; count up and hand out the next.
 * - `current`: the client may not have the newest yet; hand that one out. It may be the one before the newest, at any age, until
 *   the newest tokens have been used; or any older one within REUSE_INTERVAL_MS of the last rotation.
 * - `reused`: an old token came back after its time; it was copied, so the session ends.
 * - `ahead`: it was never issued. Only a database put back to an older state can cause it.
 */
export type RefreshDecision = 'rotate' | 'current' | 'reused' | 'ahead';

/** Decides by the counters, by whether the newest tokens have been used, and by the time since the last rotation. */
export function decideRefresh(
  session: Pick<Session, 'refreshCounter' | 'refreshedMs' | 'isNewestUsed'>,
  presentedCounter: number,
  now: EpochMs,
): RefreshDecision {
  const behind = session.refreshCounter - presentedCounter;
  if (behind < 0) return 'ahead';
  if (behind === 0) return 'rotate';
  if (behind === 1 && !session.isNewestUsed) return 'current';
  // A clock that was set back must not open the interval again for as long as it was set back.
  const isRecent = session.refreshedMs !== null && Math.abs(now - session.refreshedMs) <= REUSE_INTERVAL_MS;
  return isRecent ? 'current' : 'reused';
}
