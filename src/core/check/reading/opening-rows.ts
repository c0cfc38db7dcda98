/** Which rows opened the trades that others ended, where no number joins them. */
import type { Cells as ColumnCells } from './table-columns.ts';
import { type PhaseOf, phaseIn } from './trade-phases.ts';
import { SIZE } from './trade-sizes.ts';
import { parseDirection } from './trade-words.ts';
import { plainWords } from './words.ts';

type Cells = readonly string[];

/** A row that opened a trade, and the share of it that an end closed. */
type Opened = readonly [row: Cells, share: number];

/** What opened the trade of each row that ended one; of none it is known where the side of the row may be that of the order that closed it. */
export type OpenedBy = ReadonlyMap<Cells, readonly Opened[]>;

const UNKNOWN: readonly Opened[] = [];
const MOSTLY = 0.8;
const MOST_OPEN = 200;
const ROUNDING = 1e-6;
/** Beside fewer openings, ends are trades of one row. */
const OPENED = 0.5;

interface Openings {
  readonly phaseOf: PhaseOf;
  /** Opens a trade where no column tells openings from ends. */
  readonly isWithoutTrade: (row: Cells) => boolean;
  /** NaN where it is not known. */
  readonly timeOf: (row: Cells) => number;
}

/**
 * Each end closes the first opening of its pair, of the other side or of its own, that is as large as it, else the first ones, where
 * nearly all ends and openings match so; the newest row may stand first.
 */
export function openingsOfEnds(cells: ColumnCells, { phaseOf, isWithoutTrade, timeOf }: Openings): OpenedBy {
  const { rows, names, at, cell, number, amount, isSum } = cells;
  if (at.direction === undefined) return new Map();
  const opens = (row: Cells): boolean => (phaseOf ? phaseOf(row) === 'opening' : isWithoutTrade(row));
  const openings = new Set(rows.filter(opens));
  const ends = rows.filter((row) =>
    phaseOf ? phaseOf(row) === 'closing' : (number(row, 'profit') ?? 0) !== 0 && !isSum(row),
  );
  const [first, last] = [ends[0], ends.at(-1)];
  if (openings.size === 0 || first === undefined || last === undefined) return new Map();
  const isEnd = new Set(ends);
  const ofSize = names.findIndex((name) => SIZE.test(plainWords(name)));
  const sizeOf = (row: Cells): number => Math.abs(amount(row[ofSize] ?? '')) || 1;

  const match = (order: readonly Cells[], isOfOtherSide: boolean): Map<Cells, Opened[]> | undefined => {
    const open = new Map<string, { readonly row: Cells; left: number }[]>();
    const found = new Map<Cells, Opened[]>();
    const closed = new Set<Cells>();
    for (const row of order) {
      const isLong = parseDirection(cell(row, 'direction')) === 'CALL';
      const isOpening = openings.has(row);
      const key = `${cell(row, 'pair')}\t${isLong !== (isOfOtherSide && !isOpening)}`;
      const held = open.get(key) ?? [];
      if (isOpening) open.set(key, [...held.slice(-MOST_OPEN), { row, left: sizeOf(row) }]);
      if (!isEnd.has(row)) continue;
      let size = sizeOf(row);
      const alike = held.find(({ left }) => Math.abs(left - size) < size * ROUNDING);
      const parts: Opened[] = [];
      for (const one of alike === undefined ? held : [alike]) {
        const taken = Math.min(one.left, size);
        if (taken < one.left * ROUNDING) break;
        parts.push([one.row, taken / sizeOf(one.row)]);
        closed.add(one.row);
        one.left -= taken;
        size -= taken;
      }
      open.set(
        key,
        held.filter((one) => one.left > sizeOf(one.row) * ROUNDING),
      );
      found.set(row, parts);
    }
    const matched = [...found.values()].filter(({ length }) => length > 0).length;
    const isMatched = matched >= ends.length * MOSTLY && closed.size >= openings.size * MOSTLY;
    return isMatched ? found : undefined;
  };

  const forward = timeOf(first) > timeOf(last) ? [] : [rows];
  const orders = timeOf(first) < timeOf(last) ? forward : [...forward, rows.toReversed()];
  // Ends of the side of their opening need a column that tells them from openings.
  for (const isOfOtherSide of phaseOf ? [true, false] : [true])
    for (const order of orders) {
      const found = match(order, isOfOtherSide);
      if (found !== undefined) return found;
    }
  // "Close long" names the side of the position, not that of the order.
  const isOfPosition = (row: Cells): boolean => phaseIn(cell(row, 'direction')) === 'closing';
  const areOrders = openings.size >= ends.length * OPENED && !ends.some(isOfPosition);
  return new Map(areOrders ? ends.map((row) => [row, UNKNOWN]) : []);
}

/** The fees of a trade: those of its row, and those of the row that opened it, or of its shares of several. */
export function feesOfBoth(
  feesOf: (row: Cells) => number,
  row: Cells,
  opening: Cells,
  openedBy: OpenedBy,
): number {
  const shares = openedBy.get(row) ?? [];
  const opened: readonly Opened[] = shares[0]?.[0] === opening ? shares : [[opening, 1]];
  const before = opening === row ? [] : opened;
  return before.reduce((sum, [one, share]) => sum + feesOf(one) * share, feesOf(row));
}
