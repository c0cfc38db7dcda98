import type { RandomUint32 } from '../random/random.ts';
import type { EpochMs } from '../time/instant.ts';
import { marketStatus } from '../time/market-hours.ts';
import { drawAutoSignal, isLive, type Signal } from './signal.ts';

/**
 * The P-Special signal to show at an instant: none while the market is closed, the current one (the same object) while
 * it is live, else one new draw, however many a sleeping tab missed.
 */
export function nextAutoSignal(
  current: Signal | undefined,
  now: EpochMs,
  random: RandomUint32,
): Signal | undefined {
  if (!marketStatus(now).anyActive) return undefined;
  if (current !== undefined && isLive(current, now)) return current;
  return drawAutoSignal(now, random);
}
