/** Which row of a table stands first where no days tell it: the newest one, or the oldest. */
import type { Trade } from '../../trade.ts';
import type { Row } from '../complete-trades.ts';
import type { OpenReading, Origin } from '../reading.ts';
import { balanceMoves } from './balances.ts';
import { NEARLY_ALL, MOSTLY, type TableColumns } from '../words/table-columns.ts';

const FEWEST_STEPS = 9;
const MANY_STEPS = 100;
const NUMBER = /^\D{0,12}(\d{1,15})$/;

interface Listed {
  readonly trades: readonly Trade[];
  readonly origins: readonly Origin[];
  readonly parts: readonly Row[];
  readonly textAt: (trade: number) => string;
}

/**
 * Trades and what they were made of, the oldest first also where the table has the newest row first, with the gaps of a balance of one
 * currency; `places` are those of the rows.
 */
export function oldestFirst(
  { trades, origins, parts, textAt }: Listed,
  places: readonly number[],
  columns: TableColumns,
  isOfOneCurrency: boolean,
): Pick<OpenReading, 'trades' | 'origins' | 'parts' | 'textsOf' | 'balance'> {
  const tradeAt = new Int32Array(columns.rows.length).fill(-1);
  for (const [trade, place] of places.entries()) tradeAt[place] = trade;
  // What stands in a row of its own is taken off there.
  const broughtAt = (place: number): readonly number[] | undefined => {
    const trade = trades[tradeAt[place] ?? -1];
    const row = columns.rows[place] ?? [];
    return trade === undefined ? undefined : [trade.profit, columns.numberAt(row, columns.at.profit ?? -1)];
  };
  const moves = isOfOneCurrency ? balanceMoves(columns, broughtAt) : undefined;
  const isTurned = isNewestFirst(trades, places, columns, moves?.isOfRowBelow === true);
  const { gaps = 0, of = 0, sum = 0 } = moves ?? {};
  // The stakes of one row keep their order.
  const order = isTurned
    ? [...places.keys()].sort((one, other) => (places[other] as number) - (places[one] as number))
    : undefined;
  const inOrder = <One>(all: readonly One[]): readonly One[] => order?.map((at) => all[at] as One) ?? all;
  return {
    trades: inOrder(trades),
    origins: inOrder(origins),
    parts: inOrder(parts),
    textsOf: (trade) => ({ end: textAt(order?.[trade] ?? trade), signal: '' }),
    balance: gaps === 0 ? undefined : { gaps, of, sum },
  };
}

/**
 * Whether numbers of trades fall from row to row, those of a column that is not used by one, or times of day fall, or it `isOfRowBelow`
 * what the balance moved by. Days that differ tell the order themselves.
 */
function isNewestFirst(
  trades: readonly Trade[],
  places: readonly number[],
  { at: meanings, rows, isUsed }: TableColumns,
  isOfRowBelow: boolean,
): boolean {
  const [first] = trades;
  if (first === undefined || (first.timeMs !== null && trades.some(({ timeMs }) => timeMs !== first.timeMs)))
    return false;
  const fall = (numberOf: (trade: number) => number, least: number, by?: number): boolean => {
    let [steps, falls] = [0, 0];
    for (let at = 1; at < trades.length; at += 1) {
      if (places[at] === places[at - 1]) continue;
      const step = numberOf(at) - numberOf(at - 1);
      steps += 1;
      if (by === undefined ? step < 0 : step === -by) falls += 1;
      // Of 400 columns most do not fall.
      if (steps > MANY_STEPS && falls < steps * least) return false;
    }
    return steps >= FEWEST_STEPS && falls >= steps * least;
  };
  const numberIn = (trade: number, at: number): number =>
    Number(NUMBER.exec(rows[places[trade] as number]?.[at] ?? '')?.[1]);
  const columns = [...(rows[0] ?? []).keys()].filter((at) => at === meanings.id || !isUsed(at));
  return (
    isOfRowBelow ||
    columns.some((at) =>
      fall((trade) => numberIn(trade, at), NEARLY_ALL, at === meanings.id ? undefined : 1),
    ) ||
    fall((trade) => trades[trade]?.clockMs ?? Number.NaN, MOSTLY)
  );
}
