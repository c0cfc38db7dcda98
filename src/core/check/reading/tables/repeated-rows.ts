/** Rows of one and the same trade: listed twice, or each a part of it, as an order that is filled or a position that is closed in parts. */
import { NEARLY_ALL, type Rows, SAMPLED_ROWS } from '../words/table-columns.ts';
import { MOSTLY_DIFFERENT } from '../chats/chat-repeats.ts';
import { withoutMidnight } from '../words/moment.ts';
import { MOST_PARTS } from './column-fits.ts';
import type { Row } from '../complete-trades.ts';
import { copiedRows, nearCopies, PRICE } from './copied-rows.ts';
import type { Asker } from '../questions.ts';
import type { RowReader } from './row-reader.ts';
import { SIZE } from '../words/trade-sizes.ts';
import { type Cells, orNull } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

interface Repeats {
  /** What rows of one trade share; undefined for a row that counts in any case. */
  readonly keyOf: (row: Cells) => string | undefined;
  /** Whether a row is a part of its trade, not the whole of it once more. */
  readonly isPart: (row: Cells) => boolean;
}

/** What a row says of its trade and how this ended. */
const ENDS = ['id', 'closed', 'result', 'profit', 'returned'] as const;
const FEWEST_DIFFERENT = 8;

/** Which rows are of one trade; undefined where each counts. Rows with a number and all cells of another are one. `positionsOf` finds positions by their sizes, of equal rows that are one or not. */
export function repeatsOf(
  rows: Rows,
  isPasted: boolean,
  reader: RowReader,
  positionsOf: (isOnce: boolean) => Positions,
  asker: Asker,
): Repeats | undefined {
  const near = positionsOf(false) === undefined ? nearCopies(rows, reader) : NONE;
  const numbered = rows.filter((row) => reader.idOf(row) !== '');
  const ids = new Set(numbered.map((row) => reader.idOf(row)));
  if (near.size === 0 && numbered.length > 0 && ids.size * MOST_PARTS > numbered.length) {
    const repeated = numbered.length - ids.size;
    if (repeated === 0)
      return asksParts(rows, reader, positionsOf(false) ?? linkedRows(numbered, ids, reader), asker);
    const isSame = new Set(numbered.map(textOf)).size <= ids.size;
    const ends = new Set(numbered.map((row) => ENDS.map((one) => reader.cells.cell(row, one)).join('\t')));
    const arePart = (ends.size - ids.size) * 2 > repeated;
    const answers = arePart ? (['each', 'one'] as const) : (['one', 'each'] as const);
    return !isSame &&
      asker.ask(
        'same-number',
        answers,
        sharing(numbered, (row) => reader.idOf(row)),
      ) === 'one'
      ? { keyOf: (row) => reader.idOf(row) || undefined, isPart: () => arePart }
      : { keyOf: (row) => (reader.idOf(row) === '' ? undefined : textOf(row)), isPart: () => false };
  }
  const firsts = firstRows(rows);
  const firstOf = (row: Cells): Cells => near.get(row) ?? firsts.get(textOf(row)) ?? row;
  const repeated = rows.filter((row) => firstOf(row) !== row);
  const positions = positionsOf(false);
  // Without its equal rows a position may never be flat.
  if (repeated.length === 0 || (positions !== undefined && positionsOf(true) === undefined))
    return asksParts(rows, reader, positions, asker);
  // Without a time of day equal rows are usual, unless most of them differ in a pasted text or in an amount or a price.
  const areFew = isPasted && firsts.size > Math.max(FEWEST_DIFFERENT, rows.length * MOSTLY_DIFFERENT);
  const isOnce = reader.times.hasClock || areFew || shareAmounts(rows, repeated, reader);
  const copied = isOnce ? new Set(repeated) : copiedRows(rows, firstOf, reader);
  const copies = repeated.filter((row) => copied.has(row));
  if (copies.length === 0) return undefined;
  if (asker.ask('repeated-rows', ['once', 'each'], copies) === 'each')
    return positions && asksParts(rows, reader, positions, asker);
  const once = rows.filter((row) => firstOf(row) === row);
  const parts = asksParts(once, reader, positionsOf(true), asker);
  return {
    keyOf: (row) =>
      firstOf(row) === row || copied.has(row)
        ? (parts?.keyOf(firstOf(row)) ?? textOf(firstOf(row)))
        : undefined,
    isPart: (row) => firstOf(row) === row && parts?.keyOf(row) !== undefined,
  };
}

const NONE: ReadonlyMap<Cells, Cells> = new Map();
const textOf = (row: Cells): string => row.join('\t').toLowerCase();

/** The first row of each text. */
function firstRows(rows: Rows): ReadonlyMap<string, Cells> {
  const firsts = new Map<string, Cells>();
  for (const row of rows) {
    const text = textOf(row);
    if (!firsts.has(text)) firsts.set(text, row);
  }
  return firsts;
}

/** Whether equal rows share an amount or a price that seldom comes twice. */
function shareAmounts(rows: Rows, repeated: Rows, { cells }: RowReader): boolean {
  const times = new Set([cells.at.time, cells.at.date, cells.at.closed]);
  const [some, equal] = [rows, repeated].map((all) => all.slice(0, SAMPLED_ROWS)) as [Cells[], Cells[]];
  return [...(some[0] ?? []).keys()].some(
    (at) =>
      !times.has(at) &&
      equal.every((row) => Math.abs(cells.numberAt(row, at)) > 0) &&
      new Set(some.map((row) => row[at])).size > Math.max(FEWEST_DIFFERENT, some.length * MOSTLY_DIFFERENT),
  );
}

/** Which rows name the number of another, as of the one that they hedge or close; undefined where no column does. */
function linkedRows(rows: Rows, ids: ReadonlySet<string>, reader: RowReader): Positions {
  const otherIn = (row: Cells, place: number): string => (row[place] ?? '').replace(LINK, '');
  const at = [...(rows[0] ?? []).keys()].find((place) => {
    const isLink = (row: Cells): boolean => {
      const other = otherIn(row, place);
      return other === '' || (ids.has(other) && other !== reader.idOf(row));
    };
    if (!rows.every(isLink)) return false;
    const linked = rows.filter((row) => otherIn(row, place) !== '');
    if (linked.length < rows.length) return linked.length >= FEWEST_LINKED;
    // Where no row is a whole that names no other, two name each other: else numbers are sizes, or counts.
    const named = new Map(rows.map((row) => [reader.idOf(row), otherIn(row, place)]));
    return [...named].every(([id, other]) => named.get(other) === id);
  });
  if (at === undefined) return undefined;
  // A part can name the one before it, or the one after it, which names another one.
  const named = new Map<string, string>();
  const lastOf = (id: string): string => {
    let last = id;
    for (let next = named.get(last); next !== undefined; next = named.get(last)) {
      // The next time half of the way is left.
      named.set(last, named.get(next) ?? next);
      last = next;
    }
    return last;
  };
  for (const row of rows) {
    const id = reader.idOf(row);
    const [one, other] = [lastOf(id), lastOf(otherIn(row, at) || id)];
    if (one !== other) named.set(one, other);
  }
  return new Map(rows.map((row) => [row, lastOf(reader.idOf(row))]));
}

/** Before the number of another row, as "from #12". */
const LINK = /^(?:(?:from|to|of|by) )?#?/;

const FEWEST_LINKED = 3;

/** The rows whose number, or other key, a row above them has. */
function sharing(rows: Rows, keyOf: (row: Cells) => string): Rows {
  const seen = new Set<string>();
  return rows.filter((row) => keyOf(row) !== '' && seen.size === seen.add(keyOf(row)).size);
}

/** Rows that close parts of one position, that opened at once on one side of one pair, or follow each other there at one price, may be one trade. */
function asksParts(rows: Rows, reader: RowReader, positions: Positions, asker: Asker): Repeats | undefined {
  const keys = positions ?? openingsIn(rows, reader);
  const keyOf = (row: Cells): string => keys.get(row) ?? '';
  const shared = sharing(rows, keyOf);
  return shared.length > 0 && asker.ask('same-number', ['each', 'one'], shared) === 'one'
    ? { keyOf: (row) => keyOf(row) || undefined, isPart: () => true }
    : undefined;
}

/** `SPY 260320C450`, `50400 PE`, `Short Put`. */
const OPTION =
  /\d{6}[CP]\d|\d ?(?:[CP]E?|calls?|puts?)(?![\p{L}\d])|(?<!\p{L})(?:long|short|buy|sell|sold|bought) (?:call|put)s?(?!\p{L})/iu;

/** What rows of one opening share, however it is written: its time, pair and side; or the price that the row before of this pair has too. */
function openingsIn(
  rows: Rows,
  { cells, pairOf, times: { hasClock, instants, msOf } }: RowReader,
): ReadonlyMap<Cells, string> {
  const prices = new Set(rows.map((row) => cells.cell(row, 'entry')));
  const before = new Map<string, { readonly price: string; readonly key: string; readonly row: Cells }>();
  const momentOf = (row: Cells, meaning: 'time' | 'closed'): number =>
    orNull(() => instants.read(cells.cell(row, meaning))) ?? Number.NaN;
  const opensAfter = (row: Cells, other: Cells): boolean =>
    momentOf(row, 'time') >= momentOf(other, 'closed');
  const found = new Map<Cells, string>();
  let [clock, clocks] = ['', 0];
  for (const [place, row] of rows.entries()) {
    const [pair, side] = [pairOf(cells.cell(row, 'pair')) ?? '', cells.cell(row, 'direction')];
    // The legs of a spread are bought and sold, at several strikes.
    const thing = (
      OPTION.test(`${pair} ${side}`) ? pair.replace(/[ \d].*/, '') : `${pair}\t${side}`
    ).toLowerCase();
    const date = withoutMidnight(cells.cell(row, 'date'));
    const time = cells.cell(row, 'time') || `${date} ${cells.cell(row, 'clock')}`;
    // Without a day, a time of day that comes again below another is that of another day.
    if (time !== clock) [clock, clocks] = [time, clocks + 1];
    const [price, last] = [cells.cell(row, 'entry'), before.get(thing)];
    const isAtOnce = hasClock && (/:\d\d:\d\d/.test(time) || (/\d:\d/.test(time) && !thing.endsWith('\t')));
    const isAtPrice =
      last?.price === price &&
      PRICE.test(price) &&
      prices.size * 2 > rows.length &&
      !opensAfter(row, last.row) &&
      !opensAfter(last.row, row);
    const key = isAtPrice ? last.key : isAtOnce ? `${msOf(row) || clocks}\t${thing}` : String(place);
    before.set(thing, { price, key, row });
    found.set(row, key);
  }
  return found;
}

/** The position that each row belongs to, where sizes tell when one opens and is flat again. */
export type Positions = ReadonlyMap<Cells, string> | undefined;

/**
 * The positions of a table in which openings and ends have rows of their own, on opposite sides, and no number joins them, by the
 * sizes of these, with each of equal rows or one of them. A position is what is traded from flat to flat, whichever of its lots an end closes.
 */
export function positionsBySize(
  all: Rows,
  isOnce: boolean,
  names: readonly string[],
  { cells }: RowReader,
  isOpening: (row: Cells) => boolean,
): Positions {
  const rows = isOnce ? [...firstRows(all).values()] : all;
  const orders = [rows, rows.toReversed()];
  for (const [at, name] of names.entries())
    for (const order of SIZE.test(plainWords(name)) ? orders : []) {
      const held = new Map<string, { readonly key: string; readonly side: string; size: number }>();
      const keys = new Map<Cells, string>();
      let [opened, flat, matched] = [0, 0, 0];
      for (const [place, row] of order.entries()) {
        const [pair, side] = [cells.cell(row, 'pair'), cells.cell(row, 'direction')];
        const size = Math.abs(cells.numberAt(row, at));
        if (!(size > 0)) continue;
        const [opens, open] = [isOpening(row), held.get(pair)];
        const position = open ?? { key: String(place), side, size: 0 };
        if (opens && open === undefined) opened += 1;
        else if ((side === position.side) === opens) matched += 1;
        position.size += opens ? size : -size;
        const isFlat = position.size < size * 1e-6;
        if (isFlat && open !== undefined) flat += 1;
        if (isFlat) held.delete(pair);
        else held.set(pair, position);
        if (!opens) keys.set(row, position.key);
      }
      const isMatched = matched >= (order.length - opened) * NEARLY_ALL;
      if (opened > 0 && flat >= opened * NEARLY_ALL && isMatched) return keys;
    }
  return undefined;
}

/** A trade with a further part of it: what its parts brought together is what it brought. */
export function withPart(trade: Row, part: Row): Row {
  if (trade.profit === null || part.profit === null) return trade;
  const sum = trade.profit + part.profit;
  const profit = Math.abs(sum) < 1e-9 ? 0 : sum;
  return {
    ...trade,
    outcome: profit > 0 ? 'won' : profit < 0 ? 'lost' : 'tied',
    stake: sumOrNull(trade.stake, part.stake),
    fees: (trade.fees ?? 0) + (part.fees ?? 0),
    size: sumOrNull(trade.size, part.size),
    profit,
  };
}

function sumOrNull(one: number | null | undefined, other: number | null | undefined): number | null {
  return one == null || other == null ? null : one + other;
}
