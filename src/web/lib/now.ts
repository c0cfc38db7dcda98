import { type EpochMs, epochMs } from '../../core/time/instant.ts';

/** The browser's wall clock. The only place in the page that reads it. */
export const now = (): EpochMs => epochMs(Date.now());
