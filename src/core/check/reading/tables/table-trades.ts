import type { TradeOutcome } from '../../trade.ts';
import { amountCells, type DecimalMark, decimalMarkOf, withColons, withOneMark } from '../words/amount.ts';
import type { Meaning } from '../words/column-names.ts';
import { findHeading, hasEnding, unknownHeading, withMeanings } from './columns.ts';
import { completeTrades, type Row } from '../complete-trades.ts';
import { currencyReader } from '../words/currencies.ts';
import { askLevels, NET, withDistances, withJoinedCells, withProfits } from './derived-profits.ts';
import { lackingLosses, withDeniedCounts } from '../claims/denied-counts.ts';
import { askMark } from '../words/dotted-amounts.ts';
import { askDoubtful, type Placed } from './doubtful-outcomes.ts';
import { addFeeRows } from './fees.ts';
import { withFills } from './fills.ts';
import { withStakesCounted } from './gale-column.ts';
import { withHalves, withLiabilities } from './lays.ts';
import { joiningColumn, numbersIn } from './number-column.ts';
import { openingsByNumber } from './opening-rows.ts';
import { pairIn } from '../words/pairs.ts';
import type { PayoutOf } from '../words/payout-kind.ts';
import { areAmounts } from '../words/profit-units.ts';
import { Asker, countsAlike, countsPaid } from '../questions.ts';
import {
  foundColumns,
  type NotUnderstood,
  type OpenReading,
  type Origin,
  type ReadingOptions,
} from '../reading.ts';
import { type Positions, positionsBySize, repeatsOf, withPart } from './repeated-rows.ts';
import { askAmounts, rivalProfits, rivalResults, withOneProfit } from './rival-columns.ts';
import { withTrades } from './row-forms.ts';
import { isPending, isSum, stateWithoutEnd } from './row-kinds.ts';
import { oldestFirst } from './row-order.ts';
import { RowReader } from './row-reader.ts';
import { AMOUNTS, type Lines, rowText, sortedLines } from './row-lines.ts';
import { withDays } from './row-times.ts';
import { withEachOutcome } from '../chats/several-outcomes.ts';
import { sumReason, withDeniedProfits } from './stated-sums.ts';
import { joinedStatement, withContracts } from './statement.ts';
import { type Heading, type TableColumns, tableColumns } from '../words/table-columns.ts';
import { tornLines } from './torn-rows.ts';
import { legsOf, withOpenings, withSides } from './trade-phases.ts';
import { type Cells, NotATrade, type RowReason, rowAt, type Table } from '../unreadable.ts';
import { type Apart, askLeftOut, likeTrades } from './left-out-rows.ts';

/** Reads a table of trades, or one `isPart` of a record, with any options; undefined where it has no columns. */
export type ReadTable = (options: ReadingOptions, asker?: Asker, isPart?: boolean) => OpenReading | undefined;

/** Reads a table whose decimal mark its numbers show, or the reader says. */
export function tableReader(given: Table): ReadTable {
  const written = withContracts(withJoinedCells(withColons(given)));
  const mark = decimalMarkOf(amountCells(written), '.');
  const torn = tornLines(given);
  const { read, amounts } = markedReader(written, mark, torn);
  if (mark === decimalMarkOf(amountCells(written), ',')) return read;
  let readOther: ReadTable | undefined;
  return (options, asker = new Asker(options), isPart = false) => {
    if (askMark(amounts(), asker) === mark) return read(options, asker, isPart);
    readOther ??= markedReader(written, ',', torn).read;
    return readOther(options, asker, isPart);
  };
}

/**
 * Finds the columns of a table once, to be read with any options, and the cells of those of amounts. Where no column says how trades
 * ended, none is used, and the reader may say what they mean.
 */
function markedReader(
  written: Table,
  mark: DecimalMark,
  torn: ReadonlySet<number>,
): { readonly read: ReadTable; readonly amounts: () => readonly Cells[] } {
  const source = withTrades(withOneMark(written, mark), mark);
  const joined = joinedStatement(source, mark, torn) ?? withDays(source);
  const plain = withOneProfit(withEachOutcome(withStakesCounted(withSides(withOpenings(joined), mark))));
  const named = findHeading(plain.rows, mark);
  const isUnknown = named === undefined || !hasEnding(named);
  const table = isUnknown
    ? withFills(withProfits(plain, mark), mark)
    : withDistances(withLiabilities(withHalves(plain, mark), mark), mark);
  const recognised = findHeading(table.rows, mark) ?? unknownHeading(table.rows);
  if (recognised === undefined) return { read: () => undefined, amounts: () => [] };
  const found = foundColumns(table, recognised);
  const lines = { ...sortedLines(table, recognised, mark), torn };
  const names = found.map(({ name }) => name);
  const readWith: ReadTable = (options, asker = new Asker(options), isPart = false) => {
    const meant = withMeanings(recognised, options.meanings ?? new Map(), names);
    const decided = undecided(tableColumns(meant, names, lines.candidates, mark), options, asker);
    const heading = withMeanings(meant, decided, names);
    const reader = new RowReader({
      table,
      heading,
      mark,
      clock: options.clock,
      asker,
      stakeIsGiven: [...(options.meanings?.values() ?? [])].includes('stake'),
      rows: lines.candidates,
    });
    const made = readLines(lines, reader, table.rows[heading.row] ?? [], asker);
    const { rows, origins, places, notUnderstood, leftOut } = made;
    const columns = tableColumns(heading, names, lines.candidates, mark);
    addFeeRows(rows, places, reader.cells, (row) => reader.times.startIfReadable(row).timeMs);
    if (askDoubtful(made, columns, asker)) sortByLine(made);
    addLeftOut(made, lines, askLeftOut(leftOut, reader, rows, asker), reader);
    const cellsAt = (line: number): Cells => rowAt(table, line);
    const rowOf = (trade: number): Cells => cellsAt(origins[trade]?.line ?? 0);
    const textAt = (trade: number): string => rowText(rowOf(trade));
    askLevels(rows, columns, asker, rowOf);
    const isPaid = columns.at.profit === undefined || countsPaid(rows, asker, textAt);
    if (!isPaid || !(isPart || countsAlike(rows, asker, textAt))) rows.length = origins.length = 0;
    const read = lines.candidates.length + lines.others.length;
    const currencyOf = currencyReader(columns);
    const ofTrades = places.map((place) => currencyOf(lines.candidates[place] ?? []));
    const currencies = [...new Set(ofTrades)].filter((currency) => currency !== '');
    const areSums = currencies.length < 2;
    const each = areSums ? [] : ofTrades;
    const parts = isPart ? rows.map((row) => ({ ...row })) : [];
    const { trades, ...unsaid } = completeTrades(rows, options.payout, each, areAmounts(reader.cells));
    const listed = { read, understood: read - notUnderstood.length, notUnderstood };
    const denied = withDeniedCounts({ trades, origins, rows: listed }, cellsAt);
    return {
      ...oldestFirst({ trades, origins, parts, textAt }, places, columns, areSums),
      open: asker.open,
      currencies,
      rows: {
        ...listed,
        notUnderstood: areSums
          ? withDeniedProfits({ trades, origins, left: denied, cellsAt }, reader, mark)
          : denied,
      },
      columns: heading.columns.filter(
        ({ meaning }) => reader.uses(meaning) && (meaning !== 'stake' || areSums),
      ),
      found: found.filter(({ at }) => !reader.fees.places.includes(at)),
      neededZone: reader.times.instants.neededZone,
      namedZone: reader.times.instants.namedZone,
      hasOrder: !reader.countsOnly,
      numbers: numbersIn(columns),
      signals: { ...signalsOf(made, denied), ...saidOf(unsaid, columns, reader.payoutOf, rows) },
    };
  };
  return { read: readWith, amounts: () => amountsIn(recognised, lines.candidates) };
}

/** The filled cells of each column of amounts. */
function amountsIn({ columns }: Heading, rows: Table['rows']): string[][] {
  return columns.flatMap(({ meaning, at }) =>
    AMOUNTS.has(meaning) ? [rows.flatMap((row) => row[at] || [])] : [],
  );
}

/** What columns mean whose names do not decide it: which of several holds the outcome, and which joins two rows to a trade. */
function undecided(
  columns: TableColumns,
  { meanings }: ReadingOptions,
  asker: Asker,
): Map<number, Meaning | null> {
  const { rows, names } = columns;
  const decided = new Map<number, Meaning | null>();
  const given = [...(meanings?.values() ?? [])];
  const results = rivalResults(columns);
  const meaning = results.length > 0 ? 'result' : 'profit';
  const [first, ...others] = results.length > 0 ? results : rivalProfits(columns);
  if (first !== undefined && !given.includes(meaning)) {
    const places = [first, ...others].map((at) => String(at + 1)) as [string, ...string[]];
    const examples = [first, ...others].map((at) => `${at + 1}: ${names[at] || (rows[0]?.[at] ?? '')}`);
    const chosen = Number(asker.ask('result-column', places, examples)) - 1;
    const isAmount = chosen !== first && rows.some((row) => columns.numberAt(row, chosen) < 0);
    if (isAmount) decided.set(first, null);
    decided.set(chosen, isAmount ? 'profit' : meaning);
  }
  const brought = given.length > 0 ? undefined : askAmounts(columns, asker);
  if (brought !== undefined) decided.set(brought, 'profit');
  const joining = joiningColumn(columns);
  if (joining !== undefined && meanings?.has(joining) !== true) decided.set(joining, 'id');
  return decided;
}

/** Adds the rows of which the reader says how they ended, each at its place among the trades. */
function addLeftOut(
  made: MadeTrades,
  { candidates, lines }: Lines,
  ended: ReadonlyMap<NotUnderstood, TradeOutcome>,
  reader: RowReader,
): void {
  if (ended.size === 0) return;
  const placeOf = new Map(lines.map((line, place) => [line, place]));
  for (const [{ line }, outcome] of ended) {
    const place = placeOf.get(line) ?? -1;
    // The cells of a row below other names are not those of the columns.
    for (const trade of reader.readAs(outcome, candidates[place] ?? [])) {
      made.rows.push(trade);
      made.origins.push({ line, signal: null, kind: 'left-out' });
      made.places.push(place);
    }
  }
  sortByLine(made);
}

function sortByLine({ rows, origins, places }: MadeTrades): void {
  const trades = rows.map((row, at) => ({ row, origin: origins[at] as Origin, place: places[at] as number }));
  trades.sort((one, other) => one.origin.line - other.origin.line);
  for (const [at, { row, origin, place }] of trades.entries())
    [rows[at], origins[at], places[at]] = [row, origin, place];
}

/** Whether a row may have been a lost trade: it has what trades have, but not how it ended; what has no time of its end either is open. */
function mayBeLost(why: RowReason, row: Cells, { cells: { at, cell }, countsOnly }: RowReader): boolean {
  if (!/\d/.test(row.join())) return false;
  switch (why.code) {
    case 'no-outcome':
      return why.isKnown !== true;
    case 'no-number':
      return !isSum(why.cell);
    case 'no-ending':
      return !countsOnly && (at.closed === undefined || /\d/.test(cell(row, 'closed')));
    case 'sum':
    case 'sum-differs':
    case 'opening':
    case 'repeated':
    case 'unsure-ending':
      return false;
    default:
      return true;
  }
}

/** Whether a row says that its trade did not take place, as cancelled; one that is open, or an order that waits, has prices as well. */
function saysUntraded(why: RowReason, row: Cells): boolean {
  return (
    why.code === 'no-outcome' &&
    why.isKnown === true &&
    stateWithoutEnd([why.cell], false) === undefined &&
    !row.some(isPending)
  );
}

/** Whether a row whose trade is called open shows a loss, or, where none shows a profit, stands among those that ended: it is a loss that is not stated. */
function isUnstatedLoss(row: Cells, place: number, places: readonly number[], reader: RowReader): boolean {
  const { at, cell, number } = reader.cells;
  if (at.profit !== undefined)
    return (number(row, 'profit') ?? 0) < 0 && (at.pair === undefined || cell(row, 'pair') !== '');
  return (places[0] ?? place) < place && place < (places.at(-1) ?? place);
}

/** The trades that ended, and those of which this is not stated: open ones, and losses that are stated and do not stand there, not as doubled stakes either. */
function signalsOf({ rows, origins, unstated }: MadeTrades, denied: readonly NotUnderstood[]) {
  const doubled = origins.filter(({ kind }) => kind === 'doubled').length;
  const more = Math.max(0, lackingLosses(denied) - doubled);
  return { resolved: rows.length, unresolved: unstated + more, announcedGales: 0 };
}

type SortedLines = Lines & { readonly torn: ReadonlySet<number> };
type MadeTrades = ReturnType<typeof readLines>;

/** Reads the rows one after the other, or those of one trade together. */
function readLines(
  { candidates, lines, others, below, open: openRows, torn }: SortedLines,
  reader: RowReader,
  names: Cells,
  asker: Asker,
) {
  const { phaseOf, numberOf } = legsOf(candidates, reader.phaseOf, (row) => reader.idOf(row));
  const openings = openingsByNumber(reader.cells, phaseOf, numberOf, reader.times.msOf);
  const ends = phaseOf === undefined ? candidates : candidates.filter((row) => phaseOf(row) !== 'opening');
  // What an opening brings is a fee where none brings a gain.
  const isGain = (row: Cells): boolean =>
    (reader.cells.number(row, 'profit') ?? 0) > 0 || reader.cells.cell(row, 'result') !== '';
  const opensAtCost = !candidates.some((row) => phaseOf?.(row) === 'opening' && isGain(row));
  const isOpening = (row: Cells): boolean =>
    phaseOf === undefined ? reader.isWithoutEnd(row) : phaseOf(row) === 'opening';
  const positionsOf = (isOnce: boolean): Positions =>
    openings === undefined ? positionsBySize(candidates, isOnce, names, reader, isOpening) : undefined;
  const repeats = repeatsOf(ends, names.join('') === '', reader, positionsOf, asker);
  const seen = new Map<string, { readonly line: number; readonly trade: number }>();
  const [rows, origins, places]: [Row[], Origin[], number[]] = [[], [], []];
  const ofSeveral = new Set<number>();
  const untraded: Placed[] = [];
  const open = openRows.map((row) => ({ row, place: -1 }));
  const notUnderstood = [...others];
  const leftOut: Apart[] = below.filter(({ row }) => row.some((cell) => /\d/.test(cell)));
  for (const [index, row] of candidates.entries()) {
    const line = lines[index] as number;
    try {
      const opening = phaseOf?.(row) === 'opening';
      // The opening of a trade belongs to its end; where no number joins the two, it is no trade of its own.
      if (opening && openings?.has(row) === true) continue;
      if (opening && (reader.isWithoutEnd(row) || (openings === undefined && opensAtCost)))
        throw new NotATrade({ code: 'opening' });
      const key = repeats?.keyOf(row);
      const before = key === undefined ? undefined : seen.get(key);
      const joined = openings?.get(row);
      if (before !== undefined) {
        const first = rows[before.trade] as Row;
        if (repeats?.isPart(row) === true) {
          rows[before.trade] = reader.read(row, joined).reduce(withPart, first);
          ofSeveral.add(before.trade);
        }
        throw new NotATrade({ code: 'repeated', what: 'row', line: before.line });
      }
      const trades = reader.read(row, joined);
      if (torn.has(line)) throw new NotATrade({ code: 'unsure-ending' });
      if (key !== undefined) seen.set(key, { line, trade: rows.length });
      for (const [step, trade] of trades.entries()) {
        const isDoubled = !reader.countsOnly && step < trades.length - 1;
        rows.push(trade);
        places.push(index);
        const kind = isDoubled ? 'doubled' : joined === undefined ? 'row' : 'two-rows';
        origins.push({ line, signal: null, kind });
      }
    } catch (error) {
      if (!(error instanceof NotATrade)) throw error;
      const why = sumReason(error.why, row, reader);
      const left = { line, text: rowText(row), why };
      notUnderstood.push(left);
      if (torn.has(line) || mayBeLost(why, row, reader)) leftOut.push({ row, left });
      if (error.why.code === 'no-outcome' && stateWithoutEnd([error.why.cell], false) !== undefined)
        open.push({ row, place: index });
      const origin: Origin = { line, signal: null, kind: 'left-out' };
      for (const tied of saysUntraded(error.why, row) ? reader.readAs('tied', row) : [])
        untraded.push({ row: tied, origin, place: index });
    }
  }
  notUnderstood.sort((one, other) => one.line - other.line);
  const traded = places.map((place) => candidates[place] as Cells);
  return {
    rows,
    origins,
    /** The place of the row of each trade. */
    places,
    /** The trades that were made of several rows. */
    joined: ofSeveral,
    notUnderstood,
    /** Those of them that may be trades. */
    leftOut: likeTrades(leftOut, rows, traded, reader),
    unstated: open.filter(({ row, place }) => isUnstatedLoss(row, place, places, reader)).length,
    /** Those of them that a word leaves out, as ties. */
    untraded,
  };
}

/** What a table says, also where its payouts are those of targets and stops, and whether they follow the chances. */
function saidOf<Said extends { readonly hasDistances: boolean; readonly saysMoney: boolean }>(
  said: Said,
  columns: TableColumns,
  payoutOf: PayoutOf,
  rows: readonly Row[],
) {
  const hasDistances = said.hasDistances || (!said.saysMoney && columns.nameOf('payout') === NET);
  return { ...said, hasDistances, paysByChance: payoutsFollow(payoutOf, rows) };
}

/** Whether what won trades pay follows their chance, as odds do: a bet on up or down, by its side, its duration or its pair, pays what its broker says. */
function payoutsFollow({ followsChance }: PayoutOf, rows: readonly Row[]): boolean {
  if (followsChance !== 'unless-up-down') return followsChance === true;
  const upDown = rows.filter(
    ({ direction, expirySeconds, pair }) =>
      direction !== null || expirySeconds !== null || (pair !== null && pairIn(pair) !== undefined),
  );
  return upDown.length * 2 < rows.length;
}
