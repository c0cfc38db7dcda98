/** What columns mean by what they hold, where their names do not say it. */
import { MOSTLY, NEARLY_ALL, type Rows } from '../words/table-columns.ts';
import { amountAt, type DecimalMark, isBlank, parseAmount } from '../words/amount.ts';
import { cellsIn, fitterOf, isSureEnding, MOST_EXPIRIES, shareOf } from './column-fits.ts';
import { type Meaning, MOVES, namedMeaning } from '../words/column-names.ts';
import { currencyIn, currencyOfName } from '../words/currencies.ts';
import { outcomesOfCodes, parseEnding, saysLossInWords } from '../words/endings.ts';
import { dateOrderOf, HAS_CLOCK, MomentReader } from '../words/moment.ts';
import { pairIn } from '../words/pairs.ts';
import { median } from '../../staking.ts';
import { AT_ODDS, mayNameOdds, namesChance, oddsForm } from '../words/payout-kind.ts';
import { MULTIPLE } from '../words/profit-units.ts';
import { isKnownKind, isSum } from './row-kinds.ts';
import {
  type BestColumns,
  type Choice,
  hasBothEndings,
  pays,
  rowsWithout,
  takePaid,
} from './settled-columns.ts';
import { besideSide, parseDirection } from '../words/trade-words.ts';
import { type Cells, orNull } from '../unreadable.ts';
import { plainWords } from '../words/words.ts';

/** Columns may have no names. */
type MaybeNamed = Choice<Choice['names'] | undefined>;
type Take = (meaning: Meaning, fits: (cells: Cells, at: number) => boolean, isInstead?: boolean) => void;

/** What gives a column without a meaning one that fits its cells: the first that does, else the only one, as of several it is not certain which. */
function takerOf({ best, names, row, sample }: MaybeNamed): Take {
  return (meaning, fits, isInstead = false) => {
    if (best.has(meaning) && !isInstead) return;
    const used = new Set([...best.values()].map(({ at }) => at));
    const found = [...row.keys()].filter(
      (at) => names?.[at] !== 'unused' && !used.has(at) && fits(cellsIn(sample, at), at),
    );
    // Of two columns of one name the first is the start.
    const isOne = found.length === 1 || new Set(found.map((one) => row[one] || one)).size === 1;
    const at = isOne || names === undefined || meaning === 'result' ? found[0] : undefined;
    if (at !== undefined) best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  };
}

const OF_MARKET =
  /^(?:up|down|high(?:er)?|low(?:er)?|above|below|rises?|falls?|bull(?:ish)?|bear(?:ish)?|c|p)$/i;

const MOST_WORDS = /^\S+(?: \S+)?$/;

/** Whether times of a column are those of the ends: after those of the starts, mostly different ones, and not below another name for a start. */
function endsAfter(best: BestColumns, row: Cells, sample: Rows): (at: number) => boolean {
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
      (row[at] === start.name ||
        /^time$/i.test(row[at] as string) ||
        namedMeaning(row[at] as string) !== 'time') &&
      new Set(ends).size * 2 > ends.length &&
      lasted.some((ms) => ms > 0) &&
      lasted.every((ms) => ms >= 0)
    );
  };
}

/**
 * Columns whose names, if they have some, do not say what nearly all of their cells do: days, times of day, pairs, who won and who lost. What it
 * returns takes further ones.
 */
export function takeByContent(choice: MaybeNamed): Take {
  const { best, names, row, sample, mark } = choice;
  const take = takerOf(choice);
  const mostly = (meaning: Meaning, cells: Cells): boolean =>
    cells.length * 2 > sample.length && shareOf(cells, fitterOf(meaning, cells, mark)) >= MOSTLY;
  const areNumbers = (cells: Cells): boolean => cells.some((cell) => /^\d+$/.test(cell));
  const hasTime = best.has('date') || best.has('closed');
  // A day and a time of day in two columns come before another time, which is that of the end.
  const areDays = (cells: Cells): boolean =>
    mostly('date', cells) && !cells.some((cell) => HAS_CLOCK.test(cell));
  const mostlyDated = (cells: Cells): boolean => mostly('date', cells);
  const columns = [...row.keys()].map((at) => cellsIn(sample, at));
  const isSplit =
    names === undefined && columns.some(areDays) && columns.some((cells) => mostly('clock', cells));
  if (!hasTime && !isSplit)
    take('time', (cells) => mostly('time', cells) && (names === undefined || !areNumbers(cells)));
  // Of two times without names, or of one name, the earlier is that of the start.
  const time = best.get('time');
  const earlier = columns.findIndex(
    (cells, at) =>
      time !== undefined &&
      (names === undefined || (at !== time.at && row[at] === time.name)) &&
      mostly('time', cells) &&
      endsAfter(new Map([['time', { ...time, at }]]), row, sample)(time.at),
  );
  if (time !== undefined && earlier !== -1) best.set('time', { ...time, at: earlier });
  if (names !== undefined)
    take('payout', (cells, at) => /^%$/.test(row[at] as string) && arePayouts(cells, mark));
  take(
    'result',
    (cells) =>
      cells.length * 2 > sample.length &&
      cells.slice(1).some(isSureEnding) &&
      (names === undefined ? mostly('result', cells) : hasBothEndings(cells)),
  );
  if (names === undefined) take('result', (cells) => areMarks(cells) && mostly('result', cells));
  if (!hasTime && !best.has('time'))
    take('date', (cells) => (isSplit ? areDays : mostlyDated)(cells) && !areNumbers(cells));
  if (!best.has('time'))
    take('clock', (cells) => mostly('clock', cells) && new Set(cells).size > MOST_EXPIRIES);
  if (!best.has('expiry')) {
    const isOfEnd = endsAfter(best, row, sample);
    take('closed', (cells, at) => mostly('closed', cells) && !areNumbers(cells) && isOfEnd(at));
  }
  // Up and down may be said of the market as well, and a side in a sentence of anything.
  const isSide = (cell: string): boolean => MOST_WORDS.test(cell) && !OF_MARKET.test(cell);
  const sidesIn = (cells: Cells) =>
    new Set(cells.filter(isSide).flatMap((cell) => parseDirection(cell) ?? []));
  if (names !== undefined)
    take('direction', (cells) => mostly('direction', cells) && sidesIn(cells).size === 2);
  // A currency, or the kind of what is traded, stands beside its name.
  const pairs = (cells: Cells): number => shareOf(cells, (cell) => pairIn(cell) !== undefined);
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
  takeGains(choice);
  return take;
}

const SAME = 0.01;

const FEWEST_OF_ODDS = 4;

/** Odds or chances of bets, below a name that may say something else, or one that is not known: where nothing says what a win brought, or as decimal odds by which each win brought what it did. */
export function takeOdds({ best, names, row, sample, mark }: Choice): void {
  const brought = best.get('profit') ?? best.get('returned');
  if (best.has('payout') || (brought === undefined && !best.has('result'))) return;
  const bring = (at: number): boolean => {
    const [isBack, stakeAt] = [brought?.meaning === 'returned', best.get('stake')?.at];
    const odds = sample.flatMap((cells) => {
      const [came, one] = [amountAt(cells, brought?.at ?? -1, mark), amountAt(cells, at, mark)];
      const stake = stakeAt === undefined ? 1 : amountAt(cells, stakeAt, mark);
      return came > 0 ? [{ one, times: came / stake / (isBack ? one : one - 1) }] : [];
    });
    const usual = median(odds.map(({ times }) => times)) ?? Number.NaN;
    const fits = odds.filter(({ times }) => Math.abs(times / usual - 1) < SAME);
    const isWhole = stakeAt === undefined || Math.abs(usual - 1) < SAME;
    return (
      isWhole &&
      fits.length >= Math.max(FEWEST_OF_ODDS, odds.length * NEARLY_ALL) &&
      new Set(fits.map(({ one }) => one)).size > 1
    );
  };
  const isTraded =
    (['direction', 'expiry', 'closed'] as const).some((one) => best.has(one)) ||
    shareOf(cellsIn(sample, best.get('pair')?.at ?? -1), (cell) => pairIn(cell) !== undefined) > 0;
  const used = new Set([...best.values()].flatMap(({ meaning, at }) => (meaning === 'entry' ? [] : at)));
  // What nothing came back of may have none.
  const paid = brought === undefined ? rowsWithout('lost', best, sample) : sample;
  const formAt = (at: number): ReturnType<typeof oddsForm> => {
    const [name, cells] = [row[at] as string, cellsIn(sample, at)];
    const isOpen =
      names[at] === undefined || names[at] === 'entry' || cells.every((cell) => AT_ODDS.test(cell));
    const mayBe = isOpen || mayNameOdds(name) || namesChance(name);
    const isGiven = paid.filter((line) => !isBlank(line[at] ?? '')).length >= paid.length * NEARLY_ALL;
    if (!mayBe || used.has(at) || !isGiven) return undefined;
    const form = oddsForm(name, cells, mark);
    if (brought !== undefined) return form === 'decimal' && bring(at) ? form : undefined;
    const isNamed = form === 'implied' ? namesChance(name) : form !== 'decimal' && mayNameOdds(name);
    // Beside bets on a pair a few numbers alone, as 1.85, may be what these pay.
    const areFew =
      form === 'decimal' &&
      names[at] === undefined &&
      cells.every((cell) => /^1[.,][5-9]\d?$/.test(cell)) &&
      new Set(cells).size * 4 <= cells.length;
    return isTraded && !isNamed && !areFew ? undefined : form;
  };
  const found = [...row.keys()].filter((at) => formAt(at) !== undefined);
  // What is named so comes before what is not.
  const at = found.find((one) => mayNameOdds(row[one] as string)) ?? found[0];
  if (at === undefined) return;
  if (best.get('entry')?.at === at) best.delete('entry');
  const [name, form] = [row[at] as string, formAt(at)];
  // A price of what is traded can look like odds.
  const isSure =
    brought !== undefined ||
    (mayNameOdds(name) && form !== 'implied' && (form !== 'decimal' || !best.has('pair')));
  best.set('payout', { meaning: 'payout', at, name, share: 1, isGuess: !isSure });
}

/**
 * How trades ended, where no name says it: by gains in one column and losses in another, of which a row has one; by what came back of
 * stakes; or by amounts on both sides of 0.
 */
export function takeEnding(choice: Choice): void {
  const { best, names, row, mark } = choice;
  const rows = tradesIn(choice.sample);
  if (best.has('result') || rows.length < FEWEST_ROWS) return;
  takePaid({ ...choice, sample: rows });
  if (best.has('returned') || (best.has('wins') && best.has('losses'))) return;
  const used = new Set([...best.values()].map(({ at }) => at));
  const isMove = (at: number): boolean => MOVES.test(plainWords(row[at] as string));
  const isOpen = (at: number): boolean => {
    const named = names[at];
    return !used.has(at) && (named === undefined || isMove(at) || (named !== 'unused' && best.has(named)));
  };
  const isAmount = (cell: string): boolean => isBlank(cell) || !Number.isNaN(parseAmount(cell, mark));
  const open = [...row.keys()].filter((at) => isOpen(at) && shareOf(cellsIn(rows, at), isAmount) >= MOSTLY);
  const valueIn = (cells: Cells, at: number): number => amountAt(cells, at, mark) || 0;
  const set = (meaning: Meaning, at: number): void => {
    best.delete('profit');
    best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  };
  const [gains, losses] = gainsAndLosses(best, row, open, rows, valueIn);
  if (gains !== undefined && losses !== undefined) {
    set('wins', gains);
    set('losses', losses);
    return;
  }
  const profit = best.get('profit');
  if (profit !== undefined && !MOVES.test(plainWords(profit.name))) return;
  const stake = best.get('stake')?.at;
  const isZeroOnce = (at: number): boolean => rows.some((cells) => amountAt(cells, at, mark) === 0);
  const back = open.filter((at) => stake !== undefined && isZeroOnce(at) && pays(at, stake, rows, mark));
  if (back.length === 1) set('returned', back[0] as number);
  if (back.length === 1) return;
  const isCents = (cell: string): boolean => currencyIn(cell) !== undefined || /[.,]\d\d(?!\d)/.test(cell);
  const brought = open.filter((at) => {
    const lost = rows.filter((cells) => valueIn(cells, at) < 0);
    return (
      lost.length > 0 &&
      rows.some((cells) => valueIn(cells, at) > 0) &&
      !areStreaks(rows.map((cells) => valueIn(cells, at))) &&
      (stake === undefined
        ? isMove(at) || cellsIn(rows, at).some(isCents)
        : lost.every((cells) => valueIn(cells, at) === -valueIn(cells, stake)))
    );
  });
  if (brought.length === 1) set('profit', brought[0] as number);
}

/** The rows that may be trades: sums have few cells. */
export function tradesIn(sample: Rows): Rows {
  const filled = sample.map((cells) => cells.filter((cell) => cell !== '').length);
  const most = Math.max(0, ...filled);
  return sample.filter(
    (cells, place) => (filled[place] as number) > most * FILLED && !isSum(cells.find(Boolean) ?? ''),
  );
}

/** In fewer rows columns agree by chance. */
export const FEWEST_ROWS = 6;

/** The columns of gains and of losses: those named so, or one that alone is filled where the other is not; neither where they are not. */
function gainsAndLosses(
  best: BestColumns,
  row: Cells,
  open: readonly number[],
  rows: Rows,
  valueIn: (cells: Cells, at: number) => number,
): readonly (number | undefined)[] {
  const areApart = (one: number, other: number): boolean => {
    const given = [one, other].map((at) => rows.filter((cells) => valueIn(cells, at) !== 0));
    const of = given.flat().length;
    const isEither = new Set(given.flat()).size === of && of > rows.length * MOSTLY;
    return isEither && given.every(({ length }) => length > 1);
  };
  const saysEnd = (at: number, end: string): boolean =>
    plainWords(row[at] as string)
      .split(' ')
      .some((word) => parseEnding(word) === end);
  const gained = (best.get('profit') ?? best.get('wins'))?.at ?? open.find((at) => saysEnd(at, 'won'));
  const lost = best.get('losses')?.at ?? open.find((at) => saysEnd(at, 'lost'));
  const besides = (at: number | undefined): number | undefined => {
    const [only, ...more] = at === undefined ? [] : open.filter((one) => one !== at && areApart(at, one));
    return more.length === 0 ? only : undefined;
  };
  const [gains = -1, losses = -1] = [gained ?? besides(lost), lost ?? besides(gained)];
  const isNeverBelow = rows.every((cells) => valueIn(cells, gains) >= 0);
  return isNeverBelow && areApart(gains, losses) ? [gains, losses] : [];
}

const FILLED = 0.6;

/** Whether cells are marks of wins and of losses: one of both alone may mark anything. */
const areMarks = (cells: Cells): boolean =>
  [/^[✅✔✓]\ufe0f?$/u, /^[❌✖✗]\ufe0f?$/u].every((mark) => cells.some((cell) => mark.test(cell)));

/** Whether whole numbers count how many trades in a row were won or lost: each is one more than the one before it, or starts again. */
export function areStreaks(values: readonly number[]): boolean {
  const counted = values.filter((value) => value !== 0);
  return (
    counted.some((value) => Math.abs(value) > 1) &&
    [counted, counted.toReversed()].some((order) =>
      order.every((value, at) => Math.abs(value) === 1 || value - Math.sign(value) === order[at - 1]),
    )
  );
}
/** Whether numbers are a few percentages that brokers pay. */
function arePayouts(cells: Cells, mark: DecimalMark): boolean {
  const isUsual = (cell: string): boolean => parseAmount(cell, mark) >= 30 && parseAmount(cell, mark) <= 150;
  return cells.length > 0 && cells.every(isUsual) && new Set(cells).size * 4 <= cells.length;
}

/** What trades brought, by what a column holds beside their outcomes. */
function takeGains({ best, names, row, sample, mark }: MaybeNamed): void {
  // What lost trades brought is below 0, or nothing came back of their stakes.
  const [stake, result] = [best.get('stake'), best.get('result')];
  if (result === undefined || best.has('profit') || best.has('returned')) return;
  const said = cellsIn(sample, result.at);
  const [codes, hasWord] = [outcomesOfCodes(said), saysLossInWords(said)];
  const ended = sample.flatMap((cells) => {
    const cell = cells[result.at] ?? '';
    const ending = hasWord && isBlank(cell) ? undefined : (codes.get(cell) ?? parseEnding(cell));
    const staked = amountAt(cells, stake?.at ?? -1, mark);
    return ending === 'won' || ending === 'lost' ? [{ cells, isWon: ending === 'won', staked }] : [];
  });
  if (![true, false].every((isWon) => ended.some((one) => one.isWon === isWon))) return;
  // A streak or a rating has the sign of the outcome too.
  const isMoney = (place: number): boolean => {
    if (ended.every(({ cells, isWon, staked }) => isWon || Math.abs(amountAt(cells, place, mark)) === staked))
      return true;
    const name = row[place] as string;
    const cells = cellsIn(sample, place);
    return (
      currencyOfName(name) !== undefined ||
      /%|\br\b/i.test(name) ||
      MOVES.test(plainWords(name)) ||
      isRatio(place) ||
      shareOf(cells, (cell) => currencyIn(cell) !== undefined || /[%r]$/i.test(cell)) >= MOSTLY
    );
  };
  // Not the stakes once more.
  const isOther = (place: number): boolean =>
    ended.every(({ cells, isWon, staked }) => !isWon || amountAt(cells, place, mark) !== staked);
  const likeness = (name: string): number => (name.includes('%') ? 2 : /\br\b/i.test(name) ? 1 : 0);
  const isUsed = (at: number): boolean => [...best.values()].some((column) => column.at === at);
  const isOf = (base: number, place: number): boolean =>
    ended.every(({ cells, isWon, staked }) => {
      const above = amountAt(cells, place, mark) - (base === 0 ? 0 : staked);
      if (isWon || base === 1) return isWon ? above > 0 : above === -staked;
      return (above < 0 || (above === staked && isOther(place))) && !isMove(place);
    });
  // How far the price went is what a trade brought where it has neither a stake nor a payout.
  const isFixed = (['stake', 'payout', 'expiry'] as const).some((meaning) => best.has(meaning));
  const isRatio = (place: number): boolean => MULTIPLE.test(plainWords(row[place] as string));
  const isMove = (place: number): boolean =>
    isUsed(place) ||
    (MOVES.test(plainWords(row[place] as string))
      ? isFixed
      : names?.[place] === 'unused' && !isRatio(place)) ||
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
