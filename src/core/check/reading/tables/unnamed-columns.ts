/** What columns without names mean, by what they hold and how they agree with each other. */
import { amountAt, type DecimalMark, parseAmount } from '../words/amount.ts';
import { areStreaks, FEWEST_ROWS, takeByContent, takeOdds, tradesIn } from './column-contents.ts';
import { cellsIn, isValue, shareOf, shareThatFits } from './column-fits.ts';
import { type Meaning, namedMeanings } from '../words/column-names.ts';
import { currencyIn } from '../words/currencies.ts';
import { parseEnding } from '../words/endings.ts';
import type { BestColumns } from './settled-columns.ts';
import { type Heading, MOSTLY, NEARLY_ALL, type Rows, SELDOM } from '../words/table-columns.ts';

/** Columns without names: what nearly every cell can be, in an order in which the surer meanings come first. */
export function byContent(sample: Rows, mark: DecimalMark): Heading | undefined {
  const best: BestColumns = new Map();
  const unnamed = Array<string>(Math.max(0, ...sample.map((row) => row.length))).fill('');
  const choice = { best, names: undefined, row: unnamed, sample, mark };
  const take = takeByContent(choice);
  const has = (meaning: Meaning): boolean => best.has(meaning);
  const fits = (meaning: Meaning, at: number): boolean => shareThatFits(meaning, at, sample, mark) >= MOSTLY;
  const numbersIn = (cells: readonly string[]): number[] => cells.map((cell) => parseAmount(cell, mark));
  const areMoney = (cells: readonly string[]): boolean =>
    shareOf(cells, (cell) => /\d/.test(cell) && currencyIn(cell) !== undefined) >= MOSTLY;
  take('direction', (_cells, at) => fits('direction', at));
  take('payout', (cells) => shareOf(cells, (cell) => /^\+?\d+(?:[.,]\d+)? ?%$/.test(cell)) === 1);
  takeAmounts(best, sample, mark);
  const haveSigns = (cells: readonly string[]): boolean => cells.some((cell) => cell.startsWith('+'));
  // What words for the outcome deny is something else, as odds or a handicap with a sign.
  const isDenied = (at: number): boolean => {
    const result = best.get('result')?.at ?? -1;
    const denied = sample.filter((row) => {
      const ending = parseEnding(row[result] ?? '');
      return amountAt(row, at, mark) * (ending === 'won' ? 1 : ending === 'lost' ? -1 : 0) < 0;
    });
    return denied.length > sample.length * SELDOM;
  };
  const areGains = (cells: readonly string[], at: number): boolean =>
    !has('returned') &&
    !has('losses') &&
    fits('profit', at) &&
    !areStreaks(numbersIn(cells)) &&
    !isDenied(at) &&
    !cells.some((cell) => cell.endsWith('%')) &&
    numbersIn(cells).some((value) => value > 0) &&
    (numbersIn(cells).some((value) => value < 0) || haveSigns(cells));
  take('profit', (cells, at) => areMoney(cells) && areGains(cells, at));
  // Beside amounts of money, numbers without a currency are moves of the price, and beside words for the outcome anything.
  const areCents = (cells: readonly string[]): boolean =>
    shareOf(cells, (cell) => /[.,]\d\d(?!\d)/.test(cell)) >= MOSTLY;
  const areSome = (are: (cells: readonly string[]) => boolean): boolean =>
    unnamed.some((_name, at) => are(cellsIn(sample, at)));
  if (!areSome(areMoney)) {
    take('profit', (cells, at) => areCents(cells) && areGains(cells, at));
    const isSure =
      has('result') ||
      areSome((cells) => areCents(cells) && numbersIn(cells).some((value) => value > MOST_ODDS));
    const isAbove = (row: readonly string[], at: number): boolean => amountAt(row, at, mark) > 0;
    // What is above 0 in the same rows alone is what was won.
    const isBesideGains = (at: number): boolean =>
      unnamed.some(
        (_name, other) => other !== at && sample.every((row) => isAbove(row, at) === isAbove(row, other)),
      );
    take(
      'profit',
      (cells, at) => (haveSigns(cells) || !(isSure || isBesideGains(at))) && areGains(cells, at),
    );
  }
  // Amounts of money, some of them 0.
  if (!has('result') && !has('returned') && !has('losses') && has('pair'))
    take('profit', (cells) => areMoney(cells) && numbersIn(cells).includes(0));
  // Two columns that fit by chance are no table of trades.
  if (!['result', 'profit', 'returned', 'losses'].some((one) => has(one as Meaning)) || best.size < 2)
    return undefined;
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
  for (const meaning of ['entry', 'stake', 'payout', 'pair', 'direction', 'expiry'] as const)
    take(meaning, (_cells, at) => named[at] === meaning && fits(meaning, at));
  takeOdds({ ...choice, names: named, row: Object.assign([...unnamed], names) });
  const isOther = ({ meaning, at }: { meaning: Meaning; at: number }): boolean =>
    named[at] === 'unused' && (meaning === 'stake' || meaning === 'returned' || meaning === 'profit');
  if ([...best.values()].some(isOther)) return undefined;
  return {
    row,
    columns: [...best.values()].map(({ meaning, at, isGuess }) => ({
      meaning,
      at,
      name: names[at] ?? '',
      isGuess,
    })),
  };
}

/** Odds of brokers are below it, and amounts of money above. */
const MOST_ODDS = 3;
/** What brokers pay back of a stake at most. */
const MOST_PAID = 2.5;

/**
 * The columns of what was staked and of what it brought: what came back of it, nothing where it was lost; what was won, or lost with
 * all of it; or these two in a column each. None where several fit.
 */
function takeAmounts(best: BestColumns, sample: Rows, mark: DecimalMark): void {
  const rows = tradesIn(sample);
  if (rows.length < FEWEST_ROWS) return;
  const known = best.get('profit')?.at;
  const used = new Set([...best.values()].flatMap(({ at }) => (at === known ? [] : at)));
  const seen = new Set<string>();
  const columns = Array.from({ length: Math.max(...rows.map(({ length }) => length)) }, (_, at) => ({
    at,
    values: rows.map((row) => amountAt(row, at, mark) || 0),
  })).filter(({ at, values }) => {
    // A column that is there twice says the same, and 1 and 0 are yes and no.
    const isFirst = seen.size < seen.add(values.join()).size;
    return isFirst && !used.has(at) && values.some((value) => Math.abs(value) > 1);
  });
  const found: (readonly (readonly [Meaning, number])[])[] = [];
  for (const stake of columns) {
    const staked = rows.flatMap((_row, place) => ((stake.values[place] as number) > 0 ? [place] : []));
    if (staked.length < rows.length * NEARLY_ALL) continue;
    const outcomes = columns.map(({ at, values }) => ({
      at,
      shares: staked.map((place) => (values[place] as number) / (stake.values[place] as number)),
    }));
    // What came to nothing was lost, and what came to the stake itself was no gain.
    const isMixed = (shares: readonly number[]): boolean =>
      shares.some((share) => share > 0 && share !== 1) && shares.some((share) => share <= 0);
    const lost = outcomes.filter(({ shares }) => shares.every((share) => share === 0 || share === 1));
    for (const { at, shares } of outcomes) {
      if (at === stake.at || !isMixed(shares)) continue;
      const add = (...meanings: readonly (readonly [Meaning, number])[]): unknown =>
        found.push([['stake', stake.at], ...meanings]);
      if (shares.some((share) => share < 0)) {
        if (shares.every((share) => share >= 0 || share === -1)) add(['profit', at]);
      } else if (shares.every((share) => share === 0 || (share >= 1 && share <= MOST_PAID)))
        add(['returned', at]);
      else
        for (const losses of lost) {
          const isOfRest = losses.shares.every((share, place) => share === 0 || shares[place] === 0);
          const given = losses.shares.filter((share, place) => share + (shares[place] as number) > 0);
          if (losses.at !== stake.at && isOfRest && given.length >= shares.length * NEARLY_ALL)
            add(['wins', at], ['losses', losses.at]);
        }
    }
  }
  const [only = [], ...others] = found;
  const isOther = known !== undefined && only.every(([meaning, at]) => meaning !== 'profit' || at !== known);
  if (others.length > 0 || isOther) return;
  for (const [meaning, at] of only) best.set(meaning, { meaning, at, name: '', share: 1 });
}
