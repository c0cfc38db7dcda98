import { DAY_MS, HOUR_MS } from '../../../time/instant.ts';
import { amountAt, type DecimalMark, parseAmount } from '../words/amount.ts';
import { takeByContent, takeEnding, takeOdds } from './column-contents.ts';
import { cellsIn, isValue, shareOf, shareThatFits } from './column-fits.ts';
import {
  type Meaning,
  MOVES,
  NAMES,
  type Named,
  namedMeaning,
  namedMeanings,
} from '../words/column-names.ts';
import { currencyIn, NAMED } from '../words/currencies.ts';
import { lettersIn, parseEnding } from '../words/endings.ts';
import { pairIn } from '../words/pairs.ts';
import { clockIn } from '../words/moment.ts';
import { isNamedOdds } from '../words/payout-kind.ts';
import { MULTIPLE } from '../words/profit-units.ts';
import { isKnownKind, isSum, STATES } from './row-kinds.ts';
import {
  type BestColumns,
  type Choice,
  settleFlags,
  settleTogether,
  SHARE,
  UNITS,
} from './settled-columns.ts';
import { type Heading, MOSTLY, type Rows, type UsedColumn } from '../words/table-columns.ts';
import { parseDirection } from '../words/trade-words.ts';
import { byContent } from './unnamed-columns.ts';
import { onlyCell, plainWords } from '../words/words.ts';
import type { Cells } from '../unreadable.ts';

const SAMPLED_ROWS = 200;

const FIRST_ROWS = 100;
/** American odds are this far from 0. */
const LEAST_ODDS = 100;

/** Whether a row names columns, one of them how trades ended; undefined where it does not. */
export function namesOf(row: Cells, needsEnding = true): readonly (Named | undefined)[] | undefined {
  // A line alone as "TP hit" is an outcome.
  const isEnding = row.length === 1 && parseEnding(row[0] as string) !== undefined;
  if (isEnding || row.some(isValue)) return undefined;
  const names = namedMeanings(row);
  if (row.some((cell, at) => names[at] === undefined && pairIn(cell) !== undefined)) return undefined;
  const meanings = new Set(names.filter((name) => name !== undefined && name !== 'unused'));
  const saysEnding =
    meanings.has('result') ||
    meanings.has('profit') ||
    meanings.has('returned') ||
    meanings.has('wins') ||
    meanings.has('losses') ||
    (meanings.has('stake') && meanings.has('payout')) ||
    row.some((cell) => UNITS.test(cell));
  // A row of a table can hold a word that is also a name, as "Buy" or "win"; a row of names has them in most cells.
  const filled = row.filter((cell) => cell !== '').length;
  const known = names.filter((name) => name !== undefined).length;
  if (needsEnding && !saysEnding) return undefined;
  return (known * 2 >= filled && (saysEnding || known > 1)) || known >= MANY_NAMES ? names : undefined;
}

/** A row of words can hold one or two that are also names of columns. */
const MANY_NAMES = 4;

/** Whether a row after the heading names columns again, its own or those of another table. */
export function namesColumns(row: Cells, named: Cells): boolean {
  if (isSameRow(row, named)) return true;
  // Orders have no end, and four names or more are no trade.
  const known = namesOf(row, false)?.filter((name) => name !== undefined).length ?? 0;
  const filled = row.filter(Boolean);
  const mayBeTrade = (cell: string): boolean =>
    parseEnding(cell) !== undefined || parseDirection(cell) !== undefined;
  // No trade has the name of a column in that column.
  const isAgain = (cell: string, at: number): boolean =>
    cell === named[at] && namedMeaning(cell) !== undefined && !mayBeTrade(cell);
  if (filled.length > 1 && row.some(isAgain) && !row.some(isValue)) return true;
  return (
    known >= MANY_NAMES ||
    (namesOf(row) !== undefined &&
      known === filled.length &&
      known > 1 &&
      (known > 2 || !filled.some(mayBeTrade)))
  );
}

export function isSameRow(one: Cells, other: Cells): boolean {
  return one.length === other.length && one.every((cell, at) => cell === other[at]);
}

/**
 * Finds the row that names the columns, or works their meaning out of what they hold; undefined where neither says how
 * trades ended.
 */
export function findHeading(rows: Rows, mark: DecimalMark): Heading | undefined {
  return (
    bestHeading(rows, mark, true) ??
    bestHeading(rows, mark, false) ??
    byContent(rows.slice(0, SAMPLED_ROWS), mark)
  );
}

/** The row of which the names, and what stands below them where they need not say how trades ended, make most columns. */
function bestHeading(rows: Rows, mark: DecimalMark, needsEnding: boolean): Heading | undefined {
  let best: Heading | undefined;
  for (const [at, row] of rows.slice(0, FIRST_ROWS).entries()) {
    const names = namesOf(row, needsEnding);
    const ends = best?.columns.find(({ meaning }) => meaning === 'result')?.at ?? -1;
    if (names === undefined || parseEnding(row[ends] ?? '') !== undefined) continue;
    const below = rows.slice(at + 1, at + 1 + SAMPLED_ROWS);
    // A legend stands at the foot.
    if (below.length === 0 && at > 1) continue;
    const next = below.findIndex((other) => namesColumns(other, row) && !isSameRow(other, row));
    const sample = below
      .slice(0, next === -1 ? SAMPLED_ROWS : next)
      .filter((cells) => row.length < MANY_NAMES || onlyCell(cells) === undefined)
      .filter((cells) => !isSum(cells.find(Boolean) ?? ''));
    const columns = chooseColumns(row, names, sample, mark);
    if (!needsEnding && !hasEnding({ row: at, columns })) continue;
    if (usefulIn(columns) > usefulIn(best?.columns ?? [])) best = { row: at, columns };
  }
  if (best === undefined) return undefined;
  const names = rows[best.row] as Cells;
  return { ...best, row: rows.findIndex((row) => isSameRow(row, names)) };
}

/** Whether a column says how trades ended. */
export function hasEnding({ columns }: Heading): boolean {
  const has = (meaning: Meaning): boolean => columns.some((column) => column.meaning === meaning);
  return has('result') || has('profit') || has('returned') || has('losses');
}

function usefulIn(columns: readonly UsedColumn[]): number {
  return columns.filter(({ meaning }) => meaning !== 'id').length;
}

/** Chooses by what columns hold, where their names do not say it. */
function takeUnnamed(choice: Choice): void {
  const isUseful = (): boolean => usefulIn([...choice.best.values()]) > 0;
  settleFlags(choice);
  if (isUseful()) takeByContent(choice);
  settleTogether(choice);
  takeOdds(choice);
  if (isUseful()) takeEnding(choice);
}

function chooseColumns(
  row: Cells,
  names: readonly (Named | undefined)[],
  sample: Rows,
  mark: DecimalMark,
): UsedColumn[] {
  const best: BestColumns = new Map();
  const isSigned = (at: number): boolean => sample.some((cells) => amountAt(cells, at, mark) <= 0);
  const isBelow = (at: number): boolean => sample.some((cells) => amountAt(cells, at, mark) < 0);
  const consider = (meaning: Meaning, at: number): boolean => {
    const share = shareThatFits(meaning, at, sample, mark);
    if (share < 0.5) return false;
    const name = row[at] as string;
    // A percentage, or a multiple of the risk, beside the amount says less, and less exactly.
    const isShare = meaning === 'profit' && (SHARE.test(name) || MULTIPLE.test(plainWords(name)));
    const isExact = NAMES.get(plainWords(name)) === meaning && !isShare;
    // A profit that is never 0 or below is one that was expected, or the best of its time.
    const isOther = meaning === 'profit' && !isSigned(at);
    // "Instrument" may name the kind of an option beside the asset.
    const traded =
      meaning === 'pair' ? shareOf(cellsIn(sample, at), (cell) => pairIn(cell) !== undefined) : 0;
    // Of an account's currency alone nothing is traded.
    const isMoney =
      meaning === 'pair' && shareOf(cellsIn(sample, at), (cell) => currencyIn(cell) !== undefined) >= MOSTLY;
    if (isMoney && NAMED.test(plainWords(name)) && new Set(cellsIn(sample, at)).size === 1) return false;
    const weight = share + traded + (isExact ? 1 : 0) - (isShare || isMoney ? 0.5 : 0) - (isOther ? 2 : 0);
    const known = best.get(meaning);
    // Of two columns of one name the first is the start, the other the end.
    const isEnd = meaning === 'time' && known?.name === name;
    if (known === undefined || (weight > known.share && !isEnd))
      best.set(meaning, { meaning, at, name, share: weight });
    return true;
  };
  const side = names.indexOf('direction');
  const sells = cellsIn(sample, side).some((cell) => parseDirection(cell) === 'PUT');
  for (const [at, named] of names.entries()) {
    if (named === undefined || named === 'unused') continue;
    // Amounts on both sides of 0 are no stakes, nor are those below it beside a profit: a premium can be a fee.
    if (named === 'stake' && (!UNITS.test(row[at] as string) || names.includes('profit'))) {
      const amounts = cellsIn(sample, at).map((cell) => parseAmount(cell, mark));
      const isMoved = amounts.some((amount) => amount > 0) || names.includes('profit');
      if (isMoved && amounts.some((amount) => amount < 0)) continue;
    }
    if (named === 'profit' && MOVES.test(plainWords(row[at] as string)) && !isBelow(at)) continue;
    // Nothing that a win would pay is below 0, but for odds: it is what trades brought.
    if (named === 'payout' && isBelow(at) && !isNamedOdds(row[at] as string)) {
      const isShare = cellsIn(sample, at).some((cell) => Math.abs(parseAmount(cell, mark)) < LEAST_ODDS);
      if (isShare && (names.includes('profit') || (!names.includes('result') && consider('profit', at))))
        continue;
    }
    // What a position is worth at its end came back of one that was bought.
    if (named === 'returned' && /clos|exit/i.test(row[at] as string) && sells) continue;
    // Names are used loosely: a column "Result" may hold the profit, "Type" the kind of option, "Time" a time of day.
    // Numbers of which none is 0 or below are no profits: a price at the end, a duration; percentages are what a win would pay.
    const isProfit = isSigned(at);
    // Odds are above 1: whole numbers from 1 on are how many times the usual stake was placed.
    const isOfStake =
      named === 'payout' && /^multipl/i.test(row[at] as string) && cellsIn(sample, at).includes('1');
    const isBet = named === 'direction' && /^bet(?: ?\(.*\))?$/i.test(row[at] as string);
    if ((isOfStake || isBet) && consider('stake', at)) continue;
    if (named === 'profit' && !isProfit && (row[at] as string).includes('%') && consider('payout', at))
      continue;
    const isEnd = named === 'expiry' && areEnds(names, at, row, sample);
    if ((isEnd && consider('closed', at)) || consider(named, at)) continue;
    // Of the columns of ends those of expiries alone hold durations: others hold prices, or times of day.
    const mayBe = (other: Meaning): boolean =>
      other === 'profit'
        ? isProfit
        : other === 'pair'
          ? shareOf(cellsIn(sample, at), isKnownKind) <= 1 - MOSTLY
          : named !== 'closed' || other !== 'expiry' || EXPIRES.test(row[at] as string);
    for (const other of OTHER_MEANINGS[named] ?? []) if (mayBe(other) && consider(other, at)) break;
  }
  takeUnnamed({ best, names, row, sample, mark });
  const letters = row.findIndex(
    (name, at) =>
      /result|profit/.test(names[at] ?? '') &&
      !STATES.test(plainWords(name)) &&
      lettersIn(cellsIn(sample, at)) !== undefined,
  );
  if (letters !== -1 && !['profit', 'returned', 'wins', 'result'].some((one) => best.has(one as Meaning)))
    best.set('result', { meaning: 'result', at: letters, name: row[letters] as string, share: 1 });
  const isTold = best.has('result') || best.has('profit') || best.has('returned');
  if (isTold && !best.has('wins')) best.delete('losses');
  const hasTime = best.has('time') || best.has('date') || best.has('clock');
  return [...best.values()].map(({ meaning, at, name, isGuess }) => ({
    // Where only the end of a trade has a time, trades are in its order.
    meaning: meaning === 'closed' && !hasTime ? 'time' : meaning,
    at,
    name,
    isGuess,
  }));
}

const SOON_MS = 6 * HOUR_MS;
/** Whether cells are times of day below the name of an expiry, soon after those of the starts. */
function areEnds(names: readonly (Named | undefined)[], at: number, row: Cells, sample: Rows): boolean {
  const start = names.findIndex((named) => named === 'time' || named === 'clock');
  const clocksIn = (cells: Cells) => [start, at].map((place) => clockIn(cells[place] ?? ''));
  return (
    EXPIRES.test(row[at] as string) &&
    sample.every((cells) => {
      const [from = null, to = null] = clocksIn(cells);
      return from !== null && to !== null && (to - from + DAY_MS) % DAY_MS < SOON_MS;
    })
  );
}

const EXPIRES = /expir|venc|scad|échéance|ablauf|vade|истеч|экспир|到期|満期/i;
const OTHER_MEANINGS: Partial<Record<Meaning, readonly Meaning[]>> = {
  result: ['profit'],
  profit: ['result'],
  time: ['date', 'clock'],
  clock: ['time'],
  date: ['time'],
  expiry: ['closed'],
  closed: ['profit', 'expiry'],
  direction: ['id', 'pair'],
  id: ['time', 'clock', 'direction'],
};

/**
 * Where the columns of a table begin of which nothing says what they mean: at the first row with as many cells as most rows
 * have, which names them where no cell is a number. Undefined where most rows have no two cells.
 */
export function unknownHeading(rows: Rows): Heading | undefined {
  const sample = rows.slice(0, FIRST_ROWS);
  const counts = new Map<number, number>();
  for (const { length } of sample) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...counts].sort((one, other) => other[1] - one[1]);
  if (width < 2 || count < 2 || count * 2 < sample.length) return undefined;
  const first = sample.findIndex(({ length }) => length === width);
  return { row: (sample[first] as Cells).some(isValue) ? -1 : first, columns: [] };
}

/** A heading with the meanings that a reader gave to columns, by their places; null for a column that is not to be used. */
export function withMeanings(
  heading: Heading,
  meanings: ReadonlyMap<number, Meaning | null>,
  names: Cells,
): Heading {
  const given = [...meanings].flatMap(([at, meaning]) =>
    meaning === null ? [] : [{ meaning, at, name: names[at] ?? '' }],
  );
  const kept = heading.columns.filter(
    ({ at, meaning }) => !meanings.has(at) && given.every((column) => column.meaning !== meaning),
  );
  return { row: heading.row, columns: [...kept, ...given] };
}
