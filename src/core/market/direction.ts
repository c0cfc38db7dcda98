/** What a signal says of the price at its expiry: CALL above its entry, PUT below it. */
export const DIRECTIONS = ['CALL', 'PUT'] as const;
export type Direction = (typeof DIRECTIONS)[number];
