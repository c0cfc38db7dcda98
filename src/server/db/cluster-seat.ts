import { setTimeout as sleep } from 'node:timers/promises';
import { backOffMs } from '../../core/time/back-off.ts';
import type { ClusterSession } from './cluster-session.ts';
import { joinSeat, leaveSeat, type SeatRequest, takeSeat } from './take-seat.ts';

/** Waits between attempts to get a lost database back: short at first, so that one crash is hardly noticed. */
const BACK_OFF = { firstMs: 50, longestMs: 10_000 };
/** A database that lasted this long was well; its next loss starts with short waits again. */
const STEADY_AFTER_MS = 30_000;
/** How long a database that is just being brought back is waited for when we leave, so that we can stop it. */
const LAST_WORD_MS = 5_000;

/** Our seat in the cluster, taken again (and the database started again) whenever it is lost. */
export interface ClusterSeat {
  /** The session while it lives. */
  session(): ClusterSession | undefined;
  /** Gives the seat up, and stops the cluster if nobody else is in it. */
  leave(): Promise<void>;
}

/**
 * Takes a seat and, with `onRegained`, keeps it: the database that goes away is brought back until `leave`.
 * @throws DatabaseError when there is no seat to be had at first.
 */
export async function keepSeat(
  { signal, ...request }: Omit<SeatRequest, 'signal'> & { readonly signal: AbortSignal | undefined },
  onRegained: (() => void) | undefined,
): Promise<ClusterSeat> {
  const { cluster, log } = request;
  const closing = new AbortController();
  let session: ClusterSession | undefined = await takeFirst(request, signal ?? closing.signal);
  const keeping = onRegained === undefined ? Promise.resolve() : keep(session, onRegained);

  async function keep(first: ClusterSession, regained: () => void): Promise<void> {
    let failures = 0;
    let seatedAt = performance.now();
    let problem = await first.over;
    while (!closing.signal.aborted) {
      session = undefined;
      failures = performance.now() - seatedAt > STEADY_AFTER_MS ? 0 : failures;
      log.error(
        { problem: problem?.message ?? 'its connection ended' },
        'the database is away: bringing it back',
      );
      try {
        failures += 1;
        await sleep(backOffMs(failures, BACK_OFF, Math.random()), undefined, { signal: closing.signal });
        const next = await takeSeat({ ...request, signal: closing.signal });
        session = next;
        if (closing.signal.aborted) return;
        if (request.role === 'server') await next.prepared();
        seatedAt = performance.now();
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
      // While the database is being brought back, that comes to its end first: with a seat or without.
      if (session === undefined) await keeping;
      const left = session !== undefined && (await leaveSeat(session, cluster, log));
      if (!left) await stopIfForsaken(request);
      await keeping;
      cluster.address.release();
    },
  };
}

/** Takes the first seat. Whoever gives the waiting up does not leave a database running behind. */
async function takeFirst(request: Omit<SeatRequest, 'signal'>, signal: AbortSignal): Promise<ClusterSession> {
  try {
    return await takeSeat({ ...request, signal });
  } catch (error) {
    if (signal.aborted) await stopIfForsaken(request);
    request.cluster.address.release();
    throw error;
  }
}

/** Our seat was lost, but the database may still run: then there is nobody else to stop it. */
async function stopIfForsaken(request: Omit<SeatRequest, 'signal'>): Promise<void> {
  const { cluster, log } = request;
  try {
    const signal = AbortSignal.timeout(LAST_WORD_MS);
    const session = await joinSeat({ ...request, role: 'command', signal });
    if (session !== undefined) await leaveSeat(session, cluster, log);
  } catch (error) {
    log.warn({ problem: String(error) }, 'the database may still run; the next start joins it');
  }
}
