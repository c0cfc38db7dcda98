import { type EpochMs, epochMs } from '../../core/time/instant.ts';

let endsAt = epochMs(0);

/** Records that a shown signal runs until this instant of the page's clock. */
export function noteRunningSignal(until: EpochMs): void {
  if (until > endsAt) endsAt = until;
}

/** The latest expiry of the shown signals. */
export function runningSignalEndsAt(): EpochMs {
  return endsAt;
}
