import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from '../../core/time/back-off.ts';
import type { ClusterSession } from './cluster-session.ts';
import { joinRunning, leaveCluster, type JoinRequest, joinOrStart } from './join-cluster.ts';

/** Waits between attempts to restart a lost database: short at first, so that one crash is hardly noticed. */
const BACK_OFF = { firstMs: 50, longestMs: 10_000 };
/** After this time without a loss the waits are short again. */
const STEADY_AFTER_MS = 30_000;
/** How long `leave` waits for a database that is just being restarted, so that it can stop it. */
const LAST_WORD_MS = 5_000;

/** Our session in the cluster, opened again (and the database started again) whenever it is lost. */
export interface ClusterMembership {
  session(): ClusterSession | undefined;
  /** Leaves the cluster, and stops it if no other process is in it. */
  leave(): Promise<void>;
}

/**
 * Joins the cluster and, with `onRegained`, keeps the session: the database that goes away is brought back until `leave`.
 * @throws DatabaseError when the cluster cannot be joined at first.
 */
export async function keepSession(
  { signal, ...request }: Omit<JoinRequest, 'signal'> & { readonly signal: AbortSignal | undefined },
  onRegained: (() => void) | undefined,
): Promise<ClusterMembership> {
  const { cluster, log } = request;
  const closing = new AbortController();
  let session: ClusterSession | undefined = await takeFirst(request, signal ?? closing.signal);
  const keeping = onRegained === undefined ? Promise.resolve() : keep(session, onRegained);

  async function keep(first: ClusterSession, regained: () => void): Promise<void> {
    let failures = 0;
    let joinedAt = performance.now();
    let problem = await first.over;
    while (!closing.signal.aborted) {
      session = undefined;
      failures = performance.now() - joinedAt > STEADY_AFTER_MS ? 0 : failures;
      log.error(
        { problem: problem?.message ?? 'its connection ended' },
        'the database is away: bringing it back',
      );
      try {
        failures += 1;
        await sleep(backOffMs(failures, BACK_OFF, Math.random()), undefined, { signal: closing.signal });
        const next = await joinOrStart({ ...request, signal: closing.signal });
        session = next;
        if (closing.signal.aborted) return;
        joinedAt = performance.now();
        regained();
        log.info('the database is back');
        problem = await next.over;
      } catch (error) {
        problem = error instanceof Error ? error : new Error(String(error));
      }
    }
  }

  return {
    session: () => session,
    leave: async () => {
      closing.abort();
      // A restart of the database that is under way ends first, with or without a session.
      if (session === undefined) await keeping;
      const left = session !== undefined && (await leaveCluster(session, cluster, log));
      if (!left) await stopIfUnused(request);
      await keeping;
      cluster.address.release();
    },
  };
}

/** Joins for the first time. When the wait is given up, no database is left running. */
async function takeFirst(request: Omit<JoinRequest, 'signal'>, signal: AbortSignal): Promise<ClusterSession> {
  try {
    return await joinOrStart({ ...request, signal });
  } catch (error) {
    if (signal.aborted) await stopIfUnused(request);
    request.cluster.address.release();
    throw error;
  }
}

/** The session was lost, but the database may still run, and no other process would stop it. */
async function stopIfUnused(request: Omit<JoinRequest, 'signal'>): Promise<void> {
  const { cluster, log } = request;
  try {
    const signal = AbortSignal.timeout(LAST_WORD_MS);
    const session = await joinRunning({ ...request, role: 'command', signal });
    if (session !== undefined) await leaveCluster(session, cluster, log);
  } catch (error) {
    log.warn({ problem: String(error) }, 'the database may still run; the next start joins it');
  }
}
