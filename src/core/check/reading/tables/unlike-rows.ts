/** Rows that are read as trades and are not like the others: they lack what those have, or are of a kind that is not known. */
import { addTo, groupBy } from '../../grouping.ts';
import type { TradeOutcome } from '../../trade.ts';
import { isBlank } from '../words/amount.ts';
import { type Cells, CENT, type Rows, SAMPLED_ROWS, SELDOM } from '../words/table-columns.ts';
import { HAS_CLOCK, withoutMidnight } from '../words/moment.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { countTotals } from './counted-sums.ts';
import { pairIn } from '../words/pairs.ts';
import { otherRecords, turns } from './row-groups.ts';
import { deniesTrade, isKnownKind, isUntraded, KINDS, namesPayment, STATES } from './row-kinds.ts';
import { RED } from '../files/spreadsheet.ts';
import { parseDirection } from '../words/trade-words.ts';
import { onlyCell, plainWords, remembering } from '../words/words.ts';
import type { Cells as Row } from '../unreadable.ts';

const NAMES = ['time', 'date', 'clock', 'closed', 'pair', 'direction', 'entry', 'id'] as const;
const SUMMED = ['stake', 'profit', 'returned', 'wins', 'losses'] as const;
const USUALLY = 0.8;
const MOSTLY = 0.65;
const NEARLY_ALWAYS = 0.95;
const MOST_LACKED = 2;
/** With more values a column holds no kinds. */
const MOST_KINDS = 12;
const MOST_OFFERED = 4;
/** Amounts of trades of two kinds differ by less. */
const OTHER_SIZE = 5;
const FEWEST_OF_KIND = 3;
/** The number of a row, which another may name. */
const NUMBER = /^#?[\p{L}_-]{0,8}\d{3,}$/u;
const NAMES_NUMBER = /^\D.*\s#?[\p{L}_-]{0,8}\d{3}/u;

/** Totals, and the rows that the reader says to be no trades; `title` stands above the names. */
export function unlikeRows(
  cells: Cells,
  outcomeOf: (row: Row) => TradeOutcome | undefined,
  title: string,
  asker: Asker,
): ReadonlyMap<Row, 'total' | 'unsure'> {
  const { totals, lacking } = unnamedRows(cells);
  const counts = countTotals(cells);
  const found = new Map<Row, 'total' | 'unsure'>([...totals, ...counts.totals].map((row) => [row, 'total']));
  const kinds = new Map<string, Row[]>();
  const note = (kind: string, row: Row): void => {
    if (found.has(row) || outcomeOf(row) === undefined) return;
    found.set(row, 'unsure');
    addTo(kinds, kind, row);
  };
  for (const [row, lacked] of lacking) note(lacked, row);
  for (const row of counts.mayBe) note('total', row);
  for (const row of counts.split) note('split', row);
  const single = cells.rows.filter((row) => !found.has(row) && !cells.isSum(row));
  if (areOfSeveral(cells, single)) for (const row of single) note('several', row);
  for (const [kind, some] of [...unknownKinds(cells), ...partsIn(cells, single)])
    for (const row of some) note(kind, row);
  if (kinds.size > 0) askKinds(kinds, found, asker);
  const ofOthers = (row: Row) => (found.has(row) ? undefined : outcomeOf(row));
  for (const row of otherRecords(cells, ofOthers, title, asker))
    if (!found.has(row)) found.set(row, 'unsure');
  return found;
}

/** Takes the rows of the kinds that are trades, as the reader says, out of those that are not. */
function askKinds(kinds: ReadonlyMap<string, Rows>, found: Map<Row, 'total' | 'unsure'>, asker: Asker): void {
  const groups = [...kinds.values()].sort((one, other) => other.length - one.length);
  const single = groups.length === 1 ? [] : groups.slice(0, MOST_OFFERED).map((_rows, at) => String(at + 1));
  const examples = groups.map(
    (some, at) => `${at + 1}: ${shown((some[0] as Row).filter(Boolean).join(', '))} ×${some.length}`,
  );
  const answer = asker.ask('row-kinds', ['leave-out', 'count', ...single], examples);
  for (const [at, some] of groups.entries())
    if (answer === 'count' || answer === String(at + 1)) for (const row of some) found.delete(row);
}

/** The rows that have at least half of what names a trade, where these are most rows: the others may be sums. Else all rows. */
function namedRows({ at, cell, rows: all }: Cells): Rows {
  const rows = all.slice(0, SAMPLED_ROWS);
  const names = NAMES.filter((meaning) => at[meaning] !== undefined);
  const named = rows.filter(
    (row) => names.filter((meaning) => cell(row, meaning) !== '').length * 2 >= names.length,
  );
  return named.length > rows.length * MOSTLY ? named : rows;
}

/** Totals, and the rows that lack what nearly all others have, each with what it lacks. */
function unnamedRows(cells: Cells): { totals: ReadonlySet<Row>; lacking: ReadonlyMap<Row, string> } {
  const { at, rows } = cells;
  const sideOf = remembering(parseDirection);
  const hasClock = (row: Row): boolean => HAS_CLOCK.test(cells.cell(row, 'time'));
  const sample = namedRows(cells);
  const isOfTimes = sample.filter(hasClock).length > sample.length * USUALLY;
  const isFilled = (row: Row, meaning: (typeof NAMES)[number]): boolean => {
    const cell = cells.cell(row, meaning);
    if (isBlank(cell)) return false;
    if (meaning === 'time') return !isOfTimes || hasClock(row);
    if (meaning === 'direction') return sideOf(cell) !== undefined;
    return meaning !== 'id' || /\d/.test(cell);
  };
  // A sum can have the day that it is of.
  const usual = NAMES.filter(
    (meaning) =>
      meaning !== 'id' &&
      !(meaning === 'date' && at.clock !== undefined) &&
      at[meaning] !== undefined &&
      sample.filter((row) => isFilled(row, meaning)).length > sample.length * USUALLY,
  );
  const width = sample.reduce((most, row) => Math.max(most, row.length), 0);
  const others = Array.from({ length: width }, (_, place) => place).filter(
    (place) =>
      !cells.isUsed(place) &&
      sample.filter((row) => !isBlank(row[place] ?? '')).length > sample.length * NEARLY_ALWAYS,
  );
  const fewest = (at.time ?? at.date) === undefined ? 3 : 2;
  const lackedBy = (row: Row): string => {
    if (row.length >= fewest && onlyCell(row) !== undefined)
      return NAMES.every((meaning) => cells.cell(row, meaning) === '') ? 'all' : '';
    const lacked: (string | number)[] = usual.filter((meaning) => !isFilled(row, meaning));
    const other = others.filter((place) => isBlank(row[place] ?? ''));
    return (lacked.length > 0 || other.length > 1 ? [...lacked, ...other] : []).join();
  };
  const forward = sumsIn(rows, lackedBy, cells);
  if (forward.lacking.size === 0) return forward;
  // Where the newest row is the first, sums stand above their rows.
  const backward = sumsIn(rows.toReversed(), lackedBy, cells);
  return backward.totals.size > forward.totals.size ? backward : forward;
}

interface Sums {
  readonly totals: ReadonlySet<Row>;
  readonly lacking: ReadonlyMap<Row, string>;
}

/**
 * The rows that lack something and state the sum of those before them, of all or since the sum before, and others that lack something. What
 * counts trades is compared by countTotals: exactly, since any row before, and by what its labels have in common, as it lacks nothing.
 */
function sumsIn(rows: Rows, lackedBy: (row: Row) => string, cells: Cells): Sums {
  const [totals, lacking] = [new Set<Row>(), new Map<Row, string>()];
  // Of those that lack nothing as well: a payment is in no sum of trades.
  const sums = SUMMED.map((meaning) => ({ meaning, all: 0, since: 0, whole: 0 }));
  for (const [place, row] of rows.entries()) {
    const lacked = lackedBy(row);
    if (cells.isSum(row)) continue;
    const stated = sums.flatMap((sum) => {
      const value = cells.number(row, sum.meaning);
      return value === null ? [] : [{ sum, value }];
    });
    const isSum = ({ sum, value }: (typeof stated)[number]): boolean =>
      [sum.all, sum.since, sum.whole].some((above) => Math.abs(above - value) <= 0.005 * place + 0.01);
    const isTotal = lacked !== '' && place > 1 && stated.length > 0 && stated.every(isSum);
    if (isTotal) totals.add(row);
    // A stake beside an outcome is that of a trade, unless most of what names one is missing.
    else if (
      lacked !== '' &&
      (stated.some(isSum) || cells.number(row, 'stake') === null || lacked.split(',').length > MOST_LACKED)
    )
      lacking.set(row, lacked);
    for (const { sum, value } of stated) {
      sum.since = isTotal ? 0 : sum.since + value;
      if (!isTotal) sum.all += value;
      if (lacked === '') sum.whole += value;
    }
  }
  return { totals, lacking };
}

const OF_ONE = ['result', 'losses', 'direction', 'entry', 'clock', 'closed', 'expiry', 'id'] as const;
/** Names of columns of what brought an amount by several trades. */
const OF_SEVERAL =
  /^(?:pass|run|scenario|optimi[sz]ation|week|month|year|quarter|period)(?: (?:no|number))?$/;

/** Whether rows say nothing that one trade has, and each is of another day, month or thing than the others: what it brought may be that of several. */
function areOfSeveral({ at, cell, names }: Cells, rows: Rows): boolean {
  const [day, label] = [at.date ?? at.time, names.findIndex((name) => OF_SEVERAL.test(plainWords(name)))];
  const by = label === -1 ? (at.pair ?? day) : label;
  const texts = new Set(rows.map((row) => row[by ?? -1] ?? ''));
  const isOfWords = (place: number): boolean =>
    place !== by && rows.filter((row) => /\p{L}{2}/u.test(row[place] ?? '')).length * 2 > rows.length;
  return (
    by !== undefined &&
    (by === day || day === undefined || by === label) &&
    (by === at.pair || at.pair === undefined) &&
    OF_ONE.every((meaning) => at[meaning] === undefined) &&
    // Of a thing its purchases and its sales can be summed.
    (at.stake === undefined || (by === at.pair && at.returned !== undefined)) &&
    rows.length > FEWEST_OF_KIND &&
    !names.some((_name, place) => isOfWords(place)) &&
    texts.size === rows.length &&
    !rows.some((row) => HAS_CLOCK.test(withoutMidnight(cell(row, 'time') || cell(row, 'date'))))
  );
}

/** So many wholes, which with their parts are so much of a table, are none by chance, unless sums of the opposite are as many. */
const FEWEST_WHOLES = 3;
const COVERED = 0.3;
const MOST_PARTS = 20;
const ROUNDING = 1e-3;

/** The rows that brought what those just below them, or just above, did together, and these; and rows without a stake below one with it, as legs of a bet. */
function partsIn({ at, number }: Cells, all: Rows): ReadonlyMap<string, Rows> {
  const rows = all.filter((row) => number(row, 'profit') !== 0);
  const gains = rows.map((row) => number(row, 'profit') ?? Number.NaN);
  // Where amounts come again they are the sum of others by chance.
  const areOwn = new Set(gains.map((gain) => Math.abs(gain).toPrecision(5))).size * 4 > rows.length;
  const sumsWith = (step: number, sign: number): { readonly wholes: Row[]; readonly parts: Row[] } => {
    const [wholes, parts]: [Row[], Row[]] = [[], []];
    for (let place = step === 1 ? 0 : rows.length - 1; rows[place] !== undefined; place += step) {
      const gain = (gains[place] as number) * sign;
      let sum = gains[place + step] ?? Number.NaN;
      for (let count = 2; count <= MOST_PARTS; count += 1) {
        sum += gains[place + step * count] ?? Number.NaN;
        if (!(Math.abs(sum - gain) <= Math.min(CENT, Math.abs(gain) * ROUNDING))) continue;
        wholes.push(rows[place] as Row);
        for (let part = 0; part < count; part += 1) parts.push(rows[(place += step)] as Row);
        break;
      }
    }
    return { wholes, parts };
  };
  for (const step of areOwn ? [1, -1] : []) {
    const { wholes, parts } = sumsWith(step, 1);
    const fewest = FEWEST_WHOLES * (1 + sumsWith(step, -1).wholes.length);
    if (wholes.length >= fewest && parts.length > rows.length * COVERED)
      return new Map(Object.entries({ wholes, parts }));
  }
  const isLeg = (row: Row | undefined): boolean => row !== undefined && number(row, 'stake') === null;
  const legs = all.filter(isLeg);
  const starts = all.filter((row, place) => isLeg(row) && !isLeg(all[place - 1]));
  const areLegs =
    at.stake !== undefined &&
    starts.length >= FEWEST_WHOLES &&
    !isLeg(all[0]) &&
    all.every((row, place) => !isLeg(row) || isLeg(all[place - 1]) || isLeg(all[place + 1]));
  return new Map(areLegs ? [['legs', legs]] : []);
}

/** The rows of each kind or state whose word is not known or says that they are none, and rows that take another one back. */
function unknownKinds(cells: Cells): ReadonlyMap<string, Rows> {
  const { rows, names } = cells;
  const found = new Map<string, Rows>();
  const reversals = [
    ...rows.filter((row, at) => isReversal(cells, row, rows[at - 1])),
    ...takenBackByNumber(cells),
  ];
  const sizes = new Set(rows.map((row) => Math.abs(cells.number(row, 'profit') ?? 0)));
  if (reversals.length > 0 && sizes.size * 2 > rows.length) found.set('reversal', reversals);
  const usual = meanGain(cells, rows);
  const isPayment = (row: Row): boolean => {
    const thing = cells.cell(row, 'pair');
    const isTrade = cells.cell(row, 'direction') !== '' || pairIn(thing) !== undefined;
    // A perpetual future is named so, as `XRP-USDT-SWAP`.
    return (
      namesPayment(thing.replace(/-SWAP$/, '')) && (!isTrade || meanGain(cells, [row]) * OTHER_SIZE < usual)
    );
  };
  const payments = rows.filter(isPayment);
  if (payments.length > 0 && payments.length < rows.length * (1 - MOSTLY)) found.set('payment', payments);
  for (const [at, name] of names.entries()) {
    const words = plainWords(name);
    const isOfKinds = KINDS.test(words);
    if (cells.isUsed(at) && !(isOfKinds && at === cells.at.direction)) continue;
    // It is of the orders, not of the trades.
    if (cells.at.id !== undefined && turns(cells, (row) => row[at] ?? '')) continue;
    const byValue = rowsByValue(cells, at);
    const filled = [...byValue.values()].reduce((sum, some) => sum + some.length, 0);
    const isSeldom = byValue.size === 1 && filled <= rows.length * SELDOM;
    // Of a tie it may say why.
    const isMark =
      isSeldom &&
      filled > 1 &&
      [...byValue.values()].flat().every((row) => cells.number(row, 'profit') !== 0);
    if (byValue.size > MOST_KINDS) {
      // Among many comments one may say that its row is none.
      const denied = rows.filter(
        (row) => /\p{L}{3}/u.test(row[at] ?? '') && isDeniedIn(words, row[at] ?? ''),
      );
      if (denied.length > 0) found.set(`${at}\t`, denied);
      continue;
    }
    const isOther = (value: string): boolean => deniesTrade(words, value) || namesPayment(value);
    // Names of events, of which each has a trade or two.
    const areMany = byValue.size > FEWEST_OF_KIND && byValue.size * 2 >= filled;
    if (areMany && ![...byValue.keys()].some(isOther)) continue;
    const isOfAll = filled === rows.length || ![...byValue.keys()].some(isOther);
    if (byValue.size < 2 && !isSeldom && isOfAll) continue;
    const isOfState = STATES.test(words) && !isOfKinds;
    // `Sim` is a yes beside a `não`.
    const isYes = (value: string): boolean =>
      plainWords(value) === 'sim' && [...byValue.keys()].some((other) => plainWords(other) === 'nao');
    for (const [value, some] of byValue) {
      // A state that is not known beside others may be that of a trade that was not taken; what expired with a profit was an option.
      const isUnknown =
        (isOfKinds || isOfState) &&
        !isKnownKind(value) &&
        !(/^expired/i.test(value) && some.every((row) => (cells.number(row, 'profit') ?? 0) !== 0)) &&
        ((isOfState && [...byValue.keys()].some(isKnownKind)) || !areTrades(cells, some, usual));
      const size = meanGain(cells, some);
      const isFee = namesPayment(value) && (size * OTHER_SIZE < usual || size > usual * OTHER_SIZE);
      const isDenied =
        isFee || (deniesTrade(words, value) && !isYes(value)) || (isOfState && isUntraded(value));
      if (isUnknown || isDenied || (isMark && value !== RED && !/[\p{L}\d]/u.test(value)))
        found.set(`${at}\t${value}`, some);
    }
  }
  return found;
}

const isDeniedIn = (words: string, cell: string): boolean =>
  cell.length <= LONGEST_DENIAL && deniesTrade(words, cell);
const LONGEST_DENIAL = 24;

function rowsByValue(cells: Cells, at: number): ReadonlyMap<string, Row[]> {
  return groupBy(cells.rows, (row) => (cells.isSum(row) ? undefined : row[at] || undefined), MOST_KINDS);
}

/** Whether rows won and lost about as much as all do. */
function areTrades(cells: Cells, rows: Rows, usual: number): boolean {
  const size = meanGain(cells, rows);
  const gains = rows.map((row) => cells.number(row, 'profit') ?? 0);
  const hasBoth = usual === 0 || (gains.some((gain) => gain > 0) && gains.some((gain) => gain < 0));
  return rows.length >= FEWEST_OF_KIND && hasBoth && size * OTHER_SIZE >= usual && size <= usual * OTHER_SIZE;
}

function meanGain(cells: Cells, rows: Rows): number {
  const gains = rows.flatMap((row) => cells.number(row, 'profit') ?? []);
  return gains.reduce((sum, gain) => sum + Math.abs(gain), 0) / Math.max(1, gains.length);
}

/** The rows that name the number of another one and bring the opposite of it, as `Storno zu R55161`, and these others. */
function takenBackByNumber({ rows, number }: Cells): Rows {
  // Of 200,000 rows a list of all numbers would take 20 MB.
  const naming = rows.flatMap((row) => {
    const named = row.flatMap((cell) => (NAMES_NUMBER.test(cell) ? cell.split(/[\s,;:()]+/) : []));
    const numbers = named.filter((word) => NUMBER.test(word)).map((word) => word.replace(/^#/, ''));
    return numbers.length === 0 ? [] : [{ row, numbers }];
  });
  const wanted = new Set(naming.flatMap(({ numbers }) => numbers));
  const byNumber = new Map<string, Row>();
  if (wanted.size > 0)
    for (const row of rows)
      for (const cell of row) if (wanted.has(cell) && !byNumber.has(cell)) byNumber.set(cell, row);
  return naming.flatMap(({ row, numbers }) => {
    const other = numbers.map((word) => byNumber.get(word)).find(Boolean);
    const gain = number(row, 'profit') ?? 0;
    return other !== undefined && other !== row && gain !== 0 && number(other, 'profit') === -gain
      ? [other, row]
      : [];
  });
}

/** Whether a row takes back to the cent what the one before it brought. */
function isReversal(cells: Cells, row: Row, before: Row = []): boolean {
  const [gain, gainBefore] = [cells.number(row, 'profit') ?? 0, cells.number(before, 'profit')];
  const isSame = (['pair', 'time', 'date'] as const).every(
    (meaning) => cells.cell(row, meaning) === cells.cell(before, meaning),
  );
  return gain !== 0 && gainBefore === -gain && isSame && cells.cell(row, 'time') !== '';
}
