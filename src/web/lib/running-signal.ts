import { type EpochMs, epochMs } from '../../core/time/instant.ts';

let endsAt = epochMs(0);

/** A signal is shown that runs until this instant of the page's clock. */
export function noteRunningSignal(until: EpochMs): void {
  if (until > endsAt) endsAt = until;
}

/** When the last of the signals that were shown ends, or ended. */
export function runningSignalEndsAt(): EpochMs {
  return endsAt;
}
