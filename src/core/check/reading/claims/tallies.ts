/** The tallies of a text: so many won and lost, in words, as a share, a rate or a score, each with what says of when it is. */
import { saysTypical, writtenOut } from './claim-text.ts';
import { isUnit, type Token } from './claim-words.ts';
import {
  type Bound,
  isFree,
  isKind,
  isOfLongTime,
  isOutcome,
  isPromise,
  RATES,
  type Role,
  type Roles,
  saysWhen,
  sentencesOf,
  UNLABELLED,
  valueOf,
} from './tally-numbers.ts';
import { plainWords, remembering } from '../words/words.ts';

export interface Counts {
  readonly won: number;
  readonly lost: number;
  readonly tied: number;
}

export const isSame = (one: Counts, other: Counts): boolean =>
  one.won === other.won && one.lost === other.lost && one.tied === other.tied;

/** The fewest and the most that a rounded rate may mean. */
interface Rounded {
  readonly least: Counts;
  readonly most: Counts;
}

interface Counted {
  readonly counts: Counts;
  readonly unresolved?: number;
  readonly rounded?: Rounded | undefined;
  readonly of?: Counts | undefined;
  /** Numbers of its own deny it, or nothing says what is counted. */
  readonly isDenied?: boolean;
  /** Its rate proves a score, or its sign is that of a share. */
  readonly isProven?: boolean;
  readonly isShare?: boolean;
}

/** What a text says of one record. */
export interface Tally {
  readonly counts: Counts;
  /** More trades are said than how many were won, lost and tied. */
  readonly unresolved: number;
  readonly rounded?: Rounded | undefined;
  /** A score that nothing names, and what it is where its second number is of all trades. */
  readonly bare?: { readonly of: Counts | undefined; readonly isShare: boolean } | undefined;
  readonly text: string;
  /** In the text, from 1. */
  readonly line: number;
  /** Its other words, dates and numbers, as words are compared. */
  readonly label: string;
  /** Those of them that say of when it is, and numbers. */
  readonly when: string;
  readonly hasPeriod: boolean;
  /** 2 where it is called a total, 1 where it is of a week or more, else 0. */
  readonly level: number;
  /** Its words say that it counts all trades so far. */
  readonly isRunning: boolean;
  /** What does not fit it. */
  readonly doubts: readonly string[];
  /** It is denied, asked, conditional or typical, or it may be. */
  readonly isUnclear: boolean;
}

export interface Tallies {
  readonly stated: readonly Tally[];
  /** The lines of the clear ones. */
  readonly lines: ReadonlySet<number>;
  /** What looks like one and is not understood. */
  readonly left: readonly string[];
  /** How many were won alone, or lost, of a text that says nothing else. */
  readonly one?: Counts | undefined;
  /** Why something that is near to a tally is none. */
  readonly missing: 'promised' | 'no-number-of-trades' | 'one-count' | undefined;
}

export const NONE: Tallies = { stated: [], lines: new Set(), left: [], missing: undefined };

/** "10 losses? Not with us. 45 wins, 2 losses": what is asked counts nothing where the rest does. */
function dropAsked(sentences: readonly (readonly Bound[])[]): void {
  const isAsked = (sentence: readonly Bound[]): boolean =>
    sentence.some(({ token }) => token.kind === 'doubt' && /[?؟]/.test(token.text));
  const asked = sentences.filter(isAsked);
  const isSaid = (): boolean => blocksOf(sentences.filter((sentence) => !isAsked(sentence))).length > 0;
  if (asked.length > 0 && isSaid()) for (const one of asked.flat()) one.role = undefined;
}

/** The tallies of a text, each with what stands in its lines as they are `given`. */
export function talliesIn(text: string, given = text): Tallies {
  return text === given && text.length <= SHORT ? talliesOfShort(text) : readTallies(text, given);
}

/** Messages are read for what they claim, and for how several signals ended. */
const talliesOfShort = remembering((text) => readTallies(text, text));
const SHORT = 200;

function readTallies(text: string, given: string): Tallies {
  const written = writtenOut(text);
  if (!/\d/.test(written)) return NONE;
  const sentences = sentencesOf(written);
  if (isSpelled(sentences) || OF_EACH.test(text))
    return { ...NONE, left: [given.trim()], missing: 'no-number-of-trades' };
  dropAsked(sentences);
  const [all, blocks, lines] = [sentences.flat(), blocksOf(sentences), given.split('\n')];
  const isNamed = all.some(isKind('name'));
  const isTypical = blocks.length > 0 && [written, given].some(saysTypical);
  // "We do not count losses".
  const isPartial = sentences.some(
    (one) => one.some(isKind('except')) && one.some(isKind('lost')) && !one.some(isKind('number')),
  );
  const [stated, left] = [[] as Tally[], [] as string[]];
  const [strange, covered] = [new Set<Tally>(), new Set<number>()];
  let [isPromised, heading] = [false, [] as readonly Bound[]];
  for (const block of areTrades(all, blocks) ? [] : blocks) {
    const [first, last] = [0, -1].map((at) => block.own.at(at)?.token.line ?? 1) as [number, number];
    const above = block.region.filter(({ token }) => token.line < first);
    if (above.some(saysWhen)) heading = above.filter(saysWhen);
    const counted = countsOf(block.roles);
    if (above.some(isPromise) || block.sentences.some((sentence) => sentence.some(isPromise))) {
      isPromised ||= counted !== undefined;
      continue;
    }
    const shownText = lines
      .slice(first - 1, last)
      .join(' ')
      .trim();
    const words = block.region.filter(
      ({ role, token }) =>
        role === undefined && token.line >= first && token.line <= last && !UNLABELLED.has(token.kind),
    );
    const isStrange =
      block.roles.score !== undefined &&
      counted?.isProven !== true &&
      !isNamed &&
      words.some(isKind('unknown'));
    if (counted === undefined) left.push(shownText);
    else {
      const read = tallyOf(block, counted, [...heading, ...words], shownText, isNamed);
      const tally = { ...read, isUnclear: read.isUnclear || isTypical || isPartial };
      stated.push(tally);
      if (isStrange) strange.add(tally);
      else if (tally.doubts.length === 0 && !tally.isUnclear)
        for (const { token } of block.own) covered.add(token.line);
    }
  }
  // `NFL: 58-49-3` and `Account A: 45-5` name what they are of; scores of which none says so may be of matches.
  const areStrange = strange.size === stated.length;
  const isLeft = (tally: Tally): boolean =>
    (areStrange || tally.isUnclear) && strange.has(tally) && !LABELLED.test(tally.text);
  left.push(...stated.filter(isLeft).map((tally) => tally.text));
  const saysRate = all.some(isKind('percent')) && all.some(isKind('rate', 'won', 'noun', 'promise'));
  const ends = saysRate || left.length > 0 || all.some(isFree) ? [] : all.filter(isOutcome);
  const [only] = ends;
  const isOneEnd = ends.every(({ role, token }) => role === only?.role && token.line === only?.token.line);
  const one =
    only?.role === undefined || ends.length > 1
      ? undefined
      : { won: 0, lost: 0, tied: 0, [only.role]: valueOf(only) ?? 0 };
  const missing =
    isPromised || ((saysRate || one !== undefined) && all.some(isPromise))
      ? 'promised'
      : saysRate
        ? 'no-number-of-trades'
        : only && isOneEnd
          ? 'one-count'
          : undefined;
  return { stated: stated.filter((tally) => !isLeft(tally)), lines: covered, left, one, missing };
}

const isOfCount = isKind('won', 'lost', 'tied', 'open', 'noun');
/** Whether a number of trades or outcomes is written in words. */
export const isSpelled = (sentences: readonly (readonly Bound[])[]): boolean =>
  sentences.some((sentence) =>
    sentence.some(
      (one, at) =>
        isKind('spelled')(one) && isOfCount(sentence[isKind('unknown')(sentence[at + 1]) ? at + 2 : at + 1]),
    ),
  );

/** `5 channels, each 40-10`. */
const OF_EACH =
  /(?<![\d.,])\d+ [\p{L}\p{M}]{3,},? (?:with )?(?:each|every one|cada(?: un[ao]?)?|jeweils|je|chacun|кажд\p{L}+|masing-masing|mỗi)(?: with)? \d/iu;

const LABELLED = /^\P{L}*\p{L}[^:]{0,40}:\P{L}{0,4}\d/u;

function tallyOf(
  block: Block,
  counted: Counted,
  label: readonly Bound[],
  text: string,
  isNamed: boolean,
): Tally {
  const { rounded, of, isShare, unresolved = 0 } = counted;
  const { roles } = block;
  const said = block.sentences.flat();
  const counts = { ...counted.counts };
  for (const one of block.own)
    if (one.part === 'except' && (one.role === 'won' || one.role === 'lost' || one.role === 'tied'))
      counts[one.role] += valueOf(one) ?? 0;
  const { won, lost, tied } = counts;
  // "12/12, 11/11 ITM" are two scores, or a day and one.
  const isLeft = (one: Bound, at: number, all: readonly Bound[]): boolean =>
    isFree(one) ||
    (isKind('score')(one) && one.role === undefined && (!one.isLabel || isKind('comma')(all[at + 1])));
  // What adds up is no estimate, and labelled numbers in other lines count something else.
  const addsUp =
    roles.all !== undefined && roles.won !== undefined && roles.lost !== undefined && !counted.isDenied;
  const lines = new Set(block.own.map(({ token }) => token.line));
  const left = [...block.loose, ...block.region.filter(isLeft)].filter(
    (one) =>
      !(addsUp && !lines.has(one.token.line)) &&
      !fits(one, counts) &&
      ![won, lost, tied, won + lost, won + lost + tied, unresolved].includes(valueOf(one) ?? -1),
  );
  const level = label.some(isKind('total', 'running')) ? 2 : isOfLongTime(label) ? 1 : 0;
  const hasTime = label.some(saysWhen);
  // "9 out of 10" is said of rates.
  const isSpoken =
    !hasTime &&
    said.some(isKind('of')) &&
    ROUND.has(valueOf(roles.all) ?? 0) &&
    [roles.lost, ...RATES.map((name) => roles[name])].every((one) => one === undefined);
  // "Over 45 wins", "over 100 signals", but "18 wins over 23 trades".
  const isOver = ({ token }: Bound, at: number): boolean =>
    /^over$/i.test(token.text) && !isKind('number', 'percent', 'won', 'noun', 'rate')(said[at - 1]);
  const hedges = addsUp ? [] : said.filter((one, at) => isKind('hedge')(one) || isOver(one, at));
  const isCertain = isShare === true ? of === undefined && level > 0 : isNamed || level > 0;
  return {
    counts,
    unresolved,
    rounded,
    bare:
      roles.score === undefined || counted.isProven || isCertain
        ? undefined
        : { of, isShare: isShare === true },
    text,
    line: block.own[0]?.token.line ?? 1,
    label: label.map(({ token }) => plainWords(token.text)).join(' '),
    when: [
      ...new Set(
        label
          .filter((one) => saysWhen(one) || isKind('number')(one))
          .map(({ token }) => plainWords(token.text)),
      ),
    ]
      .sort()
      .join(' '),
    hasPeriod: hasTime,
    level,
    isRunning: label.some(isKind('running')),
    doubts: [
      ...left.map(({ token }) => token.text),
      ...(counted.isDenied === true || hedges.length > 0 || said.some(isKind('except')) ? [text] : []),
    ],
    isUnclear:
      isSpoken ||
      // "No ties" denies no trade that is counted.
      said.some((one, at) => isKind('doubt')(one) && !isKind('tied')(said[at + 1])) ||
      block.own.some(({ thing }) => thing !== undefined) ||
      block.region.some(
        (one, at) =>
          one.isLabel && valueOf(one) === won + lost && isUnit(block.region[at + 1]?.token.text ?? ''),
      ) ||
      arePeople(said),
  };
}

/** Who won, or what: `312 winners in our contest`. */
const WHO =
  /^(?:winners?|losers?|gewinner|verlierer|ganador\p{L}*|perdedor\p{L}*|vencedor\p{L}*|gagnants?|perdants?|победител\p{L}*|проигравш\p{L}*|kazanan\p{L}*|kaybeden\p{L}*|pemenang)$/iu;

function arePeople(said: readonly Bound[]): boolean {
  const names = said.some(({ token }) => WHO.test(token.text));
  return names && said.some(isKind('unknown')) && !said.some(isKind('noun', 'rate'));
}

/** Of so many, what was won may be a rate. */
const ROUND = new Set([10, 100]);
const FEWEST_NUMBERED = 3;

/** Whether numbers stand beside outcomes of single trades: `1) WIN 2) LOSS 3) WIN`, or `win 8`, `loss 10`, `win 8` below each other. */
function areTrades(all: readonly Bound[], blocks: readonly Block[]): boolean {
  const isPlural = (one: Bound, at: number): boolean =>
    !isOutcome(one) || /\p{L}s$/iu.test(all[at + 1]?.token.text ?? '');
  if (all.every(isPlural)) return false;
  const numbers = all.filter(isOutcome).map(valueOf);
  if (numbers.length >= FEWEST_NUMBERED && numbers.every((number, at) => number === at + 1)) return true;
  const spread = blocks.filter(
    ({ own }) => new Set(own.filter(isOutcome).map(({ token }) => token.line)).size > 1,
  );
  const isHeaded = ({ roles, region, own }: Block): boolean =>
    roles.all !== undefined ||
    region.some(
      ({ role, token }) =>
        role === undefined && token.line < (own[0]?.token.line ?? 0) && !UNSAYING.has(token.kind),
    );
  return (
    spread.length > 0 &&
    (blocks.some(({ loose }) => loose.some(isOutcome)) || (blocks.length > 1 && !spread.every(isHeaded)))
  );
}

const UNSAYING = new Set<Token['kind']>(['line', 'sentence', 'comma']);

interface Block {
  readonly roles: Roles;
  /** The numbers of what came before it and is no tally. */
  readonly loose: Bound[];
  /** Of its tokens in the text. */
  first: number;
  last: number;
  /** All that belongs to it, labels too. */
  readonly region: Bound[];
  /** Those with its roles, and the sentences that these stand in. */
  readonly own: Bound[];
  readonly sentences: (readonly Bound[])[];
}

function isComplete({ won, lost, some, all, score, ...rates }: Roles): boolean {
  const part = won ?? lost ?? some ?? rates.rate ?? rates['lost-rate'];
  return (
    score !== undefined ||
    (won !== undefined && lost !== undefined) ||
    (all !== undefined && part !== undefined)
  );
}

const MERGED = new Set<Role>(['all', ...RATES]);

/** The tallies, each with the words around it. A role that is given once more begins another one, as does a sentence that says one by itself. */
function blocksOf(sentences: readonly (readonly Bound[])[]): readonly Block[] {
  const blocks: Block[] = [];
  const tokens = sentences.flat();
  let [place, current, loose] = [0, undefined as Block | undefined, [] as Bound[]];
  /** "Tue: 6 wins" beside other days may be without a loss. */
  const isOfDay = ({ roles, first }: Block): boolean => {
    const from = (blocks.at(-2)?.last ?? -1) + 1;
    const isAlone = Object.keys(roles).join() === 'won' || Object.keys(roles).join() === 'lost';
    return isAlone && tokens.slice(from, first).some(saysWhen);
  };
  const start = (at: number): Block => {
    if (current !== undefined && !isComplete(current.roles) && !isOfDay(current)) {
      loose.push(...Object.values(current.roles));
      blocks.pop();
    }
    const block: Block = { roles: {}, loose, first: at, last: at, region: [], own: [], sentences: [] };
    loose = [];
    blocks.push(block);
    return block;
  };
  for (const sentence of sentences) {
    const own = Object.fromEntries(
      sentence.flatMap((one) => (one.role === undefined ? [] : [[one.role, one]])),
    );
    if (current !== undefined && isComplete(current.roles) && isComplete(own)) current = start(place);
    for (const one of sentence) {
      if (one.role !== undefined) {
        if (one.part !== 'except' || current === undefined || !isComplete(current.roles)) {
          const before = current?.roles[one.role];
          const isMerged = MERGED.has(one.role) && valueOf(before) === valueOf(one);
          const isSecond = one.role === 'some' && current !== undefined && isComplete(current.roles);
          if (current === undefined || isSecond || (before !== undefined && !isMerged))
            current = start(place);
          if (Object.keys(current.roles).length === 0) current.first = place;
          current.roles[one.role] ??= one;
        }
        current.last = place;
        current.own.push(one);
        if (!current.sentences.includes(sentence)) current.sentences.push(sentence);
      }
      place += 1;
    }
  }
  if (current !== undefined && !isComplete(current.roles) && (blocks.length === 1 || !isOfDay(current))) {
    blocks.pop();
    blocks.at(-1)?.loose.push(...Object.values(current.roles));
  }
  divide(tokens, blocks);
  return blocks;
}

const STRENGTH: Partial<Record<Token['kind'], number>> = { line: 3, sentence: 2, comma: 1 };

const LEAST_STRENGTH = 0.5;

/** Gives each block what stands around it, divided where the strongest break between two is. */
function divide(tokens: readonly Bound[], blocks: readonly Block[]): void {
  let from = 0;
  for (const [at, block] of blocks.entries()) {
    const next = blocks[at + 1];
    let [until, strongest] = [next?.first ?? tokens.length, 0];
    const named = tokens.slice(from, block.first).filter(saysWhen);
    for (let place = block.last + 1; place < (next?.first ?? 0); place += 1) {
      const one = tokens[place] as Bound;
      const strength = STRENGTH[one.token.kind] ?? 0;
      if (strength > strongest) [until, strongest] = [place + 1, strength];
      // "Mon 9-1 Tue 8-2": the day of the next one.
      else if (strongest === 0 && named.some(({ token }) => token.kind === one.token.kind))
        [until, strongest] = [place, LEAST_STRENGTH];
    }
    block.region.push(...tokens.slice(from, until));
    from = until;
  }
}

/** What the numbers of a block add up to; undefined where a rate denies a score. */
function countsOf(roles: Roles): Counted | undefined {
  const [own, lost, some, all] = [roles.won, roles.lost, roles.some, roles.all].map(valueOf);
  const [tied, open] = [valueOf(roles.tied) ?? 0, valueOf(roles.open) ?? 0];
  const won = own !== undefined && roles.tied?.part === 'within' ? own - tied : own;
  const score = roles.score?.token;
  const rates = RATES.flatMap((name) => roles[name] ?? []).filter(({ isLabel }) => !isLabel);
  const fitAll = (counts: Counts): boolean => rates.every((rate) => fits(rate, counts, all));
  if (score?.kind === 'score') {
    const [first = 0, second = 0, third = 0] = score.parts;
    const counts = { won: first, lost: second, tied: third };
    const of =
      score.parts.length === 2 && first <= second ? { won: first, lost: second - first, tied: 0 } : undefined;
    if (rates.length === 0)
      return {
        counts,
        of,
        isShare: score.sign === '/',
        isProven: all === first + second + third,
        isDenied: all !== undefined && all !== first + second + third,
      };
    const proven = [counts, of].find((one) => one !== undefined && fitAll(one));
    return proven && { counts: proven, isProven: true };
  }
  if (won !== undefined && lost !== undefined) {
    const counts = { won, lost, tied };
    const rest = (all ?? won + lost + tied + open) - won - lost;
    const unresolved = rest === 0 || rest === tied ? 0 : rest - tied;
    const isOfAll = unresolved >= 0 && (unresolved <= (won + lost) / MOST_UNRESOLVED || unresolved === open);
    return {
      counts,
      unresolved: isOfAll ? unresolved : 0,
      isDenied: !isOfAll || !fitAll(counts) || (open > 0 && unresolved !== open),
    };
  }
  // Of a day beside others.
  if (all === undefined && (won !== undefined || lost !== undefined))
    return { counts: { won: won ?? 0, lost: lost ?? 0, tied }, isDenied: true };
  if (all === undefined) return undefined;
  const part = won ?? lost ?? some;
  if (part === undefined) return roundedOf(roles, all);
  const rest = all - part - tied - open;
  if (rest < 0) return undefined;
  const counts = lost === undefined ? { won: part, lost: rest, tied } : { won: rest, lost: part, tied };
  return {
    counts,
    unresolved: open,
    // How the others ended is not said.
    isDenied: !fitAll(counts) || open > 0,
  };
}

const leastOf = (token: Token | undefined): number | undefined =>
  token?.kind === 'percent' ? token.least : undefined;

/** A larger number of all trades is one of others. */
const MOST_UNRESOLVED = 2;

/** Whether a rate is that of an outcome among so many. */
function fits(rate: Bound, { won, lost, tied }: Counts, said = won + lost): boolean {
  const { token } = rate;
  if (token.kind !== 'percent') return false;
  return [won, lost, tied].some((count) =>
    [won + lost, won + lost + tied, said].some(
      (all) => Math.abs((count / all) * 100 - token.value) <= 10 ** -token.digits,
    ),
  );
}

/** The counts of so many trades that the rates of their outcomes may mean. */
function roundedOf(roles: Roles, all: number): Counted | undefined {
  const [won, lost, tied] = RATES.map((name) => valueOf(roles[name]));
  const said = RATES.flatMap((name) => roles[name] ?? []);
  const digits = said.map(({ token }) => (token.kind === 'percent' ? token.digits : 0));
  const half = 0.5 / 10 ** Math.min(...digits);
  const share = won ?? (lost === undefined ? Number.NaN : 100 - lost - (tied ?? 0));
  if (!(share >= 0 && share <= 100)) return undefined;
  const ties = Math.round(((tied ?? 0) / 100) * all);
  const countsFor = (count: number): Counts => ({ won: count, lost: all - ties - count, tied: ties });
  const lowest = won === undefined ? undefined : leastOf(roles.rate?.token);
  const least = Math.max(0, Math.ceil(((lowest ?? share - half) / 100) * all));
  const most = Math.min(all - ties, Math.floor(((share + half) / 100) * all));
  const isWhole = lost === undefined || Math.abs(share + lost + (tied ?? 0) - 100) <= said.length * half;
  return {
    counts: countsFor(Math.round((share / 100) * all)),
    rounded: least < most ? { least: countsFor(least), most: countsFor(most) } : undefined,
    isDenied: !isWhole || said.some(({ token, isLabel }) => isLabel || leastOf(token) !== undefined),
  };
}
