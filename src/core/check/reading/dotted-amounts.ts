/** Amounts of money with three digits behind a dot, of which nothing in their table says whether these are decimals. */
import type { Trade } from '../trade.ts';
import type { Asker } from './questions.ts';
import type { Cells } from './table-columns.ts';

const DOTTED = /^\D*[1-9]\d{0,2}\.\d{3}\D*$/;

/** What the amounts of a table without another sign of its decimal mark are multiplied by. */
export function askThousands(
  { at: { stake, profit, returned }, rows, numberAt }: Cells,
  fees: readonly number[],
  asker: Asker,
): number {
  const places = [stake, profit, returned, ...fees].filter((place) => place !== undefined);
  const amounts = rows.flatMap((row) =>
    places.flatMap((place) => (Math.abs(numberAt(row, place)) > 0 ? (row[place] as string) : [])),
  );
  if (amounts.length === 0 || !amounts.every((cell) => DOTTED.test(cell))) return 1;
  return asker.ask('dotted-amounts', ['thousands', 'decimals'], amounts) === 'thousands' ? 1_000 : 1;
}

export function multiplied(trades: readonly Trade[], factor: number): readonly Trade[] {
  return factor === 1
    ? trades
    : trades.map((trade) => ({ ...trade, stake: trade.stake * factor, profit: trade.profit * factor }));
}
