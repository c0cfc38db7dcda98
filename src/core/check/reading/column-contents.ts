/** What columns mean by what they hold, where their names do not say it. */
import { amountAt, type DecimalMark, parseAmount } from './amount.ts';
import {
  fitterOf,
  isSureEnding,
  isValue,
  MOST_EXPIRIES,
  MOSTLY,
  shareOf,
  shareThatFits,
} from './column-fits.ts';
import { currencyIn, currencyOfName } from './currencies.ts';
import { type Meaning, MOVES, type Named, namedMeaning, namedMeanings } from './column-names.ts';
import type { Heading } from './table-columns.ts';
import { parseEnding } from './endings.ts';
import { dateOrderOf, MomentReader } from './moment.ts';
import { pairIn } from './pairs.ts';
import { isKnownKind } from './row-kinds.ts';
import { type BestColumns, cellsIn, hasBothEndings, pays } from './settled-columns.ts';
import { besideSide, parseDirection } from './trade-words.ts';
import { orNull } from './unreadable.ts';
import { plainWords } from './words.ts';

type Rows = readonly (readonly string[])[];
type Take = (
  meaning: Meaning,
  fits: (cells: readonly string[], at: number) => boolean,
  isInstead?: boolean,
) => void;

/** What gives a column without a meaning one that fits its cells: the first that does, else the only one, as of several it is not certain which. */
function takerOf(
  best: BestColumns,
  names: readonly (Named | undefined)[] | undefined,
  row: readonly string[],
  sample: Rows,
): Take {
  return (meaning, fits, isInstead = false) => {
    if (best.has(meaning) && !isInstead) return;
    const used = new Set([...best.values()].map(({ at }) => at));
    const found = [...row.keys()].filter(
      (at) => names?.[at] !== 'unused' && !used.has(at) && fits(cellsIn(sample, at), at),
    );
    const at = found.length === 1 || names === undefined || meaning === 'result' ? found[0] : undefined;
    if (at !== undefined) best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  };
}

/** Columns without names: what nearly every cell can be, in an order in which the surer meanings come first. */
export function byContent(sample: Rows, mark: DecimalMark): Heading | undefined {
  const best: BestColumns = new Map();
  const unnamed = Array<string>(Math.max(0, ...sample.map((row) => row.length))).fill('');
  takeByContent(best, undefined, unnamed, sample, mark);
  const take = takerOf(best, undefined, unnamed, sample);
  const has = (meaning: Meaning): boolean => best.has(meaning);
  const fits = (meaning: Meaning, at: number): boolean => shareThatFits(meaning, at, sample, mark) >= MOSTLY;
  const numbersIn = (cells: readonly string[]): number[] => cells.map((cell) => parseAmount(cell, mark));
  // Beside amounts of money, numbers without a currency are moves of the price.
  const areMoney = (cells: readonly string[]): boolean =>
    shareOf(cells, (cell) => /\p{Sc}/u.test(cell)) >= MOSTLY;
  take('direction', (_cells, at) => fits('direction', at));
  take('payout', (cells) => shareOf(cells, (cell) => /^\+?\d+(?:[.,]\d+)? ?%$/.test(cell)) === 1);
  // Amounts of money, some of them 0: what was paid for a trade where another column holds its stake, else profits.
  const isPaid = (cells: readonly string[]): boolean => areMoney(cells) && numbersIn(cells).includes(0);
  if (has('pair') && !has('result')) {
    take('returned', isPaid);
    const paid = best.get('returned')?.at ?? -1;
    take('stake', (cells, at) => areMoney(cells) && pays(paid, at, sample, mark));
    if (!has('stake')) best.delete('returned');
  }
  const someMoney = unnamed.some((_name, at) => areMoney(cellsIn(sample, at)));
  if (!has('returned'))
    take(
      'profit',
      (cells, at) =>
        fits('profit', at) &&
        (areMoney(cells) || !someMoney) &&
        !cells.some((cell) => cell.endsWith('%')) &&
        numbersIn(cells).some((value) => value > 0) &&
        (numbersIn(cells).some((value) => value < 0) || cells.some((cell) => cell.startsWith('+'))),
    );
  if (!has('result') && !has('returned') && has('pair')) take('profit', isPaid);
  // Two columns that fit by chance are no table of trades.
  if (!['result', 'profit', 'returned'].some((one) => has(one as Meaning)) || best.size < 2) return undefined;
  // Names that are not known: in none of these columns the rows up to theirs have what the others do.
  const isTrade = (row: readonly string[]): boolean =>
    row.some(isValue) ||
    [...best.values()].some(
      ({ meaning, at }) =>
        !/^(?:pair|direction)$/.test(meaning) && shareThatFits(meaning, at, [row], mark) > 0,
    );
  const row = sample.findIndex(isTrade) - 1;
  const names = sample[row] ?? [];
  const named = namedMeanings(names);
  for (const meaning of ['entry', 'stake', 'pair', 'direction', 'expiry'] as const)
    take(meaning, (_cells, at) => named[at] === meaning && fits(meaning, at));
  return {
    row,
    columns: [...best.values()].map(({ meaning, at }) => ({ meaning, at, name: names[at] ?? '' })),
  };
}

const OF_MARKET =
  /^(?:up|down|high(?:er)?|low(?:er)?|above|below|rises?|falls?|bull(?:ish)?|bear(?:ish)?|c|p)$/i;

const MOST_WORDS = /^\S+(?: \S+)?$/;

/** Whether times of a column are those of the ends: after those of the starts, mostly different ones, and not below another name for a start. */
function endsAfter(best: BestColumns, row: readonly string[], sample: Rows): (at: number) => boolean {
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

/**
 * Columns whose names, if they have some, do not say what nearly all of their cells do: days, times of day, pairs, who won and who lost.
 */
export function takeByContent(
  best: BestColumns,
  names: readonly (Named | undefined)[] | undefined,
  row: readonly string[],
  sample: Rows,
  mark: DecimalMark,
): void {
  const take = takerOf(best, names, row, sample);
  const mostly = (meaning: Meaning, cells: readonly string[]): boolean =>
    cells.length * 2 > sample.length && shareOf(cells, fitterOf(meaning, cells, mark)) >= MOSTLY;
  const areNumbers = (cells: readonly string[]): boolean => cells.some((cell) => /^\d+$/.test(cell));
  const hasTime = best.has('date') || best.has('closed');
  if (!hasTime) take('time', (cells) => mostly('time', cells) && (names === undefined || !areNumbers(cells)));
  take(
    'result',
    (cells) =>
      cells.length * 2 > sample.length &&
      cells.slice(1).some(isSureEnding) &&
      (names === undefined ? mostly('result', cells) : hasBothEndings(cells)),
  );
  if (!hasTime && !best.has('time')) take('date', (cells) => mostly('date', cells) && !areNumbers(cells));
  if (!best.has('time'))
    take('clock', (cells) => mostly('clock', cells) && new Set(cells).size > MOST_EXPIRIES);
  if (!best.has('expiry')) {
    const isOfEnd = endsAfter(best, row, sample);
    take('closed', (cells, at) => mostly('closed', cells) && !areNumbers(cells) && isOfEnd(at));
  }
  // Up and down may be said of the market as well, and a side in a sentence of anything.
  const isSide = (cell: string): boolean => MOST_WORDS.test(cell) && !OF_MARKET.test(cell);
  const sidesIn = (cells: readonly string[]) =>
    new Set(cells.filter(isSide).flatMap((cell) => parseDirection(cell) ?? []));
  if (names !== undefined)
    take('direction', (cells) => mostly('direction', cells) && sidesIn(cells).size === 2);
  // A currency, or the kind of what is traded, stands beside its name.
  const pairs = (cells: readonly string[]): number => shareOf(cells, (cell) => pairIn(cell) !== undefined);
  const kinds = cellsIn(sample, best.get('pair')?.at ?? -1);
  if (pairs(kinds) === 0) {
    const side = best.get('direction');
    // `Buy Apple` in the column of the side.
    const named = cellsIn(sample, side?.at ?? -1).map(besideSide);
    const isOfKinds = names?.[best.get('pair')?.at ?? -1] !== 'pair' || shareOf(kinds, isKnownKind) >= MOSTLY;
    const areNames = isOfKinds && shareOf(named, Boolean) >= MOSTLY;
    if (side !== undefined && (pairs(named) >= 0.5 || areNames))
      best.set('pair', { ...side, meaning: 'pair' });
    else take('pair', (cells) => pairs(cells) >= 0.5, true);
  }
  takeGains(best, names, row, sample, mark);
}

/** What trades brought, by what a column holds beside their outcomes. */
function takeGains(
  best: BestColumns,
  names: readonly (Named | undefined)[] | undefined,
  row: readonly string[],
  sample: Rows,
  mark: DecimalMark,
): void {
  // What lost trades brought is below 0, or nothing came back of their stakes.
  const [stake, result] = [best.get('stake'), best.get('result')];
  if (result === undefined || best.has('profit') || best.has('returned')) return;
  const ended = sample.flatMap((cells) => {
    const [ending, staked] = [parseEnding(cells[result.at] ?? ''), amountAt(cells, stake?.at ?? -1, mark)];
    return ending === 'won' || ending === 'lost' ? [{ cells, isWon: ending === 'won', staked }] : [];
  });
  if (![true, false].every((isWon) => ended.some((one) => one.isWon === isWon))) return;
  // A streak or a rating has the sign of the outcome too.
  const isMoney = (place: number): boolean => {
    if (ended.every(({ cells, isWon, staked }) => isWon || amountAt(cells, place, mark) === -staked))
      return true;
    const name = row[place] as string;
    const cells = cellsIn(sample, place);
    return (
      currencyOfName(name) !== undefined ||
      /%|\br\b/i.test(name) ||
      MOVES.test(plainWords(name)) ||
      shareOf(cells, (cell) => currencyIn(cell) !== undefined || /[%r]$/i.test(cell)) >= MOSTLY
    );
  };
  const likeness = (name: string): number => (name.includes('%') ? 2 : /\br\b/i.test(name) ? 1 : 0);
  const isUsed = (at: number): boolean => [...best.values()].some((column) => column.at === at);
  const isOf = (base: number, place: number): boolean =>
    ended.every(({ cells, isWon, staked }) => {
      const above = amountAt(cells, place, mark) - (base === 0 ? 0 : staked);
      return isWon ? above > 0 : base === 0 ? above < 0 && !isMove(place) : above === -staked;
    });
  // How far the price went is what a trade brought where it has neither a stake nor a payout.
  const isFixed = (['stake', 'payout', 'expiry'] as const).some((meaning) => best.has(meaning));
  const isMove = (place: number): boolean =>
    isUsed(place) ||
    (names?.[place] === 'unused' && (isFixed || !MOVES.test(plainWords(row[place] as string)))) ||
    (isFixed && (row[place] as string).includes('%'));
  for (const [meaning, base] of [
    ['profit', 0],
    ['returned', 1],
  ] as const) {
    // What is in money comes before multiples of the risk, and these before percentages.
    const [at = -1] = [...row.keys()]
      .filter((place) => isOf(base, place) && (base === 1 || isMoney(place)))
      .sort((one, other) => likeness(row[one] as string) - likeness(row[other] as string));
    if (at !== -1) best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  }
}
