/** Columns that count doubled stakes. */
import { median } from '../../staking.ts';
import { isBlank } from '../words/amount.ts';
import { type Cells as TableCells, type Rows, SAMPLED_ROWS } from '../words/table-columns.ts';
import { namedMeaning, namedMeanings } from '../words/column-names.ts';
import { LOST, MARTINGALE, MOST_GALES } from '../words/announced-gales.ts';
import { classesOf } from '../words/chat-words.ts';
import { clausesOf } from '../words/clauses.ts';
import { parseEnding } from '../words/endings.ts';
import { pairIn } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { headed } from '../words/headed-table.ts';
import type { Cells, Table } from '../unreadable.ts';
import { flagIn, plainWords, remembering } from '../words/words.ts';

/** A column of these counts stakes, from 0 or, as attempts, from 1. */
export const GALE_NAME =
  /^(?:(?:number|no|nr|n|qtd|count|level|nivel|step) (?:of |de )?)?(?:(?:martin)?gales?|martingala|mart|mtg|mg|догон\p{L}*|мартингейл\p{L}*|перекрыти\p{L}*|katlama|kompensasi|gap thep|मार्टिंगेल|गेल|মার্টিঙ্গেল|مارٹنگیل|مارتينجال|doublings?|steps?|attempts?|tr(?:y|ies)|tentativas?|intentos?|protec\p{L}*|re ?entr\p{L}*|recover\p{L}*|entr(?:y|ies)|entradas?|dca|safety orders?|losses (?:in (?:cycle|series|a row)|before))(?: (?:level|nivel|steps?|number|no|count|used|usad[oa]s?))?$/u;
const COUNT = /^\D{0,12}([0-6])\D{0,10}$/;
/** A count that says what it counts, whatever the name of its column. */
const GALE_CELL = /^(?:g|gale|martingale|mtg|mg)\W?[1-6]$/i;
const LARGER = 1.5;
/** Each stake of a trade in one cell: `10+22+48`. */
const STAKES = /^\d+(?:[.,]\d+)?(?:\s?\+\s?\d+(?:[.,]\d+)?)*$/;
const MORE = /^[1-9]\d{0,5}$/;
const FEW = 10;
const NONE = /^\D{0,12}$/;

/** The stakes of a trade before its last one, and how large all of them were; none of these where it is not said. */
export interface Doubled {
  readonly gales: number;
  readonly stakes: readonly number[];
}

/**
 * How many stakes were doubled before the end of each row, where a column counts them and the reader says so; undefined where none
 * does, or where each stake has a row of its own: `follows` says of each doubled one that the row before is its lost one.
 */
export function galesColumn(
  { names, rows, at: meanings, isUsed, amount }: TableCells,
  follows: (row: Cells, before: Cells) => boolean,
  isLost: (row: Cells) => boolean,
  asker: Asker,
): ReadonlyMap<Cells, Doubled> | undefined {
  const sums = names.findIndex(
    (_name, place) =>
      place !== meanings.result &&
      rows.slice(0, SAMPLED_ROWS).some((row) => (row[place] ?? '').includes('+', 1)) &&
      rows.every((row) => isBlank(row[place] ?? '') || STAKES.test(row[place] as string)),
  );
  const numberIn = (cell: string): number =>
    sums === -1
      ? Number(COUNT.exec(cell)?.[1] ?? flagIn(cell) ?? (MORE.test(cell) ? MOST_GALES : 0))
      : cell.split('+').length - 1;
  const isNamedSo = (name: string, place: number): boolean => {
    if (place === meanings.result) return false;
    const cells = rows.map((row) => row[place] ?? '');
    const isNamed = GALE_NAME.test(plainWords(name.replace('#', ' number ')));
    const counts = cells.filter((cell) => (isNamed ? numberIn(cell) > 0 : GALE_CELL.test(cell)));
    if (counts.length === 0) return false;
    const others = cells.filter((cell) => !NONE.test(cell) && !(isNamed ? COUNT : GALE_CELL).test(cell));
    // One in so many may be more than is believed, or say something else.
    return others.length === 0 || (isNamed && others.length * FEW < counts.length);
  };
  const further = furtherStakes(names, rows, meanings.stake, amount);
  const counting = further[0] ?? (sums === -1 ? names.findIndex(isNamedSo) : sums);
  const remarks = counting === -1 ? remarkedGales(names, rows, isUsed) : undefined;
  const named = remarks?.at ?? counting;
  const at =
    named === -1
      ? names.findIndex((name, place) => !isUsed(place) && mayCount(name, rows, place, isLost))
      : named;
  if (at === -1) return undefined;
  const numbers = rows.map((row, place) =>
    further.length > 0
      ? further.filter((one) => !isBlank(row[one] ?? '')).length
      : (remarks?.numbers[place] ?? numberIn(row[at] ?? '')),
  );
  const first = numbers.reduce(
    (least, number, place) => (isMostlyBlank(rows[place] as Cells) ? least : Math.min(least, number)),
    1,
  );
  const gales = numbers.map((number) => Math.max(0, number - first));
  const doubled = rows.filter((_row, place) => (gales[place] as number) > 0);
  const stakeOf = (row: Cells): number => amount(row[meanings.stake ?? -1] ?? '');
  // Where none is the second doubled one, the larger stakes say that each has a row of its own.
  const isSecond = gales.some((count) => count > 1);
  const isStepped = [-1, 1].some((step) =>
    rows.every((row, place) => {
      const before = rows[place + step];
      return (
        gales[place] === 0 ||
        (before !== undefined &&
          gales[place + step] === (gales[place] as number) - 1 &&
          follows(row, before) &&
          (isSecond || stakeOf(row) >= stakeOf(before) * LARGER))
      );
    }),
  );
  if (doubled.length === 0 || (isStepped && (isSecond || doubled.length > 1))) return undefined;
  const answers =
    named === -1 && !LEVEL_NAME.test(plainWords(names[at] ?? ''))
      ? (['leave-out', 'count'] as const)
      : (['count', 'leave-out'] as const);
  if (asker.ask<'count' | 'leave-out'>('posted-gales', answers, doubled) === 'leave-out') return undefined;
  const stakesIn = (row: Cells): readonly string[] =>
    further.length > 0
      ? [meanings.stake ?? -1, ...further].map((place) => row[place] ?? '').filter((cell) => !isBlank(cell))
      : sums === -1
        ? []
        : (row[sums] ?? '').split('+');
  return new Map(
    rows.map((row, place) => {
      const stakes = stakesIn(row).map((stake) => amount(stake.trim()));
      const areKnown = stakes.length === (gales[place] as number) + 1 && stakes.every((stake) => stake > 0);
      return [row, { gales: gales[place] as number, stakes: areKnown ? stakes : [] }];
    }),
  );
}

/** Whether most of a row is blank, as that of a total is. */
const isMostlyBlank = (row: Cells): boolean => row.filter(isBlank).length * 2 > row.length;

/** The columns of the second stake of a trade and those after it, named as that of the first: `Entrada 1`, `Entrada 2`; or with amounts below `Gale 1`, `Gale 2`. */
function furtherStakes(
  names: Cells,
  rows: Rows,
  stake: number | undefined,
  amount: TableCells['amount'],
): readonly number[] {
  const [, base] = /^(.+?) ?1$/.exec(plainWords(names[stake ?? -1] ?? '')) ?? [];
  if (base === undefined)
    return names.flatMap((name, place) => {
      const isGale = STAKE_NAME.test(plainWords(name.replace(/\([^()]*\)/g, '')));
      const cells = rows.map((row) => row[place] ?? '').filter((cell) => !isBlank(cell));
      const areStakes = isGale && cells.length > 0 && cells.every((cell) => amount(cell) > 1);
      return areStakes ? place : [];
    });
  return names.flatMap((name, place) =>
    [2, 3, 4, 5, 6].some((at) => plainWords(name).replace(' ', '') === `${base}${at}`.replace(' ', ''))
      ? place
      : [],
  );
}

/** In a remark these words speak of a doubled stake, whatever else it says. */
const REMARKED = new RegExp(
  `${LOST}|(?<![\\p{L}\\p{M}])(?:${MARTINGALE}|mg|recover(?:y|ed)|re-?entry|cover(?:ed)?|averag(?:ed|ing)(?: down)?|hedged|nachgekauft|[x×] ?[2-8]|[2-8] ?[x×]|doubl(?:e|ed|ing) (?:up|down|the |stake|lot|size|bet|amount)|doubled|dobl(?:é|ad[oa]|ando)|dobr(?:ei|ad[oa]|ando)|удво\\p{L}+|verdoppelt|doublé)(?![\\p{L}\\p{M}])`,
  'iu',
);
const LONGEST_REMARK = 60;
/** `5x` in it doubles nothing. */
const LEVERAGE =
  /(?<!\p{L})(?:lev(?:erage)?|hebel|effet de levier|leva|apalancamiento|alavancagem|плечо|kaldirac)(?!\p{L})/u;

/** The first column of remarks, of which some speak of doubled stakes, with how many each row had; undefined where none does. */
function remarkedGales(names: Cells, rows: Rows, isUsed: TableCells['isUsed']) {
  for (const [at, name] of names.entries()) {
    // `5x` beside `20x` is a leverage.
    const isLeverage =
      LEVERAGE.test(plainWords(name)) || rows.some((row) => /^\d{2,3} ?x$/i.test(row[at] ?? ''));
    if (isUsed(at) || isLeverage) continue;
    const saidIn = remembering((cell) => galesIn(cell, OTHER_COUNT.test(plainWords(name))));
    // `2nd step` beside remarks without a number: the first has none.
    const numbersOf = (some: Rows): readonly number[] => {
      const said = some.map((row) => saidIn(row[at] ?? ''));
      const first = said.some(({ step }) => step === 1) ? 0 : 1;
      return said.map(({ gales, step }) => gales ?? Math.max(0, step - first));
    };
    // What each row says, as the name of a robot, and longer timeframes count none.
    const said = rows.slice(0, SAMPLED_REMARKS);
    const areFrames = said.some((row) => /^[mh](?:[5-9]|\d\d)$/i.test(row[at] ?? ''));
    if (!areFrames && new Set(numbersOf(said)).size > 1) return { at, numbers: numbersOf(rows) };
  }
  return undefined;
}

const SAMPLED_REMARKS = 5_000;

/** How many stakes a remark says to be doubled, or at which of them it ended; beside a name of other counts, by a word alone. */
function galesIn(cell: string, isOfOther: boolean): { readonly gales?: number; readonly step: number } {
  if (cell.length > LONGEST_REMARK || !/\p{L}{2}|\p{L}\d|\d ?[x×]/u.test(cell)) return { step: 0 };
  const isNamed = REMARKED.test(cell.replace(/(?<=\p{L}{2})(?=\d)/gu, ' '));
  const clauses = clausesOf(cell);
  for (const { gales, step, timeframe, unknown } of clauses) {
    const isAlone = unknown === 0 && !isOfOther;
    if (gales === 'some' && isNamed) return { gales: 1, step: 0 };
    if (typeof gales === 'number' && (isNamed || isAlone)) return { gales, step: 0 };
    if (step !== null && isAlone && /\p{L}{3}/u.test(cell)) return { step };
    if (timeframe !== null && isAlone) return { gales: timeframe, step: 0 };
  }
  const words = classesOf(cell.replace(/(?<=\d)(?:[èe]me|ère)(?!\p{L})/gu, 'e'));
  if (words.length > MOST_WORDS || clauses.some(({ gales }) => gales === 0)) return { step: 0 };
  if (isNamed) return { gales: 1, step: 0 };
  // `entry 2`, `на 2-й`: nothing else is said.
  const { number: at = 0, isOrdinal = false } =
    words.find(({ number = 0 }) => number > 1 && number <= MOST_GALES) ?? {};
  const isOfEntry = isOrdinal || words.some(({ kind }) => kind === 'attempt' || kind === 'try');
  return { step: isOfEntry && !isOfOther && words.every(({ kind }) => kind !== undefined) ? at : 0 };
}

const MOST_WORDS = 3;

/** Small numbers of something else. */
const OTHER_COUNT =
  /(?<!\p{L})(?:pos|position|placed?|finish(?:ed)?|rank|platz|posicion|posicao|место|tipp?s?|picks?|predict\p{L}*|palpite|pronost\p{L}*|rating|stars?|grade|score|quality|confidence|conviction|risk|reward|rr|week|day|weekday|dow|month|quarter|year|session|hour|min|minutes?|duration|period|tf|timeframe|lots?|contracts?|qty|quantity|size|volume|units?|shares?|leverage|legs?|emotions?|mood|feel|feeling|felt|stress|sleep|energy|focus|discipline|setup|strategy|account|magic|digits|decimals?|fees?|commission|swap|points?|pips?|ticks?|bars?|trades?|count|exec|executions?|fills?|orders?|slippage|spread|refund\p{L}*|rebate|nota|estrellas?|semana|dia|mes|woche|tag|monat|неделя|день|месяц|оценка|hafta|gun|ay|minggu|hari|bulan)(?!\p{L})/u;
const WHOLE = /^[0-6]$/;
/** Stakes can be counted so, and much else. */
const LEVEL_NAME =
  /^(?:(?:entry|trade|signal) )?(?:n(?:i|e)vel|niveau|livello|level|lvl|stage|stufe|candles?|velas?|kerze|bougie|candela|seviye|kademe|mum|уровень|свеча|ступень|tingkat|muc|rounds?|fase|phase|etapa|ronda|rodada|seq(?:uence)?)(?: (?:entry|no|number))?$/u;
const SELDOM = 0.01;

/** Whether small numbers below a name that is not known may count doubled stakes. */
function mayCount(name: string, rows: Rows, at: number, isLost: (row: Cells) => boolean): boolean {
  const words = plainWords(name);
  if (namedMeaning(name) !== undefined || OTHER_COUNT.test(words) || words === '') return false;
  // `1st`, `2nd`.
  const levelIn = (row: Cells): string =>
    (row[at] ?? '').replace(/(?<=^\d)(?:st|nd|rd|th|er|e|[ªºao.])$/, '');
  const filled = rows.map(levelIn).filter(Boolean);
  const countOf = (level: number): number => filled.filter((cell) => Number(cell) === level).length;
  const levels = [...new Set(filled)].map(Number).sort((one, other) => one - other);
  const [first = 0] = levels;
  // What only rises, or only falls, counts days or pages.
  const turns = new Set(
    filled.slice(1).map((cell, place) => Math.sign(Number(cell) - Number(filled[place]))),
  );
  const areLevels =
    first <= 1 &&
    turns.has(1) &&
    turns.has(-1) &&
    filled.every((cell) => WHOLE.test(cell)) &&
    levels.length * 2 <= filled.length &&
    levels.some((level) => level > 1);
  if (!areLevels || LEVEL_NAME.test(words)) return areLevels;
  // Each stake follows a lost one: it is rarer than the one before, but the last, with which trades are lost.
  if (
    levels.every((level) => countOf(level) <= countOf(first)) &&
    levels.slice(1, -1).every((level, step) => countOf(level) <= countOf(levels[step] as number))
  )
    return true;
  // Trades are lost at the last one alone, by more than chance.
  const isLast = (row: Cells): boolean => Number(levelIn(row)) === levels.at(-1);
  const [lost, others] = [rows.filter(isLost), rows.filter((row) => !isLost(row))];
  const share = others.filter(isLast).length / Math.max(1, others.length);
  return lost.length > 0 && lost.every(isLast) && share ** lost.length < SELDOM;
}

const STAKE_NAME =
  /^(?:g|gale|martingale|mart|mtg|mg|protecao|(attempt|try|tentativa|intento|entry|entrada|stake)) ?([1-6])$/;

/**
 * A table in which each stake of a trade, the first and the doubled ones, has a column for its outcome, with the last outcome and the
 * number of stakes before it instead; in any other table wins at a doubled stake are named so.
 */
export function withStakesCounted(given: Table): Table {
  const table = withoutStakesBetween(withStakesApart(given));
  const numberOf = (name = ''): number => {
    const [, isOfAll, number] = STAKE_NAME.exec(plainWords(name)) ?? [];
    return number === undefined ? Number.NaN : Number(number) - (isOfAll === undefined ? 0 : 1);
  };
  const isData = (cell: string): boolean => pairIn(cell) !== undefined || parseEnding(cell) !== undefined;
  const numbered = headed(table, (row) => row.some((name) => numberOf(name) === 1) && !row.some(isData));
  const others = headed(table, (row) => namedMeanings(row).filter(Boolean).length > 1);
  const isNumbered = numbered.names.findIndex((name) => numberOf(name) === 1) > 0;
  const { names, withCells } = isNumbered ? numbered : others;
  const first = isNumbered
    ? names.findIndex((name) => numberOf(name) === 1) - 1
    : names.findIndex((_name, at) => isBesideLost(others.below, at + 1));
  if (first < 0) return withGaleWins(table);
  let after = first + (isNumbered ? 1 : 2);
  while (numberOf(names[after]) === after - first || (!isNumbered && isBesideLost(others.below, after)))
    after += 1;
  const hasResult = names.some((name, at) => (at < first || at >= after) && namedMeaning(name) === 'result');
  let areStakes: boolean | undefined;
  const counted = withCells((row, isHead) => {
    const replaced = (...cells: Cells): Cells =>
      row.map((cell, place) => (place < first || place >= after ? cell : (cells[place - first] ?? '')));
    if (isHead) return replaced(hasResult ? '' : 'Result', 'Gale');
    const cells = row.slice(first, after).map((cell) => (isBlank(cell) ? '' : cell));
    const last = cells.findLastIndex((cell) => cell !== '');
    // Counts below the columns are of no trade.
    if (last === -1 || cells.every((cell) => parseEnding(cell) === undefined))
      return replaced(cells[0] ?? '');
    areStakes =
      areStakes !== false &&
      cells.slice(0, last).every((cell) => parseEnding(cell) === 'lost') &&
      parseEnding(cells[last] as string) !== undefined;
    return replaced(cells[last] as string, String(last));
  });
  return areStakes === true ? counted : withGaleWins(table);
}

/** A table without the stakes that stand between the outcomes of one trade: `Entry, Result, G1, Result G1, G2, Result G2`. */
function withoutStakesBetween(table: Table): Table {
  const { names, below, withCells } = headed(table, (row) => namedMeanings(row).filter(Boolean).length > 1);
  const saysNone = (at: number): boolean =>
    below.every((row) => isBlank(row[at] ?? '') || parseEnding(row[at] as string) === undefined);
  const between = names.flatMap((_name, at) =>
    isBesideLost(below, at + 1, at - 1) && saysNone(at) ? [at] : [],
  );
  return between.length === 0 ? table : withCells((row) => row.filter((_cell, at) => !between.includes(at)));
}

/** Whether a column has outcomes where the one before it says a loss, and nowhere else, as that of a second stake. */
function isBesideLost(rows: Rows, at: number, before = at - 1): boolean {
  const endingAt = (row: Cells, place: number): string | undefined =>
    /\d/.test(row[place] ?? '') ? undefined : parseEnding(row[place] ?? '');
  // Totals below say no outcome.
  const some = rows.slice(0, SAMPLED_ROWS).filter((row) => endingAt(row, before) !== undefined);
  const beside = some.filter((row) => !isBlank(row[at] ?? ''));
  return (
    beside.some((row) => endingAt(row, at) === 'won') &&
    beside.every((row) => endingAt(row, before) === 'lost') &&
    some.some((row) => endingAt(row, before) === 'won')
  );
}

/** The outcomes that a cell lists, as `L-L-W`, `Loss + Win` or `❌✅`; undefined where it holds anything else. Several targets are of one trade. */
const listedIn = remembering((cell): readonly string[] | undefined => {
  if (cell.length > LONGEST_REMARK || /\d|tp|sl|[-=]>/i.test(cell)) return undefined;
  const spaced = cell.replace(/(?<=^[WL]*)[WL](?=[WL]+$)|\p{Extended_Pictographic}\ufe0f?/giu, '$& ');
  const parts = spaced.split(/[\s,;|/+>&–—-]+/u).filter(Boolean);
  const isOne = (part: string): boolean => /^(?:won|lost)$/.test(parseEnding(part) ?? '');
  return parts.every(isOne) ? parts : undefined;
});

/** A table in which each outcome of cells that list several, lost ones and won ones, has a column; any other table as it is. */
function withStakesApart(table: Table): Table {
  const { names, below, withCells } = headed(table, (row) => namedMeanings(row).filter(Boolean).length > 1);
  const isMixed = remembering((cell) => new Set(listedIn(cell)?.map(parseEnding)).size > 1);
  const at = names.findIndex(
    (_name, place) =>
      below.every((row) => isBlank(row[place] ?? '') || listedIn(row[place] ?? '') !== undefined) &&
      below.some((row) => isMixed(row[place] ?? '')) &&
      below.some((row) => row[place] !== below[0]?.[place]),
  );
  if (at === -1) return table;
  const most = below.reduce((count, row) => Math.max(count, listedIn(row[at] ?? '')?.length ?? 0), 0);
  return withCells((row, isHead) => {
    const parts = isHead ? [] : (listedIn(row[at] ?? '') ?? []);
    const cells = Array.from({ length: most }, (_, step) =>
      isHead ? `Entry ${step + 1}` : (parts[step] ?? ''),
    );
    return [...row.slice(0, at), ...cells, ...row.slice(at + 1)];
  });
}

const GALE_WIN = /^(?:sg|(?:g|gale|mg|mtg)\W?([0-6]))$/i;

/** A table with "Win G2" in the cells of a column with words for losses in which a G2 alone is a win, and with "Win" for G0 and SG. */
function withGaleWins(table: Table): Table {
  const some = table.rows.slice(0, SAMPLED_ROWS);
  const width = some.reduce((most, row) => Math.max(most, row.length), 0);
  const at = Array.from({ length: width }, (_, place) => place).find((place) => {
    const cells = some.flatMap((row) => (isBlank(row[place] ?? '') ? [] : (row[place] as string)));
    // Below its name it is a count.
    if (cells.some((cell) => GALE_NAME.test(plainWords(cell)) && !GALE_WIN.test(cell))) return false;
    const others = cells.filter((cell) => !GALE_WIN.test(cell));
    const unknown = others.filter((cell) => parseEnding(cell) === undefined);
    return (
      others.length < cells.length &&
      unknown.length * FEW < cells.length &&
      others.some((cell) => parseEnding(cell) === 'lost')
    );
  });
  if (at === undefined) return table;
  const rows = table.rows.map((row) => {
    const found = GALE_WIN.exec(row[at] ?? '');
    return found === null ? row : row.with(at, Number(found[1] ?? 0) === 0 ? 'Win' : `Win G${found[1]}`);
  });
  return { ...table, rows };
}

/** Whether the stakes of doubled rows are larger than the others: each is then the last of its trade, not the first. */
export function stakesGrow(
  doubled: ReadonlyMap<Cells, Doubled> | undefined,
  stakeOf: (row: Cells) => number | null,
): boolean {
  const usual = (isDoubled: boolean): number =>
    median(
      [...(doubled ?? [])].flatMap(([row, { gales }]) =>
        gales > 0 === isDoubled ? (stakeOf(row) ?? []) : [],
      ),
    ) ?? 0;
  return usual(true) > usual(false) * LARGER && usual(false) > 0;
}
