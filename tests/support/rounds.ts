const IS_LONG = process.env['PIPCAST_LONG_TESTS'] === '1';
/** CI walks every matrix and runs what costs much, so that no proof is lost; `npm test` leaves that out, and names it. */
export const IS_WHOLE = IS_LONG || (process.env['CI'] ?? '') !== '';

/** How much a long test does: `few` in `npm test`, `all` in `npm run test:long`. */
export function rounds(few: number, all: number): number {
  return IS_LONG ? all : few;
}

/** How often a property is tried: `all` times in CI and `npm run test:long`, `few` times in `npm test`. */
export function runs(few: number, all: number): number {
  return IS_WHOLE ? all : few;
}

/** Languages, widths or looks: all of them in CI and `npm run test:long`, in `npm test` those for which `isUsual` holds. */
export function matrix<Item>(all: readonly Item[], isUsual: (item: Item) => boolean): readonly Item[] {
  return IS_WHOLE ? all : all.filter(isUsual);
}
