/** Columns of the twelve of the report's grid. */
export type GroupWidth = 4 | 6 | 7 | 12;

/** How many columns each of so many cards of groups takes, so that every row is full; `isBesideFive`: the first stands beside a card of five columns. */
export function groupWidths(count: number, isBesideFive: boolean): readonly GroupWidth[] {
  if (isBesideFive && count > 0) return [7, ...groupWidths(count - 1, false)];
  if (count === 1) return [12];
  return Array.from({ length: count }, (_, at) => (at < 3 && count > 2 && count !== 4 ? 4 : 6));
}
