import { setTimeout as delay } from 'node:timers/promises';

/**
 * The least time that a refusal takes, ms: longer than a check of the dearest password hash that is verified, so that the time tells
 * nothing about an account, and so long that a client that goes on after refusals keeps no other one waiting.
 */
export const REFUSAL_FLOOR_MS = 500;

/** Resolves no sooner than the floor after `startedMs`, on the clock of `performance.now`. */
export async function waitForFloor(startedMs: number, floorMs: number): Promise<void> {
  const restMs = () => startedMs + floorMs - performance.now();
  // A platform timer counts whole milliseconds of a coarser clock: it may fire up to two of them early.
  while (restMs() > 0) await delay(Math.ceil(restMs()));
}
