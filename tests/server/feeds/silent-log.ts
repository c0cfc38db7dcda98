import type { FastifyBaseLogger } from 'fastify';
import { pino } from 'pino';

/** A log that writes nothing: what matters to a test is what the feed reports. */
export function silentLog(): FastifyBaseLogger {
  return pino({ enabled: false });
}
