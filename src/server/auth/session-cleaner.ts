import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import { type EpochMs, MINUTE_MS } from '../../core/time/instant.ts';
import type { SessionLife } from '../platform/config.ts';
import { removeFullBuckets } from './rate-limits.ts';
import { removeOldEvents } from './security-events.ts';
import { removeOldSessions } from './sessions.ts';

const MINUTES_OF_ROUND = 60;

/** Rows removed in one statement: few enough that no request waits long for it. */
const BATCH = 1000;

/**
 * Removes full buckets of the limits once a minute, as each guess of an attack leaves some, and old sessions and security events a minute
 * after the start and then once an hour. A failure is logged; the next round catches up.
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
}): { stop(): void } {
  let isStopped = false;
  let minutes = 0;
  const attempt = (what: string, work: Promise<unknown>) =>
    work.catch((error: unknown) =>
      log.warn({ err: error }, `${what} could not be removed; the next round tries again`),
    );
  const removeAll = async (removeBatch: () => Promise<number>) => {
    while ((await removeBatch()) >= BATCH && !isStopped);
  };
  const removeOld = async () => {
    await removeAll(() => removeOldSessions(db, sessionLife, now(), BATCH));
    await removeAll(() => removeOldEvents(db, now(), BATCH));
  };
  const timer = setInterval(() => {
    void attempt('full buckets of the limits', removeFullBuckets(db));
    if (minutes % MINUTES_OF_ROUND === 0) void attempt('old sessions and events', removeOld());
    minutes += 1;
  }, MINUTE_MS).unref();
  return {
    stop() {
      isStopped = true;
      clearInterval(timer);
    },
  };
}
