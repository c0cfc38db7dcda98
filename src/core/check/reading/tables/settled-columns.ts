/** What columns mean beside each other: payouts that are what came back, gains beside losses, units won and lost. */
import { amountAt, type DecimalMark, isBlank, parseAmount } from '../words/amount.ts';
import { cellsIn } from './column-fits.ts';
import { type Meaning, MOVES, type Named, namedMeaning } from '../words/column-names.ts';
import { currencyOfName } from '../words/currencies.ts';
import { areYesAndNo, outcomesOfCodes, parseEnding } from '../words/endings.ts';
import { MULTIPLE } from '../words/profit-units.ts';
import { NEARLY_ALL, type Rows, type UsedColumn } from '../words/table-columns.ts';
import { flagIn, plainWords } from '../words/words.ts';

/** The column that fits each meaning best, and how well. */
export type BestColumns = Map<Meaning, UsedColumn & { readonly share: number }>;

/** The columns that are chosen so far, and what they are chosen from: the meanings and the words of the names, and rows. */
export interface Choice<Names = readonly (Named | undefined)[]> {
  readonly best: BestColumns;
  readonly names: Names;
  readonly row: readonly string[];
  readonly sample: Rows;
  readonly mark: DecimalMark;
}

/** Stakes of bets, or what they won and lost. */
export const UNITS = /^units?$/i;
const SMALL = /^[+−-]?\d{1,2}(?:[.,]\d+)? ?u?$/i;
const OF_EVENT = /^(?:match|game|team|horse|runner|selection|player)(?: s)? (?:result|outcome)$/;
const ENDS = ['result', 'profit', 'returned', 'wins'] as const;

/** One in so many. */
const FEW_UNKNOWN = 10;

/** Whether the cells of a column say how trades ended, some of them won and some lost, and hardly anything else. */
export function hasBothEndings(cells: readonly string[]): boolean {
  const codes = outcomesOfCodes(cells);
  const endings = cells.map((cell) => codes.get(cell) ?? parseEnding(cell));
  // "Cash Out" says of one trade that it ended, and not how.
  const unknown = endings.filter((ending) => ending === undefined).length;
  return endings.includes('won') && endings.includes('lost') && unknown * FEW_UNKNOWN <= endings.length;
}

/** `Return %`, `return_pct`. */
export const SHARE = /%|(?<!\p{L})(?:ratio|pct|percent(?:age)?)(?!\p{L})/iu;

const arePercent = (name: string, cells: readonly string[]): boolean =>
  SHARE.test(name) || cells.every((cell) => isBlank(cell) || cell.includes('%'));

/** Whether numbers are percentages of which none is the whole stake or more: a payout, of which nothing came back as money. */
function isRate({ name }: { readonly name: string }, cells: readonly string[], mark: DecimalMark): boolean {
  return (
    arePercent(name, cells) && cells.length > 0 && cells.every((cell) => !(parseAmount(cell, mark) >= 100))
  );
}

/** What wins pay in percent, and how many times their stakes numbers are that may be this or money. */
const PAID = { least: 20, most: 200, far: 3 };

/**
 * Whether profits beside words for outcomes are what wins pay: percentages without a sign, which losses lack, have as 0 or as wins do;
 * or numbers of no currency, many times the stakes of wins and 0 of losses or one in all rows, of which the reader is asked.
 */
function arePayouts(best: BestColumns, sample: Rows, mark: DecimalMark): boolean {
  const [at, stake, result] = [placeIn(best, 'profit'), placeIn(best, 'stake'), placeIn(best, 'result')];
  if ([at, stake, result].includes(-1) || best.has('payout') || best.has('returned')) return false;
  const name = best.get('profit')?.name ?? '';
  const codes = outcomesOfCodes(cellsIn(sample, result));
  const rowsOf = (ending: string) =>
    sample.filter((row) => (codes.get(row[result] ?? '') ?? parseEnding(row[result] ?? '')) === ending);
  const [won, lost] = [rowsOf('won'), rowsOf('lost')];
  const paid = won.map((row) => amountAt(row, at, mark)).filter((value) => !Number.isNaN(value));
  const kept = lost.map((row) => amountAt(row, at, mark) || 0);
  const [least, most] = [Math.min(...paid), Math.max(...paid)];
  if (paid.length === 0 || lost.length === 0 || least < PAID.least || most > PAID.most) return false;
  const cells = cellsIn(sample, at);
  const areMost = (count: number, all: readonly unknown[]): boolean => count >= all.length * NEARLY_ALL;
  if (arePercent(name, cells)) {
    const isPaid = (value: number): boolean => value === 0 || (value >= least && value <= most);
    return kept.every((value) => value >= 0) && areMost(kept.filter(isPaid).length, kept);
  }
  const isFar = (row: readonly string[]): boolean =>
    amountAt(row, at, mark) > amountAt(row, stake, mark) * PAID.far;
  const areBare = cells.every((cell) => /^\+?[\d.,]+$/.test(cell) || isBlank(cell));
  const isMoney = currencyOfName(name) !== undefined || !areBare;
  const isNothing = (value: number): boolean => value === 0 || (least === most && value === most);
  return !isMoney && kept.every(isNothing) && areMost(won.filter(isFar).length, won);
}

/** The rows of which a column of results does not say that they ended so. */
export const rowsWithout = (ending: string, best: BestColumns, sample: Rows) =>
  sample.filter((row) => parseEnding(row[placeIn(best, 'result')] ?? '') !== ending);

/** Whether what came back of trades that were not lost is less than their stakes: it is what they gained. */
function bringLess(best: BestColumns, sample: Rows, mark: DecimalMark): boolean {
  const [back, stake] = [placeIn(best, 'returned'), placeIn(best, 'stake')];
  const given = sample.filter((row) => amountAt(row, back, mark) > 0);
  const less = rowsWithout('lost', best, given).filter(
    (row) => amountAt(row, back, mark) < amountAt(row, stake, mark),
  );
  // Without words for wins, what was sold at a loss brought less, too.
  return given.length > 0 && less.length >= given.length * (best.has('result') ? NEARLY_ALL : 1);
}

/** Whether percentages that wins may pay are 100 of each loss, below a name for profits: what was lost, without its sign. */
function loseWhole(best: BestColumns, sample: Rows, mark: DecimalMark): boolean {
  const { name = '', at = -1 } = best.get('payout') ?? {};
  const lost = rowsWithout('won', best, sample);
  return (
    namedMeaning(name) === 'profit' &&
    best.has('result') &&
    lost.length > 0 &&
    lost.every((row) => amountAt(row, at, mark) === 100)
  );
}

/** Whether cells below a name for losses say of each row whether it is one; a 1 below a plural may be a count. */
function flagsLosses(name: string, cells: readonly string[]): boolean {
  const isSingular = /(?:ss|[^s])$/i.test(name);
  const isFlag = (cell: string): boolean => flagIn(cell) !== undefined || (isSingular && /^[01]$/.test(cell));
  return !/hit/i.test(name) && (hasBothEndings(cells) || areYesAndNo(cells)) && cells.every(isFlag);
}

const placeIn = (best: BestColumns, meaning: Meaning): number => best.get(meaning)?.at ?? -1;

function move(best: BestColumns, from: Meaning, to: Meaning): void {
  const column = best.get(from);
  best.delete(from);
  if (column !== undefined) best.set(to, { ...column, meaning: to });
}

const areTicks = (cells: readonly string[]): boolean =>
  cells.length > 0 && cells.every((cell) => flagIn(cell) === 1);

/** Makes a column that is named as that of wins or of losses, and says yes or no of each row, the one of outcomes: before any that only holds such words. */
export function settleFlags({ best, sample }: Pick<Choice, 'best' | 'sample'>): void {
  const [wins, losses] = [best.get('wins'), best.get('losses')];
  // What missed its target may have won less.
  const saysBoth =
    wins !== undefined &&
    losses === undefined &&
    !/hit/i.test(wins.name) &&
    [hasBothEndings, areYesAndNo, areTicks].some((are) => are(cellsIn(sample, wins.at)));
  if (saysBoth && best.has('result')) best.delete('wins');
  else if (saysBoth) move(best, 'wins', 'result');
  const { name = '', at = -1 } = losses ?? {};
  if (flagsLosses(name, cellsIn(sample, at)) && !ENDS.some((one) => best.has(one)))
    move(best, 'losses', 'result');
}

/** Changes what columns mean where others say that they mean another thing. */
export function settleTogether(choice: Choice): void {
  settleEnds(choice);
  settleAmounts(choice);
}

/** Which columns say how trades ended. */
function settleEnds({ best, sample, mark }: Choice): void {
  // How far the price went is not what a stake brought.
  const isStaked = best.has('stake') || best.has('payout');
  if (best.has('result') && isStaked && MOVES.test(plainWords(best.get('profit')?.name ?? '')))
    best.delete('profit');
  // What a match ended with says less of the bet than what the bet brought.
  const isPaid = best.has('profit') || (best.has('returned') && best.has('stake'));
  if (isPaid && OF_EVENT.test(plainWords(best.get('result')?.name ?? ''))) best.delete('result');
  // Amounts beside outcomes are what a win brings of its stake, where there is one, or brought.
  const isGain = (cell: string): boolean => parseAmount(cell, mark) > 1;
  if (best.has('wins') && !best.has('losses') && best.has('result') && !best.has('payout'))
    if (cellsIn(sample, placeIn(best, 'wins')).every(isGain))
      move(best, 'wins', best.has('stake') ? 'payout' : 'profit');
  // Gains in one column and losses in another.
  const back = best.has('stake') ? undefined : best.get('returned');
  const [gains, losses] = [best.get('profit') ?? back, best.get('losses')];
  if (gains !== undefined && losses !== undefined && !best.has('wins') && !best.has('result')) {
    const isGiven = (cells: readonly string[], { at }: { readonly at: number }): boolean =>
      !isBlank(cells[at] ?? '') && parseAmount(cells[at] as string, mark) !== 0;
    const lost = sample.filter((cells) => isGiven(cells, losses));
    const both = lost.filter((cells) => isGiven(cells, gains));
    if (lost.length > 0 && both.length <= lost.length * (1 - NEARLY_ALL)) move(best, gains.meaning, 'wins');
  }
}

/** Which columns hold what was staked, what it brought, and what a win pays. */
function settleAmounts({ best, names, row, sample, mark }: Choice): void {
  // Nothing that is paid back is below 0; returns of a pair or a direction are not those of a month.
  const isGain = sample.some((cells) => amountAt(cells, placeIn(best, 'returned'), mark) < 0);
  if (!best.has('profit') && bringLess(best, sample, mark)) move(best, 'returned', 'profit');
  // Money says more than multiples of what was at risk.
  if (isGain && MULTIPLE.test(plainWords(best.get('profit')?.name ?? ''))) move(best, 'returned', 'profit');
  else if (isGain && best.has('profit')) best.delete('returned');
  else if (isGain && (best.has('pair') || best.has('direction'))) move(best, 'returned', 'profit');
  // Of bets, units are staked or, with their sign, won and lost; of currencies, they are thousands.
  const units = best.get('stake');
  const saysUnits = units !== undefined && UNITS.test(units.name) && !ENDS.some((one) => best.has(one));
  const cells = saysUnits ? cellsIn(sample, units.at) : [];
  const isOfBets = cells.every((cell) => SMALL.test(cell)) && cells.some((cell) => /[.,]\d|u$/i.test(cell));
  if (saysUnits && isOfBets && cells.some((cell) => /^[-−]/.test(cell))) move(best, 'stake', 'profit');
  takeRate(best, sample, mark);
  const [back, result] = [best.get('returned'), best.get('result')];
  if (back !== undefined && isRate(back, cellsIn(sample, back.at), mark)) move(best, 'returned', 'payout');
  // What came back of lost stakes as well is what would have come back.
  else if (back !== undefined && result !== undefined) {
    const amount = (line: readonly string[], at: number): number => amountAt(line, at, mark) || 0;
    const endingOf = (line: readonly string[]) => parseEnding(line[result.at] ?? '');
    const lost = sample.filter((line) => endingOf(line) === 'lost');
    // So is one number in all rows.
    const isConstant = new Set(sample.map((line) => line[back.at])).size === 1;
    const paid = lost.filter(
      (line) => isConstant || amount(line, back.at) > amount(line, placeIn(best, 'stake')),
    );
    const isPotential =
      paid.length * 2 > lost.length &&
      !sample.some((line) => endingOf(line) === 'won' && amount(line, back.at) === 0);
    if (isPotential && best.has('payout')) best.delete('returned');
    else if (isPotential) move(best, 'returned', 'payout');
  }
  if (arePayouts(best, sample, mark)) move(best, 'profit', 'payout');
  if (!best.has('profit') && loseWhole(best, sample, mark)) move(best, 'payout', 'profit');
  // Payouts or profits of nothing, or of more than the stake, are what came back.
  const [stake, profit] = [best.get('stake'), best.get('profit')];
  if (stake !== undefined && !best.has('returned')) {
    const at = names.findIndex(
      (named, place) =>
        (profit === undefined ? named === 'payout' : place === profit.at) &&
        cellsIn(sample, place).some((cell) => parseAmount(cell, mark) === 0) &&
        !isRate({ name: row[place] as string }, cellsIn(sample, place), mark) &&
        // What was sold before its end brought less than its stake.
        pays(place, stake.at, sample, mark, profit === undefined ? NEARLY_ALL : 1),
    );
    if (best.get('payout')?.at === at) best.delete('payout');
    if (profit?.at === at) best.delete('profit');
    if (at !== -1) best.set('returned', { meaning: 'returned', at, name: row[at] as string, share: 1 });
  }
  // What was won, 0 where nothing was, is what came back.
  const areBack =
    best.has('wins') &&
    best.has('stake') &&
    pays(placeIn(best, 'wins'), placeIn(best, 'stake'), sample, mark);
  if (!best.has('losses') && areBack) move(best, 'wins', 'returned');
}

/** What would be nearly nothing of each stake is not what came back, but what a win pays of it; that may stand below the name of a payout. */
function takeRate(best: BestColumns, sample: Rows, mark: DecimalMark): void {
  const [back, payout, stake] = (['returned', 'payout', 'stake'] as const).map((one) =>
    placeIn(best, one),
  ) as [number, number, number];
  const isShare = (row: readonly string[]): boolean => {
    const [share, staked] = [amountAt(row, back, mark), amountAt(row, stake, mark)];
    return share > 0 && share <= MOST_SHARE && share < staked / 2;
  };
  if (back === -1 || stake === -1 || !sample.every(isShare)) return;
  if (payout !== -1 && !pays(payout, stake, sample, mark)) return;
  const column = best.get('payout');
  move(best, 'returned', 'payout');
  if (column !== undefined) best.set('returned', { ...column, meaning: 'returned' });
}

const MOST_SHARE = 1.5;

/** Whether a column holds nothing or more than the stakes of another, and of what it holds so large a share at least. */
export function pays(paid: number, stake: number, sample: Rows, mark: DecimalMark, least = 1): boolean {
  const paidIn = (row: readonly string[]): number => amountAt(row, paid, mark);
  const stakeIn = (row: readonly string[]): number => amountAt(row, stake, mark);
  const rows = sample.filter((row) => !Number.isNaN(paidIn(row)) && stakeIn(row) > 0);
  const paidBack = rows.filter((row) => paidIn(row) !== 0);
  return (
    rows.length * 2 > sample.length &&
    rows.every((row) => paidIn(row) >= 0) &&
    paidBack.filter((row) => paidIn(row) >= stakeIn(row)).length >= paidBack.length * least &&
    rows.some((row) => paidIn(row) > stakeIn(row))
  );
}

/** What was paid for each trade, and what came back of it, under whatever names, where nothing else says how trades ended. */
export function takePaid({ best, names, row, sample: rows, mark }: Choice): void {
  if (best.has('stake') || best.has('profit')) return;
  const others: readonly Meaning[] = ['returned', 'wins', 'losses', 'payout'];
  const used = new Set([...best.values()].flatMap(({ meaning, at }) => (others.includes(meaning) ? [] : at)));
  const open = [...row.keys()].filter((at) => !used.has(at) && names[at] !== 'unused');
  const areAll = (at: number, fits: (amount: number) => boolean): boolean =>
    rows.every((cells) => fits(amountAt(cells, at, mark) || 0));
  const pairs = open.flatMap((paid) =>
    open.flatMap((back) =>
      areAll(paid, (amount) => amount > 0) &&
      !areAll(back, (amount) => amount !== 0) &&
      // 1 and 0 are yes and no.
      !areAll(back, (amount) => amount === 0 || amount === 1) &&
      pays(back, paid, rows, mark)
        ? [[paid, back] as const]
        : [],
    ),
  );
  const [pair, other] = pairs;
  if (pair === undefined || other !== undefined) return;
  for (const one of others) best.delete(one);
  for (const [place, meaning] of (['stake', 'returned'] as const).entries()) {
    const at = pair[place] as number;
    best.set(meaning, { meaning, at, name: row[at] as string, share: 1 });
  }
}
