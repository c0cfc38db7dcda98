import { HOUR_MS } from '../../../time/instant.ts';
import { refill } from '../../grouping.ts';
import type { TradeOutcome } from '../../trade.ts';
import { type ChatSignals, type End, NUMBER, type Signal } from './chat-signals.ts';
import { meanOf, namedStakes, NOTHING, payAmounts, type SaidPayouts, saidPayouts } from './chat-payouts.ts';
import { textsBetween } from './denied-ends.ts';
import { CORRECTION, MENDED } from '../words/chat-words.ts';
import { CLOSED, type Clause, IN_PARTS } from '../words/clauses.ts';
import { completeTrades, type Row } from '../complete-trades.ts';
import {
  askDistance,
  askedDistance,
  isUneven,
  namesTarget,
  payoutIn,
  ratioOfPrices,
} from '../words/distances.ts';
import { doubledRows, galeCounter } from './gale-count.ts';
import type { Message } from '../files/messages.ts';
import type { InstantReader } from '../words/moment.ts';
import { tradedIn } from '../words/pairs.ts';
import { UNDOUBLED } from './next-stake.ts';
import type { Asker, QuestionCode } from '../questions.ts';
import { type NotUnderstood, type OpenReading, type Origin, shown } from '../reading.ts';
import { requireReadableRows } from '../unreadable.ts';

/** Another outcome that a signal was given after its first, or a further target. */
export type Change = End & { readonly signal: Signal };

/** The trades of a chat, and what each was made of. */
export interface ChatTrades {
  readonly rows: Row[];
  readonly origins: Origin[];
  /** How many stakes the signals without an end cost where these were lost. */
  readonly unendedStakes: number;
  /** The most doubled stakes that signals announce, and no outcome says. */
  readonly hiddenGales: number;
  /** Each end says its stake, and what that brought. */
  readonly hasMoney: boolean;
  /** What signals or outcomes say that wins pay. */
  readonly paidBy: SaidPayouts['kind'];
}

/** The messages of a chat, their places in its source, from 1, and what reads their times. */
interface Places {
  readonly lineOf: (at: number) => number;
  readonly messages: readonly Message[];
  readonly instants: InstantReader;
}

/** The trades of outcomes; asks how doubled stakes and second outcomes are meant. */
export function tradesOf(
  all: readonly End[],
  changes: readonly Change[],
  { all: signals, rule }: Pick<ChatSignals, 'all' | 'rule'>,
  asker: Asker,
  places: Places,
): ChatTrades {
  const ends = askEdited(all, asker, places);
  const hasPips =
    new Set(ends.map(({ outcome }) => outcome).filter((outcome) => outcome !== 'tied')).size > 1 &&
    ends.every(({ clause, outcome }) => clause.pips !== null || outcome === 'tied');
  const changed = new Map<Signal | undefined, Change>();
  for (const code of ['further-targets', 'target-then-stop', 'two-ends'] as const) {
    const some = changes.filter((change) => questionOf(change) === code);
    if (some.length === 0 || (code === 'further-targets' && !hasPips)) continue;
    const texts = some.map(({ at }) => shown(places.messages[at]?.text ?? ''));
    const isCorrected = texts.every((text) => CORRECTION.test(text));
    // What names a trade, and says that it was no win, is no boast.
    const isSure = some.every(({ outcome, clause: { text } }, at) => {
      const isNamed = NUMBER.test(texts[at] as string) || tradedIn(text) !== undefined;
      return outcome !== 'won' && isNamed && MENDED.test(texts[at] as string);
    });
    const answers = isCorrected ? (['last', 'first'] as const) : (['first', 'last'] as const);
    if ((code === 'two-ends' && isSure) || asker.ask(code, answers, texts) === 'last')
      for (const change of some) changed.set(change.signal, change);
  }
  const hasShort = signals.some(({ expirySeconds }) => (expirySeconds ?? 0) <= 180);
  const { of: galesOf, hidden } = galeCounter(ends, hasShort, asker, rule);
  const [rows, origins]: [Row[], Origin[]] = [[], []];
  const risked = meanOf(ends, 'lost', ({ clause }) => clause.risks) || 1;
  const named = namedStakes(ends, places.messages);
  const losesStake = ({ outcome, clause }: End, at: number): boolean =>
    outcome !== 'lost' || clause.pips === -(named[at] as number);
  const areStakes = hasPips && named.length > 0 && ends.every(losesStake);
  const said = ends.map((end, at) => {
    const { outcome, clause } = changed.get(end.signal) ?? end;
    const pips = clause.pips ?? end.clause.pips;
    const risks = end.clause.risks === null ? null : end.clause.risks / risked;
    // What losses cost is the stake that their signals name.
    const money = areStakes ? { money: { stake: named[at] as number, profit: pips ?? 0 } } : {};
    return { ...end, outcome, clause: { ...end.clause, pips, risks, ...money } };
  });
  const textAt = (at: number): string => places.messages[at]?.text.slice(0, LONGEST) ?? '';
  if (!hasPips) askEarly(said, textAt, asker);
  const gales = said.map(galesOf);
  // What the last of several stakes brought says nothing of the others.
  const isOne = gales.every((count) => count === 0);
  const hasMoney = said.every(({ clause, outcome }) => clause.money || outcome === 'tied');
  const sized = hasMoney && said.some(({ clause }) => clause.money) ? 'money' : hasPips ? 'pips' : null;
  const sizedBy = isOne ? sized : null;
  const ranSeconds = durationReader(signals);
  const stakes = sizedBy === null ? named : [];
  const { paid, kind } = sizedBy === null ? saidPayouts(said, places.messages, asker) : NOTHING;
  for (const [at, end] of said.entries()) {
    const made = doubledRows(end, gales[at] as number, sizedBy, ranSeconds(end), paid[at]);
    requireReadableRows(rows.length + made.length);
    const line = places.lineOf(end.at);
    const signal = end.signal === undefined ? null : places.lineOf(end.signal.at);
    const origin: Origin = { line, signal, kind: end.kind };
    const doubled: Origin = { line, signal, kind: 'doubled' };
    for (const [step, row] of made.entries()) {
      if (row.stake !== null) row.stake *= stakes[at] ?? 1;
      rows.push(row);
      origins.push(step < made.length - 1 ? doubled : origin);
    }
  }
  const undoubled = said.filter((_end, at) => gales[at] === 0);
  payAmounts(rows, undoubled, places.messages, asker);
  const ratios = said.flatMap(({ signal }) => (signal ? (ratioOf(signal, textAt(signal.at)) ?? []) : []));
  const likely = ratios.length * 2 < said.length ? undefined : mean(ratios);
  askDistance(rows, ofTargets(said, textAt), asker, likely);
  const unended = signals.filter(({ outcome }) => outcome === undefined);
  const stakesOf = (signal: Signal): number => galesOf({ outcome: 'lost', clause: UNDOUBLED, signal }) + 1;
  return {
    rows,
    origins,
    hasMoney,
    paidBy: kind,
    hiddenGales: hidden(signals),
    unendedStakes: unended.reduce((sum, signal) => sum + stakesOf(signal), 0),
  };
}

/**
 * What says how long a trade of no known expiry ran at most: to the answer to its signal, or to an outcome that came before the next
 * signal of its pair. Other outcomes may be posted together, long after their trades.
 */
function durationReader(signals: readonly Signal[]): (end: End) => number | undefined {
  const [newest, nextAt] = [new Map<string, Signal>(), new Map<Signal, number>()];
  for (const signal of signals) {
    const before = signal.pair === null ? undefined : newest.get(signal.pair);
    if (before !== undefined) nextAt.set(before, signal.at);
    if (signal.pair !== null) newest.set(signal.pair, signal);
  }
  return ({ signal, kind, at, timeMs }) => {
    if (signal?.timeMs == null || timeMs === null || signal.expirySeconds !== null || signal.at === at)
      return undefined;
    const seconds = (timeMs - signal.timeMs) / 1_000;
    const isShown = kind === 'reply' || (nextAt.get(signal) ?? Number.POSITIVE_INFINITY) > at;
    return isShown && seconds >= 0 ? Math.max(1, seconds) : undefined;
  };
}

const LONGEST = 1_000;

const mean = (some: readonly number[]): number => some.reduce((sum, one) => sum + one, 0) / some.length;

/** What the prices in the message of a signal make of its target beside its stop, under any names, where it is of none but this signal. */
function ratioOf({ side, expirySeconds }: Signal, text: string): number | undefined {
  return side === null || expirySeconds !== null ? undefined : ratioOfPrices(text, side);
}

/** What says that a trade was closed before its target, or may say so. */
const EARLY =
  /(?<![\p{L}\p{M}])(?:manual\p{L}*|early|half ?way|before|trail\p{L}*|вручную|досрочно|раньше|трейл\p{L}*|antecip\p{L}*|anticip\p{L}*|antes|vorzeitig|frühzeitig|manuell|avant|anticipé\p{L}*|erken|elle|sebelum|lebih awal|sớm)(?![\p{L}\p{M}])/iu;
const IN_PROFIT =
  /(?<![\p{L}\p{M}])(?:(?:in|with|took|small|en|em|no|con|im|mit|в) (?:(?:a|some|small|um|un) )?(?:profits?|ganancia|lucro|gewinn|plus|gain|плюс\p{L}*|профит\p{L}*)|close)(?![\p{L}\p{M}])/iu;

/** Asks what wins brought that may have been closed before the target that their signals name, or in parts. */
function askEarly(
  ends: { outcome: TradeOutcome; clause: Clause; signal: Signal | undefined; at: number }[],
  textAt: (at: number) => string,
  asker: Asker,
): void {
  const early = ends.flatMap((end) => {
    const { outcome, signal, clause, at } = end;
    const { text, isTarget, risks } = clause;
    if (outcome !== 'won' || risks !== null || signal?.levels === undefined) return [];
    const around = [textAt(at), textAt(signal.at), ...textsBetween(end, textAt)];
    const isInParts = around.some((one) => IN_PARTS.test(one));
    const isEnded = isTarget || !(IN_PROFIT.test(text) || CLOSED.test(text));
    if (!isInParts && isEnded && !EARLY.test(text)) return [];
    const paid = payoutIn(signal.text + signal.levels, signal.entryPrice);
    return paid === null ? [] : [{ end, paid }];
  });
  if (early.length === 0) return;
  const texts = early.map(({ end }) => shown(end.clause.text));
  const risks = askedDistance(texts, asker, mean(early.map(({ paid }) => paid)));
  for (const { end } of early) end.clause = { ...end.clause, risks };
}

/** The signals of trades that end at a target or a stop, or where they are closed, and not at a time, or of contracts that are uneven. */
function ofTargets(ends: readonly End[], textAt: (at: number) => string): readonly string[] {
  const texts = ends.flatMap(({ signal, clause }) => {
    const levels = `${signal?.text ?? ''}${signal?.levels ?? ''}`;
    const isTimed = signal?.expirySeconds != null;
    const isClosed =
      clause.isTarget ||
      clause.isStop ||
      clause.pips !== null ||
      namesTarget(levels) ||
      (signal !== undefined && ratioOf(signal, textAt(signal.at)) !== undefined) ||
      CLOSED.test(clause.text);
    return isUneven(levels) || (!isTimed && isClosed) ? shown(levels) : [];
  });
  return texts.length * 2 < ends.length ? [] : texts;
}

/** What is asked about a change; a further target says of a trade that won how far the price went. */
function questionOf({ signal, outcome, clause }: Change): QuestionCode {
  if (outcome === signal.outcome) return 'further-targets';
  return signal.target !== null && clause.isStop ? 'target-then-stop' : 'two-ends';
}

/** One in so many outcomes. */
const MANY_STATED = 4;
/** What is said once more comes after fewer others. */
const NEAR_STATED = 50;
/** Of trades that differ, fewer follow the order of others by luck. */
const MOSTLY_STATED = 0.9;

/** Whether outcomes beside their signals say, one after the other, what others said before them. */
function sayAgain(ends: readonly End[], whole: ReadonlySet<End>): boolean {
  const keyOf = ({ signal, outcome }: End): string => [signal?.pair, signal?.side, outcome].join();
  const others: string[] = [];
  let [next, again] = [0, 0];
  for (const end of ends) {
    if (!whole.has(end)) others.push(keyOf(end));
    else {
      const place = others.indexOf(keyOf(end), Math.max(next, others.length - NEAR_STATED));
      if (place !== -1) [next, again] = [place + 1, again + 1];
    }
  }
  return again >= whole.size * MOSTLY_STATED;
}

/**
 * Takes out of outcomes that have their signals before them those that name theirs once more: a few may be repeated ones, and what
 * answers a message that is no signal does not say when its own began.
 */
export function statedAgain(ends: End[], messages: readonly Message[], { open }: Asker): readonly End[] {
  const whole = new Set(ends.filter(({ kind }) => kind === 'whole'));
  // What marks beside signals mean is asked by itself.
  const isAsked = open.some(({ code }) => code === 'marked-signals');
  const areFew = whole.size * MANY_STATED < ends.length || (!isAsked && sayAgain(ends, whole));
  const answeredBy = (at: number | undefined): number | undefined => messages[at ?? -1]?.replyTo;
  // All messages of a topic answer its first one.
  const topics = new Set(ends.map((end) => (whole.has(end) ? undefined : answeredBy(end.signal?.at))));
  const stated = [...whole].filter(({ at }) => areFew || !topics.has(answeredBy(at)));
  if (stated.length === ends.length) return [];
  const left = new Set(stated);
  refill(
    ends,
    ends.filter((end) => !left.has(end)),
  );
  return stated;
}

/** Outcomes follow their signals by their places alone. */
export function areByPlace(ends: readonly End[]): boolean {
  return (
    ends.some(({ kind }) => kind === 'last' || kind === 'pair') && ends.every(({ kind }) => kind !== 'reply')
  );
}

/** Typing mistakes are mended sooner. */
const LATER_MS = HOUR_MS;

/** Whether the message of an end, or of its signal, was edited more than an hour after it was posted, or at a time that is not known. */
function isEdited({ at, signal }: End, messages: readonly Message[]): boolean {
  return [at, signal?.at ?? at].some((place) => {
    const edited = messages[place]?.edited;
    return edited === 'marked' || (edited ?? 0) > LATER_MS;
  });
}

/** How many ends have a message, or a signal, that was edited, and whether that was an hour later. */
function editedOf(ends: readonly End[], messages: readonly Message[]) {
  const edited = ends.filter((end) => isEdited(end, messages));
  return {
    isLater: messages.some((message) => Number(message.edited) > LATER_MS),
    trades: edited.length,
    won: edited.filter(({ outcome }) => outcome === 'won').length,
  };
}

/** Fewer edited wins change little. */
const FEWEST_EDITED = 3;

/** Asks about wins that were edited when their outcome was known, where no other outcome was: they may have been losses. */
function askEdited(ends: readonly End[], asker: Asker, { messages, instants }: Places): readonly End[] {
  const isKnown = (end: End): boolean => {
    const { at, signal, timeMs } = end;
    const posted = messages[signal?.at ?? -1];
    const isOfSignal = signal?.at !== at && timeMs !== null && typeof posted?.edited === 'number';
    const isAfter = isOfSignal && (instants.read(posted.time) ?? timeMs) + Number(posted.edited) >= timeMs;
    return isAfter || (messages[at]?.edited !== 'marked' && isEdited(end, messages));
  };
  const edited = new Set(ends.filter(isKnown));
  if (edited.size < FEWEST_EDITED || [...edited].some(({ outcome }) => outcome !== 'won')) return ends;
  const texts = [...edited].map(({ at }) => shown(messages[at]?.text ?? ''));
  const answer = asker.ask('edited-outcomes', ['count', 'lost', 'leave-out'], texts);
  if (answer === 'count') return ends;
  return ends.flatMap((end) =>
    !edited.has(end) ? end : answer === 'lost' ? { ...end, outcome: 'lost' as const } : [],
  );
}

type LeftOf = (at: number) => Pick<NotUnderstood, 'line' | 'why'> | undefined;

/** How many messages have a text, how many are used, and the others in the order of the source, each with its place and the reason. */
function rowsOf(messages: readonly Message[], leftOf: LeftOf): OpenReading['rows'] {
  const notUnderstood: NotUnderstood[] = [];
  let read = 0;
  for (const [at, { text }] of messages.entries()) {
    if (text.trim() === '') continue;
    read += 1;
    const left = leftOf(at);
    if (left !== undefined) notUnderstood.push({ line: left.line, text: shown(text), why: left.why });
  }
  notUnderstood.sort((one, other) => one.line - other.line);
  return { read, understood: read - notUnderstood.length, notUnderstood };
}

interface ReadChat {
  readonly payout: number;
  readonly textAt: (line: number) => string;
  readonly messages: readonly Message[];
  readonly signals: readonly Signal[];
  /** Where a message stands in its source, and why nothing of it is used; undefined where something is. */
  readonly leftOf: LeftOf;
}

/** What a reading says of the trades of a chat and of its signals. */
export function readingOf(
  { rows, origins, unendedStakes, hiddenGales, hasMoney, paidBy }: ChatTrades,
  ends: readonly End[],
  { payout, textAt, messages, signals, leftOf }: ReadChat,
) {
  const hasStakes = new Set(rows.map(({ stake }) => stake)).size > 1;
  const { trades, ...unsaid } = completeTrades(rows, payout);
  return {
    trades,
    origins,
    textsOf: (trade: number) => {
      const { line, signal } = origins[trade] as Origin;
      return { end: shown(textAt(line)), signal: signal === null ? '' : shown(textAt(signal)) };
    },
    rows: rowsOf(messages, leftOf),
    columns: [],
    found: [],
    hasOrder: true,
    numbers: messages.flatMap(({ id }) => id ?? []),
    signals: {
      resolved: ends.length,
      unresolved: signals.filter(({ outcome }) => outcome === undefined).length,
      unresolvedStakes: unendedStakes,
      announcedGales: hiddenGales,
      ...unsaid,
      // What a chat says of payouts are distances.
      hasDistances: !unsaid.assumesPayout && !hasMoney && (paidBy ?? 'distance') === 'distance',
      paysByChance: paidBy === 'odds',
      // A stake of 1 stands for each that is not said.
      saysMoney: (hasMoney && trades.length > 0) || hasStakes,
      edited: editedOf(ends, messages),
    },
  };
}
