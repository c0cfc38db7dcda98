import { amountAt, type DecimalMark, parseAmount } from './amount.ts';
import { fitterOf, isSureEnding, MOSTLY, shareOf, shareThatFits } from './column-fits.ts';
import { type Meaning, MOVES, NAMES, type Named, namedMeaning, namedMeanings } from './column-names.ts';
import { lettersIn, parseEnding } from './endings.ts';
import { dateOrderOf, MomentReader } from './moment.ts';
import { pairIn } from './pairs.ts';
import { isKnownKind } from './row-kinds.ts';
import { besideSide, parseDirection } from './trade-words.ts';
import { type BestColumns, cellsIn, hasBothEndings, pays, settleTogether, UNITS } from './settled-columns.ts';
import { orNull } from './unreadable.ts';
import { onlyCell, plainWords } from './words.ts';

/** A column that is used, and as what. */
export interface UsedColumn {
  readonly meaning: Meaning;
  /** From 0. */
  readonly at: number;
  /** Empty where the source names none. */
  readonly name: string;
}

const SAMPLED_ROWS = 200;

/** Where the columns are named, and what comes of the names. */
export interface Heading {
  /** The row of the names, from 0; -1 where there is none. */
  readonly row: number;
  readonly columns: readonly UsedColumn[];
}

const FIRST_ROWS = 100;

/** Whether a row names columns, one of them how trades ended; undefined where it does not. */
export function namesOf(row: readonly string[]): readonly (Named | undefined)[] | undefined {
  // A line alone as "TP hit" is an outcome.
  const isEnding = row.length === 1 && parseEnding(row[0] as string) !== undefined;
  if (isEnding || row.some(isValue)) return undefined;
  const names = namedMeanings(row);
  const meanings = new Set(names.filter((name) => name !== undefined && name !== 'unused'));
  const saysEnding =
    meanings.has('result') ||
    meanings.has('profit') ||
    meanings.has('returned') ||
    meanings.has('wins') ||
    (meanings.has('stake') && meanings.has('payout')) ||
    row.some((cell) => UNITS.test(cell));
  // A row of a table can hold a word that is also a name, as "Buy" or "win"; a row of names has them in most cells.
  const filled = row.filter((cell) => cell !== '').length;
  const known = names.filter((name) => name !== undefined).length;
  return saysEnding && (known * 2 >= filled || known >= MANY_NAMES) ? names : undefined;
}

/** A row of words can hold one or two that are also names of columns. */
const MANY_NAMES = 4;

/** Whether a row after the heading names columns again, its own or those of another table. */
export function namesColumns(row: readonly string[], named: readonly string[]): boolean {
  if (isSameRow(row, named)) return true;
  const names = namesOf(row);
  return names !== undefined && names.filter((name) => name !== undefined).length >= MANY_NAMES;
}

export function isSameRow(one: readonly string[], other: readonly string[]): boolean {
  return one.length === other.length && one.every((cell, at) => cell === other[at]);
}

/** A number, an amount or a date: no name of a column. */
function isValue(cell: string): boolean {
  return /\d/.test(cell) && (!/\p{L}/u.test(cell) || /^\d{4}-\d\d-\d\dT/.test(cell));
}

/**
 * Finds the row that names the columns, or works their meaning out of what they hold; undefined where neither says how
 * trades ended.
 */
export function findHeading(rows: readonly (readonly string[])[], mark: DecimalMark): Heading | undefined {
  let best: Heading | undefined;
  for (const [at, row] of rows.slice(0, FIRST_ROWS).entries()) {
    const names = namesOf(row);
    if (names === undefined) continue;
    const below = rows.slice(at + 1, at + 1 + SAMPLED_ROWS);
    const next = below.findIndex((other) => namesColumns(other, row) && !isSameRow(other, row));
    const sample = below
      .slice(0, next === -1 ? SAMPLED_ROWS : next)
      .filter((cells) => row.length < MANY_NAMES || onlyCell(cells) === undefined);
    const columns = chooseColumns(row, names, sample, mark);
    if (usefulIn(columns) > usefulIn(best?.columns ?? [])) best = { row: at, columns };
  }
  const found = best ?? byContent(rows.slice(0, SAMPLED_ROWS), mark);
  return found && withStakeOfLosses(found, rows, mark);
}

/** A heading with the column as stakes that holds what each lost trade lost, and another amount than some won: losses differ. */
function withStakeOfLosses(
  heading: Heading,
  rows: readonly (readonly string[])[],
  mark: DecimalMark,
): Heading {
  const { row: names, columns } = heading;
  const profit = columns.find(({ meaning }) => meaning === 'profit')?.at;
  if (profit === undefined || columns.some(({ meaning }) => meaning === 'stake')) return heading;
  const ended = rows
    .slice(names + 1, names + 1 + SAMPLED_ROWS)
    .map((row) => row.map((cell) => parseAmount(cell, mark)))
    .filter((row) => Math.abs(row[profit] ?? 0) > 0);
  const lost = ended.filter((row) => (row[profit] as number) < 0);
  const isSame = (row: readonly number[], at: number): boolean =>
    Math.abs((row[at] as number) - Math.abs(row[profit] as number)) < CENT;
  const at = [...(rows[names + 1] ?? []).keys()].find(
    (place) =>
      columns.every((column) => column.at !== place) &&
      ended.every((row) => (row[place] as number) > 0) &&
      lost.every((row) => isSame(row, place)) &&
      !ended.every((row) => isSame(row, place)) &&
      new Set(lost.map((row) => row[place])).size > 1,
  );
  if (at === undefined) return heading;
  const name = names < 0 ? '' : (rows[names]?.[at] ?? '');
  return { row: names, columns: [...columns, { meaning: 'stake', at, name }] };
}

const CENT = 0.006;

function usefulIn(columns: readonly UsedColumn[]): number {
  return columns.filter(({ meaning }) => meaning !== 'id').length;
}

function chooseColumns(
  row: readonly string[],
  names: readonly (Named | undefined)[],
  sample: readonly (readonly string[])[],
  mark: DecimalMark,
): UsedColumn[] {
  const best: BestColumns = new Map();
  const isSigned = (at: number): boolean => sample.some((cells) => amountAt(cells, at, mark) <= 0);
  const isBelow = (at: number): boolean => sample.some((cells) => amountAt(cells, at, mark) < 0);
  const consider = (meaning: Meaning, at: number): boolean => {
    const share = shareThatFits(meaning, at, sample, mark);
    if (share < 0.5) return false;
    const name = row[at] as string;
    // A percentage beside the amount says less, and less exactly.
    const isExact = NAMES.get(plainWords(name)) === meaning && !(meaning === 'profit' && name.includes('%'));
    // A profit that is never 0 or below is one that was expected, or the best of its time.
    const isOther = meaning === 'profit' && !isSigned(at);
    // "Instrument" may name the kind of an option beside the asset.
    const traded =
      meaning === 'pair' ? shareOf(cellsIn(sample, at), (cell) => pairIn(cell) !== undefined) : 0;
    const weight = share + traded + (isExact ? 1 : 0) - (isOther ? 2 : 0);
    const known = best.get(meaning);
    if (known === undefined || weight > known.share) best.set(meaning, { meaning, at, name, share: weight });
    return true;
  };
  const side = names.indexOf('direction');
  const sells = cellsIn(sample, side).some((cell) => parseDirection(cell) === 'PUT');
  for (const [at, named] of names.entries()) {
    if (named === undefined || named === 'unused') continue;
    // Amounts on both sides of 0 are no stakes, nor are those below it beside a profit: a premium can be a fee.
    if (named === 'stake' && !UNITS.test(row[at] as string)) {
      const amounts = cellsIn(sample, at).map((cell) => parseAmount(cell, mark));
      const isMoved = amounts.some((amount) => amount > 0) || names.includes('profit');
      if (isMoved && amounts.some((amount) => amount < 0)) continue;
    }
    if (named === 'profit' && MOVES.test(plainWords(row[at] as string)) && !isBelow(at)) continue;
    // Nothing that a win would pay is below 0.
    if (named === 'payout' && names.includes('profit') && isBelow(at)) continue;
    // What a position is worth at its end came back of one that was bought.
    if (named === 'returned' && /clos|exit/i.test(row[at] as string) && sells) continue;
    // Names are used loosely: a column "Result" may hold the profit, "Type" the kind of option, "Time" a time of day.
    // Numbers of which none is 0 or below are no profits: a price at the end, a duration; percentages are what a win would pay.
    const isProfit = isSigned(at);
    // Odds are above 1: whole numbers from 1 on are how many times the usual stake was placed.
    const isOfStake =
      named === 'payout' && /^multipl/i.test(row[at] as string) && cellsIn(sample, at).includes('1');
    const isBet = named === 'direction' && /^bet$/i.test(row[at] as string);
    if ((isOfStake || isBet) && consider('stake', at)) continue;
    if (named === 'profit' && !isProfit && (row[at] as string).includes('%') && consider('payout', at))
      continue;
    if (consider(named, at)) continue;
    // Of the columns of ends those of expiries alone hold durations: others hold prices, or times of day.
    const mayBe = (other: Meaning): boolean =>
      other === 'profit'
        ? isProfit
        : named !== 'closed' || other !== 'expiry' || EXPIRES.test(row[at] as string);
    for (const other of OTHER_MEANINGS[named] ?? []) if (mayBe(other) && consider(other, at)) break;
  }
  if (usefulIn([...best.values()]) > 0) takeByContent(best, names, row, sample, mark);
  settleTogether(best, names, row, sample, mark);
  const letters = row.findIndex(
    (_name, at) => /result|profit/.test(names[at] ?? '') && lettersIn(cellsIn(sample, at)) !== undefined,
  );
  if (letters !== -1 && !['profit', 'returned', 'wins', 'result'].some((one) => best.has(one as Meaning)))
    best.set('result', { meaning: 'result', at: letters, name: row[letters] as string, share: 1 });
  const hasTime = best.has('time') || best.has('date') || best.has('clock');
  return [...best.values()].map(({ meaning, at, name }) => ({
    // Where only the end of a trade has a time, trades are in its order.
    meaning: meaning === 'closed' && !hasTime ? 'time' : meaning,
    at,
    name,
  }));
}

const EXPIRES = /expir|venc|истеч|экспир|到期/i;
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

const ENDINGS = ['result', 'profit', 'returned'] as const;

/** Columns without names: what nearly every cell can be, in an order in which the surer meanings come first. */
function byContent(sample: readonly (readonly string[])[], mark: DecimalMark): Heading | undefined {
  const places = [...Array(Math.max(0, ...sample.map((row) => row.length))).keys()];
  const columns: UsedColumn[] = [];
  const isFree = (at: number): boolean => columns.every((column) => column.at !== at);
  const take = (meaning: Meaning, fits: (at: number) => boolean): void => {
    const at = places.find((place) => isFree(place) && fits(place));
    if (at !== undefined) columns.push({ meaning, at, name: '' });
  };
  const cellsOf = (at: number): string[] => cellsIn(sample, at);
  const mostly = (meaning: Meaning) => (at: number) => shareThatFits(meaning, at, sample, mark) >= MOSTLY;
  const numbersOf = (at: number): number[] => cellsOf(at).map((cell) => parseAmount(cell, mark));
  // Beside amounts of money, numbers without a currency are moves of the price.
  const isMoney = (at: number): boolean => shareOf(cellsOf(at), (cell) => /\p{Sc}/u.test(cell)) >= MOSTLY;
  take('time', mostly('time'));
  take(
    'result',
    (at) =>
      cellsOf(at).length * 2 > sample.length &&
      mostly('result')(at) &&
      cellsIn(sample.slice(1), at).some(isSureEnding),
  );
  if (columns.every(({ meaning }) => meaning !== 'time')) {
    take('date', (at) => mostly('date')(at) && cellsOf(at).every((cell) => !/^\d+$/.test(cell)));
    // A few alike are times to expiry.
    take('clock', (at) => mostly('clock')(at) && new Set(cellsOf(at)).size > MOST_EXPIRIES);
  }
  // Names of shares can stand among pairs.
  take('pair', (at) => shareOf(cellsOf(at), (cell) => pairIn(cell) !== undefined) >= 0.5);
  take('direction', mostly('direction'));
  take('payout', (at) => shareOf(cellsOf(at), (cell) => /^\+?\d+(?:[.,]\d+)? ?%$/.test(cell)) === 1);
  const has = (meaning: Meaning): boolean => columns.some((column) => column.meaning === meaning);
  // Amounts of money, some of them 0: what was paid for a trade where another column holds its stake, else profits.
  const paid = places.find((at) => isFree(at) && isMoney(at) && numbersOf(at).includes(0));
  const stake = places.find(
    (at) => at !== paid && isFree(at) && isMoney(at) && paid !== undefined && pays(paid, at, sample, mark),
  );
  if (!has('result') && has('pair') && paid !== undefined && stake !== undefined)
    columns.push({ meaning: 'stake', at: stake, name: '' }, { meaning: 'returned', at: paid, name: '' });
  else
    take(
      'profit',
      (at) =>
        mostly('profit')(at) &&
        (isMoney(at) || !places.some(isMoney)) &&
        !cellsOf(at).some((cell) => cell.endsWith('%')) &&
        numbersOf(at).some((value) => value > 0) &&
        (numbersOf(at).some((value) => value < 0) || cellsOf(at).some((cell) => cell.startsWith('+'))),
    );
  if (!ENDINGS.some(has) && has('pair') && paid !== undefined)
    columns.push({ meaning: 'profit', at: paid, name: '' });
  const saysEnding = ENDINGS.some(has);
  // Two columns that fit by chance are no table of trades.
  if (!saysEnding || columns.length < 2) return undefined;
  // Names that are not known: in none of these columns the rows up to theirs have what the others do.
  const isTrade = (row: readonly string[]): boolean =>
    row.some(isValue) ||
    columns.some(({ meaning, at }) => meaning !== 'pair' && shareThatFits(meaning, at, [row], mark) > 0);
  const row = sample.findIndex(isTrade) - 1;
  const names = sample[row] ?? [];
  for (const [at, meaning] of namedMeanings(names).entries())
    if ((meaning === 'entry' || meaning === 'stake') && !has(meaning) && isFree(at) && mostly(meaning)(at))
      columns.push({ meaning, at, name: '' });
  return { row, columns: columns.map((column) => ({ ...column, name: names[column.at] ?? '' })) };
}

/**
 * Where the columns of a table begin of which nothing says what they mean: at the first row with as many cells as most rows
 * have, which names them where no cell is a number. Undefined where most rows have no two cells.
 */
export function unknownHeading(rows: readonly (readonly string[])[]): Heading | undefined {
  const sample = rows.slice(0, FIRST_ROWS);
  const counts = new Map<number, number>();
  for (const { length } of sample) counts.set(length, (counts.get(length) ?? 0) + 1);
  const [[width, count] = [0, 0]] = [...counts].sort((one, other) => other[1] - one[1]);
  if (width < 2 || count < 2 || count * 2 < sample.length) return undefined;
  const first = sample.findIndex(({ length }) => length === width);
  return { row: (sample[first] as readonly string[]).some(isValue) ? -1 : first, columns: [] };
}

/** A heading with the meanings that a reader gave to columns, by their places; null for a column that is not to be used. */
export function withMeanings(
  heading: Heading,
  meanings: ReadonlyMap<number, Meaning | null>,
  names: readonly string[],
): Heading {
  const given = [...meanings].flatMap(([at, meaning]) =>
    meaning === null ? [] : [{ meaning, at, name: names[at] ?? '' }],
  );
  const kept = heading.columns.filter(
    ({ at, meaning }) => !meanings.has(at) && given.every((column) => column.meaning !== meaning),
  );
  return { row: heading.row, columns: [...kept, ...given] };
}

/** A few times of day alike are times to expiry. */
const MOST_EXPIRIES = 3;

/** Whether times of a column are those of the ends: after those of the starts, mostly different ones, and not below another name for a start. */
function endsAfter(
  best: BestColumns,
  row: readonly string[],
  sample: readonly (readonly string[])[],
): (at: number) => boolean {
  const start = best.get('time') ?? best.get('date');
  if (start === undefined) return () => false;
  const clock = start.meaning === 'date' ? (best.get('clock')?.at ?? -1) : -1;
  return (at) => {
    const ends = cellsIn(sample, at);
    const reader = new MomentReader(dateOrderOf([...cellsIn(sample, start.at), ...ends]));
    const msOf = (text: string): number => orNull(() => reader.read(text.trim()))?.localMs ?? Number.NaN;
    const lasted = sample
      .map((cells) => msOf(cells[at] ?? '') - msOf(`${cells[start.at]} ${cells[clock] ?? ''}`))
      .filter((ms) => !Number.isNaN(ms));
    return (
      (row[at] === start.name || namedMeaning(row[at] as string) !== 'time') &&
      new Set(ends).size * 2 > ends.length &&
      lasted.some((ms) => ms > 0) &&
      lasted.every((ms) => ms >= 0)
    );
  };
}

/** Columns whose names do not say what nearly all of their cells do: days, times of day, pairs, who won and who lost. */
function takeByContent(
  best: BestColumns,
  names: readonly (Named | undefined)[],
  row: readonly string[],
  sample: readonly (readonly string[])[],
  mark: DecimalMark,
): void {
  const take = (meaning: Meaning, fits: (cells: readonly string[], at: number) => boolean): void => {
    const used = new Set([...best.values()].map(({ at }) => at));
    const found = [...row.keys()].filter(
      (at) => names[at] !== 'unused' && !used.has(at) && fits(cellsIn(sample, at), at),
    );
    // Of several it is not certain which.
    const at = found.length === 1 || meaning === 'result' ? found[0] : undefined;
    if (at !== undefined) best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  };
  const mostly = (meaning: Meaning) => (cells: readonly string[]) =>
    cells.length * 2 > sample.length && shareOf(cells, fitterOf(meaning, cells, mark)) >= MOSTLY;
  if (!['time', 'date', 'closed'].some((one) => best.has(one as Meaning))) {
    const areNumbers = (cells: readonly string[]): boolean => cells.some((cell) => /^\d+$/.test(cell));
    take('time', (cells) => mostly('time')(cells) && !areNumbers(cells));
    if (!best.has('time')) take('date', (cells) => mostly('date')(cells) && !areNumbers(cells));
  }
  // A few alike are times to expiry.
  const isClock = (cells: readonly string[]): boolean =>
    mostly('clock')(cells) && new Set(cells).size > MOST_EXPIRIES;
  if (!best.has('time') && !best.has('clock')) take('clock', isClock);
  if (!best.has('closed') && !best.has('expiry')) {
    const isOfEnd = endsAfter(best, row, sample);
    take('closed', (cells, at) => mostly('closed')(cells) && isOfEnd(at));
  }
  // A currency, or the kind of what is traded, stands beside its name.
  const pairs = (cells: readonly string[]): number => shareOf(cells, (cell) => pairIn(cell) !== undefined);
  const kinds = cellsIn(sample, best.get('pair')?.at ?? -1);
  if (pairs(kinds) === 0) {
    const side = best.get('direction');
    // `Buy Apple` in the column of the side.
    const named = cellsIn(sample, side?.at ?? -1).map(besideSide);
    const areNames = shareOf(kinds, isKnownKind) >= MOSTLY && shareOf(named, Boolean) >= MOSTLY;
    if (side !== undefined && (pairs(named) >= 0.5 || areNames))
      best.set('pair', { ...side, meaning: 'pair' });
    else take('pair', (cells) => pairs(cells) >= 0.5);
  }
  if (!best.has('result'))
    take(
      'result',
      (cells) => cells.length * 2 > sample.length && cells.some(isSureEnding) && hasBothEndings(cells),
    );
  // What lost stakes brought is the stake below 0, or nothing came back of them.
  const [stake, result] = [best.get('stake'), best.get('result')];
  if (stake === undefined || result === undefined || best.has('profit') || best.has('returned')) return;
  const ended = sample.flatMap((cells) => {
    const [ending, staked] = [parseEnding(cells[result.at] ?? ''), amountAt(cells, stake.at, mark)];
    return ending === 'won' || ending === 'lost' ? [{ cells, isWon: ending === 'won', staked }] : [];
  });
  if (![true, false].every((isWon) => ended.some((one) => one.isWon === isWon))) return;
  for (const [meaning, base] of [
    ['profit', 0],
    ['returned', 1],
  ] as const) {
    const at = row.findIndex((_name, place) =>
      ended.every(({ cells, isWon, staked }) => {
        const above = amountAt(cells, place, mark) - base * staked;
        return isWon ? above > 0 : above === -staked;
      }),
    );
    if (at !== -1) best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  }
}
