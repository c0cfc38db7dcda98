/** Tallies of several days, sessions or months in one source: which of them are one record, and which are said of others once more. */
import type { Asker } from '../questions.ts';
import { NAMED_DAY, NAMED_MONTH, UNITS } from '../words/periods.ts';
import { type Counts, isSame, type Tally } from './tallies.ts';
import { LAST } from './tally-numbers.ts';

/** The tallies that count together, once it is known what scores and rounded rates mean. */
export function combined(stated: readonly Tally[], asker: Asker): readonly Tally[] {
  return chosen(withRates(withoutRestated(withScores(stated, asker)), asker), asker);
}

/** Scores are asked about where nothing names them; below each other with their days, and not all of them possible shares, they are certain. */
function withScores(stated: readonly Tally[], asker: Asker): readonly Tally[] {
  const areDays = stated.length > 1 && stated.every(({ bare, hasPeriod }) => bare === undefined || hasPeriod);
  const bare = stated.filter((tally) => tally.bare !== undefined);
  const mayBeShares = bare.every((tally) => tally.bare?.of !== undefined);
  if (bare.length === 0 || (areDays && !mayBeShares)) return stated;
  const answers = !mayBeShares
    ? (['record', 'leave-out'] as const)
    : bare.every((tally) => tally.bare?.isShare === true)
      ? (['of', 'record', 'leave-out'] as const)
      : (['record', 'of', 'leave-out'] as const);
  const texts = bare.map(({ text }) => text);
  const answer = asker.ask<'record' | 'of' | 'leave-out'>('claimed-pair', answers, texts);
  if (answer === 'leave-out') return stated.filter((tally) => tally.bare === undefined);
  return answer === 'record'
    ? stated
    : stated.map((tally) => ({ ...tally, counts: tally.bare?.of ?? tally.counts }));
}

function withRates(stated: readonly Tally[], asker: Asker): readonly Tally[] {
  const rounded = stated.flatMap(({ rounded: some, text }) => (some === undefined ? [] : text));
  if (rounded.length === 0) return stated;
  const answer = asker.ask('claimed-rate', ['least', 'nearest', 'most'], rounded);
  return stated.map((tally) =>
    answer === 'nearest' ? tally : { ...tally, counts: tally.rounded?.[answer] ?? tally.counts },
  );
}

const sizeOf = ({ won, lost, tied }: Counts): number => won + lost + tied;
const shapeOf = ({ text }: Tally): string => text.replace(/\d+/g, '');

/** Whether a tally says one of its two counts alone. */
const isOfOne = ({ counts: { won, lost }, doubts }: Tally): boolean => won * lost === 0 && doubts.length > 0;

/** Whether another tally says in another form what this one says. */
function isSaid(tally: Tally, stated: readonly Tally[]): boolean {
  const { counts, rounded, hasPeriod } = tally;
  return stated.some((other) => {
    // "41 wins in February!" above "February closed with 41 wins and 26 losses".
    if (isOfOne(tally) && other.when === tally.when)
      return (
        !isOfOne(other) &&
        (counts.lost === 0 ? counts.won === other.counts.won : counts.lost === other.counts.lost)
      );
    if (other === tally || hasPeriod || other.hasPeriod || shapeOf(other) === shapeOf(tally)) return false;
    if (rounded === undefined) return isSame(counts, other.counts);
    const { won } = other.counts;
    return (
      other.rounded === undefined &&
      sizeOf(counts) === sizeOf(other.counts) &&
      won >= rounded.least.won &&
      won <= rounded.most.won
    );
  });
}

function withoutRestated(stated: readonly Tally[]): readonly Tally[] {
  const largest = stated.reduce((most, { counts }) => Math.max(most, sizeOf(counts)), 0);
  const whole = stated.filter((tally) => sizeOf(tally.counts) === largest || !isOfLast(tally));
  if (whole.length > MOST_OFFERED) return whole;
  return whole.filter(
    (tally, at) =>
      !isSaid(tally, tally.rounded === undefined && !isOfOne(tally) ? whole.slice(0, at + 1) : whole),
  );
}

/** `Last 10: 7-3` is a part of the record. */
function isOfLast({ text, counts }: Tally): boolean {
  return LAST.test(text) && text.split(/\D+/).includes(String(sizeOf(counts)));
}

const MOST_OFFERED = 8;
const FEWEST_DAYS = 3;
const MANY_DAYS = 5;

/** Asks which tallies count where one may hold the others, may be said twice, or where nothing tells that they are of different days. */
function chosen(
  all: readonly Tally[],
  asker: Asker,
  noTotals: ReadonlySet<Tally> = new Set(),
): readonly Tally[] {
  // Several scores of one day that each have one trade more than the one before are of that day so far.
  const stated = withSums(
    runsOf(all).flatMap((run) => (run.length > FEWEST_DAYS && isCounting(run) ? run.slice(-1) : run)),
  );
  // The sum of all others below them, without a day of its own.
  const bottom = stated.slice(-1);
  const isBelow = bottom.every(
    (last) =>
      isSumOfOthers(last, stated) &&
      stated.every((one) => one === last || (one.label !== last.label && one.label.startsWith(last.label))),
  );
  if (isBelow) return bottom;
  const [isUp, isDown] = [neverLess(stated), neverLess(stated.toReversed())];
  const areRunning = stated.every(({ isRunning }) => isRunning);
  if (areRunning && (isUp || isDown)) return stated.slice(...(isUp ? [-1] : [0, 1]));
  const least = stated.reduce((lowest, { level }) => Math.min(lowest, level), Number.POSITIVE_INFINITY);
  const days = stated.filter(({ hasPeriod, level }) => hasPeriod && level === least);
  const isMostly = days.length * 2 > stated.length;
  const isTotal = (tally: Tally): boolean =>
    !noTotals.has(tally) && (tally.level > least || (isMostly && !tally.hasPeriod));
  const parts = stated.filter((tally) => !isTotal(tally));
  const denied = deniedSums(stated, isTotal);
  // "First 5 months: 210-90. Then 12-40 since June": no total has less than a part of it.
  const isLess = ({ counts: { won, lost } }: Tally): boolean =>
    parts.some(({ counts }) =>
      parts.length === 1 ? counts.won > won || counts.lost > lost : counts.won >= won && counts.lost >= lost,
    );
  if (denied.some(isLess)) {
    const isOther = (tally: Tally): boolean => denied.includes(tally) && isLess(tally);
    const others = new Map(
      stated
        .filter(isOther)
        .map((tally) => [tally, { ...tally, level: least, hasPeriod: false, isRunning: false }]),
    );
    return chosen(
      stated.map((tally) => others.get(tally) ?? tally),
      asker,
      new Set([...noTotals, ...others.values()]),
    );
  }
  // Sums that hold prove what they add up, and may have ties that their parts do not name.
  const sum = sumOf(parts);
  const fuller = stated.filter((tally) => isTotal(tally) && isDecidedAs(tally.counts, sum));
  if (sum.tied === 0 && fuller.length > 0 && denied.every((tally) => fuller.includes(tally)))
    return fuller.slice(0, 1);
  if (stated.length < 2 || (parts.length < stated.length && denied.length === 0)) return parts;
  const runs = runsOf(parts);
  const areDays = parts.every(({ hasPeriod }) => hasPeriod);
  const isList = (areDays && areAlike(parts)) || (runs.length === 1 && parts.length >= FEWEST_DAYS);
  const newest = areDays && grows(parts.toReversed()) ? parts.slice(0, 1) : [];
  const sums = [parts[0], parts.at(-1)].flatMap((one) =>
    one !== undefined && isSumOfOthers(one, parts) ? one : [],
  );
  const single = [...new Set([...newest, ...denied, ...(isList ? sums : parts)])].slice(0, MOST_OFFERED);
  const whenOf = ({ hasPeriod, when, label }: Tally): string => (hasPeriod ? when : label);
  const dated = new Map(parts.map((tally) => [`${whenOf(tally)} ${Object.values(tally.counts)}`, tally]));
  const once = splitOf(parts) ?? [...dated.values()];
  const isGrowing = areRunning || grows(parts);
  const last = isGrowing ? parts.slice(-1) : areDays ? runs.flatMap((run) => run.slice(-1)) : parts;
  const others = (
    [
      ['once', once],
      ['last', last],
    ] as const
  ).filter(([, some]) => some.length < parts.length);
  // So many scores of single days seldom grow from each to the next.
  const isSure = parts.length >= MANY_DAYS && (isGrowing || newest.length > 0);
  const soFar: readonly [string, readonly Tally[]] = isGrowing ? ['last', last] : ['1', newest];
  const readings = new Map<string, readonly Tally[]>([
    ...(isSure ? [soFar] : []),
    ...(isCounting(parts) || once.length < parts.length ? others : []),
    ['all', parts],
    ...others,
    ...single.map((one, at): [string, readonly Tally[]] => [String(at + 1), [one]]),
  ]);
  const [first = 'all', ...rest] = readings.keys();
  if (rest.length === 0) return parts;
  const about = (single.length > 0 ? single : parts).map(({ text }, at) => `${at + 1}: ${text}`);
  return readings.get(asker.ask('several-claims', [first, ...rest], about, isSure || undefined)) ?? parts;
}

const YEARS =
  'h[12]|half|trimestre|semestre|quartal|years?|yearly|ano|año|год\\p{L}*|yil|tahun|nam|साल|বছর|سال|سنه|jahr|annee|(?:19|20)\\d\\d|недел\\p{L}+|месяц\\p{L}*|thang|tuan|हफ्ते|सप्ताह|महीने|সপ্তাহে?|মাসে?|ہفتے|مہینے|(?:ال)?اسبوع|(?:ال)?شهر';
/** A word for a week, a month or a longer time, or for several days: `week`, `7 days`, `3 months`. */
const SPAN = new RegExp(
  `(?<!\\p{L})(?:\\d{1,3} (?:d|days|dias|tage|gun|hari|дней|weeks|months|semanas|meses)|${UNITS}|${YEARS})(?![\\p{L}\\p{M}])`,
  'u',
);

/** Whether none of these is of a longer time than another, so that it may hold it. */
function areAlike(parts: readonly Tally[]): boolean {
  const spans = parts.flatMap(({ label }) => SPAN.exec(label)?.[0] ?? []);
  return new Set(spans.map((span) => span.replace(/(?<=\p{L}|^(?:19|20))\d+/u, ''))).size < 2;
}

const DAY = new RegExp(`${NAMED_DAY.source}|${NAMED_MONTH.source}|\\d`, 'u');

/** Those that count all trades once, where the ones behind them count as many in another way, as pairs behind sessions; of days none do. */
function splitOf(parts: readonly Tally[]): readonly Tally[] | undefined {
  if (parts.every(({ label }) => DAY.test(label))) return undefined;
  for (let end = 2; end < parts.length - 1; end += 1) {
    const first = parts.slice(0, end);
    if (isDecidedAs(sumOf(first), sumOf(parts.slice(end)))) return first;
  }
  return undefined;
}

const nameOf = ({ label }: Tally): string => label.replace(/\d+/g, '').trim();

/** Tallies with those as sums that add up the ones before, which have another name, such as months below their weeks, and all of that name. */
function withSums(stated: readonly Tally[]): readonly Tally[] {
  let [parts, sum, name] = [0, sumOf([]), undefined as string | undefined];
  const sums = new Set<string>();
  for (const tally of stated) {
    const own = nameOf(tally);
    if (parts > 1 && name !== undefined && own !== name && isSame(tally.counts, sum)) {
      sums.add(own);
      [parts, sum] = [0, sumOf([])];
      continue;
    }
    name = parts === 0 || own === name ? own : undefined;
    [parts, sum] = [parts + 1, sumOf([{ counts: sum }, tally])];
  }
  return stated.map((tally) => (sums.has(nameOf(tally)) ? { ...tally, level: 2 } : tally));
}

/** Tallies that follow each other with the same label. */
function runsOf(tallies: readonly Tally[]): readonly (readonly Tally[])[] {
  const runs: Tally[][] = [];
  for (const tally of tallies) {
    const run = runs.at(-1);
    if (run?.[0]?.label === tally.label) run.push(tally);
    else runs.push([tally]);
  }
  return runs;
}

/** The totals that are the sum neither of the parts since the last one, nor of those before them or of all. */
function deniedSums(stated: readonly Tally[], isTotal: (tally: Tally) => boolean): readonly Tally[] {
  const all = sumOf(stated.filter((tally) => !isTotal(tally)));
  let [since, before] = [sumOf([]), sumOf([])];
  return stated.filter((tally) => {
    const { counts } = tally;
    if (isTotal(tally)) {
      const isDenied = ![all, since, before].some((sum) => isSame(counts, sum));
      since = sumOf([]);
      return isDenied;
    }
    [since, before] = [sumOf([{ counts: since }, tally]), sumOf([{ counts: before }, tally])];
    return false;
  });
}

const isDecidedAs = (one: Counts, other: Counts): boolean => one.won === other.won && one.lost === other.lost;

function isSumOfOthers(one: Tally, all: readonly Tally[]): boolean {
  return all.length >= FEWEST_DAYS && isSame(one.counts, sumOf(all.filter((other) => other !== one)));
}

function sumOf(some: readonly Pick<Tally, 'counts'>[]): Counts {
  const add = (key: keyof Counts): number => some.reduce((sum, { counts }) => sum + counts[key], 0);
  return { won: add('won'), lost: add('lost'), tied: add('tied') };
}

/** Whether no score has less than the one before it. */
function neverLess(parts: readonly Tally[]): boolean {
  return parts.every(({ counts }, at) => {
    const before = parts[at - 1]?.counts ?? counts;
    return counts.won >= before.won && counts.lost >= before.lost && counts.tied >= before.tied;
  });
}

/** Scores that only grow may each count all trades so far; some may bring nothing. */
function grows(parts: readonly Tally[]): boolean {
  const [first, last] = [parts[0], parts.at(-1)].map((one) => sizeOf((one as Tally).counts));
  return parts.length >= FEWEST_DAYS && neverLess(parts) && first !== last;
}

/** Whether each score has one trade more than the one before it. */
function isCounting(parts: readonly Tally[]): boolean {
  const first = sizeOf((parts[0] as Tally).counts);
  return grows(parts) && parts.every(({ counts }, at) => sizeOf(counts) === first + at);
}
