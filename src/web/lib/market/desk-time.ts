import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';

/** How the desk's clock runs against this page's. */
export interface DeskTime {
  /** What the desk's clock read when this page's read `pageMs`. */
  readonly deskMs: number;
  readonly pageMs: number;
  /** Seconds of the desk's clock in a second of this page's: 1, or a replay's speed. */
  readonly speed: number;
}

/** What the desk's clock reads when this page's reads `now`. */
export function deskNow({ deskMs, pageMs, speed }: DeskTime, now: EpochMs): EpochMs {
  return epochMs(deskMs + (now - pageMs) * speed);
}

/** When this page's clock will read that the desk's has come to `deskMs`: what a timer is set to. */
export function pageInstant({ deskMs, pageMs, speed }: DeskTime, instantMs: number): EpochMs {
  return epochMs(pageMs + (instantMs - deskMs) / speed);
}

/** Where in this page's seconds those of the desk's clock turn, in whole ms. */
export function turnOfSecond(time: DeskTime): number {
  const turn = pageInstant(time, Math.ceil(time.deskMs / SECOND_MS) * SECOND_MS);
  return Math.round(((turn % SECOND_MS) + SECOND_MS) % SECOND_MS);
}

/** When they turn next after `now`, on this page's clock. */
export function nextTurn(time: DeskTime, now: EpochMs): EpochMs {
  const since = now - turnOfSecond(time);
  return epochMs(now + SECOND_MS - (((since % SECOND_MS) + SECOND_MS) % SECOND_MS));
}
