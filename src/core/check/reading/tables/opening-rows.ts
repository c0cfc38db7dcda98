/** Which rows opened the trades that others ended, by their number or, where none joins them, by pair, side and size. */
import { groupBy } from '../../grouping.ts';
import { FILLED } from './fills.ts';
import { Lots } from './lots.ts';
import { MOSTLY, type Cells as ColumnCells } from '../words/table-columns.ts';
import { type PhaseOf, phaseIn } from './trade-phases.ts';
import { SIZE } from '../words/trade-sizes.ts';
import { parseDirection } from '../words/trade-words.ts';
import { plainWords } from '../words/words.ts';
import type { Cells } from '../unreadable.ts';

/** A row that opened a trade, and the share of it that an end closed. */
export type Opened = readonly [row: Cells, share: number];

/** What opened the trade of each row that ended one; of none it is known where the side of the row may be that of the order that closed it. */
export type OpenedBy = ReadonlyMap<Cells, readonly Opened[]>;

const UNKNOWN: readonly Opened[] = [];
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
  const { rows, at, cell, number, isSum } = cells;
  if (at.direction === undefined) return new Map();
  const opens = (row: Cells): boolean => (phaseOf ? phaseOf(row) === 'opening' : isWithoutTrade(row));
  const openings = new Set(rows.filter(opens));
  const ends = rows.filter((row) =>
    phaseOf ? phaseOf(row) === 'closing' : (number(row, 'profit') ?? 0) !== 0 && !isSum(row),
  );
  const [first, last] = [ends[0], ends.at(-1)];
  if (openings.size === 0 || first === undefined || last === undefined) return new Map();
  const isEnd = new Set(ends);
  const sizeOf = sizeIn(cells);

  const match = (order: readonly Cells[], isOfOtherSide: boolean): Map<Cells, Opened[]> | undefined => {
    const open = new Map<string, Lots<Cells>>();
    const found = new Map<Cells, Opened[]>();
    const closed = new Set<Cells>();
    for (const row of order) {
      const isLong = parseDirection(cell(row, 'direction')) === 'CALL';
      const isOpening = openings.has(row);
      const key = `${cell(row, 'pair')}\t${isLong !== (isOfOtherSide && !isOpening)}`;
      const held = open.get(key) ?? new Lots();
      open.set(key, held);
      if (isOpening) held.add(row, sizeOf(row));
      if (!isEnd.has(row)) continue;
      const parts = held.take(sizeOf(row), true);
      for (const [opening] of parts) closed.add(opening);
      found.set(
        row,
        parts.map(([opening, taken]) => [opening, taken / sizeOf(opening)]),
      );
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

const FEWEST_OPENINGS = 5;

/** What tells openings from ends where each row without a gain opens what another closes, by pair, side and size; undefined where not each does. */
export function phasesBySize(cells: ColumnCells, timeOf: Openings['timeOf']): PhaseOf {
  const { rows, names, at, number, cell, isSum, hasNoEnd, nameOf } = cells;
  // What fills brought is made of their sides.
  const hasSizes = nameOf('profit') !== FILLED && names.some((name) => SIZE.test(plainWords(name)));
  if (!hasSizes || at.profit === undefined || at.result !== undefined) return undefined;
  const isWithoutTrade = (row: Cells): boolean =>
    (number(row, 'profit') ?? 0) === 0 && cell(row, 'direction') !== '' && !isSum(row) && !hasNoEnd(row);
  const without = rows.filter(isWithoutTrade);
  if (without.length < FEWEST_OPENINGS) return undefined;
  const opened = openingsOfEnds(cells, { phaseOf: undefined, isWithoutTrade, timeOf });
  const closed = new Set([...opened.values()].flatMap((parts) => parts.map(([row]) => row)));
  const areClosed =
    without.every((row) => closed.has(row)) && [...opened.values()].every(({ length }) => length > 0);
  return areClosed
    ? (row) => (closed.has(row) ? 'opening' : opened.has(row) ? 'closing' : undefined)
    : undefined;
}

/** More orders that share a number are not those of one position. */
const MOST_JOINED = 10_000;

/**
 * The openings of each end that has their number, each with the share of it that the end closed, and none of each of these openings;
 * undefined where trades have one row each or no number joins most of theirs.
 */
export function openingsByNumber(
  cells: ColumnCells,
  phaseOf: PhaseOf,
  numberOf: (row: Cells) => string,
  timeOf: Openings['timeOf'],
): OpenedBy | undefined {
  if (phaseOf === undefined) return undefined;
  const sizeOf = sizeIn(cells);
  const rowsOf = (phase: 'opening' | 'closing'): Cells[] =>
    cells.rows.filter((row) => phaseOf(row) === phase);
  const ends = groupBy(rowsOf('closing'), numberOf);
  const openings = groupBy(rowsOf('opening'), (row) => numberOf(row) || undefined);
  const joined = [...openings].filter(([id]) => ends.has(id));
  if (joined.length * 2 < ends.size) return undefined;
  const openedBy = new Map<Cells, readonly Opened[]>();
  for (const [id, opened] of joined) {
    const closed = ends.get(id) as readonly Cells[];
    opened.sort((one, other) => timeOf(one) - timeOf(other) || 0);
    const counted = opened.length * closed.length > MOST_JOINED ? opened.slice(0, 1) : opened;
    const size = closed.reduce((sum, row) => sum + sizeOf(row), 0);
    for (const row of closed)
      openedBy.set(
        row,
        counted.map((one) => [one, sizeOf(row) / size]),
      );
    for (const row of opened) openedBy.set(row, UNKNOWN);
  }
  return openedBy;
}

/** What reads the size of an order; 1 where it is not known. */
function sizeIn({ names, amount }: ColumnCells): (row: Cells) => number {
  const at = names.findIndex((name) => SIZE.test(plainWords(name)));
  return (row) => Math.abs(amount(row[at] ?? '')) || 1;
}

/** The fees of a trade: those of its row, and those of the rows that opened it by its shares of them. */
export function feesOfBoth(feesOf: (row: Cells) => number, row: Cells, opened: readonly Opened[]): number {
  return opened.reduce((sum, [one, share]) => sum + feesOf(one) * share, feesOf(row));
}
