/** Outcomes that another column of the table denies: an amount of the other sign, a balance that did not move so, prices. */
import { groupBy } from '../../grouping.ts';
import { compareRecords, type WinCount } from '../../compare-records.ts';
import type { TradeOutcome } from '../../trade.ts';
import { EXIT, MOVES, namedMeaning, OF_COURSE } from '../words/column-names.ts';
import { endingOfProfit, type Row } from '../complete-trades.ts';
import { parseEnding } from '../words/endings.ts';
import { BALANCE } from './derived-profits.ts';
import { refunded, saysNet } from './fees.ts';
import type { Asker } from '../questions.ts';
import type { Origin } from '../reading.ts';
import { deniedByRemarks, unknownWords } from './remarks.ts';
import { SAMPLED_ROWS, MOSTLY, NEARLY_ALL, CENT, type TableColumns } from '../words/table-columns.ts';
import { plainWords } from '../words/words.ts';
import type { Cells } from '../unreadable.ts';

interface MadeTrades {
  readonly rows: Row[];
  /** The place of the row of each trade. */
  readonly places: number[];
  /** The trades that were made of several rows. */
  readonly joined: ReadonlySet<number>;
}

/** What a column says of the trade of a row: above 0 where it was won. NaN where it says nothing. */
type Says = (place: number) => number;

const FEWEST = 4;
/** A column whose name says an outcome is compared in short tables too. */
const FEWEST_NAMED = 2;
/** The price at the end is named so: how often the two agree is what is asked. */
const OFTEN = 0.6;
const FEW = 0.25;
/** What in one unit amounts of a trade may be of each other. */
const SCALE = { least: 0.2, most: 5 };
const BY_LUCK = 0.002;
/** Fees turn what is smaller, of what a trade usually brings, into a loss. */
const SMALL = 0.05;
/** Ties that are written with what they cost or brought are smaller, and all other amounts so many times larger. */
const TINY = 0.005;
const FAR_ABOVE = 20;

/** A row that is read apart from the trades. */
export interface Placed {
  readonly row: Row;
  readonly origin: Origin;
  readonly place: number;
}

interface AllMade extends MadeTrades {
  readonly origins: Origin[];
  readonly untraded: readonly Placed[];
}

/**
 * Asks about outcomes that another column denies, whose rows are given by their places, and changes or leaves out the trades so;
 * whether trades were added at the end of them.
 */
export function askDoubtful(
  { rows, origins, places, joined, untraded }: AllMade,
  columns: TableColumns,
  asker: Asker,
): boolean {
  const counted = rows.length;
  const all = [...rows, ...untraded.map(({ row }) => row)];
  const placeOf = [...places, ...untraded.map(({ place }) => place)];
  const { doubtful, amounts, isOtherFirst, areSidesDenied } = doubtfulOutcomes(
    { rows: all, places: placeOf, joined },
    counted,
    columns,
  );
  if (doubtful.size === 0) return false;
  const examples = [...doubtful.keys()].map((trade) => columns.rows[placeOf[trade] as number] as Cells);
  const answer = asker.ask(
    'doubtful-outcomes',
    isOtherFirst ? ['other', 'count', 'leave-out'] : ['count', 'other', 'leave-out'],
    examples,
  );
  // Where prices deny all outcomes and these count, the sides are those of the orders that closed.
  if (answer === 'count' && areSidesDenied) turnSides(rows);
  if (answer === 'other') {
    // The result of who was on the other side, or amounts of which none has a sign.
    const isOfOther =
      rows.every(({ outcome }, trade) => outcome === 'tied' || doubtful.has(trade)) ||
      rows.every(({ profit }) => (profit ?? 0) >= 0);
    for (const [trade, outcome] of doubtful) {
      const row = all[trade] as Row;
      const isNet = row.profit !== null && endingOfProfit(row.profit + (row.fees ?? 0)) === outcome;
      const { origin, place } = untraded[trade - counted] ?? {};
      if (origin !== undefined) [origins[rows.length], places[rows.length]] = [origin, place as number];
      rows[origin === undefined ? trade : rows.length] = {
        ...row,
        outcome,
        profit: isNet ? row.profit : isOfOther && row.profit !== null ? -row.profit : null,
      };
    }
    for (const [trade, profit] of amounts) rows[trade] = { ...(rows[trade] as Row), profit, fees: 0 };
  }
  if (answer === 'leave-out')
    for (const list of [rows, origins, places] as unknown[][]) {
      const kept = list.filter((_one, trade) => !doubtful.has(trade));
      list.length = 0;
      for (const one of kept) list.push(one);
    }
  return rows.length > counted;
}

/** The trades, whose rows are given by their places and of which so many are counted, of which another column says otherwise, or whose profit is nearly 0, each with what that says; and whether that is always what fees leave, or mostly denies wins. */
function doubtfulOutcomes(
  { rows: trades, places: rowOf, joined }: MadeTrades,
  counted: number,
  columns: TableColumns,
) {
  /** What trades brought by another column of profits. */
  const amounts = new Map<number, number>();
  const [found, afterFees] = [new Map<number, TradeOutcome>(), new Map<number, TradeOutcome>()];
  const { at: meanings, rows, names } = columns;
  const cellsOf = (trade: number): Cells => rows[rowOf[trade] as number] ?? [];
  const remarked = new Map(deniedByRemarks(trades.slice(0, counted), columns, cellsOf));
  const deniedWins = [...remarked.keys()].filter((trade) => trades[trade]?.outcome === 'won').length;
  const isOtherFirst = deniedWins * 2 > remarked.size;
  // A row that holds several trades says nothing of each.
  if (rowOf.some((row, trade) => row === rowOf[trade - 1]))
    return { doubtful: remarked, amounts, isOtherFirst, areSidesDenied: false };
  const sample = rows.slice(0, SAMPLED_ROWS);
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
  const entry = OF_SIDE.test(columns.nameOf('entry')) ? undefined : meanings.entry;
  const last = Math.min(counted, SAMPLED_ROWS);
  const side = meanings.direction ?? -1;
  // The price of an option rises for who bought it, a put as well.
  const areOptions = sample.some((row) => /\b(?:call|put|[cp]e)\b/i.test(row[side] ?? ''));
  // One row says nothing of a trade of several.
  const amountIn = (trade: number, at: number | undefined, step: number): number =>
    columns.amount((joined.has(trade) ? undefined : rows[(rowOf[trade] as number) + step]?.[at ?? -1]) ?? '');
  // Beyond the last column stands what came back over what was paid.
  const numberAt = (trade: number, at: number, step = 0): number =>
    at === width
      ? amountIn(trade, meanings.returned, step) - amountIn(trade, meanings.stake, step)
      : amountIn(trade, at, step);
  const gross = meanings.profit === undefined ? 'net' : columns.nameOf('profit');
  // Beside a profit before fees, that after them counts however small it is.
  const isNet = (at: number): boolean =>
    !saysNet(gross) && saysNet(names[at] ?? '') && namedMeaning(names[at] ?? '') === 'profit';
  let areSidesDenied = false;
  for (let at = 0; at <= width; at += 1) {
    if (columns.isUsed(at)) continue;
    const name = at === width ? 'Profit' : (names[at] ?? '');
    const split = splitBy(trades, last, (trade) => cellsOf(trade)[at] ?? '', columns.amount);
    const numbers = trades.slice(0, last).filter((_trade, place) => !Number.isNaN(numberAt(place, at)));
    if (numbers.length < last * MOSTLY && split === undefined) continue;
    const all = sayings(
      trades,
      (trade, step) => (step === 0 ? split?.(trade) : undefined) ?? numberAt(trade, at, step),
      entry === undefined ? undefined : (trade) => numberAt(trade, entry),
      areOptions,
    );
    // What moved as the trades on one side ended is the price at the end of those on the other, too.
    const isExit = EXIT.test(plainWords(name));
    const isOwn = REALIZED.test(plainWords(columns.nameOf('profit')));
    if (isExit && !areOptions && settleSides(trades, last, all[3] as Says, isOwn)) areSidesDenied = true;
    const isOfScale = hasScale(all[0] as Says, trades, last);
    const isPrice = isExit && !areOptions && [at, entry ?? at].every((one) => differ(rows, one));
    const isBalance =
      BALANCE.test(plainWords(name)) && meanings.profit === undefined && meanings.returned === undefined;
    const agreeing = agreeingOf(all, trades, last, { name, isExit, isPrice, isOfScale, isBalance });
    // A balance that moves by each profit denies the sign of those that it moves by the other way.
    const balance = all.findIndex((one, place) => (place === 1 || place === 2) && isGain(one, trades, last));
    const isExact = !isNet(at) && agreeing === -1;
    const kind = isNet(at) ? 0 : isExact ? balance : agreeing;
    if (kind === -1) continue;
    const says = all[Math.min(kind, 3)] as Says;
    const small =
      isNet(at) || isExact ? 0 : usualSize(trades.slice(0, last).map((_trade, place) => says(place))) * SMALL;
    const isAmount = kind === 0 && (isOfScale || namedMeaning(name) === 'profit');
    for (const [place, { outcome, profit }] of trades.entries()) {
      const value = says(place);
      if (isAmount && profit !== null && place < counted && !Number.isNaN(value)) amounts.set(place, value);
      const said = Math.abs(value) < 1e-9 ? 'tied' : value > 0 ? 'won' : 'lost';
      if (Number.isNaN(value) || said === outcome) continue;
      // A stop, or how far the price went, may stand beside a trade that brought exactly nothing.
      if (profit === 0 && agreeing !== 3 && !saysOutcome(name)) continue;
      if (isExact && !isSameSize(value, trades[place])) continue;
      if (said === 'tied' || Math.abs(value) > small) (isNet(at) ? afterFees : found).set(place, said);
    }
  }
  for (const [trade, outcome] of deniedAlone(trades, last, columns, cellsOf, areSidesDenied))
    found.set(trade, outcome);
  for (const [trade, outcome] of meanings.result === undefined ? turnedByFees(trades) : [])
    afterFees.set(trade, outcome);
  const areNet = [...found.keys()].every((trade) => afterFees.has(trade));
  const doubtful = new Map([...found, ...afterFees, ...remarked]);
  return { doubtful, amounts, isOtherFirst: isOtherFirst || areNet, areSidesDenied };
}

/** The trades that names, words, refunds or their own sizes say otherwise of, whatever the other rows say. */
function* deniedAlone(
  trades: readonly Row[],
  last: number,
  columns: TableColumns,
  cellsOf: (trade: number) => Cells,
  areSidesDenied: boolean,
): Generator<[number, TradeOutcome]> {
  if (areSidesDenied || OF_OTHER.test(columns.nameOf('profit')))
    for (const [trade, { outcome }] of trades.entries())
      if (outcome !== 'tied') yield [trade, outcome === 'won' ? 'lost' : 'won'];
  const { result } = columns.at;
  if (result !== undefined)
    for (const trade of unknownWords(trades, (one) => cellsOf(one)[result] ?? ''))
      if (trades[trade]?.outcome !== 'tied') yield [trade, 'tied'];
  yield* refunded(trades, columns, cellsOf);
  for (const trade of smallProfits(trades, last, columns, cellsOf)) yield [trade, 'tied'];
}

/** The trades whose profit is nearly 0, while no other is near it, or small beside a word for a tie, as the reason of the exit. */
function smallProfits(
  trades: readonly Row[],
  last: number,
  { at, isUsed }: TableColumns,
  rowOf: (trade: number) => Cells,
): readonly number[] {
  const gains = trades.map(({ profit }) => Math.abs(profit ?? 0));
  const usual = usualSize(gains.slice(0, last)) * TINY;
  const least = gains.reduce((most, gain) => (gain <= usual ? Math.max(most, gain) : most), 0) * FAR_ABOVE;
  const hasNear = gains.some((gain) => gain > usual && gain < least);
  const saysTie = (cell: string, place: number): boolean =>
    at.result === undefined && !isUsed(place) && /\p{L}/u.test(cell) && parseEnding(cell) === 'tied';
  const isSmall = (gain: number, trade: number): boolean =>
    (gain <= usual && !hasNear) || (gain * TINY * 10 <= usual && rowOf(trade).some(saysTie));
  return gains.flatMap((gain, trade) => (gain > 0 && isSmall(gain, trade) ? [trade] : []));
}

const REALIZED = /clos|reali[sz]/;

/** Whether prices at the end deny all sides. Those of a profit that is the account's own are then turned; where fees hide whose they are, left out. */
function settleSides(trades: Row[], last: number, moved: Says, isOwn: boolean): boolean {
  const isDenied = agrees((place) => -moved(place), trades, last, false);
  if (!isOwn) return isDenied;
  const denied = trades.slice(0, last).filter(({ outcome }, place) => {
    return (outcome === 'won' && moved(place) < 0) || (outcome === 'lost' && moved(place) > 0);
  });
  // What an account realized is its own: the sides are those of the orders that closed positions.
  if (isDenied) turnSides(trades);
  else if (denied.length > last * FEW) for (const trade of trades) trade.direction = null;
  return false;
}

function turnSides(trades: readonly Row[]): void {
  for (const trade of trades) trade.direction &&= trade.direction === 'CALL' ? 'PUT' : 'CALL';
}

/** Names of what the other side of each trade brought. */
const OF_OTHER =
  /(?<!\p{L})(?:dealer|dealing|house|counterparty|lp|liquidity|bookmaker|broker)['’]?s?(?!\p{L})(?! (?:fee|commission))/iu;
/** Where trades on the other side end. */
const OF_SIDE = /long|short|buy|sell|bought|sold/i;
/** The trades that won or lost as read, and did otherwise after fees. */
function* turnedByFees(trades: readonly Row[]): Generator<[number, TradeOutcome]> {
  for (const [trade, { profit, fees = 0, outcome }] of trades.entries()) {
    if (profit === null || fees === 0 || outcome === 'tied') continue;
    const after = endingOfProfit(profit + fees);
    if (after !== outcome) yield [trade, after];
  }
}

/** Whether what stands in a column is mostly not the same: prices that are, are none. */
function differ(rows: readonly Cells[], at: number): boolean {
  const cells = rows.slice(0, SAMPLED_ROWS).map((row) => row[at]);
  return new Set(cells).size * 2 > cells.length;
}

/** What a column may say of a trade: its amount, how it changed from the row before or after, how the price moved from the entry, on either side or on one. */
function sayings(
  trades: readonly Row[],
  numberOf: (trade: number, step: number) => number,
  entryOf: ((trade: number) => number) | undefined,
  areOptions: boolean,
): readonly Says[] {
  const isLong = (place: number): boolean => trades[place]?.direction === 'CALL';
  const moved = (place: number): number => {
    const [from, to] = [entryOf?.(place) ?? Number.NaN, numberOf(place, 0)];
    const isPrice = from > 0 && to > from / 2 && to < from * 2 && trades[place]?.direction !== null;
    return isPrice ? (isLong(place) ? 1 : -1) * (to / from - 1) : Number.NaN;
  };
  const changed = (step: number) => (place: number) => numberOf(place, 0) - numberOf(place, step);
  const onSide = (isOfLong: boolean) => (place: number) =>
    isLong(place) === isOfLong ? moved(place) : Number.NaN;
  const ofSides = areOptions ? [] : [onSide(true), onSide(false)];
  return [(place) => numberOf(place, 0), changed(-1), changed(1), moved, ...ofSides];
}

/** Whether a name is one for what a trade brought, in money, in percent or as the way of the price. */
function saysOutcome(name: string): boolean {
  return namedMeaning(name) === 'profit' || MOVES.test(plainWords(name));
}

/** Which of what a column says is mostly how trades ended; -1 where none is. */
function agreeingOf(
  all: readonly Says[],
  trades: readonly Row[],
  last: number,
  column: {
    readonly name: string;
    readonly isExit: boolean;
    readonly isPrice: boolean;
    readonly isOfScale: boolean;
    readonly isBalance: boolean;
  },
): number {
  const { name, isOfScale } = column;
  const isRival =
    saysOutcome(name) || (!OF_COURSE.test(name) && (isOfScale || parts(all[0] as Says, trades, last)));
  const found = all.findIndex((one, kind) => {
    const least = (kind === 3 ? column.isExit : kind === 0 && isRival) ? OFTEN : undefined;
    const leastOfAll = kind === 3 && column.isPrice ? 0 : isOfScale ? least : undefined;
    return agrees(one, trades, last, kind === 1 || kind === 2, least, leastOfAll);
  });
  if (found !== -1 || !column.isBalance) return found;
  // Words beside a balance that moves otherwise may be of anything; the newest row may stand first.
  const [first, end] = [trades[0]?.timeMs ?? 0, trades[last - 1]?.timeMs ?? 0];
  const kind = first > end ? 2 : 1;
  const moved = trades.slice(0, last).filter((_trade, place) => Math.abs((all[kind] as Says)(place)) > 0);
  return moved.length < last * MOSTLY ? -1 : kind;
}

/** Whether amounts, some of them below 0, are mostly about as large as what trades brought: they are in the same unit. */
function hasScale(says: Says, trades: readonly Row[], last: number): boolean {
  const times = trades
    .slice(0, last)
    .map(({ profit }, place) => Math.abs(says(place) / (profit ?? Number.NaN)));
  const near = times.filter((one) => one >= SCALE.least && one <= SCALE.most);
  const below = trades.slice(0, last).filter((_trade, place) => says(place) < 0);
  return near.length >= last * MOSTLY && below.length > 1 && below.length < last;
}

/** What a column says of which one text, or what is above 0 beside zeros, stands at hardly anything but wins, and one other text at the rest; undefined where it is none. */
function splitBy(
  trades: readonly Row[],
  last: number,
  cellOf: (trade: number) => string,
  amount: (cell: string) => number,
): Says | undefined {
  const valueOf = (trade: number): number => amount(cellOf(trade));
  const keyOf = (trade: number): string =>
    Number.isNaN(valueOf(trade)) ? cellOf(trade) : String(valueOf(trade) > 0);
  const groups = [...groupBy(trades.slice(0, last).keys(), keyOf, 2)];
  const isWon = (trade: number): boolean => trades[trade]?.outcome === 'won';
  const isSigned = trades.slice(0, last).some((_trade, place) => valueOf(place) < 0);
  const [winning] = groups.find(([, some]) => some.filter(isWon).length >= some.length * NEARLY_ALL) ?? [];
  if (groups.length !== 2 || winning === undefined || isSigned) return undefined;
  const signs = new Map(groups.map(([key]) => [key, key === winning ? 1 : -1]));
  return (trade) => signs.get(keyOf(trade)) ?? Number.NaN;
}

/** Whether what is above 0 won so much more often than what is below it that luck seldom does. */
function parts(says: Says, trades: readonly Row[], last: number): boolean {
  const [above, below] = [1, -1].map((sign) => {
    const some = trades.slice(0, last).filter((_trade, place) => says(place) * sign > 0);
    return { won: some.filter(({ outcome }) => outcome === 'won').length, n: some.length };
  }) as [WinCount, WinCount];
  if (above.n * below.n === 0) return false;
  const { difference, p } = compareRecords(below, above);
  return difference > 0 && p < BY_LUCK;
}

function isSameSize(value: number, trade: Row | undefined): boolean {
  const gain = Math.abs(trade?.profit ?? 0);
  return gain > CENT && Math.abs(Math.abs(value) - gain) < CENT;
}

/**
 * Whether what a column changed by is mostly as large as what a trade brought, to the cent. A balance is denied by what moves it otherwise;
 * here it denies outcomes, by what moves it as much the other way.
 */
function isGain(says: Says, trades: readonly Row[], last: number): boolean {
  let [equal, alike] = [0, 0];
  for (let place = 0; place < last; place += 1) {
    const [value, gain] = [says(place), trades[place]?.profit ?? 0];
    if (!isSameSize(value, trades[place])) continue;
    equal += 1;
    if (value > 0 === gain > 0) alike += 1;
  }
  return equal >= Math.max(FEWEST, last * MOSTLY) && alike >= equal * OFTEN;
}

/** Whether what is said is mostly how trades ended, of those that were won and of those that were lost. */
function agrees(
  says: Says,
  trades: readonly Row[],
  last: number,
  isChange: boolean,
  least?: number,
  leastOfAll?: number,
): boolean {
  const each = least === undefined ? MOSTLY : 0;
  let [zeros, rising, won, falling, lost, movedTies] = [0, 0, 0, 0, 0, 0];
  for (let place = 0; place < last; place += 1) {
    const value = says(place);
    const { outcome } = trades[place] as Row;
    if (outcome === 'tied' && Math.abs(value) >= 1e-9) movedTies += 1;
    if (Math.abs(value) < 1e-9 && outcome !== 'tied') zeros += 1;
    else if (value > 0) {
      rising += 1;
      if (outcome === 'won') won += 1;
    } else if (value < 0) {
      falling += 1;
      if (outcome === 'lost') lost += 1;
    }
  }
  // Prices say what they deny, however few losses they confirm; a tie may have moved a little.
  if (leastOfAll !== undefined && rising + falling + zeros >= last * MOSTLY)
    return won + lost >= (rising + falling - movedTies) * leastOfAll;
  return (
    Math.min(won, lost) >= (least === undefined ? FEWEST : FEWEST_NAMED) &&
    won >= rising * each &&
    lost >= falling * each &&
    won + lost >= (rising + falling) * (least ?? NEARLY_ALL) &&
    zeros <= last * (isChange ? 1 - NEARLY_ALL : FEW)
  );
}

function usualSize(values: readonly number[]): number {
  const sizes = values.map(Math.abs).filter((size) => size > 0);
  return sizes.sort((one, other) => one - other)[sizes.length >> 1] ?? 0;
}
