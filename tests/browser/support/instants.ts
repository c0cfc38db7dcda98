/** Fixed instants for the page's clock. The market's clock is UTC+5. */

/** A Wednesday, 14:32:00 on the market's clock: London is open until 22:00, Asian and Tokyo are over. */
export const OPEN_AT = Date.parse('2026-11-18T09:32:00Z');

/** The same Wednesday, 23:12:36: closed, and it opens in 4 h 47 min 24 s. */
export const CLOSED_AT = Date.parse('2026-11-18T18:12:36Z');

/** 22:00:00 on that Wednesday: London, the last window of the day, has just closed. */
export const CLOSING_AT = Date.parse('2026-11-18T17:00:00Z');

/** 04:00:00 on the Thursday after: the Asian window opens. */
export const OPENING_AT = Date.parse('2026-11-18T23:00:00Z');

/** A Saturday noon: closed until Monday 04:00. */
export const WEEKEND_AT = Date.parse('2026-11-21T07:00:00Z');

export const SECOND_MS = 1000;
export const MINUTE_MS = 60_000;
