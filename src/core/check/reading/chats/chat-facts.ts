/** What the messages of a chat mean as a whole, where each by itself leaves it open. */
import { type AnnouncedGales, announcedGales, laterTimes } from '../words/announced-gales.ts';
import { ChatMarks, type MarkMeanings, type StepKind, withMeanings } from './chat-marks.ts';
import type { TradeOutcome } from '../../trade.ts';
import { statedRate } from '../claims/claim-payout.ts';
import { type Clause, circleOf } from '../words/clauses.ts';
import { DoubtfulSignals } from './doubtful-signals.ts';
import type { Line } from './message-lines.ts';
import { isAdvertised, isCount, type Part } from './message-parts.ts';
import type { Message } from '../files/messages.ts';
import { spokenOf } from '../words/pairs.ts';
import type { Asker } from '../questions.ts';
import { areRunning, countedIn, rowIn } from './several-outcomes.ts';
import { callsOff } from './unresolved-signals.ts';

/** Answers to whether outcomes count, the likelier one first. */
export const COUNTS = { first: ['count', 'leave-out'], last: ['leave-out', 'count'] } as const;

/** "Next candle CALL" is no wish. */
const SHORT = 24;
const ODDS = /(?<![\p{L}\d.,/])\([+−-]\d{3,4}\)|(?<!\p{L})ML [+−-]\d{3,4}(?!\d)/u;

/** A line that has the side of a signal, or the odds of a bet, as "Nadal to win @1.90", and names what is traded in a way that is not known. */
export function maySignal({ clauses, text }: Line): boolean {
  const isTalk = text.length > SHORT && clauses.some(({ isWish }) => isWish);
  if (isTalk || clauses.some(({ marks, isSum }) => marks.length > 0 || isSum)) return false;
  const said = clauses.flatMap(({ outcome }) => outcome ?? []);
  if (said.length === 0 && clauses.some(({ side }) => side !== null)) return true;
  const isOfWin = said.every((outcome) => outcome === 'won');
  return isOfWin && (ODDS.test(text) || statedRate(text)?.kind === 'odds');
}

/** A line stands above or below the signal of its message. */
function isBeside(line: Line, hasSignal: boolean): boolean {
  return hasSignal && !line.opens && !line.isWhole;
}

export interface ChatFacts extends MarkMeanings {
  /** Who says outcomes and posts no signal, where nearly all outcomes are said by those who do. */
  readonly strangers: ReadonlySet<string | undefined>;
  /** Some messages are forwarded from others than who posts the rest. */
  readonly hasForeign: boolean;
  /** A signal without a mark was lost, where others bear the mark of their win. */
  readonly unmarkedLost: boolean;
  /** A mark beside a signal is no outcome. */
  readonly marksDecorate: boolean;
  /** A win in the message that posts its signal is a promise. */
  readonly besideDecorate: boolean;
  /** The lines of a list are trades of their own. */
  readonly countsLists: boolean;
  /** They are counted first where their signals have no other outcome. */
  readonly unsureAnswers: readonly ['count' | 'leave-out', 'count' | 'leave-out'];
  /** What has a side, and nothing else that is known of a signal, is one: nearly each is followed by an outcome. */
  readonly sidesAreSignals: boolean;
  /** A loss that names a doubled stake is said of each lost stake: nearly always another outcome follows before the next signal. */
  readonly losesSteps: boolean;
  /** The places of messages that name what is traded, and are talk. */
  readonly talk: ReadonlySet<number>;
  /** Scores count all outcomes so far. */
  readonly hasRunningScore: boolean;
  /** What ended stands above the next signal in one message. */
  readonly endsAbove: boolean;
}

/** Whether a message adds up what others say. */
export function isSumOf(
  { lines, isList, hasHeading, hasSignal }: Part,
  facts: ChatFacts | undefined,
): boolean {
  const isCounted = (line: Line): boolean =>
    line.clauses.every(({ outcome }) => outcome === undefined) || isCount(line);
  if (hasHeading && !hasSignal && lines.every(isCounted)) return true;
  if (isList) return facts?.countsLists === false;
  const isSum = ({ opens, clauses }: Line): boolean =>
    !opens && clauses.every((clause) => clause.outcome === undefined || clause.isSum);
  return hasHeading && lines.every(isSum);
}

/** Whether others wrote a message than who posts the signals. */
export function isOfStranger({ author, forwarded }: Message, facts: ChatFacts | undefined): boolean {
  return (forwarded === 'foreign' && facts?.hasForeign === true) || facts?.strangers.has(author) === true;
}

/** A message with what its marks mean in this chat. */
export function asMeant(part: Part, facts: ChatFacts): Part {
  if (facts.talk.has(part.at)) return { ...part, lines: [], hasHeading: false, hasSignal: false };
  const lines = withMeanings(part.lines, facts);
  return lines === part.lines ? part : { ...part, lines };
}

/** The clauses of a line that say an outcome. */
export function endingsOf(line: Line, part: Part, facts: ChatFacts | undefined): readonly Clause[] {
  const decorates = line.isWhole
    ? facts?.marksDecorate === true && !line.hasResultWord
    : facts?.besideDecorate === true && isBeside(line, part.hasSignal);
  // A reader's "in 👍" takes the signal.
  const isApplause = isOfStranger(part.message, facts) && !line.hasResultWord && line.text.includes('👍');
  const opens = facts?.sidesAreSignals === true && maySignal(line);
  // "Void ❌"
  const isOff =
    !line.hasResultWord && line.clauses.some(({ marks }) => marks.length > 0) && callsOff(line.text);
  if (decorates || opens || isApplause || isOff || isAdvertised(line, part.hasSignal)) return [];
  return line.clauses.filter((clause) => {
    if (clause.isWish || clause.outcome !== undefined) return !clause.isWish && !clause.isSum;
    return (
      facts?.circlesAreOutcomes === true &&
      clause.hasOnlyCircles &&
      clause.unknown === 0 &&
      line.side === null
    );
  });
}

/** The doubled stakes that a message announces, or gives as a rule: of outcomes the lines without one. */
export function announcedIn(
  { message, lines, isList, hasSignal }: Part,
  saysEnd: boolean,
): AnnouncedGales | undefined {
  const signals = lines.filter(({ opens, isWhole }) => opens || isWhole).length;
  const isTimed = ({ pair, text }: Line): boolean => pair !== null && /\d[:h]\d/.test(text);
  const expiry = lines.find(({ expirySeconds }) => expirySeconds !== null)?.expirySeconds ?? null;
  const later =
    hasSignal && lines.filter(isTimed).length < 2
      ? laterTimes(lines.map(({ text }) => text).join('\n'), expiry)
      : 0;
  if (hasSignal ? !isList : !saysEnd) return announcedGales(message.text, signals, later);
  const others = lines.filter(({ clauses }) => clauses.every(({ outcome }) => outcome === undefined));
  return announcedGales(others.map(({ text }) => text).join('\n'), signals);
}

/** The outcomes that a clause says, one after the other; `❌❌✅` of one signal is a win, each cross a lost stake before it. */
export function outcomesSaid(
  clause: Clause,
  { pair, isWhole }: Line,
  isBelowHeading: boolean,
  isOfOne: boolean,
): readonly (readonly [TradeOutcome, Clause])[] {
  const { marks, outcome = circleOf(clause.text) as TradeOutcome } = clause;
  // What a signal names beside its pair is its timeframe; an outcome below a heading may be of another signal.
  const timeframe = pair === null ? clause.timeframe : null;
  const isSure = clause.isSure && (isWhole || !isBelowHeading);
  const isAsRead = clause.timeframe === timeframe && clause.isSure === isSure;
  const said = isAsRead ? clause : { ...clause, timeframe, isSure };
  const step = marks.length - 1;
  if (isOfOne && step > 0 && marks.indexOf('won') === step && !marks.includes('tied'))
    return [['won', { ...said, outcome: 'won', marks: ['won'], step, isMark: true }]];
  const row = step > 0 ? rowIn(clause.text) : undefined;
  if (row?.length === marks.length)
    return row.map((one, at) => [marks[at] as TradeOutcome, { ...one, timeframe, isSure }]);
  return (step > 0 ? marks : [outcome]).map((one) => [one, said]);
}

/** Where more outcomes are said by others than those who post signals, these others may be who says how signals ended. */
const FEW_SAID = 0.25;
const FEWEST_FOLLOWED = 2;
const MOSTLY_FOLLOWED = 0.8;

/** What a message is in the course of a chat: a signal, what may be one, an outcome, or neither. */
function kindOf(lines: readonly Line[], hasHeading: boolean): StepKind {
  if (lines.some(({ opens, isWhole }) => opens || isWhole)) return 'signal';
  const said = lines.flatMap(({ clauses }) => clauses.filter(({ outcome }) => outcome !== undefined));
  if (lines.some(maySignal)) return 'side';
  if (said.length === 0) return lines.some(({ text }) => callsOff(text)) ? 'unsure' : '';
  return !hasHeading && said.some(({ isSure }) => isSure) ? 'sure' : 'unsure';
}

/** Losses that name a doubled stake: another outcome follows before the next signal, or none does. */
class LostSteps {
  #isOpen = false;
  #followed = 0;
  #last = 0;

  note(kind: StepKind, lines: readonly Line[]): void {
    if (kind === '' || kind === 'unsure') return;
    if (this.#isOpen && kind === 'sure') this.#followed += 1;
    if (this.#isOpen && kind !== 'sure') this.#last += 1;
    const clauses = lines.flatMap((line) => line.clauses);
    this.#isOpen = clauses.some(({ outcome, gales }) => outcome === 'lost' && Number(gales ?? 0) > 0);
  }

  get areFollowed(): boolean {
    return this.#last < this.#followed * FEW_SAID;
  }
}

/** The lines of lists of outcomes; those that name the pairs of signals since the last outcome alone are no sums by themselves. */
class Lists {
  readonly #opened: string[] = [];
  readonly #ofOpen: string[] = [];
  readonly #others: string[] = [];

  note({ lines, isList, hasHeading }: Part, kind: StepKind): void {
    const named = lines.filter(({ pair }) => pair !== null);
    const pairs = named.map(({ pair }) => spokenOf(pair ?? ''));
    const isShort = isList && (!hasHeading || named.length <= this.#opened.length);
    const isOfOpen = isShort && pairs.every((pair) => this.#opened.includes(pair));
    if (isList) (isOfOpen ? this.#ofOpen : this.#others).push(...named.map(({ text }) => text));
    const isEnd = lines.some(({ clauses }) => clauses.some(({ outcome }) => outcome !== undefined));
    if (isEnd || kind.endsWith('sure')) this.#opened.length = 0;
    else this.#opened.push(...pairs);
  }

  /** Where fewer outcomes stand alone, these are of some signals, or talk. */
  areTrades(alone: number, asker: Asker): boolean {
    const answers = alone < this.texts.length ? (['trades', 'sums'] as const) : (['sums', 'trades'] as const);
    return asker.ask('lists', answers, this.texts) === 'trades';
  }

  get texts(): readonly string[] {
    return this.#others.length > 0 ? [...this.#others, ...this.#ofOpen] : [];
  }
}

/** Who says outcomes and posts no signal, of those who say so many each, where they are few beside the others, or these say how nearly all signals ended. */
function strangersOf(
  sayers: ReadonlyMap<string | undefined, number>,
  sellers: ReadonlySet<string | undefined>,
  opened: number,
): ChatFacts['strangers'] {
  const strangers = [...sayers].filter(([author]) => !sellers.has(author));
  const saidBy = (some: Iterable<readonly [unknown, number]>): number =>
    [...some].reduce((sum, [, count]) => sum + count, 0);
  const isFew =
    saidBy(strangers) <= saidBy(sayers) * FEW_SAID ||
    (opened > 0 && saidBy(sayers) - saidBy(strangers) >= opened * MOSTLY_FOLLOWED);
  return new Set(isFew ? strangers.map(([author]) => author) : []);
}

/** Older ones are not looked for. */
const MOST_OPEN = 50;

/** Outcomes above signals in one message: of the signal before, where most of these are none that is open. */
class EndsAbove {
  readonly #open: string[] = [];
  #others = 0;
  #same = 0;

  note({ lines }: Part): void {
    const says = ({ clauses }: Line): boolean => clauses.some(({ outcome }) => outcome !== undefined);
    const first = lines.findIndex((line) => line.opens && !says(line));
    if (first === -1) return;
    const above = lines.slice(0, first).flatMap(({ clauses }) => clauses);
    const side = lines.find((line) => line.side !== null)?.side;
    const signal = `${lines[first]?.pair} ${side}`;
    if (above.some(({ outcome }) => outcome !== undefined)) {
      const place = this.#open.lastIndexOf(signal);
      const isSame = place !== -1;
      if (isSame) this.#same += 1;
      else this.#others += 1;
      // What ended is the signal that is named, else the last one.
      this.#open.splice(place, 1);
      if (isSame) return;
    }
    this.#open.push(signal);
    if (this.#open.length > MOST_OPEN) this.#open.shift();
  }

  get areOfPrevious(): boolean {
    return this.#others > this.#same;
  }
}

/** Goes through a chat once and keeps texts alone: the lines of 200,000 messages take 100 MB. */
export function askFacts(parts: Iterable<Part>, asker: Asker): ChatFacts {
  let marked: string[] = [];
  const beside: string[] = [];
  const posted = new Set<string>();
  const scores: number[] = [];
  const marks = new ChatMarks();
  let [isUnmarked, hasSummary, isWon, besideAreWon, isAgainstSide] = [false, false, true, true, false];
  let [all, foreign, alone, last] = [0, 0, 0, ''];
  const steps = new Map<string, number>();
  const lostSteps = new LostSteps();
  const sellers = new Set<string | undefined>();
  const sayers = new Map<string | undefined, number>();
  const [doubtful, lists, endsAbove] = [new DoubtfulSignals(), new Lists(), new EndsAbove()];
  for (const part of parts) {
    const { lines, isList, hasHeading, hasSignal, message } = part;
    const { author, forwarded } = message;
    all += 1;
    if (forwarded === 'foreign') foreign += 1;
    const kind = kindOf(lines, hasHeading);
    const step = `${last} ${kind}`;
    steps.set(step, (steps.get(step) ?? 0) + 1);
    if (kind !== '' && step !== 'sure unsure') last = kind;
    lostSteps.note(kind, lines);
    doubtful.note(part, kind);
    if (isList && hasHeading) hasSummary = true;
    if (hasHeading) scores.push(countedIn(message.text)?.length ?? 0);
    if (kind === 'signal') sellers.add(author);
    else if (kind.endsWith('sure')) sayers.set(author, (sayers.get(author) ?? 0) + 1);
    lists.note(part, kind);
    endsAbove.note(part);
    const isAgain = lines.some((line) => line.opens && posted.size === posted.add(line.text).size);
    marks.note(lines, kind);
    for (const line of lines) {
      const outcomes = line.clauses.flatMap(({ outcome, isSum }) => (isSum ? [] : (outcome ?? [])));
      if (line.isWhole && !line.hasResultWord) {
        marked.push(line.text);
        isAgainstSide ||= outcomes.includes(line.side === 'PUT' ? 'won' : 'lost');
      }
      const isOfMarked = line.pair === null && lines.some(({ isWhole }) => isWhole);
      if (line.opens && line.side !== null && outcomes.length === 0 && !isOfMarked) isUnmarked = true;
      if (isBeside(line, hasSignal) && outcomes.length > 0) beside.push(...(isAgain ? [] : [line.text]));
      else if (!isList && !hasHeading && !line.isWhole) alone += outcomes.length;
      if (outcomes.every((outcome) => outcome === 'won')) continue;
      if (line.isWhole) isWon = false;
      if (isBeside(line, hasSignal)) besideAreWon = false;
    }
  }
  if (besideAreWon && alone > 0) marked = [...marked, ...beside];
  // Most marks, of both kinds, that show no sides are outcomes.
  const areEnds = isAgainstSide && alone < marked.length;
  const mayDecorate = marked.length > 0 && (isWon || (alone > 0 && !areEnds));
  // What stands before each signal tells none from another.
  const areAll = alone > 0 && isWon && !isUnmarked && marked.every((text) => /^\p{ExtPict}/u.test(text));
  const mayBeSums = lists.texts.length > 0 && (alone > 0 || hasSummary);
  const others = isUnmarked ? (['others-lost', 'decoration'] as const) : (['decoration'] as const);
  const answers = alone > 0 ? (['decoration', 'ending'] as const) : (['ending', ...others] as const);
  const marksAre = !mayDecorate
    ? 'ending'
    : areAll
      ? 'decoration'
      : asker.ask('marked-signals', answers, marked);
  const count = (step: RegExp): number =>
    [...steps].reduce((sum, [one, times]) => (step.test(one) ? sum + times : sum), 0);
  const followed = count(/^side (?:un)?sure$/);
  return {
    strangers: strangersOf(sayers, sellers, count(/ signal$/)),
    hasForeign: foreign * 2 < all,
    // What stands below a signal speaks of it.
    sidesAreSignals:
      followed >= FEWEST_FOLLOWED && followed - count(/^signal side$/) >= count(/ side$/) * MOSTLY_FOLLOWED,
    losesSteps: lostSteps.areFollowed,
    hasRunningScore: areRunning(scores),
    endsAbove: endsAbove.areOfPrevious,
    talk: doubtful.ask(asker),
    // It is likely an outcome where the next signal follows it, and likely none where a certain one does.
    unsureAnswers: count(/^unsure si/) > count(/^unsure sure$/) ? COUNTS.first : COUNTS.last,
    unmarkedLost: marksAre === 'others-lost',
    marksDecorate: marksAre === 'decoration',
    besideDecorate: marksAre === 'decoration' && besideAreWon,
    countsLists: !mayBeSums || lists.areTrades(alone, asker),
    ...marks.ask(alone > 0, marked.length > 0, asker),
  };
}
