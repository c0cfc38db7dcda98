import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import type { DeskTime } from './market-store.ts';

/** What the desk's clock reads when this page's reads `now`. */
export function deskNow({ deskMs, pageMs, speed }: DeskTime, now: EpochMs): EpochMs {
  return epochMs(deskMs + (now - pageMs) * speed);
}

/** When this page's clock will read that the desk's has come to `deskMs`: what a timer is set to. */
export function pageInstant({ deskMs, pageMs, speed }: DeskTime, instantMs: number): EpochMs {
  return epochMs(pageMs + (instantMs - deskMs) / speed);
}
