import { DAY_MS } from '../../core/time/instant.ts';
import type { Config } from './config.ts';

/** How long sessions last at most: from the sign-in, and from the last renewal, which an open page does every hour. */
export interface SessionLife {
  readonly maxAgeMs: number;
  readonly idleMs: number;
}

export function sessionLifeOf({
  sessionDays,
  sessionIdleDays,
}: Pick<Config, 'sessionDays' | 'sessionIdleDays'>): SessionLife {
  return { maxAgeMs: sessionDays * DAY_MS, idleMs: sessionIdleDays * DAY_MS };
}
