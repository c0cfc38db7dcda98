import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';

/** For this long after a rotation every older token of the session is taken for a tab that was slow, not for a thief. */
export const REUSE_INTERVAL_MS = 10 * SECOND_MS;

/**
 * What to do about a refresh token whose MAC is right:
 * - `rotate`: it is the newest; count up and hand out the next.
 * - `current`: the client never got, or has not yet stored, the newest; hand that one out, however long ago it was.
 * - `reused`: an old token came back after its time; somebody copied it, so the session ends.
 * - `ahead`: it was never issued. Only a database put back to an older state can cause it.
 */
export type RefreshDecision = 'rotate' | 'current' | 'reused' | 'ahead';

/** Decides by the counters alone, and for tokens further behind by the time since the last rotation. */
export function decideRefresh(
  session: { readonly refreshCounter: number; readonly refreshedAt: EpochMs | undefined },
  presentedCounter: number,
  now: EpochMs,
): RefreshDecision {
  const behind = session.refreshCounter - presentedCounter;
  if (behind < 0) return 'ahead';
  if (behind === 0) return 'rotate';
  if (behind === 1) return 'current';
  // A clock that was set back must not open the interval again for as long as it was set back.
  const isRecent =
    session.refreshedAt !== undefined && Math.abs(now - session.refreshedAt) <= REUSE_INTERVAL_MS;
  return isRecent ? 'current' : 'reused';
}
