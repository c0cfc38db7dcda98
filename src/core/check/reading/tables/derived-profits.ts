/** Tables in which something stands in several columns: how trades ended in two prices or balances, a pair in two assets, a time beside AM and PM. */
import { median } from '../../staking.ts';
import { amountAt, amountCell, type DecimalMark, isBlank } from '../words/amount.ts';
import { EXIT, isSumSoFar, type Named, namedMeanings, STOP, TARGET } from '../words/column-names.ts';
import type { Row } from '../complete-trades.ts';
import { outcomesOfCodes, parseEnding } from '../words/endings.ts';
import { askDistance, askStake, isUneven, saysPaid } from '../words/distances.ts';
import { dateOrderOf, MomentReader } from '../words/moment.ts';
import { MULTIPLE } from '../words/profit-units.ts';
import type { Asker } from '../questions.ts';
import { SHARE } from './settled-columns.ts';
import { CENT, MOSTLY, FIRST_ROWS, type TableColumns } from '../words/table-columns.ts';
import { parseDirection } from '../words/trade-words.ts';
import { headed } from '../words/headed-table.ts';
import { orNull, type Table } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

/** Names of columns of what is in an account. */
export const BALANCE =
  /balance|equity|bankroll|saldo|bakiye|kontostand|баланс|^(?:(?:account|capital|kapital|banca|kasa)(?: (?:after|total|final|actual))?)$/;
const BEFORE = /(?<!\p{L})(?:before|start(?:ing)?|opening|old|antes|vorher|inicial|до|once)(?!\p{L})/u;
const AFTER =
  /(?<!\p{L})(?:after|end(?:ing)?|closing|new|despues|depois|nachher|final|после|sonra)(?!\p{L})/u;

/** A table with a column of the profits that follow from others; as it is where none do. */
export function withProfits(table: Table, mark: DecimalMark): Table {
  const { names, meanings, below, withColumns } = headed(
    table,
    (row) => profitReader(row, table.rows, mark) !== undefined,
  );
  const profitOf = profitReader(names, below, mark);
  if (profitOf === undefined) return table;
  // What a won stake pays is said: the price tells only who won.
  const isPaid = meanings.some(
    (meaning, at) => meaning === 'payout' || (meaning === 'returned' && SHARE.test(names[at] as string)),
  );
  const endOf = (profit: string): string =>
    profit === '' ? '' : profit.startsWith('-') ? 'lost' : /[1-9]/.test(profit) ? 'won' : 'tie';
  return withColumns([isPaid ? 'Result' : 'Profit'], (row) => [
    isPaid ? endOf(profitOf(row)) : profitOf(row),
  ]);
}

/** What reads the profit of a row out of those below the names, empty where it does not follow; undefined where these are no such names. */
function profitReader(
  names: readonly string[],
  below: Table['rows'],
  mark: DecimalMark,
): ((row: readonly string[]) => string) | undefined {
  const words = names.map(plainWords);
  const written = (profit: number): string => amountCell(profit, mark);
  const [before, after] = [BEFORE, AFTER].map((when) =>
    words.findIndex((name) => BALANCE.test(name) && when.test(name)),
  ) as [number, number];
  if (before !== -1 && after !== -1)
    return (row) => written(amountAt(row, after, mark) - amountAt(row, before, mark));
  const meanings = namedMeanings(names);
  const exit = words.findIndex((name) => EXIT.test(name));
  const entry = meanings.findIndex((meaning, at) => meaning === 'entry' && at !== exit);
  const side = meanings.indexOf('direction');
  if (entry === -1 || side === -1 || exit === -1) {
    const balance = words.findIndex((name) => BALANCE.test(name) || isSumSoFar(name));
    if (balance === -1) return undefined;
    let changes: ReturnType<typeof changesOf> | undefined;
    return (row) => {
      changes ??= changesOf(below, meanings, balance, mark, isSumSoFar(words[balance] as string));
      return changes.start === row ? 'Start' : written(changes.by.get(row) ?? Number.NaN);
    };
  }
  return (row) => {
    const direction = parseDirection(row[side] ?? '');
    const move = (amountAt(row, exit, mark) / amountAt(row, entry, mark) - 1) * 100;
    const isKnown = direction !== undefined && Number.isFinite(move);
    return isKnown ? `${written(direction === 'CALL' ? move : -move)}%` : '';
  };
}

/** More times what a won stake usually brings was paid in. */
const FAR = 2;
/** Stakes that are all alike, or a few. */
const FEW_FALLS = 4;

/**
 * How much a balance, or what `isSum` of all so far, changed in each row from the row before or, where falls are stakes in that order alone or
 * the newest row stands first, from the one after. A balance falls by a stake or, where no column holds these, by one of a few amounts; not
 * where it fell otherwise or rose far more than usual, as something was paid in or out.
 */
function changesOf(
  rows: Table['rows'],
  meanings: readonly (Named | undefined)[],
  balance: number,
  mark: DecimalMark,
  isSum: boolean,
): { readonly by: ReadonlyMap<readonly string[], number>; readonly start: readonly string[] | undefined } {
  const stakeIn = (row: readonly string[]): number =>
    meanings.includes('stake') ? amountAt(row, meanings.indexOf('stake'), mark) : 1;
  const balanced = rows.filter((row) => !Number.isNaN(amountAt(row, balance, mark)));
  const orders = [balanced, balanced.toReversed()].map((order) => {
    const changes = order.flatMap((row, place) => {
      const before = place === 0 ? (isSum ? 0 : Number.NaN) : amountAt(order[place - 1] ?? [], balance, mark);
      const by = amountAt(row, balance, mark) - before;
      return stakeIn(row) > 0 && !Number.isNaN(by) ? [{ row, by }] : [];
    });
    const falls = changes.filter(({ by }) => by < 0);
    const sizes = new Set(falls.map(({ by }) => by.toFixed(2)));
    const areFew = !meanings.includes('stake') && sizes.size * FEW_FALLS <= falls.length;
    const isFall = ({ row, by }: (typeof changes)[number]): boolean =>
      isSum || areFew || Math.abs(by + stakeIn(row)) < CENT;
    const fits = falls.length > 0 && falls.filter(isFall).length >= falls.length * MOSTLY;
    return fits ? changes.filter((one) => one.by >= 0 || isFall(one)) : [];
  });
  const [forward = [], backward = []] = orders;
  const isForward = backward.length === 0 || (forward.length > 0 && !descend(balanced, meanings));
  const changes = isForward ? forward : backward;
  const [start = [], next = []] = isForward ? balanced : balanced.toReversed();
  // What the balance began with has no trade.
  const isStart = start.includes('0') || next.some((cell, at) => cell !== '' && isBlank(start[at] ?? ''));
  const usual = median(changes.flatMap(({ row, by }) => (by > 0 ? by / stakeIn(row) : []))) ?? 0;
  const isOfTrade = ({ row, by }: (typeof changes)[number]): boolean =>
    isSum || by <= usual * FAR * stakeIn(row);
  return {
    by: new Map(changes.filter(isOfTrade).map(({ row, by }) => [row, by])),
    start: isSum || !isStart ? undefined : start,
  };
}

/** Whether the newest of rows stands first. */
export function descend(rows: Table['rows'], meanings: readonly (Named | undefined)[]): boolean {
  const at = meanings.findIndex((meaning) => meaning === 'time' || meaning === 'date');
  const reader = new MomentReader(dateOrderOf(rows.map((row) => row[at] ?? '')));
  const [first = 0, last = 0] = [rows[0], rows.at(-1)].map(
    (row) => orNull(() => reader.read(row?.[at] ?? ''))?.localMs ?? 0,
  );
  return first > last;
}

const IN_DISTANCE = /(?:pips|points)$|reward|risk|profit$|loss$|credit/;
const PIPS = / ?(?:pips?|points?|pts)$/i;
/** Prices of a target and a stop are nearer to each other. */
const APART = 1.5;

/** `1:2`, `1 to 2.5`, `2R`. */
const RATIO_CELL = /^(\d+(?:[.,]\d+)?)(?:\s?(?:[:/]|to)\s?(\d+(?:[.,]\d+)?))?\s?r?$/i;
const REWARD_FIRST = /^(?:planned )?reward/;

type RatioOf = (row: readonly string[]) => number;

/**
 * A table of words for how trades ended beside their targets and stops, or the ratio of these, and nothing on what they brought, with
 * what wins pay for a risk of 1. Any other table as it is.
 */
export function withDistances(table: Table, mark: DecimalMark): Table {
  const isTold = new Set<Named | undefined>(['profit', 'returned', 'payout', 'wins', 'losses']);
  const isOpen = (row: readonly string[], besides: readonly number[] = []): boolean =>
    !namedMeanings(row).some(
      (meaning, at) => !besides.includes(at) && levelsIn(row)?.includes(at) !== true && isTold.has(meaning),
    );
  const moves = headed(
    table,
    (row) => isOpen(row) && namedMeanings(row).includes('result') && placeNamed(row, EXIT) !== -1,
  );
  if (moves.head !== -1) {
    const moved = withProfits(table, mark);
    return moved !== table && tellsMoves(moved, mark) ? moved : table;
  }
  const multiplesIn = (row: readonly string[]): number[] =>
    row.flatMap((name, at) => (MULTIPLE.test(plainWords(name)) ? [at] : []));
  const { head, names, meanings, below, withCells, withColumns } = headed(table, (row) => {
    const multiples = multiplesIn(row);
    return (multiples.length > 0 || levelsIn(row) !== undefined) && isOpen(row, multiples);
  });
  if (head === -1) return table;
  const multiples = multiplesIn(names);
  const mayEnd = (at: number): boolean =>
    below.filter((row) => parseEnding(row[at] ?? '') !== undefined).length >= below.length * MOSTLY;
  const named = meanings.findIndex((meaning, at) => meaning === 'result' && !multiples.includes(at));
  const resultAt = named === -1 ? [...names.keys()].findLast(mayEnd) : named;
  const resultIn = (row: readonly string[]): string => row[resultAt ?? -1] ?? '';
  const codes = outcomesOfCodes(below.map(resultIn).filter((cell) => cell !== ''));
  const endingOf = (row: readonly string[]) => codes.get(resultIn(row)) ?? parseEnding(resultIn(row));
  // A column of results can hold what trades brought.
  if (below.filter((row) => endingOf(row) !== undefined).length < below.length * MOSTLY) return table;
  const written = (value: number): string => amountCell(value, mark);
  const gainIn = (row: readonly string[], at: number): number => {
    const [first = Number.NaN, second] = partsIn(row[at] ?? '') ?? [];
    return second === undefined ? first : first === 1 ? second : Number.NaN;
  };
  const won = below.filter((row) => endingOf(row) === 'won');
  const lost = below.filter((row) => endingOf(row) === 'lost');
  // Nothing gained beside each loss: what trades made, and not what was planned.
  const made = multiples.find(
    (at) =>
      won.filter((row) => gainIn(row, at) > 0).length > won.length * MOSTLY &&
      !lost.some((row) => gainIn(row, at) > 0),
  );
  if (made !== undefined) {
    const stake = lost.some((row) => amountAt(row, made, mark) < 0) ? -1 : meanings.indexOf('stake');
    return withCells((row, isHead) => {
      const said = amountAt(row, made, mark) || 0;
      const gain =
        gainIn(row, made) > 0 ? gainIn(row, made) : endingOf(row) === 'lost' ? said || -1 : Number.NaN;
      const name = stake === -1 ? 'Profit (R)' : 'Profit';
      const cell = Number.isNaN(gain) ? row[made] : written(gain * (amountAt(row, stake, mark) || 1));
      if (cell === undefined) return row;
      return row.map((one, at) => (at !== made ? one : isHead ? name : cell));
    });
  }
  // What is stated beside it says more.
  if (!isOpen(names)) return table;
  const ratios = ratiosIn(names, below);
  const ratioOf = [byLevels(names, mark), byDistances(names, mark), ratios?.ratioOf].find(
    (of) => of !== undefined && below.filter((row) => isRatio(of(row))).length >= below.length * MOSTLY,
  );
  if (ratioOf === undefined) {
    const partsOf = ratios?.partsOf;
    if (partsOf === undefined) return table;
    return withColumns(['Payout (risk to reward)'], (row) => [partsOf(row)?.join(':') ?? '']);
  }
  // What can be won is nothing that came back.
  const renamed = names.map((cell, at) => (meanings[at] === 'returned' ? 'Take profit' : cell));
  return withCells((row, isHead) =>
    isHead ? [...renamed, NET] : [...row, isRatio(ratioOf(row)) ? written(ratioOf(row)) : ''],
  );
}

/** The name of what a win pays by the distances of a target and a stop. */
export const NET = 'Payout (net, risk to reward)';
const isRatio = (ratio: number): boolean => ratio > 0 && Number.isFinite(ratio);

/** Where a row names a target and a stop, or what these are in money; undefined where it names none. */
const levelsIn = (row: readonly string[]): readonly number[] | undefined =>
  [
    [TARGET, STOP],
    [
      /^(?:reward|(?:potential|target|max) profit|(?:net )?credit(?: received)?)$/,
      /^(?:risk(?: amount)?|max(?:imum)? (?:loss|risk))$/,
    ],
  ]
    .map((forms) => forms.map((form) => placeNamed(row, form)))
    .find((places) => !places.includes(-1));

function placeNamed(row: readonly string[], form: RegExp): number {
  return row.findIndex((name) => form.test(plainWords(name)));
}

/** Whether how far prices went, in the last column, is what trades brought: sizes, a target or a stop are named, or won ones went otherwise far than lost ones. */
function tellsMoves({ rows }: Table, mark: DecimalMark): boolean {
  if (rows.some((row) => namesLevels(row))) return true;
  const moves = rows.map((row) => amountAt(row, row.length - 1, mark));
  const meanOf = (sign: number): number => {
    const some = moves.filter((move) => move * sign > 0);
    return some.reduce((sum, move) => sum + move, 0) / some.length;
  };
  const ratio = -meanOf(1) / meanOf(-1);
  return ratio >= APART || ratio <= 1 / APART;
}

/** Names of columns of what no bet on up or down has. */
const MARGIN = /^(?:lots?|lot size|volume|leverage|lev|lote|volumen|hebel|лоты?|объем|плечо)$/;

const namesLevels = (names: readonly string[]): boolean =>
  [TARGET, STOP, MARGIN].some((form) => placeNamed(names, form) !== -1);

/** A target or a stop in a cell for the outcome. */
export const AT_LEVEL = /(?<!\p{L})(?:tp|sl|take[ _-]?profit|stop[ _-]?loss|stopped out)(?!\p{L})/iu;

/**
 * Asks how far targets are where columns are named as those of a target, a stop or the size of a position, or one that says how trades
 * ended names these, or most rows name uneven contracts, and nothing else says it.
 */
export function askLevels(
  rows: Row[],
  { at, names }: TableColumns,
  asker: Asker,
  rowOf: (trade: number) => readonly string[],
): void {
  const texts = rows.map((_row, trade) => (trade < SHOWN ? rowOf(trade) : ''));
  if (askStake(rows, texts, asker) || saysPaid(rows)) return;
  const ends = [at.result, at.wins, at.losses];
  const isNamed = namesLevels(names) || ends.some((place) => AT_LEVEL.test(names[place ?? -1] ?? ''));
  const saysLevel = (cell: string): boolean => AT_LEVEL.test(cell) && parseEnding(cell) !== undefined;
  const mostSay = (says: (cell: string) => boolean, some = rows): boolean =>
    some.filter((_row, trade) => rowOf(trade).some(says)).length * 2 > some.length;
  const isOfLevels = at.expiry === undefined && (isNamed || mostSay(saysLevel));
  if (!isOfLevels && !mostSay(isUneven, rows.slice(0, FIRST_ROWS))) return;
  askDistance(rows, texts, asker);
}

const SHOWN = 3;
/** The distances to the target and to the stop by the prices of a row. */
function byLevels(names: readonly string[], mark: DecimalMark): RatioOf {
  const [target = -1, stop = -1] = levelsIn(names) ?? [];
  const entry = namedMeanings(names).indexOf('entry');
  return (row) => {
    const from = amountAt(row, entry, mark);
    return (amountAt(row, target, mark) - from) / (from - amountAt(row, stop, mark));
  };
}

/** The same by what columns in pips hold: their names or cells say so, or their numbers are too far from each other for prices. */
function byDistances(names: readonly string[], mark: DecimalMark): RatioOf {
  const places = levelsIn(names) ?? [];
  const areNamed = places.every((at) => IN_DISTANCE.test(plainWords(names[at] ?? '')));
  return (row) => {
    const cells = places.map((at) => row[at] ?? '');
    const [gain = Number.NaN, loss = Number.NaN] = cells.map((cell) =>
      Math.abs(amountAt([cell.replace(PIPS, '')], 0, mark)),
    );
    const ratio = gain / loss;
    const isFar = ratio === 1 || ratio >= APART || ratio <= 1 / APART;
    return areNamed || isFar || cells.every((cell) => PIPS.test(cell)) ? ratio : Number.NaN;
  };
}

/** The numbers of a cell as 1:2 or 2R. */
function partsIn(cell: string): readonly [number, number?] | undefined {
  const [, ...parts] = RATIO_CELL.exec(cell.trim()) ?? [];
  const numbers = parts.flatMap((text) => (text === undefined ? [] : Number(text.replace(',', '.'))));
  return numbers.length === 0 ? undefined : (numbers as [number, number?]);
}

/** What a column of ratios holds, as 1:2; without `ratioOf` where neither its name nor its numbers tell which of the two is the risk. */
function ratiosIn(names: readonly string[], below: Table['rows']) {
  const at = placeNamed(names, MULTIPLE);
  const partsOf = (row: readonly string[]): readonly [number, number] | undefined => {
    const [first, second = 1] = partsIn(row[at] ?? '') ?? [];
    return first === undefined ? undefined : [first, second];
  };
  const parts = below.map(partsOf).filter((one) => one !== undefined);
  if (at === -1 || parts.length < below.length * MOSTLY) return undefined;
  const areAlone = below.every((row) => !/[:/]|to/i.test(row[at] ?? ''));
  // A number alone is what is gained for a risk of 1, unless some are smaller.
  const isRewardFirst =
    REWARD_FIRST.test(plainWords(names[at] as string)) || (areAlone && parts.every(([first]) => first >= 1));
  const isRiskFirst = !areAlone && parts.every(([first]) => first === 1);
  if (!isRewardFirst && !isRiskFirst) return { partsOf };
  const ratioOf: RatioOf = (row) => {
    const [first, second] = partsOf(row) ?? [Number.NaN, 1];
    return isRewardFirst ? first / second : second / first;
  };
  return { partsOf, ratioOf };
}

const ZONE_NAME =
  /^(?:time ?zone|tz|zone|(?:utc|gmt) offset|offset|fuso(?: horario)?|zona horaria|zeitzone)$/;
const ZONE = /^(?:(?:UTC|GMT)?\s?[+-]\d{1,2}(?::?\d{2})?|[A-Z]{3,4})$/;
const OTC = /^otc$/i;
const SIGN = /^[+−–-]$/;
const SIGN_NAME = /^(?:sign|signo|sinal|vorzeichen|signe|segno|)$/;
const BASE = /^base(?: (?:currency|asset|coin))?$/;
const QUOTE = /^(?:quoted?|counter)(?: (?:currency|asset|coin))?$/;
const HALF = /^(?:[ap]\.?m\.?|[صم])$/i;
const CLOCK = /^\d{1,2}[:.h]\d{2}(?:[:.]\d{2})?$/;

/** A table with the two assets of a pair in one cell, AM and PM in that of their time, a sign in that of its amount, and the zone of a time and OTC with theirs. */
export function withJoinedCells(table: Table): Table {
  const head = headed(table, (row) => row.length > 2 && /\p{L}/u.test(row.join('')));
  const below = head.below.slice(0, FIRST_ROWS);
  const are = (at: number, form: RegExp): boolean =>
    below.some((row) => form.test(row[at] ?? '')) &&
    below.every((row) => isBlank(row[at] ?? '') || form.test(row[at] as string));
  const pairHead = headed(table, (row) =>
    [BASE, QUOTE].every((name) => row.some((cell) => name.test(plainWords(cell)))),
  );
  const names = pairHead.names.map(plainWords);
  const [base, quote] = [BASE, QUOTE].map((name) => names.findIndex((cell) => name.test(cell))) as [
    number,
    number,
  ];
  const cells = [...(below[0] ?? []).keys()];
  const half = cells.find((at) => are(at, HALF)) ?? -1;
  const clock = cells.find((at) => half !== -1 && are(at, CLOCK)) ?? -1;
  const nameAt = (at: number): string => plainWords(head.names[at] ?? '');
  const sign = cells.find((at) => SIGN_NAME.test(nameAt(at)) && are(at, SIGN)) ?? -1;
  const signed = head.meanings.indexOf('profit');
  const isSigned = sign !== -1 && signed !== -1 && are(signed, /^[^−–+()-]*\d[^−–+()-]*$/);
  const zone = cells.find((at) => ZONE_NAME.test(nameAt(at)) && are(at, ZONE)) ?? -1;
  const otc = cells.find((at) => below.some((row) => OTC.test(row[at] ?? ''))) ?? -1;
  const placeOf = (...meanings: Named[]): number =>
    head.meanings.findIndex((one, at) => at !== otc && meanings.includes(one as Named));
  const [time, pair] = [placeOf('time', 'clock'), placeOf('pair')];
  const arePairs = pairHead.head !== -1 && [base, quote].every((at) => are(at, /^\p{L}{2,6}$/u));
  if (!arePairs && !isSigned && [clock, zone, otc].every((at) => at === -1)) return table;
  const rows = table.rows.map((row) => {
    const joined = row.slice();
    if (arePairs && !BASE.test(plainWords(row[base] ?? '')) && row[quote])
      joined[base] = `${row[base]}/${row[quote]}`;
    if (CLOCK.test(row[clock] ?? '') && HALF.test(row[half] ?? ''))
      joined[clock] = `${row[clock]} ${row[half]}`;
    if (isSigned && SIGN.test(row[sign] ?? ''))
      joined[signed] = `${row[sign] === '+' ? '' : '-'}${row[signed]}`;
    if (time !== -1 && ZONE.test(row[zone] ?? '') && /\d$/.test(row[time] ?? ''))
      joined[time] = `${row[time]} ${row[zone]}`;
    if (pair !== -1 && OTC.test(row[otc] ?? '') && row[pair]) joined[pair] = `${row[pair]} OTC`;
    return joined;
  });
  return { rows, lines: table.lines };
}
