import type { EpochMs } from '../../core/time/instant.ts';

/**
 * The clock that the market, the desk and their signals live by: the computer's, or a replay's that runs faster and at
 * another date. A replay stops it while a listener is at work, so that nothing is late because the replay is fast.
 */
export interface DeskClock {
  now(): EpochMs;
  /** Rings once at or after an instant, in the order of instants. Returns the function that cancels it. */
  setAlarm(at: EpochMs, ring: () => void | Promise<void>): () => void;
  /** Seconds of this clock in a second of the wall's. */
  readonly speed: number;
}
