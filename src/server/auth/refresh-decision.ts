import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { Session } from './sessions.ts';

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
  session: Pick<Session, 'refreshCounter' | 'refreshedAt' | 'isNewestUsed'>,
  presentedCounter: number,
  now: EpochMs,
): RefreshDecision {
  const behind = session.refreshCounter - presentedCounter;
  if (behind < 0) return 'ahead';
  if (behind === 0) return 'rotate';
  if (behind === 1 && !session.isNewestUsed) return 'current';
  // A clock that was set back must not open the interval again for as long as it was set back.
  const isRecent =
    session.refreshedAt !== undefined && Math.abs(now - session.refreshedAt) <= REUSE_INTERVAL_MS;
  return isRecent ? 'current' : 'reused';
}
