import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';

/** The relation of the desk's clock to this page's. */
export interface DeskTime {
  /** The desk's clock when this page's read `pageMs`. */
  readonly deskMs: number;
  readonly pageMs: number;
  /** Seconds of the desk's clock per second of this page's: 1, or a replay's speed. */
  readonly speed: number;
}

/** The desk's clock when this page's reads `now`. */
export function deskNow({ deskMs, pageMs, speed }: DeskTime, now: EpochMs): EpochMs {
  return epochMs(deskMs + (now - pageMs) * speed);
}

/** The page's time at which the desk's clock reaches `instantMs`. */
export function pageInstant({ deskMs, pageMs, speed }: DeskTime, instantMs: number): EpochMs {
  return epochMs(pageMs + (instantMs - deskMs) / speed);
}

/** The offset within this page's seconds at which the desk's seconds turn, in whole ms. */
export function turnOfSecond(time: DeskTime): number {
  const turn = pageInstant(time, Math.ceil(time.deskMs / SECOND_MS) * SECOND_MS);
  return Math.round(((turn % SECOND_MS) + SECOND_MS) % SECOND_MS);
}

/** The next such turn after `now`, on this page's clock. */
export function nextTurn(time: DeskTime, now: EpochMs): EpochMs {
  const since = now - turnOfSecond(time);
  return epochMs(now + SECOND_MS - (((since % SECOND_MS) + SECOND_MS) % SECOND_MS));
}
