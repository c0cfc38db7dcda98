/** Columns of which each says how trades ended, and that differ. */

import { isBlank } from '../words/amount.ts';
import { AT_LEVEL } from './derived-profits.ts';
import { MOVES, namedMeaning, namedMeanings, OF_COURSE } from '../words/column-names.ts';
import { currencyIn, currencyOfName } from '../words/currencies.ts';
import { FIRST_ROWS, MOSTLY, NEARLY_ALL, SELDOM, type TableColumns } from '../words/table-columns.ts';
import { outcomesOfCodes, parseEnding } from '../words/endings.ts';
import type { Asker } from '../questions.ts';
import { headed } from '../words/headed-table.ts';
import type { Table } from '../unreadable.ts';
import { flagIn, plainPattern, plainWords, remembering } from '../words/words.ts';

/** Fees turn fewer profits into losses. */
const MANY_OPPOSITE = 0.2;
const FEWEST = 8;
const PARTLY = 0.7;
/** Amounts in one unit are not as many times each other, and differ by more than costs. */
const SCALE = 5;
const OTHER_SIZE = 1.25;
/** Percentages, multiples of the risk and the way of the price are in another unit than money. */
const isOfOtherUnit = (name: string): boolean =>
  OF_COURSE.test(name) || /%|\br\b/i.test(name) || MOVES.test(plainWords(name));

/**
 * The column of outcomes and others that say outcomes in words or marks and differ from it; none where none differs. Beside one that is
 * known by its words alone, as of the colour of a candle, those as well that are named so, have amounts on both sides of 0, or two values.
 */
export function rivalResults({ at: places, rows, names, isUsed, numberAt }: TableColumns): readonly number[] {
  const { result } = places;
  if (result === undefined) return [];
  const sample = rows.slice(0, FIRST_ROWS);
  const endingOf = (cell = ''): string | undefined =>
    /^(?:[01+–—−-]?)$/.test(cell) || flagIn(cell) !== undefined ? undefined : parseEnding(cell);
  const isNamed = namedMeaning(names[result] ?? '') !== undefined;
  const mayEnd = (name: string, at: number): boolean => {
    const meaning = namedMeaning(name);
    if (meaning !== undefined) return /^(?:result|wins|losses)$/.test(meaning);
    const isMany = (fits: (row: readonly string[]) => boolean): boolean =>
      sample.filter(fits).length > sample.length * SELDOM;
    const values = [...new Set(sample.map((row) => row[at] ?? ''))];
    const denied = (ending: string, sign: number): boolean =>
      isMany((row) => parseEnding(row[result] ?? '') === ending && numberAt(row, at) * sign < 0);
    const areTwo = values.length === 2 && values.every((value) => isMany((row) => row[at] === value));
    return areTwo || (denied('won', 1) && denied('lost', -1));
  };
  const rivals = names.flatMap((name, at) => {
    const isOther =
      (isUsed(at) && at !== places.wins && at !== places.losses) || namedMeaning(name) === 'unused';
    if (!isOther && !isNamed && mayEnd(name, at)) return [at];
    // `L` is lost beside `W`, and long beside `S`.
    const shortest = sample.some((row) => /^w$/i.test(row[at] ?? '')) ? 0 : 1;
    const filled = sample.filter((row) => (row[at] ?? '').length > shortest);
    const said = filled.filter((row) => (endingOf(row[at]) ?? 'none') !== 'none');
    const isRival =
      !isOther && said.length > sample.length * SELDOM && said.length >= filled.length * NEARLY_ALL;
    return isRival && said.some((row) => (endingOf(row[result]) ?? endingOf(row[at])) !== endingOf(row[at]))
      ? [at]
      : [];
  });
  const says = (at: number, ending: string): boolean =>
    sample.some((row) => parseEnding(row[at] ?? '') === ending);
  // Below "Returned" each cell says a tie.
  const areTies = (at: number): boolean => sample.every((row) => parseEnding(row[at] ?? '') === 'tied');
  const hasBoth = [result, ...rivals].some((at) => says(at, 'won') && says(at, 'lost'));
  const all = [result, ...rivals].filter((at) => !(hasBoth && areTies(at)));
  return all.length === 1 && all[0] === result ? [] : all;
}

/** The column of profits and others of profits that are won where its own are lost in many rows; none where there is no other. */
export function rivalProfits(columns: TableColumns): readonly number[] {
  const { rows, names, numberAt } = columns;
  const { profit } = columns.at;
  if (profit === undefined || columns.at.result !== undefined) return [];
  const sample = rows.slice(0, FIRST_ROWS);
  const signIn = (row: readonly string[], at: number): number => Math.sign(numberAt(row, at));
  const givenAt = (at: number): number => sample.filter((row) => !Number.isNaN(numberAt(row, at))).length;
  // In the unit of the other, and larger beside it where trades won, or where they lost, than where they did not.
  const hasOtherSizes = (at: number): boolean => {
    const alike = sample.filter((row) => signIn(row, at) * signIn(row, profit) > 0);
    const times = [1, -1].map((sign) => {
      const some = alike.filter((row) => signIn(row, profit) === sign);
      const sumOf = (place: number): number => some.reduce((sum, row) => sum + numberAt(row, place), 0);
      return sumOf(at) / sumOf(profit);
    });
    const [less = 0, more = 0] = times.sort((one, other) => one - other);
    const isOfUnit = less > 1 / SCALE && more < SCALE;
    return alike.length >= sample.length * NEARLY_ALL && isOfUnit && more > less * OTHER_SIZE;
  };
  const rivals = [...names.keys()].filter((at) => {
    // A name that is not known is that of a rival only where the other's is not known either.
    const isOther =
      columns.isUsed(at) || namedMeaning(names[at] as string) !== namedMeaning(columns.nameOf('profit'));
    // One of several rows each has it: the profit of them together.
    if (
      !isOther &&
      !(names[at] as string).includes('%') &&
      givenAt(at) >= FEWEST &&
      givenAt(at) <= givenAt(profit) * PARTLY
    )
      return true;
    if (!columns.isUsed(at) && !isOfOtherUnit(names[at] as string) && hasOtherSizes(at)) return true;
    const opposite = sample.filter((row) => signIn(row, at) * signIn(row, profit) < 0);
    const gains = opposite.filter((row) => signIn(row, at) > 0);
    const sizeOf = (row: readonly string[], place: number): number => Math.abs(numberAt(row, place));
    const far = opposite.filter((row) => sizeOf(row, at) > sizeOf(row, profit));
    return (
      !isOther &&
      (gains.length > 0 || far.length * 2 > opposite.length) &&
      gains.length < opposite.length &&
      opposite.length > sample.length * MANY_OPPOSITE
    );
  });
  return rivals.length === 0 ? [] : [profit, ...rivals];
}

/** The name of amounts that stand in the cells of outcomes. */
const BESIDE = 'Amount (beside the outcome)';
/** An amount with its sign and its unit. */
const SIZED =
  /(?<![\p{L}\d.,:/#@])(?<!(?:@|at) )\(?[+−-]?(?:[A-Z]{0,3}\p{Sc}\s?)?[+−-]?\d+(?:[.,]\d+)*\s?(?:%|\p{Sc}|(?:r|p|pips?|points?|pts|ticks?|usd[tc]?|eur|gbp|пунктов|пипсов|п|puntos|pontos|poin)(?![\p{L}\d]))?(?![\p{L}\d:/]|[.,]\d|-\d)\)?/giu;
/** Whether an amount is no stake: it has a sign, or a unit other than a currency. */
const isOfUnit = (amount: string): boolean =>
  /^[+−-]|%/.test(amount) || (/\p{L}$/u.test(amount) && currencyIn(amount) === undefined);
const LONGEST = 60;
const TOLD: ReadonlySet<string | undefined> = new Set(['profit', 'returned', 'wins', 'losses']);
/** Odds that a bet ended at: `Won at 1.35x`, `Win @1.85`. */
const AT = /(?: at |[ (]*@ ?|[ (]+(?=[\d.,]+x))(\d{1,4}[.,]\d{1,2})x?\)?$/i;
const ODDS = /^\d{1,4}[.,]\d{1,2}$/;

/** What a trade made for the risk of 1: `1:2`, `2:1`, `RR 1:1.5`, `RR 2`; and other numbers with a colon, as scores and times of day. */
const GAIN = '(\\d{1,2}(?:[.,]\\d+)?)';
const RATIO = new RegExp(
  `(?<![\\d.,:\\p{L}])(?:(?:r[:/]?r[:=]? ?)?(?:1 ?: ?${GAIN}|${GAIN} ?: ?1)|r[:/]?r[:=]? ?${GAIN})(?![\\d.,:%])(?: ?rr?(?!\\p{L}))?`,
  'iu',
);
const SCORE = /\d ?: ?\d/;

/** The word of a cell as `Win 10 pips` or `Won at 1.35x`, and its amount; undefined where it has not one of each. */
const apart = remembering((given: string) => {
  // Of a loss it is what was planned.
  const isLost = parseEnding(given.replace(RATIO, ' ')) === 'lost';
  const cell = given.replace(RATIO, (_all, one, two, three) => (isLost ? '-1R' : `${one ?? two ?? three}R`));
  const at = AT.exec(cell);
  const [found = at, more] = cell.length > LONGEST ? [] : cell.matchAll(SIZED);
  if (found === null || more !== undefined) return undefined;
  const word = cell.replace(found[0], ' ').replace(/^[\s:=–-]+|[\s:=–-]+$/gu, '');
  const ending = parseEnding(word);
  const amount = found === at ? (at[1] as string) : found[0].replace(/[()]/g, '').trim();
  return ending === undefined || ending === 'none' ? undefined : { word, ending, amount, isAt: found === at };
});

/**
 * A table with the amounts that stand beside outcomes, as in `Win 10 pips` or `L 33.10`, in a column of their own: what wins pay, what
 * trades brought or, where that is not certain, amounts of which the reader is asked. Any other table as it is.
 */
export function withAmountsApart(table: Table): Table {
  const some = table.rows.slice(0, FIRST_ROWS);
  const width = some.reduce((most, row) => Math.max(most, row.length), 0);
  const partsAt = (at: number) => some.flatMap((row) => apart(row[at] ?? '') ?? []);
  const at = Array.from({ length: width }, (_, place) => place).findIndex((place) => {
    const parts = partsAt(place);
    if (parts.length < some.length * SELDOM || parts.every(({ amount }) => /^\d$/.test(amount))) return false;
    const ends = some.flatMap(
      (row) => parseEnding(row[place] ?? '') ?? apart(row[place] ?? '')?.ending ?? [],
    );
    return ends.includes('won') && ends.includes('lost') && ends.length * 2 > some.length;
  });
  const { head, meanings, withCells } = headed(table, (row) => namedMeaning(row[at] ?? '') !== undefined);
  if (head === -1 || meanings.some((meaning, place) => place !== at && TOLD.has(meaning))) return table;
  const parts = partsAt(at);
  const cells = some.map((row) => row[at] ?? '');
  const ratios = cells.map((cell) => RATIO.exec(cell) ?? ['']).filter(([found = '']) => SCORE.test(found));
  const isFirst = ratios.some(([, one = '1']) => one !== '1');
  const isLast = ratios.some(([, , two = '1']) => two !== '1');
  // "Won 2:1" beside "Lost 1:2" or "Won 3:0" are scores.
  const areScores = (isFirst && isLast) || cells.some((cell) => SCORE.test(cell.replace(RATIO, '')));
  if (ratios.length > 0 && areScores) return table;
  const amountsOf = (ended: string) =>
    parts.flatMap(({ ending, amount }) => (ending === ended ? amount : []));
  const [wins, lost] = [amountsOf('won'), amountsOf('lost')];
  const won = new Set(wins);
  const areSame = lost.every((amount) => won.has(amount) || amount === '100%');
  const isPaid = areSame && parts.every(({ amount }) => /^\d.*%$/.test(amount));
  const hasUnit = parts.some(({ amount }) => isOfUnit(amount) || (!areSame && /[^\d.,]/.test(amount)));
  const saysProfit = parts.some(({ word }) => namedMeaning(word) === 'profit');
  const isStated = hasUnit || saysProfit || meanings.includes('stake');
  // Beside most wins alone, amounts of money are what these brought, and numbers may be odds.
  const ended = some.filter((row) => parseEnding(row[at] ?? '') === 'won').length;
  const areOfWins = lost.length === 0 && wins.length >= ended * MOSTLY && !meanings.includes('payout');
  const areOdds =
    areOfWins && wins.every((amount) => ODDS.test(amount)) && (!isStated || parts.every(({ isAt }) => isAt));
  const isBrought = isStated || (areOfWins && wins.every((amount) => /[^\d.,]/.test(amount)));
  const isSaid = isBrought || isPaid || areOdds;
  if (!isSaid && (lost.length === 0 || parts.every(({ word }) => AT_LEVEL.test(word)))) return table;
  const areMultiples = parts.every(({ amount }) => /\dR$/i.test(amount));
  const name = isPaid ? 'Payout' : areOdds ? '' : isBrought ? 'Profit' : BESIDE;
  return withCells((row, isHead) => {
    const part = apart(row[at] ?? '');
    // What was not won of several times the risk is the risk.
    const isRisk = name === 'Profit' && areMultiples && parseEnding(row[at] ?? '') === 'lost';
    if (isHead || part === undefined) return [...row, isHead ? name : isRisk ? '-1R' : ''];
    const isLost = part.ending === 'lost';
    const isTurned = name === 'Profit' && isLost && !/^[+−-]/.test(part.amount);
    return [...row.with(at, part.word), isPaid && isLost ? '' : isTurned ? `-${part.amount}` : part.amount];
  });
}

/** Names of amounts that may be stakes, or what trades brought. */
const AMOUNT = plainPattern(
  /^(?:(?:trade |total )?(?:amount|amt|value|sum)|importe|monto|cantidad|valor|betrag|wert|summe|montant|valeur|importo|valore|сумма|tutar|miktar|kwota|jumlah|nilai|số tiền|giá trị|金额|金額|राशि|পরিমাণ|المبلغ|رقم)$/u,
);

/**
 * The column of amounts without signs that are what trades brought, where the reader says so, or of how far prices went: beside words for outcomes
 * and nothing else that says it, they are other ones where trades won than where they lost. Undefined where there is none.
 */
export function askAmounts(columns: TableColumns, asker: Asker): number | undefined {
  const { at, rows, names, numberAt } = columns;
  const isTold = (['profit', 'returned', 'payout', 'wins', 'losses'] as const).some(
    (one) => at[one] !== undefined,
  );
  if (at.result === undefined || isTold) return undefined;
  const { result, stake } = at;
  const nameAt = (place: number): string => plainWords(names[place] ?? '');
  const place = names.findIndex((_name, one) =>
    one === stake || !columns.isUsed(one)
      ? names[one] === BESIDE ||
        AMOUNT.test(nameAt(one)) ||
        (stake === undefined && at.expiry === undefined && MOVES.test(nameAt(one)))
      : false,
  );
  const sample = rows.slice(0, FIRST_ROWS);
  const codes = outcomesOfCodes(sample.map((row) => row[result] ?? ''));
  const amountsOf = (ending: string): number[] =>
    sample.flatMap((row) => {
      const cell = row[result] ?? '';
      return (codes.get(cell) ?? parseEnding(cell)) === ending ? numberAt(row, place) : [];
    });
  const [won, lost] = [amountsOf('won'), amountsOf('lost')];
  if (Math.min(won.length, lost.length) === 0 || [...won, ...lost].some((amount) => !(amount >= 0)))
    return undefined;
  const shared = won.filter((amount) => lost.includes(amount)).length;
  const mayBeBrought = names[place] === BESIDE || namedMeaning(names[result] ?? '') === 'profit';
  if (shared * 2 >= won.length && !mayBeBrought) return undefined;
  if (MOVES.test(nameAt(place))) return place;
  // A tie brings nothing.
  if (amountsOf('tied').some((amount) => amount > 0)) return undefined;
  return asker.ask('amounts', ['stakes', 'each-trade'], sample) === 'each-trade' ? place : undefined;
}

/** A table in which each row has its profit in one of several columns, as short-term and long-term gains, with one column of them. */
export function withOneProfit(table: Table): Table {
  const { names, meanings, below, withCells } = headed(
    table,
    (row) => namedMeanings(row).filter((meaning) => meaning === 'profit').length > 1,
  );
  const places = meanings.flatMap((meaning, at) =>
    meaning === 'profit' && !names[at]?.includes('%') ? [at] : [],
  );
  const [first = 0] = places;
  const givenIn = (row: readonly string[]): number[] => places.filter((at) => !isBlank(row[at] ?? ''));
  const isOfOne =
    places.length > 1 &&
    below.every((row) => givenIn(row).length < 2) &&
    places.every((at) => below.some((row) => !isBlank(row[at] ?? '')));
  if (!isOfOne) return table;
  return withCells((row, isHead) => {
    const [given] = givenIn(row);
    if (given === undefined) return row;
    const value = isHead ? 'Profit' : `${row[given]} ${currencyOfName(names[given] as string) ?? ''}`.trim();
    return row.map((cell, place) => (place === first ? value : places.includes(place) ? '' : cell));
  });
}
