/** Rows and messages that state how many trades were won or lost, and are denied by the trades. */
import { DAY_MS } from '../../../time/instant.ts';
import type { Trade, TradeOutcome } from '../../trade.ts';
import { classesOf } from '../words/chat-words.ts';
import { saysRule } from '../words/clauses.ts';
import type { Row } from '../complete-trades.ts';
import type { NotUnderstood, Reading } from '../reading.ts';
import { type Counts, talliesIn } from './tallies.ts';
import { isFree, isKind, type Role, sentencesOf, valueOf } from './tally-numbers.ts';
import type { RowReason, SumOf } from '../unreadable.ts';

/** What a row states of all trades, or of a part of them. */
interface Stated {
  readonly won?: number | undefined;
  readonly lost?: number | undefined;
  readonly tied?: number | undefined;
  readonly all?: number | undefined;
  readonly rate?: { readonly value: number; readonly digits: number } | undefined;
  readonly isTotal?: boolean;
  /** It is of the day on which it is said. */
  readonly isToday?: boolean;
}

const TODAY =
  /(?<![\p{L}\p{M}])(?:today|hoy|hoje|сегодня|bugün|hari ini|hôm nay|heute|aujourd['’]hui|oggi|आज|আজ|آج|اليوم)(?![\p{L}\p{M}])/iu;
/** Of other trades than those that stand there. */
const EARLIER =
  /(?<![\p{L}\p{M}])(?:yesterday|last (?:night|week|month|year|quarter|season)|previous|prior|ayer|anterior|pasad[oa]|ontem|passad[oa]|вчера|прошл\p{L}+|dün|geçen|kemarin|lalu|hôm qua|trước|gestern|letzte\p{L}*|vorige\p{L}*|hier|derni[eè]re?|passée?|ieri|scors[oa]|पिछल\p{M}*|গতকাল|গত|گزشتہ|پچھل\p{L}|أمس|الماضي\p{L}?)(?![\p{L}\p{M}])/iu;

const UNSURE = ['unknown', 'promise', 'doubt', 'hedge'] as const;
const LONGEST = 200;

/** What a text states of trades where it says nothing else, or calls it a total; undefined where it does not. */
function statedIn(text: string): Stated | undefined {
  if (saysRule(text) || /[=→⇒]\s*\p{L}/u.test(text)) return undefined;
  const { stated } = talliesIn(text);
  const [tally] = stated;
  const bound = sentencesOf(text).flat();
  const isTotal = tally?.level === 2 && stated.length === 1;
  const isOfSide = classesOf(text).some(({ kind }) => kind === 'call' || kind === 'put');
  const isBare = bound.some(isKind('score')) && !bound.some(isKind('name'));
  const isUnsure = !isTotal && (isBare || bound.some(isKind(...UNSURE)));
  if (stated.length > 1 || isOfSide || isUnsure || EARLIER.test(text)) return undefined;
  const isToday = TODAY.test(text);
  const rate = bound.find(({ role }) => role === 'rate')?.token;
  const isRated = rate?.kind === 'percent' && rate.least === undefined && bound.some(isKind('rate'));
  if (tally !== undefined) {
    const { counts, bare, rounded, doubts, isUnclear } = tally;
    const isNamed = bound.some(({ role }) => role === 'won' || role === 'lost' || role === 'score');
    if (!isNamed || doubts.length > 0 || isUnclear || rounded !== undefined) return undefined;
    const { won, lost } = bare?.isShare === true ? (bare.of ?? counts) : counts;
    return { won, lost, isTotal, isToday };
  }
  if (bound.some(isFree) || bound.some(isKind('period', 'date'))) return undefined;
  const said = (role: Role): number | undefined => valueOf(bound.find((one) => one.role === role));
  const own = {
    won: said('won'),
    lost: said('lost'),
    tied: said('tied'),
    all: bound.some(isKind('noun')) ? said('all') : undefined,
  };
  const one = Object.fromEntries(Object.entries(own).filter(([, value]) => value !== undefined));
  // `W1` names a week.
  const isWeek = Object.keys(one).join() === 'won' && /^W\d/i.test(text);
  if (!isRated && (isWeek || Object.keys(one).length === 0)) return undefined;
  return { ...one, ...(isRated && { rate }), isToday };
}

/** How far from what is stated trades are; undefined where they are not. */
export function deniedCounts(
  stated: Stated,
  { won, lost, tied }: Counts,
  rows: number,
): RowReason | undefined {
  const denied = (of: SumOf, said: number, counted: number): RowReason => ({
    code: 'sum-differs',
    of,
    stated: said,
    counted,
  });
  for (const [of, counted] of Object.entries({ won, lost, tied }) as [TradeOutcome, number][]) {
    const said = stated[of];
    if (said !== undefined && said !== counted) return denied(of, said, counted);
  }
  const { all, rate } = stated;
  const decided = won + lost;
  // A trade may have two rows, and a row doubled stakes.
  if (all !== undefined && ![decided, decided + tied, rows].includes(all))
    return denied('all', all, decided + tied);
  const isNear = (of: number): boolean =>
    Math.abs((won / of) * 100 - (rate?.value ?? 0)) <= 0.51 / 10 ** (rate?.digits ?? 0);
  const isDenied = rate !== undefined && !isNear(decided) && !isNear(decided + tied);
  return isDenied ? denied('rate', rate.value, (won / decided) * 100) : undefined;
}

interface Line {
  readonly line: number;
  readonly trade: Trade & Pick<Row, 'fees'>;
}

/** What trades come to; their profits after fees, and before them. */
export interface Sums extends Counts {
  readonly profit: number;
  readonly gross: number;
}

/** What sums the trades between two lines. */
export function counterOf(lines: readonly Line[]): (from: number, to: number) => Sums {
  const ordered = lines.toSorted((one, other) => one.line - other.line);
  const before: Sums[] = [{ won: 0, lost: 0, tied: 0, profit: 0, gross: 0 }];
  for (const [at, { trade }] of ordered.entries()) {
    const sums = before[at] as Sums;
    const { outcome, profit, fees = 0 } = trade;
    const [net, gross] = [sums.profit + profit, sums.gross + profit - fees];
    before.push({ ...sums, [outcome]: sums[outcome] + 1, profit: net, gross });
  }
  const placeOf = (line: number): number => {
    let [low, high] = [0, ordered.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((ordered[middle] as Line).line < line) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  return (from, to) => {
    const [start, end] = [from, to].map((line) => before[placeOf(line)]) as [Sums, Sums];
    const sumOf = (key: keyof Sums): number => end[key] - start[key];
    return {
      won: sumOf('won'),
      lost: sumOf('lost'),
      tied: sumOf('tied'),
      profit: sumOf('profit'),
      gross: sumOf('gross'),
    };
  };
}

const MOST_CELLS = 4;
/** More rows that may state sums are not compared with the trades, but for the last ones. */
const MOST_COMPARED = 500;
/** Why a row of a table is no trade that may state a sum; of messages the first alone. */
const MAY_STATE = /^(?:sum|above-names|other-table|no-[a-z-]+)$/;

/**
 * What of a source is no trade, with those rows or messages that state how many were won or lost and are denied by all trades as well as by
 * those from them to any other of them; `cellsAt` gives what stands in a line.
 */
export function withDeniedCounts(
  { trades, origins, rows }: Pick<Reading, 'trades' | 'origins' | 'rows'>,
  cellsAt: (line: number) => readonly string[],
): readonly NotUnderstood[] {
  const { notUnderstood, understood } = rows;
  if (trades.length === 0) return notUnderstood;
  const texts = notUnderstood.flatMap(({ line, why }) => {
    const cells = MAY_STATE.test(why.code) ? cellsAt(line).filter(Boolean) : [];
    // An amount behind a label and its count is none.
    const isPaid = cells.length === 3 && /^[+-]?[\d.,]+$/.test(cells[2] as string);
    const counts = isPaid ? cells.slice(0, 2) : cells;
    const text = cells.length > MOST_CELLS ? '' : counts.join(' ').replace(ASIDE, ' ');
    // More digits are a time or a number.
    return text.length <= LONGEST && /\d/.test(text) && !/\d{7}/.test(text) ? [{ line, text }] : [];
  });
  const said = texts.slice(-MOST_COMPARED).flatMap(({ line, text }) => {
    const stated = statedIn(text);
    return stated === undefined ? [] : [{ line, stated }];
  });
  if (said.length === 0) return notUnderstood;
  const lines = trades.map((trade, at) => ({ trade, line: origins[at]?.line ?? 0 }));
  const ends = lines.filter((_line, at) => origins[at]?.kind !== 'doubled');
  const counters = [lines, ends].map(counterOf);
  const denied = new Map<number, RowReason>();
  const total = said.findLast(({ stated }) => stated.isTotal === true)?.line;
  for (const { line, stated } of said) {
    const edges = [0, ...said.flatMap((other) => (other.line === line ? [] : other.line)), Infinity];
    // Those since the last one that states a sum, unless it is the last total.
    const own = edges.findLast((edge) => edge < line && hasAny(counters[0]?.(edge, line)));
    const ofDay = stated.isToday === true ? dayBefore(lines, line) : undefined;
    const ofAll = line === total || own === undefined ? [0, Infinity] : [own, line];
    const first = ofDay === undefined ? ofAll : [ofDay, line];
    const whys = [first, [0, Infinity], ...edges.map((edge) => [Math.min(edge, line), Math.max(edge, line)])]
      .flatMap(([from = 0, to = 0]) => counters.map((count) => count(from, to)))
      .map((counts) => deniedCounts(stated, counts, understood));
    if (!whys.includes(undefined))
      denied.set(line, whys.find((why) => lackingIn(why) > 0) ?? (whys[0] as RowReason));
  }
  return notUnderstood.map((left) => ({ ...left, why: denied.get(left.line) ?? left.why }));
}

/** How many more losses are stated than trades lost where as many are stated to be won. */
const lackingIn = (why: RowReason | undefined): number =>
  why?.code === 'sum-differs' && why.of === 'lost' ? Math.max(0, why.stated - why.counted) : 0;

/** How many losses are stated in all and are not among the trades; the largest number may be the sum of the others. */
export function lackingLosses(left: readonly NotUnderstood[]): number {
  const lacking = left.map(({ why }) => lackingIn(why));
  const [most, sum] = [Math.max(0, ...lacking), lacking.reduce((all, one) => all + one, 0)];
  return most * 2 >= sum ? most : sum;
}

const LABEL = /^[^\d]*\p{L}/u;
export const ASIDE = /\s*\([^()]*\)/g;

/** Whether a row is labels with their numbers alone, as `Wins, 25`, of which the last may have an amount, and states how many were won, lost or all. */
export function statesCounts(row: readonly string[]): boolean {
  const filled = row.flatMap((cell) => cell.replace(ASIDE, '') || []);
  const cells = filled.slice(0, filled.length - (filled.length % 2));
  const areLabelled = cells.every((cell, at) =>
    at % 2 === 0 ? LABEL.test(cell) : /^\d{1,6}$|%$/.test(cell),
  );
  return (
    areLabelled && cells.length > 0 && cells.length <= MOST_CELLS && statedIn(cells.join(' ')) !== undefined
  );
}

/** The first line of a trade on the day of the last one before a line. */
function dayBefore(lines: readonly Line[], before: number): number | undefined {
  const dayOf = ({ trade }: Line): number | undefined =>
    trade.timeMs === null ? undefined : Math.floor(trade.timeMs / DAY_MS);
  const earlier = lines.filter(({ line }) => line < before);
  const last = earlier.reduce((found, one) => (one.line > found.line ? one : found), earlier[0] as Line);
  const day = last && dayOf(last);
  return day === undefined ? undefined : earlier.find((one) => dayOf(one) === day)?.line;
}

const hasAny = (counts: Counts | undefined): boolean =>
  counts !== undefined && counts.won + counts.lost + counts.tied > 0;
