import { epochMs } from '../../../time/instant.ts';
import { groupBy } from '../../grouping.ts';
import { type End, NUMBER, type Signal } from './chat-signals.ts';
import { withoutOutcomes } from '../words/chat-words.ts';
import { type Clause, clausesOf } from '../words/clauses.ts';
import type { Row } from '../complete-trades.ts';
import {
  type AnnouncedGales,
  announcedGales,
  GALE,
  IN_THE,
  MOST_GALES,
  PORTUGUESE,
} from '../words/announced-gales.ts';
import { payoutIn } from '../words/distances.ts';
import { parseEnding } from '../words/endings.ts';
import { type SaidStakes, SHORT } from '../words/said-stakes.ts';
import type { Asker } from '../questions.ts';
import { shown } from '../reading.ts';
import { withoutTraded } from '../words/pairs.ts';
import { directionOf } from '../words/trade-words.ts';

/** An outcome with what it, or its signal, says about doubled stakes. */
type DoubledEnd = Pick<End, 'outcome' | 'clause' | 'signal'>;

/** How many stakes were doubled before an end, and the most that a signal announces. */
interface GaleCount {
  readonly of: (end: SomeEnd & Pick<DoubledEnd, 'outcome'>) => number;
  /** None where outcomes say their stakes, or how often these were doubled: nothing is hidden. */
  readonly hidden: (signals: readonly Signal[]) => number;
}

const ENGLISH = /(?<!\p{L})(?:the|this|with|without|needed|and|of|after)(?!\p{L})/iu;
const PERCENT = /\d+(?:[.,]\d+)?\s?%/g;

type SomeEnd = Pick<DoubledEnd, 'signal'> & { readonly clause: SaidStakes & Partial<Clause> };

/** The same mark several times, or two signs. */
const RUN = /([✅☑✔✓❌✖✗✘⛔⭐★☆])\ufe0f?(?:\1\ufe0f?)*|(?<!!)!!(?!!)/gu;
const FEWEST_NUMBERED = 3;
/** More marks count nothing. */
const LONGEST_RUN = 3;

/** What is no letter and no number, which cheers or counts. */
const WORDS = /[\p{L}\p{M}\p{N}\s\ufe0f]+/gu;

/**
 * How many marks wins bear, by their texts, where a few have two or three and others with the same words one: "✅✅" among "✅" may have come with the
 * second stake, and where doubled stakes are announced and never said, so may the rarer of two forms of signs: "✅ 🥇" among "✅".
 */
function marksBeside(
  ends: readonly DoubledEnd[],
  rule: AnnouncedGales | undefined,
): ReadonlyMap<string, number> {
  const announced = ends.flatMap(({ signal }) => signal?.announced ?? rule ?? []);
  const most = Math.max(0, ...announced.map(({ gales }) => (gales === 'some' ? 2 : Math.min(2, gales))));
  const areSaid = ends.some(({ clause: { gales, step } }) => gales !== null || step !== null);
  const won = ends.flatMap(({ outcome, clause: { text, gales, step } }) => {
    if (outcome !== 'won' || gales !== null || step !== null) return [];
    const runs = [...text.matchAll(RUN)].map(([run]) => run.replaceAll('\ufe0f', '').length);
    return [{ text, words: withoutOutcomes(withoutTraded(text)), marks: Math.max(1, ...runs) }];
  });
  const some = [...groupBy(won, ({ words }) => words).values()].flatMap((alike) => {
    const several = alike.filter(({ marks }) => marks > 1);
    const isFew = several.length * 2 < alike.length && several.every(({ marks }) => marks <= LONGEST_RUN);
    const [rare = [], ...others] = [...groupBy(alike, ({ text }) => text.replace(WORDS, '')).values()].sort(
      (one, other) => one.length - other.length,
    );
    if (several.length === 0 && most > 0 && !areSaid && others.length === 1 && rare.length >= FEWEST_NUMBERED)
      return rare.map((one) => ({ ...one, marks: most }));
    return isFew ? several : [];
  });
  return new Map(some.map(({ text, marks }) => [text, marks]));
}

const numberIn = (text = ''): number => Number(NUMBER.exec(text)?.[1]);

/**
 * What tells the number that may count the stakes of an end: not one of its trade, as `#7`, no stake being doubled so often, that of the signal, or
 * numbers that go on from one to the next, nor the timeframe of its signal.
 */
function stepReader(
  ends: readonly DoubledEnd[],
  rule: AnnouncedGales | undefined,
): (end: SomeEnd) => number | null {
  const runs = marksBeside(ends, rule);
  const numbers = ends.flatMap(({ clause }) => clause.step ?? []);
  const steps = numbers.slice(1).map((number, at) => number - (numbers[at] as number));
  const next = steps.filter((step) => step === 1).length;
  const others = steps.filter((step, at) => step !== 1 && numbers[at + 1] !== numbers[0]).length;
  const areNamed = ends.every(({ clause }) => numberIn(clause.text) > 0);
  const areAll = next > (areNamed ? 0 : 1) && next * 2 > steps.length && others * 10 <= steps.length;
  const areMany = ends.some(({ clause }) => numberIn(clause.text) > MOST_GALES);
  return ({ clause: { step: said, text = '', target = null, hasResultWord }, signal }) => {
    // "WIN T2" of a signal that runs to a time.
    const isTimed = signal?.expirySeconds != null && signal.levels === undefined;
    const step = said ?? (isTimed && hasResultWord ? target : null);
    if (step === null) return runs.get(text) ?? null;
    const number = numberIn(text);
    const isNumbered = areAll || (areMany && number > 0) || number === numberIn(signal?.text);
    const isFrame = [step, step * 3_600].includes(signal?.expirySeconds ?? 0) && SHORT.test(text);
    return isNumbered || isFrame ? null : step;
  };
}

/** What "no gale" is: "without" in English, "in the gale" in Portuguese; undefined where the chat does not tell. */
function noGaleIs(ends: readonly DoubledEnd[]): 'direct' | 'gale' | undefined {
  const texts = ends.flatMap(({ clause, signal }) => [clause.text, signal?.text ?? '']);
  if (texts.some((text) => PORTUGUESE.test(text))) return 'gale';
  return texts.some((text) => ENGLISH.test(text)) ? 'direct' : undefined;
}

function askSome(texts: readonly string[], noGale: ReturnType<typeof noGaleIs>, asker: Asker): number {
  // What recovered a loss may be the next signal, and a number that is not believed something else.
  const isOther = (text: string): boolean =>
    !GALE.test(text) ||
    /\d/.test(text.replace(PERCENT, '')) ||
    (noGale !== 'gale' && text.search(IN_THE) >= 0);
  const more = texts.some((text) => /8/.test(text)) ? ['3'] : [];
  const others = texts.some(isOther) ? ['0'] : [];
  return Number(asker.ask('gale-without-number', ['1', '2', ...more, ...others], texts));
}

/** What tells how many stakes a doubled one without a number was, where others or the rule have numbers: a loss has lost the most, and a win is of the only one. */
function levelReader(
  ends: readonly DoubledEnd[],
  noGale: ReturnType<typeof noGaleIs>,
  rule: AnnouncedGales | undefined,
): (end: SomeEnd & Pick<DoubledEnd, 'outcome'>) => number | undefined {
  const said = ends.flatMap(({ clause, signal }) => [clause.gales, signal?.announced?.gales]);
  const numbers = [...said, rule?.gales].map(Number).filter((number) => number > 0);
  const level = numbers.reduce((most, one) => Math.max(most, one), 0);
  return ({ clause: { text = '' }, outcome }) => {
    const areMany = numbers.length >= FEWEST_NUMBERED || rule?.gales === level;
    const isKnown = areMany && level > 0 && (level === 1 || outcome === 'lost');
    const isGale = GALE.test(text) && !/\d/.test(text) && (noGale === 'gale' || text.search(IN_THE) < 0);
    return isKnown && isGale ? level : undefined;
  };
}

/** How many stakes were doubled before each end; asks where the chat leaves it open. */
export function galeCounter(
  ends: readonly DoubledEnd[],
  hasShortTimeframes: boolean,
  asker: Asker,
  rule?: AnnouncedGales,
): GaleCount {
  const textsOf = (matches: (end: DoubledEnd) => boolean): string[] =>
    ends.filter(matches).map(({ clause }) => clause.text.trim());
  const noGale = noGaleIs(ends);
  const isSome = ({ gales, text = '' }: SomeEnd['clause']): boolean =>
    gales === 'some' && !(noGale === 'direct' && text.search(IN_THE) >= 0);
  const levelOf = levelReader(ends, noGale, rule);
  const some = textsOf((end) => isSome(end.clause) && levelOf(end) === undefined);
  // Where signals or other outcomes speak of doubled stakes, a mark counts them.
  const areAnnounced = ends.some(
    ({ clause, signal }) => signal?.announced !== undefined || Number(clause.gales) !== 0,
  );
  const stepOf = stepReader(ends, rule);
  const steps = textsOf((end) => stepOf(end) !== null && !(end.clause.isMark && areAnnounced));
  const frames = textsOf(({ clause }) => clause.timeframe !== null);
  const someGales = some.length === 0 ? 1 : askSome(some, noGale, asker);
  const stepIs =
    steps.length === 0 ? 'doubled' : asker.ask('step-number', ['doubled', 'first', 'none'], steps);
  const firstStep = { doubled: 0, first: 1, none: Number.POSITIVE_INFINITY }[stepIs];
  // A doubled stake does not stand beside each outcome.
  const areAll = frames.length === ends.length && new Set(ends.map(({ outcome }) => outcome)).size > 1;
  const isFrame =
    frames.length === 0 ||
    areAll ||
    (hasShortTimeframes && asker.ask('timeframe-or-gale', ['gale', 'timeframe'], frames) === 'timeframe');
  const saidBy = (end: SomeEnd & Pick<DoubledEnd, 'outcome'>): number | undefined => {
    const { gales, isMark, timeframe, money } = end.clause;
    if (gales !== null) return isSome(end.clause) ? (levelOf(end) ?? someGales) : Number(gales) || 0;
    // What was lost is one stake.
    if (money !== undefined && money.profit === -money.stake) return 0;
    const step = stepOf(end);
    if (step !== null) return Math.max(0, step - (isMark && areAnnounced ? 0 : firstStep));
    return timeframe === null || isFrame ? undefined : timeframe;
  };
  const postedBefore = ({ signal }: Pick<DoubledEnd, 'signal'>): number => signal?.posted ?? 0;
  const isTold = (end: DoubledEnd): boolean => end.signal?.lost !== undefined || postedBefore(end) > 0;
  const posted = ends.flatMap((end) =>
    saidBy(end) === undefined && postedBefore(end) > 0 ? (end.signal?.postedIn ?? end.clause.text) : [],
  );
  const countsPosts =
    posted.length > 0 && asker.ask('posted-gales', ['count', 'leave-out'], posted) === 'count';
  // Where others say how often the stake was doubled, a loss that does not may have lost as many.
  const most = ends.reduce((least, end) => (isTold(end) ? least : Math.max(least, saidBy(end) ?? 0)), 0);
  const isBare = (end: DoubledEnd): boolean =>
    end.outcome === 'lost' && saidBy(end) === undefined && !isTold(end);
  const announcedBy = (signal: Signal | undefined): AnnouncedGales | undefined => signal?.announced ?? rule;
  const levels = ends.reduce((all, { signal }) => Math.max(all, announcedBy(signal)?.levels ?? 0), 0);
  const isOpen = most < Math.max(1, levels);
  const open = ends.flatMap((end) => {
    const announced = isOpen && isBare(end) ? announcedBy(end.signal) : undefined;
    return announced?.gales === 'some' ? announced : [];
  });
  const unnumbered = open.length === 0 ? most : askUnnumbered(open, levels, asker);
  const mayCost = (signal: Signal | undefined): { gales: number; isSure: boolean } => {
    const { gales = most, isSure = false } = announcedBy(signal) ?? {};
    if (gales === 'some') return { gales: unnumbered, isSure: open.length > 0 };
    return { gales: signal?.announced ? gales : Math.max(most, gales), isSure };
  };
  const bare = textsOf((end) => {
    const { gales, isSure } = mayCost(end.signal);
    return isBare(end) && gales > 0 && !isSure;
  });
  const losesAll = bare.length > 0 && asker.ask('announced-gales', ['one', 'all'], bare) === 'all';
  const isSaid = ends.some(
    (end) => end.clause.gales !== null || (stepIs !== 'none' && stepOf(end) !== null) || end.clause.money,
  );
  return {
    of: (end) => {
      const said = saidBy(end);
      if (said !== undefined) return said;
      if (countsPosts && postedBefore(end) > 0) return postedBefore(end);
      const { gales, isSure } = mayCost(end.signal);
      return end.outcome === 'lost' && (isSure || losesAll) ? gales : 0;
    },
    hidden: (signals) =>
      isSaid ? 0 : signals.reduce((all, one) => Math.max(all, announcedBy(one) ? mayCost(one).gales : 0), 0),
  };
}

/** How many stakes each loss has doubled whose signal announces doubled stakes without their number; of numbered levels the first may be the first stake. */
function askUnnumbered(open: readonly AnnouncedGales[], levels: number, asker: Asker): number {
  const numbers = levels === 0 ? ['2', '0'] : [...new Set([String(levels - 1), '0'])];
  const texts = open.map(({ text = '' }) => shown(text));
  return Number(asker.ask('gale-without-number', [String(levels || 1), ...numbers], texts));
}

/** A longer cell of a table is a note. */
const LONGEST_ENDING = 40;

/** How many stakes were doubled before the end that a cell tells, as "WIN G1"; texts near the table may announce how many a loss costs. */
export function galesReader(
  cells: readonly string[],
  near: readonly string[],
  asker: Asker,
): (cell: string) => number {
  const sure = near.map((text) => announcedGales(text)).find((gales) => gales?.isSure === true);
  const ends = new Map(
    [...new Set(cells)].flatMap((cell) => {
      const [clause] = cell.length > LONGEST_ENDING ? [] : clausesOf(cell);
      const said = typeof clause?.gales === 'number' ? clause.outcome : undefined;
      const outcome = parseEnding(cell) ?? said ?? 'none';
      return outcome === 'none' || clause === undefined
        ? []
        : [[cell, { outcome, clause, signal: undefined }] as const];
    }),
  );
  const { of: count } = galeCounter(
    cells.flatMap((cell) => ends.get(cell) ?? []),
    false,
    asker,
    sure && { ...sure, isSure: false },
  );
  return (cell) => {
    const end = ends.get(cell);
    return end === undefined ? 0 : Math.min(MOST_GALES, count(end));
  };
}

/** A win after so many doubled stakes is that many lost trades and a won one; a loss after them one more lost. */
export function doubledRows(
  { signal, outcome, clause, timeMs }: Pick<End, 'signal' | 'outcome' | 'clause' | 'timeMs'>,
  gales: number,
  sizedBy: 'money' | 'pips' | null,
  ranSeconds?: number,
  said?: number,
): Row[] {
  const money = sizedBy === 'money' ? clause.money : undefined;
  const pips = sizedBy === null ? null : Math.abs((sizedBy === 'money' ? money?.profit : clause.pips) ?? 0);
  const last = Math.min(MOST_GALES, gales);
  const {
    timeMs: startMs = timeMs,
    clockMs = null,
    pair = null,
    side = null,
    expirySeconds = null,
    entryPrice = null,
  } = signal ?? {};
  const byLevels =
    said ?? (signal?.levels === undefined ? null : payoutIn(signal.text + signal.levels, entryPrice));
  const paid = outcome === 'won' ? (clause.risks ?? byLevels) : byLevels;
  // A doubled stake is placed at the expiry of the one before it.
  const eachSeconds = ranSeconds === undefined ? undefined : ranSeconds / (last + 1);
  const laterMs = (expirySeconds ?? eachSeconds ?? 60) * 1_000;
  return Array.from({ length: last + 1 }, (_, step) => {
    const ending = step === last ? outcome : 'lost';
    return {
      timeMs: startMs === null || clockMs !== null ? null : epochMs(startMs + step * laterMs),
      clockMs: clockMs === null ? null : clockMs + step * laterMs,
      pair,
      direction: directionOf(signal?.text ?? '', side),
      expirySeconds,
      ...(eachSeconds !== undefined && { ranSeconds: eachSeconds }),
      entryPrice,
      outcome: ending,
      ...(step > 0 && { isDoubled: true }),
      stake: pips === null ? 2 ** step : (money?.stake ?? null),
      payout: pips === null && paid !== null && paid > 0 ? paid : null,
      profit: pips === null ? null : ending === 'won' ? pips : ending === 'lost' ? -pips : 0,
    };
  });
}
