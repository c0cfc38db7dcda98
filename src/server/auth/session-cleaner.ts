import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type EpochMs, HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import { removeOldEvents } from './security-events.ts';
import { removeOldSessions } from './sessions.ts';
import { removeFullBuckets } from './rate-limits.ts';

const ROUND_MS = HOUR_MS;

/** Each guess of an attack leaves some buckets. */
const SWEEP_MS = MINUTE_MS;

/** A server that is restarted more often than hourly cleans too, but not during its start. */
const FIRST_ROUND_MS = MINUTE_MS;

/** Rows removed in one statement: few enough that no request waits long for it. */
const BATCH = 1000;

/**
 * Removes sessions that are over and old security events, soon after the start and then once an hour; what limits counted
 * and is over, once a minute. A round that fails is logged; the next one catches up.
 */
export function startSessionCleaner({
  db,
  now,
  log,
  sessionLife,
}: {
  db: Pool;
  now: () => EpochMs;
  log: FastifyBaseLogger;
  sessionLife: SessionLife;
}): {
  stop(): void;
} {
  const stopped = new AbortController();
  const removeAll = async (removeBatch: () => Promise<number>) => {
    while ((await removeBatch()) >= BATCH && !stopped.signal.aborted);
  };
  const round = async () => {
    try {
      await removeAll(() => removeOldSessions(db, sessionLife, now(), BATCH));
      await removeAll(() => removeOldEvents(db, now(), BATCH));
    } catch (error) {
      log.warn({ err: error }, 'old sessions and events could not be removed; trying again in an hour');
    }
  };
  const sweep = async () => {
    try {
      await removeFullBuckets(db);
    } catch (error) {
      log.warn({ err: error }, 'full buckets of the limits could not be removed; trying again in a minute');
    }
  };
  const sweeps = setInterval(() => void sweep(), SWEEP_MS).unref();
  const first = setTimeout(() => void round(), FIRST_ROUND_MS).unref();
  const timer = setInterval(() => void round(), ROUND_MS).unref();
  return {
    stop() {
      stopped.abort();
      clearTimeout(first);
      clearInterval(timer);
      clearInterval(sweeps);
    },
  };
}
