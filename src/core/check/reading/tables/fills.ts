/** Tables of fills: a row for each purchase and each sale at a price, of which none says what it brought. */
import { NEARLY_ALL } from '../words/table-columns.ts';
import { groupBy } from '../../grouping.ts';
import { amountAt, amountCell, type DecimalMark } from '../words/amount.ts';
import { EXIT, namedMeanings, STOP, TARGET } from '../words/column-names.ts';
import { dateOrderOf, MomentReader } from '../words/moment.ts';
import { SIZE } from '../words/trade-sizes.ts';
import { Lots } from './lots.ts';
import { parseDirection } from '../words/trade-words.ts';
import { headed } from '../words/headed-table.ts';
import { type Cells as Row, orNull, type Table } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

const PRICE = /^(?:(?:avg|average|fill(?:ed)?|exec(?:uted|ution)?|trade|t) )*price$/;
/** Beside what is traded, these tell options apart. */
const CONTRACT = /^(?:exp(?:iry|iration)?(?: date)?|strike(?: price)?)$/;
const [OPENS, CLOSES] = [/(?<!\p{L})(?:open|entry)(?!\p{L})/iu, /(?<!\p{L})(?:close|exit)(?!\p{L})/iu];
/** The name of what fills brought. */
export const FILLED = 'Net gain';
const ROUNDING = 1e-9;
/** Fees are taken off what is bought. */
const DUST = 1e-3;
/** Of the fills of positions that are open before or after them, so many leave none open. */
const FLAT = 1 / 3;

/**
 * A table with what each fill that closes brought, in points for its size, and 0 for each that opens, the first opened closed first; as it is
 * where neither a column tells openings from ends nor all positions are closed in the end, or most of the time. A fill brings nothing that
 * closes what was open before, or where it is not known whether anything was.
 */
export function withFills(table: Table, mark: DecimalMark): Table {
  const { names, below, withColumns } = headed(table, (row) => placesIn(row) !== undefined);
  const places = placesIn(names);
  if (places === undefined) return table;
  const { price, size, things, times } = places;
  const given = below.filter((row) => amountAt(row, price, mark) > 0);
  const columns = [...names.keys()];
  const nearly = (at: number, tells: (cell: string) => boolean): boolean =>
    given.filter((row) => tells(row[at] ?? '')).length >= given.length * NEARLY_ALL;
  const side = columns.find((at) => nearly(at, (cell) => parseDirection(cell) !== undefined)) ?? -1;
  const marked = columns.find((at) => nearly(at, (cell) => OPENS.test(cell) !== CLOSES.test(cell)));
  const at = times.find((one) => given.some((row) => row[one] !== '')) ?? -1;
  const reader = new MomentReader(dateOrderOf(given.map((row) => row[at] ?? '')));
  const timeOf = (row?: Row): number => orNull(() => reader.read(row?.[at] ?? ''))?.localMs ?? Number.NaN;
  const ordered = timeOf(given[0]) > timeOf(given.at(-1)) ? given.toReversed() : given;
  const gains = new Map<Row, number>();
  const signOf = (row: Row): number => (parseDirection(row[side] ?? '') === 'CALL' ? 1 : -1);
  const sizeOf = (row: Row): number => Math.abs(amountAt(row, size, mark)) || 0;
  const byThing = [...groupBy(ordered, (row) => things.map((one) => row[one]).join('\t')).values()];
  const held = positionsBefore(byThing.map((fills) => fills.map((row) => signOf(row) * sizeOf(row))));
  if (marked === undefined && held === undefined) return table;
  for (const [thing, fills] of byThing.entries()) {
    const before = marked === undefined ? held?.[thing] : 0;
    if (before === undefined) continue;
    const [bought, sold] = [new Lots<number>(), new Lots<number>()];
    (before > 0 ? bought : sold).add(Number.NaN, Math.abs(before));
    for (const row of fills) {
      const [own, other] = signOf(row) === 1 ? [bought, sold] : [sold, bought];
      const paid = amountAt(row, price, mark);
      const isEnd = marked === undefined ? other.areOpen : CLOSES.test(row[marked] ?? '');
      let [gain, left] = [0, sizeOf(row)];
      for (const [openedAt, taken] of isEnd ? other.take(left) : []) {
        gain += (paid - openedAt) * -signOf(row) * taken;
        left -= taken;
      }
      const mayOpen = !isEnd || marked === undefined;
      if (left > ROUNDING && mayOpen) own.add(paid, left);
      // The opening of what is closed stands in no row.
      if (left <= ROUNDING || mayOpen) gains.set(row, gain);
    }
  }
  return withColumns([FILLED], (row) => [amountCell(gains.get(row) ?? Number.NaN, mark)]);
}

/**
 * What was open before the fills of each thing, above 0 where it was bought, by what they move its position: nothing, or as much as these
 * leave open, whichever leaves nothing open more often, or where both do so as often, opens on the side of all others. Undefined of a
 * thing where neither is so, and of all where too few fills leave nothing open.
 */
function positionsBefore(moves: readonly (readonly number[])[]): readonly (number | undefined)[] | undefined {
  // What is never sold before it was bought is what an account holds, some of it in the end.
  let areHeld = true;
  const paths = moves.map((some) => {
    const net = some.reduce((sum, move) => sum + move, 0);
    const both = (Math.abs(net) <= ROUNDING ? [0] : [0, -net]).map((before) => pathFrom(before, some));
    areHeld &&= both[0]?.isHeld === true;
    const most = Math.max(...both.map(({ flat }) => flat));
    return both.filter(({ flat }) => flat > most - 2);
  });
  if (areHeld) return moves.map(() => 0);
  const known = paths.flatMap((some) => (some.length === 1 ? [...(some[0]?.sides ?? [])] : []));
  const [side, other] = new Set(known);
  const chosen = paths.map((some) => {
    const fitting =
      some.length === 1
        ? some
        : some.filter(({ sides }) => other === undefined && sides.size < 2 && sides.has(side as number));
    return fitting.length === 1 ? fitting[0] : undefined;
  });
  const flat = chosen.reduce((sum, path) => sum + (path?.flat ?? 0), 0);
  const areClosed = chosen.every((path) => path?.before === 0 && path.isClosed);
  return areClosed || flat >= moves.flat().length * FLAT ? chosen.map((path) => path?.before) : undefined;
}

/** How often a position is flat, before its moves and after each, and on which sides these open it. */
function pathFrom(before: number, moves: readonly number[]) {
  const sides = new Set<number>();
  let [held, flat, most, isHeld] = [before, before === 0 ? 1 : 0, 0, true];
  for (const move of moves) {
    if (Math.abs(held) <= ROUNDING) sides.add(Math.sign(move));
    held += move;
    most = Math.max(most, held);
    isHeld &&= held >= -most * DUST;
    if (Math.abs(held) <= ROUNDING) flat += 1;
  }
  return { before, flat, sides, isClosed: Math.abs(held) <= ROUNDING, isHeld };
}

/** Where fills have their prices, their sizes and what is traded; undefined where a row names no columns of fills. */
function placesIn(names: Row) {
  const words = names.map(plainWords);
  const meanings = namedMeanings(names);
  const places = (fits: (at: number) => boolean): number[] => [...names.keys()].filter(fits);
  const prices = places((at) => PRICE.test(words[at] as string));
  // Beside what was filled, "Price" is that of the order.
  const price = prices.find((at) => words[at] !== 'price') ?? prices[0];
  const size = words.findIndex((name) => SIZE.test(name));
  const pairs = places((at) => meanings[at] === 'pair');
  // A row with targets is a signal, or an order.
  const isOther = words.some((name) => [EXIT, TARGET, STOP].some((form) => form.test(name)));
  if (price === undefined || size === -1 || pairs.length === 0 || isOther) return undefined;
  const things = [...pairs, ...places((at) => CONTRACT.test(words[at] as string))];
  return { price, size, things, times: places((at) => meanings[at] === 'time' || meanings[at] === 'date') };
}
