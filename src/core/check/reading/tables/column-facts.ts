/** What the columns of a table mean as a whole, where their names leave it open. */
import { groupBy } from '../../grouping.ts';
import { isBlank } from '../words/amount.ts';
import { balanceMoves } from './balances.ts';
import { DEBIT, EXIT, isSumSoFar, namedMeaning } from '../words/column-names.ts';
import type { Row } from '../complete-trades.ts';
import { countTotals } from './counted-sums.ts';
import { currencyIn, currencyOfName } from '../words/currencies.ts';
import { countColumn } from './row-forms.ts';
import { parseEnding, type Ending as Said } from '../words/endings.ts';
import { FILLED } from './fills.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { isSum, ownStates, VOID } from './row-kinds.ts';
import { SAMPLED_ROWS, type Cells as TableCells } from '../words/table-columns.ts';
import { parseDirection } from '../words/trade-words.ts';
import { type Cells, NotATrade } from '../unreadable.ts';
import { flagIn, plainWords } from '../words/words.ts';

/** Ties are rarer than that. */
const MANY_ZEROS = 0.25;
const FEWEST_SUMS = 20;
const FEWEST_STEPS = 8;
/** Amounts that differ by less are the same. */
const LEAST_STEP = 0.0001;
/** Von Neumann's ratio: 2 where values do not depend on the one before, 0.3 for one of 1,000,000 series of 20. */
const CLOSE = 0.3;

export function winsMeaning(cells: TableCells, asker: Asker): WinsMeaning {
  if (cells.at.losses === undefined) return 'flags';
  // Of single trades that all lost.
  if (cells.at.wins === undefined && cells.at.pair !== undefined) return 'amounts';
  // What a row says of its end comes first.
  const { totals } = countTotals(cells);
  const asked = cells.rows.filter(
    (row) => cells.cell(row, 'result') === '' && !cells.isSum(row) && !totals.has(row),
  );
  const values = asked
    .flatMap((row) => [cells.amount(cells.cell(row, 'wins')), cells.amount(cells.cell(row, 'losses'))])
    .filter((value) => !Number.isNaN(value));
  const lost = asked.filter((row) => (cells.number(row, 'losses') ?? 0) !== 0);
  const areStakes =
    lost.length > 0 &&
    lost.every((row) => Math.abs(cells.number(row, 'losses') as number) === cells.number(row, 'stake'));
  const isOfMoney = namedMeaning(cells.nameOf('wins')) === 'profit';
  const examples = asked.map((row) => `${cells.cell(row, 'wins')} / ${cells.cell(row, 'losses')}`);
  if (values.every((value) => value === 0 || value === 1)) {
    const mayBePaid = (areStakes || isOfMoney) && values.includes(1) && cells.at.payout === undefined;
    return mayBePaid && asker.ask('win-loss-columns', ['counts', 'amounts'], examples) === 'amounts'
      ? 'amounts'
      : 'flags';
  }
  const before = rowsBefore(cells, asked);
  if (before?.areSingle === true) return before.rows;
  const count = countColumn(cells.names, asked);
  const holdsAll = (row: Cells): boolean =>
    cells.numberAt(row, count) ===
    (['wins', 'losses', 'ties'] as const).reduce(
      (sum, meaning) => sum + (cells.amount(cells.cell(row, meaning)) || 0),
      0,
    );
  if (before === undefined && count !== -1 && asked.every(holdsAll)) return 'counts';
  if (DEBIT.test(cells.nameOf('losses')))
    return asker.ask('debit-credit', ['count', 'leave-out'], examples) === 'count' ? 'amounts' : 'none';
  if (
    isOfMoney ||
    areStakes ||
    asked.some((row) => currencyIn(cells.cell(row, 'wins') || cells.cell(row, 'losses')) !== undefined) ||
    values.some((value) => !Number.isInteger(value) || value < 0 || value > 1_000)
  )
    return 'amounts';
  // The share of the wins says that they are counts, where a row has both.
  const shares = asked.map((row) => {
    const [won, other] = [cells.number(row, 'wins') ?? 0, cells.number(row, 'losses') ?? 0];
    return (won / (won + other)) * 100;
  });
  const isNear = (cell: string, share: number): boolean =>
    Math.abs(Number.parseFloat(cell.replace(',', '.')) - share) <= 0.5;
  const areShares = (at: number): boolean =>
    shares.every((share, place) => Number.isNaN(share) || isNear(asked[place]?.[at] ?? '', share));
  const areCounts = before === undefined && shares.some((share) => share > 0 && share < 100);
  if (areCounts && cells.names.some((_name, at) => areShares(at))) return 'counts';
  const answers = ['counts', 'amounts'] as const;
  const answer = asker.ask<(typeof answers)[number] | 'sums'>(
    'win-loss-columns',
    before === undefined ? answers : ['sums', ...answers],
    examples,
  );
  return answer === 'sums' ? (before?.rows ?? 'counts') : answer;
}

/** The row before each, where the columns may count the wins and losses so far: none falls; `areSingle` where each row has one more. */
function rowsBefore(cells: TableCells, asked: readonly Cells[]) {
  const counted = asked.filter((row) => cells.number(row, 'wins') !== null);
  const count = (row: Cells | undefined, meaning: 'wins' | 'losses' | 'ties'): number =>
    row === undefined ? 0 : cells.amount(cells.cell(row, meaning)) || 0;
  return [counted, counted.toReversed()]
    .map((ordered) => {
      const steps = ordered.map((row, at) => {
        const grown = (['wins', 'losses', 'ties'] as const).map(
          (meaning) => count(row, meaning) - count(ordered[at - 1], meaning),
        );
        return { falls: grown.some((by) => by < 0), by: grown.reduce((sum, by) => sum + by, 0) };
      });
      const followed = ordered.slice(1).map((row, at) => [row, ordered[at] as Cells] as const);
      const areSingle = followed.length > 0 && steps.every(({ by }) => by === 1);
      const mayBeSums = ordered.length >= FEWEST_SO_FAR && steps.slice(1).some(({ by }) => by > 0);
      return !steps.some(({ falls }) => falls) && (areSingle || mayBeSums)
        ? { rows: new Map(followed), areSingle }
        : undefined;
    })
    .find((found) => found !== undefined);
}

const FEWEST_SO_FAR = 3;

/** What columns of wins and losses hold; counts so far are the map of each row to the one before. */
type WinsMeaning = 'none' | 'flags' | 'counts' | 'amounts' | ReadonlyMap<Cells, Cells>;

export type Ending = Pick<Row, 'outcome' | 'profit'>;

/** The endings of a row with a column of wins and one of losses. */
export function countedEndings(cells: TableCells, row: Cells, winsAre: WinsMeaning): readonly Ending[] {
  if (winsAre === 'none') throw new NotATrade({ code: 'no-ending' });
  const [wins, losses, ties] = (['wins', 'losses', 'ties'] as const).map((meaning) => {
    const cell = cells.cell(row, meaning);
    const before = typeof winsAre === 'string' ? undefined : winsAre.get(row);
    const value =
      (isBlank(cell) ? 0 : (flagIn(cell) ?? cells.amount(cell))) -
      (before === undefined ? 0 : cells.amount(cells.cell(before, meaning)) || 0);
    if (Number.isNaN(value)) throw new NotATrade({ code: 'no-outcome', cell: shown(cell) });
    return value;
  }) as [number, number, number];
  const all = [
    { outcome: 'won', count: wins, profit: Math.abs(wins) },
    { outcome: 'lost', count: losses, profit: 0 - Math.abs(losses) },
    { outcome: 'tied', count: ties, profit: 0 },
  ] as const;
  const given = all.filter(({ count }) => count !== 0);
  const areCounts = winsAre === 'counts' || typeof winsAre !== 'string';
  if (!areCounts && given.length > 1)
    throw new NotATrade({ code: 'contradiction', cell: shown(cells.cell(row, 'wins')), profit: -losses });
  // Neither gained nor lost.
  const isTie =
    winsAre === 'amounts' &&
    given.length === 0 &&
    cells.cell(row, 'wins') !== '' &&
    cells.cell(row, 'losses') !== '';
  if (isTie) return [{ outcome: 'tied', profit: 0 }];
  const endings = given.flatMap(({ outcome, count, profit }) =>
    areCounts
      ? Array.from({ length: count }, () => ({ outcome, profit: null }))
      : [{ outcome, profit: winsAre === 'amounts' ? profit : null }],
  );
  if (endings.length === 0) throw new NotATrade({ code: 'no-ending' });
  return endings;
}

/** Counted trades of one stake with the payout of the won ones that what they brought together says. */
export function withPayout(trades: readonly Row[], gain: number | null): readonly Row[] {
  const stake = trades[0]?.stake ?? null;
  const won = trades.filter(({ outcome }) => outcome === 'won').length;
  const lost = trades.filter(({ outcome }) => outcome === 'lost').length;
  if (gain === null || stake === null || won === 0) return trades;
  const payout = (gain / stake + lost) / won;
  return payout > 0 ? trades.map((trade) => ({ ...trade, payout })) : trades;
}

/** What a profit of 0 is. */
export type Zero = 'lost' | 'tied' | 'no-trade';

/**
 * What the profits of 0 are: in a column without a negative one they may be lost stakes; many beside losses may be the openings of
 * trades. Where no winner ended at its price at the start, those that did are ties beside others of 0, and lost are those that went
 * against their side if all others did and no winner.
 */
export function asksZero(
  cells: TableCells,
  sideOf: (row: Cells) => 'CALL' | 'PUT' | undefined,
  asker: Asker,
): (row: Cells) => Zero {
  if (cells.at.profit === undefined || cells.at.result !== undefined) return () => 'tied';
  const zeros: Cells[] = [];
  const others: Cells[] = [];
  let [above, below] = [0, 0];
  for (const row of cells.rows) {
    const profit = cells.number(row, 'profit');
    if (profit === null) continue;
    if (profit < 0) below += 1;
    else if (profit > 0) above += 1;
    else if (!cells.isSum(row) && !cells.hasNoEnd(row)) zeros.push(row);
    if (profit !== 0 && others.length < SAMPLED_ROWS) others.push(row);
  }
  if (zeros.length === 0 || above === 0) return () => 'tied';
  const exit = cells.names.findIndex((name) => EXIT.test(plainWords(name)));
  const moved = (row: Cells): number =>
    cells.amount(row[exit] ?? '') - cells.amount(cells.cell(row, 'entry'));
  const gone = (row: Cells): number =>
    moved(row) * { CALL: 1, PUT: -1, none: Number.NaN }[sideOf(row) ?? 'none'];
  const hasNotMoved = (row: Cells): boolean => moved(row) === 0;
  const unmoved = others.some(hasNotMoved) ? [] : zeros.filter(hasNotMoved);
  const states = ownStates(cells, zeros, others);
  const saysTie = (row: Cells): boolean => parseEnding(states.get(row) ?? '') === 'tied';
  const [ties = new Set()] = [unmoved, zeros.filter(saysTie)].flatMap((some) =>
    some.length > 0 && (some.length < zeros.length || (some === unmoved && below > 0)) ? [new Set(some)] : [],
  );
  const asked = zeros.filter((row) => !ties.has(row));
  const own = new Set(asked.filter((row) => states.has(row) && !saysTie(row)));
  const answers: readonly [Zero, ...Zero[]] =
    below > 0 ? ['no-trade', 'tied', 'lost'] : ['lost', 'tied', 'no-trade'];
  // Orders with a side brought nothing, and what has none ended trades.
  const areOpenings = cells.names.some(
    (_name, at) =>
      asked.every((row) => parseDirection(row[at] ?? '') !== undefined) &&
      others.every((row) => /\p{L}{3}/u.test(row[at] ?? '') && parseDirection(row[at] ?? '') === undefined),
  );
  const isLost = below === 0 && asked.every((row) => gone(row) < 0) && others.every((row) => gone(row) > 0);
  const isFew = zeros.length < (above + below) * MANY_ZEROS && cells.nameOf('profit') !== FILLED;
  const isTie = below > 0 && isFew && own.size === 0;
  const known = areOpenings ? 'no-trade' : isLost ? 'lost' : isTie ? 'tied' : undefined;
  // A word that stands beside profits of 0 alone may say what they are.
  const isApart = known === undefined && own.size > 0 && own.size < asked.length;
  const zero =
    known ?? asker.ask('zero-profit', answers, isApart ? asked.filter((row) => !own.has(row)) : asked);
  const zeroOfOwn = isApart ? asker.ask('zero-others', answers, [...own]) : zero;
  return (row) => (ties.has(row) ? 'tied' : own.has(row) ? zeroOfOwn : zero);
}

/**
 * The sum before each row where the profits are sums so far, and the reader says so: they follow each other too closely to be those of
 * single trades, or the steps from one to the next recur, as stakes and payouts do, and they themselves do not.
 */
export function asksSums(cells: TableCells, asker: Asker): ReadonlyMap<Cells, number> | undefined {
  const at = cells.at.profit;
  if (at === undefined || cells.at.result !== undefined) return undefined;
  const summed = cells.rows.filter((row) => !cells.isSum(row) && !Number.isNaN(cells.amount(row[at] ?? '')));
  const values = summed.map((row) => cells.amount(row[at] as string));
  const steps = values.slice(1).map((value, place) => value - (values[place] as number));
  const some = summed.slice(0, SAMPLED_ROWS);
  const first = values.slice(0, SAMPLED_ROWS);
  const daily = sumsOfDays(cells, some, first);
  const areDaily =
    daily !== undefined && differentIn(daily.steps) < differentIn(steps.slice(0, first.length - 1));
  const recur = areDaily ? stepsRecur(first, daily.steps) : stepsRecur(values, steps);
  const [sizes, isSorted] = [
    values.map(Math.sign),
    steps.every((step) => step >= 0) || steps.every((step) => step <= 0),
  ];
  // Profits that are sorted by their size, or by each of which a balance moves, are those of single trades.
  const each = first.map((value) => [value]);
  const areEach =
    (isSorted && sizes.includes(1) && sizes.includes(-1)) ||
    balanceMoves({ ...cells, rows: some }, (place) => each[place]) !== undefined;
  if (areEach || (!areClose(values, steps) && !recur)) return undefined;
  const isSaid = isSumSoFar(cells.nameOf('profit'));
  if (!isSaid && asker.ask('running-sums', ['sums', 'each-trade'], summed) === 'each-trade') return undefined;
  if (areDaily) return sumsOfDays(cells, summed, values)?.before;
  // The first sum is that of one trade: where it is larger than any step, the newest row stands first.
  const largest = steps.reduce((most, step) => Math.max(most, Math.abs(step)), 0) + LEAST_STEP;
  const isNewestFirst =
    Math.abs(values[0] as number) > largest && Math.abs(values.at(-1) as number) <= largest;
  return new Map(summed.map((row, place) => [row, values[place + (isNewestFirst ? 1 : -1)] ?? 0]));
}

function areClose(values: readonly number[], steps: readonly number[]): boolean {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length;
  const spread = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  const moved = steps.reduce((sum, step) => sum + step ** 2, 0);
  return values.length >= FEWEST_SUMS && spread > 0 && moved <= spread * CLOSE;
}

const differentIn = (numbers: readonly number[]): number =>
  new Set(numbers.map((number) => Math.round(number / LEAST_STEP))).size;

/** Of single trades, losses recur, and what lies between two of them is as different as they are; sums seldom do. */
function stepsRecur(values: readonly number[], steps: readonly number[]): boolean {
  return (
    values.length >= FEWEST_STEPS &&
    differentIn(values) * 2 > values.length &&
    differentIn(steps) * 4 <= differentIn(values) * 3
  );
}

/** The sum before each row, and the steps to their own, where sums start again on each day; undefined where no two rows are of one day. */
function sumsOfDays({ cell }: TableCells, rows: readonly Cells[], values: readonly number[]) {
  const days = rows.map((row) => cell(row, 'date') || (cell(row, 'time').split(/[T ]/)[0] as string));
  if (new Set(days).size < 2 || new Set(days).size === days.length) return undefined;
  const [forward, backward] = [-1, 1].map((step) => {
    const sums = values.map((_value, place) =>
      days[place + step] === days[place] ? (values[place + step] ?? 0) : 0,
    );
    return {
      before: new Map(rows.map((row, place) => [row, sums[place] as number])),
      steps: values.map((value, place) => value - (sums[place] as number)),
    };
  });
  return forward && backward && differentIn(backward.steps) < differentIn(forward.steps) ? backward : forward;
}

/** What the columns of a row say that it brought; not a number where none does. */
export function gainOf({ at, number }: TableCells, row: Cells): number {
  const [back, stake] = [number(row, 'returned'), number(row, 'stake')];
  if (at.profit !== undefined) return number(row, 'profit') ?? Number.NaN;
  if (back !== null && stake !== null) return back - stake;
  if (at.losses === undefined) return Number.NaN;
  return (number(row, 'wins') ?? 0) - Math.abs(number(row, 'losses') ?? 0);
}

/** Which words are sides that are not known: none for a sum, of rows of which two gained and two lost at least; rows with a stake are of one kind, as `Digit Odd`. */
export function otherSides(
  cells: TableCells,
  sideOf: (cell: string) => string | undefined,
): (cell: string) => boolean {
  let words: ReadonlySet<string> | undefined;
  const areBoth = (rows: TableCells['rows']): boolean =>
    [1, -1].every((sign) => rows.filter((row) => Math.sign(gainOf(cells, row)) === sign).length > 1);
  const wordOf = (row: Cells): string => cells.cell(row, 'direction');
  const isOther = (word: string): boolean => word !== '' && sideOf(word) === undefined && !isSum(word);
  return (cell) => {
    words ??= new Set(
      [
        ...groupBy(
          cells.rows.filter((row) => isOther(wordOf(row))),
          (row) => ((cells.number(row, 'stake') ?? 0) > 0 ? '' : wordOf(row)),
        ).values(),
      ].flatMap((rows) => (areBoth(rows) ? rows.map(wordOf) : [])),
    );
    return words.has(cell);
  };
}

/** Whether lost trades lost less than half of what stands as their stake, or much more: the size of a position, of which another part is at risk. */
export function looksLikeSize(cells: TableCells): boolean {
  if (cells.at.stake === undefined) return false;
  // What a row of several trades lost is no part of one stake.
  if (cells.at.losses !== undefined) return false;
  // Of another currency it is no part of what a trade brought.
  const [paid, brought] = [cells.nameOf('stake'), cells.nameOf('profit')].map(currencyOfName);
  if (paid !== undefined && brought !== undefined && paid !== brought) return true;
  let [lost, other] = [0, 0];
  for (const row of cells.rows) {
    const [profit, stake] = [gainOf(cells, row), cells.number(row, 'stake') ?? 0];
    if (!(profit < 0) || stake <= 0) continue;
    lost += 1;
    // A fee is beside the stake.
    if (-profit * 2 < stake || -profit > stake * 1.5) other += 1;
  }
  return lost > 0 && other * 2 > lost;
}

/** The outcomes beside which most profits are not 0: what says so beside a 0 contradicts it. */
export function endingsWithProfit(
  cells: TableCells,
  endingOf: (cell: string) => string | undefined,
): ReadonlySet<string | undefined> {
  const balance = new Map<string | undefined, number>();
  if (cells.at.result !== undefined)
    for (const row of cells.rows) {
      const [profit, ending] = [cells.number(row, 'profit'), endingOf(cells.cell(row, 'result'))];
      if (profit !== null) balance.set(ending, (balance.get(ending) ?? 0) + (profit === 0 ? -1 : 1));
    }
  return new Set([...balance].flatMap(([ending, count]) => (count > 0 && ending !== 'tied' ? [ending] : [])));
}

/**
 * How a row ended whose cell says `said`, with its profit; null where it has none. `withProfit` are the outcomes that a profit of 0
 * denies; `isPaid` where it has a stake or a payout. Throws a NotATrade where the row is no trade, or where its profit denies the outcome.
 */
export function rowEnding(
  cell: string,
  said: Said,
  profit: number | null,
  withProfit: ReadonlySet<string | undefined>,
  isPaid: boolean,
): Ending {
  // A void bet gives its stake back.
  if (said === 'none' && (profit === 0 || (profit === null && isPaid)) && VOID.test(cell))
    return { outcome: 'tied', profit: 0 };
  if (said === 'none' && profit !== null && VOID.test(cell))
    throw new NotATrade({ code: 'contradiction', cell: shown(cell), profit });
  if (said === 'none') throw new NotATrade({ code: 'no-outcome', cell: shown(cell), isKnown: true });
  const isOther = profit === 0 ? withProfit.has(said) : (said === 'won') === (profit ?? 0) < 0;
  if (profit !== null && said !== 'tied' && isOther)
    throw new NotATrade({ code: 'contradiction', cell: shown(cell), profit });
  return { outcome: said, profit: said === 'tied' ? 0 : profit === 0 ? null : profit };
}
