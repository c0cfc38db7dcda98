/** What a signal says of the price at its expiry: CALL above its entry, PUT below it. */
export const DIRECTIONS = ['CALL', 'PUT'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** A pip in doubled mids: ten of a pair's smallest steps, twice. */
export const PIP = 20;

/** By how many pips a price lies on the side of a direction, seen from the entry; below 0 on the other side. Both are doubled mids. */
export function pipsAhead(direction: Direction, entry: number, price: number): number {
  return (direction === 'CALL' ? price - entry : entry - price) / PIP;
}
