import { SECOND_MS } from '../time/instant.ts';

/** S2 (docs/signals.md): from the decision to the start, so that the quote that made the signal cannot be traded. */
export const START_DELAY_MS = SECOND_MS;
/** S4 to S6: a quote counts for so long, and so long after an expiry a quote proves that the feed was alive. */
export const FRESH_MS = 15 * SECOND_MS;
/** S6: until so long after an expiry a quote can come that proves it: the last that does may be on its way as long as one counts. */
export const PROOF_WAIT_MS = 2 * FRESH_MS;
/** Synchronised clocks of a feed and of the desk differ by less. */
export const CLOCKS_APART_MS = 2 * SECOND_MS;
