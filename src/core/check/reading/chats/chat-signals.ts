import { type EpochMs, HOUR_MS } from '../../../time/instant.ts';
import { addTo, refill } from '../../grouping.ts';
import type { TradeOutcome } from '../../trade.ts';
import type { Part } from './message-parts.ts';
import { MENDED, withoutOutcomes } from '../words/chat-words.ts';
import type { Clause } from '../words/clauses.ts';
import type { AnnouncedGales } from '../words/announced-gales.ts';
import { namesTarget, targetIn } from '../words/distances.ts';
import type { Line } from './message-lines.ts';
import { clockIn, type Message } from '../files/messages.ts';
import { spokenOf } from '../words/pairs.ts';
import { TRADE_NOUN } from '../words/trade-words.ts';
import type { Origin } from '../reading.ts';

/** A signal; it is open until a message says how it ended. */
export interface Signal {
  readonly at: number;
  /** The place of the last end before it. */
  readonly since: number;
  timeMs: EpochMs | null;
  /** The time of day where the day is not known: a list may be posted on the day before. */
  clockMs?: number | null;
  /** The line that opens it. */
  readonly text: string;
  readonly author?: string | undefined;
  pair: string | null;
  side: 'CALL' | 'PUT' | null;
  expirySeconds: number | null;
  entryPrice: number | null;
  /** Doubled stakes that its message announces. */
  announced: AnnouncedGales | undefined;
  outcome: TradeOutcome | undefined;
  /** The doubled stakes that a message after it names, before its outcome. */
  posted: number;
  /** The beginning of that message. */
  postedIn?: string;
  /** Its stakes that messages say to be lost before it ended, and the place of the last of them. */
  lost: { readonly stakes: number; readonly at: number } | undefined;
  /** The last take-profit level that was reached. */
  target: number | null;
  /** The texts that name its targets and its stop. */
  levels: string | undefined;
}

/** An outcome that was read: of a signal, or of none. */
export interface End {
  readonly signal: Signal | undefined;
  readonly outcome: TradeOutcome;
  readonly clause: Clause;
  readonly at: number;
  readonly timeMs: EpochMs | null;
  /** How the two were found to belong together. */
  readonly kind: Origin['kind'];
  /** The signal of which another outcome was just said: it may be corrected. */
  readonly instead?: Signal | undefined;
}

/** A signal of a short expiry is open for a day, another for a week. */
const SHORT_EXPIRY_SECONDS = 3_600;
const OPEN_MS = { short: 24 * HOUR_MS, long: 7 * 24 * HOUR_MS };

/** A signal in the words of the one before it is another where that has expired. */
const FEWEST_APART_SECONDS = 600;

/** Lists of signals that are posted with their outcomes later are not longer. */
const MOST_REPEATED = 50;
/** The same words on the next day are another signal. */
const SAME_DAY_MS = 20 * HOUR_MS;
const TIME_OF_DAY = /(?<!\d)\d{1,2}[:h]\d{2}(?!\d)/;
/** `#12`, `Signal 12`, `Operação nº 12`, `ID: 5100`, `Result 12`. */
export const NUMBER = new RegExp(
  `(?:[#№] ?|n[º°] ?|(?<!\\p{L})(?:id|no|${TRADE_NOUN})[ :]{1,2})(\\d{1,9})(?![\\d%]|[.,:]\\d| ?(?:m|min|s|sec|h)(?!\\p{L}))`,
  'iu',
);
/** What is said later is talk. */
export const FEW_MESSAGES = 3;
/** "All targets achieved" ends what reached the first of them. */
const ALL = /(?<!\p{L})(?:all|every|todos|todas|все|semua|tüm)(?!\p{L})/iu;
const CLOCK = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)/;

/** The signals of a chat: those that wait for their outcome, and the last that have one. One that has ended is dropped where it is met. */
export class ChatSignals {
  readonly all: Signal[] = [];
  /** The newest is the last. */
  readonly #signals: Signal[] = [];
  readonly #ofPair = new Map<string, Signal[]>();
  /** The newest of those with a time of day, by their words. */
  readonly #byWords = new Map<string, Signal>();
  readonly #byMessage = new Map<number, Signal | undefined>();
  /** The messages that say an open signal once more. */
  readonly #again = new Map<number, Pick<Signal, 'at' | 'timeMs'>>();
  readonly #byNumber = new Map<string, Signal>();
  readonly #ofAuthor = new Map<string, Signal[]>();
  readonly #lastEndedOf = new Map<string, Signal>();
  /** The messages that are answered: of the others no numbers are kept. */
  readonly #answered: ReadonlySet<number>;
  /** What messages without a signal say of doubled stakes. */
  rule: AnnouncedGales | undefined;
  #lastEnded: Signal | undefined;
  /** The message that said the last end. */
  endedAt = 0;
  #timedAt = -1;

  constructor(answered: ReadonlySet<number>) {
    this.#answered = answered;
  }

  /** The newest, which may have ended. */
  get newest(): Signal | undefined {
    return this.#signals.at(-1);
  }

  /** Notes the doubled stakes that the message at a place announces, for a signal that it speaks of and each that it opens; without one as a rule. */
  announce(gales: AnnouncedGales | undefined, own: Signal | undefined, at: number): void {
    if (own === undefined) {
      const numberOf = (rule: AnnouncedGales | undefined): number => Number(rule?.gales) || 0;
      if (gales !== undefined && numberOf(gales) >= numberOf(this.rule)) this.rule = gales;
      return;
    }
    const opened = this.all.slice(this.all.findLastIndex((signal) => signal.at < at) + 1);
    for (const signal of [own, ...opened]) signal.announced = gales ?? signal.announced;
  }

  /** The signal that a line opens, or the one above it that the line goes on with, or that its message says once more. */
  open(line: Line, part: Part, own: Signal | undefined, isSaidAgain: boolean): Signal {
    const { text, pair, side, expirySeconds, entryPrice } = line;
    const { at, timeMs, message } = part;
    const last = own ?? this.newest;
    const isNear =
      last !== undefined &&
      last.outcome === undefined &&
      (own !== undefined || Math.max(last.at, this.#timedAt) === at - 1);
    const isOther = <One>(one: One | null | undefined, other: One | null): boolean =>
      one != null && other !== null;
    const isLater =
      timeMs !== null &&
      last?.timeMs !== null &&
      timeMs - (last?.timeMs ?? timeMs) > Math.max(last?.expirySeconds ?? 0, FEWEST_APART_SECONDS) * 1_000;
    const isOfOne = isNear && (isOfAsset(last, pair) || !isOther(last.pair, pair));
    // A pair that is announced before its side, or a signal that is posted twice; one with a price, a target or an expiry is whole.
    const bare = last !== undefined && isBare(last);
    const completes = last?.side === null || (last?.pair === null && pair !== null);
    const isOtherPrice = isOther(last?.entryPrice, entryPrice) && last?.entryPrice !== entryPrice;
    // "PUT, sorry" just below the call of a pair corrects it.
    const isTurned =
      own === undefined && isNear && last.pair !== null && (pair ?? expirySeconds ?? entryPrice) === null;
    const goesOn =
      isOfOne &&
      (own !== undefined
        ? !isOther(last.side, side) || !isOfAsset(last, pair) || isSaidSo(last, line)
        : !isLater &&
          !isOtherPrice &&
          (isSaidAgain || isTurned || (last.side === side ? bare : !isOther(last.side, side) && completes)));
    // A list of trades that ended says of none when it began.
    const startMs = line.isWhole && part.isList ? null : timeMs;
    const signal = goesOn
      ? last
      : {
          at,
          since: this.endedAt,
          // With a spread here each signal would have a shape of its own: 40 MB for 100,000.
          timeMs: part.own === undefined ? startMs : part.own.timeMs,
          clockMs: part.hasClocks ? clockIn(text) : (part.own?.clockMs ?? null),
          text,
          pair,
          side,
          expirySeconds,
          entryPrice,
          author: message.author,
          announced: undefined,
          outcome: undefined,
          posted: 0,
          lost: undefined,
          target: null,
          levels: undefined,
        };
    if (goesOn) {
      if (own === undefined && message.id !== undefined) this.#again.set(message.id, { at, timeMs });
      if (last.pair === null && pair !== null) addTo(this.#ofPair, spokenOf(pair), last);
      last.pair ??= pair;
      last.side = isTurned ? (side ?? last.side) : (last.side ?? side);
      last.expirySeconds ??= expirySeconds;
      last.entryPrice ??= entryPrice;
    } else this.add(signal, NUMBER.exec(message.text)?.[1]);
    const number = message.id ?? message.place;
    if (number !== undefined && this.#answered.has(number)) this.#byMessage.set(number, signal);
    return signal;
  }

  /** Whether a message says alone how long the trade runs of which the one before it names the pair: the next one says its side. */
  times({ at, lines: [line, other], message }: Part): boolean {
    const last = this.newest;
    const isTime =
      other === undefined &&
      line?.expirySeconds != null &&
      line.pair === null &&
      line.side === null &&
      line.clauses.every(({ outcome, unknown }) => outcome === undefined && unknown <= 1);
    if (!isTime || last?.at !== at - 1 || last.outcome !== undefined || !isBare(last)) return false;
    if (last.author !== message.author) return false;
    last.expirySeconds = line.expirySeconds;
    this.#timedAt = at;
    return true;
  }

  /** The signal that is open before one that names its pair alone: an outcome below that speaks of it, and the other is none. */
  namedBy(last: Signal | undefined): Signal | undefined {
    if (last === undefined || last.pair === null || !isBare(last)) return last;
    const ofPair = this.#ofPair.get(spokenOf(last.pair)) ?? [];
    const before = ofPair.findLast(({ outcome, side }) => outcome === undefined && side !== null);
    if (before !== undefined) this.drop(last);
    return before ?? last;
  }

  /** Forgets a signal, one of the newest, in the place of which another one counts. */
  drop(signal: Signal): void {
    this.setAside(signal);
    this.all.splice(this.all.lastIndexOf(signal), 1);
  }

  /** Whether the signal of a message stands in the place of the newest one, which itself or the messages just behind that call a mistake; the other side at the same time of day needs no word for it. */
  mends(
    { pair }: Line,
    { at, timeMs, message: { text }, lines, hasClocks }: Part,
    before: readonly string[],
  ) {
    const last = this.newest;
    const side = lines.find((line) => line.side !== null)?.side;
    if (last?.pair == null || last.side === null || pair === null || side === undefined) return false;
    const [posted = '', ...between] = before;
    const isSaid = [...between, text].some((one) => MENDED.test(one));
    const isNear = between.length <= (isSaid ? 1 : 0) && last.outcome === undefined && last.at < at;
    const isLater = timeMs !== null && timeMs - (last.timeMs ?? timeMs) > FEWEST_APART_SECONDS * 1_000;
    if (!isNear || isLater || hasClocks) return false;
    const hasSame = numbersOf(posted) === numbersOf(text) && CLOCK.test(text);
    const isOther = last.side !== side;
    return isOfAsset(last, pair) ? isSaid || (hasSame && isOther) : isSaid && hasSame && !isOther;
  }

  /** Takes a signal, one of the newest, out of those that an outcome may be of by its place. */
  setAside(signal: Signal): void {
    const { pair, author } = signal;
    const ofPair = pair === null ? undefined : this.#ofPair.get(spokenOf(pair));
    for (const list of [this.#signals, ofPair, this.#ofAuthor.get(author ?? '')]) {
      const place = list?.lastIndexOf(signal) ?? -1;
      if (place !== -1) list?.splice(place, 1);
    }
  }

  /** Lists a signal by what is known of it, and by the number of its text, else of its message. */
  add(signal: Signal, ofMessage?: string): void {
    this.all.push(signal);
    this.#signals.push(signal);
    if (signal.author !== undefined) addTo(this.#ofAuthor, signal.author, signal);
    const number = NUMBER.exec(signal.text)?.[1] ?? ofMessage;
    if (number !== undefined) this.#byNumber.set(number, signal);
    if (CLOCK.test(signal.text)) this.#byWords.set(withoutOutcomes(signal.text), signal);
    if (signal.pair !== null) addTo(this.#ofPair, spokenOf(signal.pair), signal);
  }

  /** The signal that a message answers, or names by its number where signals have one. */
  answered(message: Message): Signal | undefined {
    const { replyTo } = message;
    const signal = replyTo === undefined ? undefined : this.#byMessage.get(replyTo);
    const again = replyTo === undefined ? undefined : this.#again.get(replyTo);
    if (replyTo === undefined || signal?.outcome === undefined || again === undefined)
      return signal ?? this.#numbered(message);
    // Each of the two messages has an answer of its own: they are two signals.
    const other = { ...signal, ...again, outcome: undefined, posted: 0, lost: undefined, target: null };
    this.#again.delete(replyTo);
    this.#byMessage.set(replyTo, other);
    this.add(other);
    return other;
  }

  #numbered({ text }: Message): Signal | undefined {
    const number = this.#byNumber.size * 2 < this.all.length ? undefined : NUMBER.exec(text)?.[1];
    return number === undefined ? undefined : this.#byNumber.get(number);
  }

  /** The signal that a message with an outcome names by its number, or has ended, and a line of it by its pair or side. */
  restated(line: Line, { at, timeMs, message, lines, own }: Part): Signal | undefined {
    const { pair, side, isWhole } = line;
    const says = ({ clauses }: Line): boolean => clauses.some(({ outcome }) => outcome !== undefined);
    const saysOutcome = lines.some(says);
    // A pair above its outcome, and nothing else, opens nothing.
    const hasNothingOfSignal = lines.every(
      (one) => one.side === null && one.expirySeconds === null && one.entryPrice === null,
    );
    const isPlain = hasNothingOfSignal && lines.every((one) => one.pair !== null || says(one));
    const ended = this.endedAt === at && !isWhole ? this.#lastEnded : undefined;
    const open =
      isPlain || (side !== null && lines.some(({ hasResultWord }) => hasResultWord))
        ? this.openOf(line, { at, timeMs })
        : undefined;
    // "EURUSD", and "New stop: 1.05" below it, is of the signal that is open.
    const isNote = hasNothingOfSignal && !saysOutcome && lines.length > 1;
    const noted = isNote ? this.openOf(line, { at, timeMs }) : undefined;
    const named = saysOutcome
      ? (this.#numbered(message) ?? ended ?? open)
      : noted?.side == null
        ? undefined
        : noted;
    const said = message.ownTime === undefined ? undefined : own;
    if (named === undefined || named.at === at || isOfOtherTime(named, line.text, said)) return undefined;
    const isOther = side !== null && named.side !== null && side !== named.side;
    return isOther || (pair !== null && !isOfAsset(named, pair)) ? undefined : named;
  }

  /** Forgets signals that are not counted. */
  leaveOut(isLeftOut: (signal: Signal) => boolean): void {
    const left = this.all.filter((signal) => !isLeftOut(signal));
    refill(this.all, left);
  }

  /** Notes that the message at a place said how a signal ended: an answer to it is one to the signal, unless it ended several. */
  end(signal: Signal, at: number, { id, place }: Message): void {
    const number = id ?? place;
    const known = number === undefined ? undefined : this.#byMessage.get(number);
    if (number !== undefined && this.#answered.has(number) && known?.at !== at)
      this.#byMessage.set(number, known !== undefined && known !== signal ? undefined : signal);
    this.#lastEnded = signal;
    this.endedAt = at;
    if (signal.pair !== null) this.#lastEndedOf.set(spokenOf(signal.pair), signal);
  }

  /** Notes that the message at a place says so many stakes of a signal to be lost: it is open. */
  losesStake(signal: Signal, stakes: number, at: number): void {
    signal.lost = { stakes, at };
    if (signal.outcome === undefined) return;
    signal.outcome = undefined;
    const ofPair = signal.pair === null ? [] : (this.#ofPair.get(spokenOf(signal.pair)) ?? []);
    for (const list of [this.#signals, ofPair]) if (list.at(-1) !== signal) list.push(signal);
  }

  get lastEnded(): Signal | undefined {
    return this.#lastEnded;
  }

  /** The signal of the last end, of a pair where one is named, else where no other was posted since: just before a place, or at any time. */
  justEnded(at: number, isAnyTime: boolean, pair: string | null = null): Signal | undefined {
    if (isAnyTime && pair !== null) return this.#lastEndedOf.get(spokenOf(pair));
    const isNear = isAnyTime || at - this.endedAt <= FEW_MESSAGES;
    return isNear && !this.hasNewer(null) ? this.#lastEnded : undefined;
  }

  /** The signal whose end is said once more: the one that is answered, or whose next take-profit level is reached. */
  endedBefore(clause: Clause, replied: Signal | undefined, pair: string | null): Signal | undefined {
    if (replied !== undefined) return replied.outcome === undefined ? undefined : replied;
    const last = pair === null ? this.#lastEnded : this.#lastEndedOf.get(spokenOf(pair));
    if (last === undefined || last.target === null) return undefined;
    const target = clause.target ?? targetIn(clause.text, last.levels ?? '');
    if (target !== null) return target > last.target && !this.hasNewer(pair) ? last : undefined;
    const isOfAll = clause.isStop || clause.outcome === 'tied' || (clause.isTarget && ALL.test(clause.text));
    return isOfAll && this.last(pair, null) === undefined ? last : undefined;
  }

  /** Whether a win by its place alone may be a further one of the signal that ended after another was posted, where these run to targets. */
  mayGoOn({ at }: Signal, pair: string | null): boolean {
    const last = pair === null ? this.#lastEnded : this.#lastEndedOf.get(spokenOf(pair));
    const isOfTargets = last?.expirySeconds === null && namesTarget(last.levels ?? '');
    return isOfTargets && last.outcome === 'won' && at < last.at;
  }

  /** Whether an outcome by its place may be of the last signal once more, and of no older one: another ended between the two. */
  mayRepeat({ at }: Signal, pair: string | null): boolean {
    const last = pair === null ? this.#lastEnded : this.#lastEndedOf.get(spokenOf(pair));
    return last !== undefined && last.since > at;
  }

  /** A signal came after the last end: a level without a pair may be of either. */
  hasNewer(pair: string | null): boolean {
    return pair === null && (this.last(null, null)?.at ?? 0) > this.endedAt;
  }

  /**
   * The signal that a line repeats word by word, its time of day among them: an open one, or one that another message ended that
   * day. A lost one that is posted without an outcome is another trade.
   */
  repeated(
    { pair, text }: Pick<Line, 'pair' | 'text'>,
    { at, timeMs, lines }: Pick<Part, 'at' | 'timeMs' | 'lines'>,
  ): Signal | undefined {
    if (pair === null || !CLOCK.test(text)) return undefined;
    const signal = this.#byWords.get(withoutOutcomes(text));
    if (signal?.outcome === undefined) return signal;
    const isOfDay =
      timeMs !== null && signal.timeMs !== null && Math.abs(timeMs - signal.timeMs) < SAME_DAY_MS;
    const saysOutcome = lines.some(({ clauses }) => clauses.some(({ outcome }) => outcome !== undefined));
    const isSame = isOfDay && signal.at !== at && (saysOutcome || signal.outcome !== 'lost');
    return isSame && TIME_OF_DAY.test(text) ? signal : undefined;
  }

  /** The open signals that no ended one follows, the newest last. */
  get openRun(): readonly Signal[] {
    const from = this.#signals.slice(-MOST_REPEATED).findLastIndex(({ outcome }) => outcome !== undefined);
    return this.#signals.slice(-MOST_REPEATED).slice(from + 1);
  }

  /** The first open signal of a pair and a side that was posted after a place: a list with outcomes goes through them. */
  listed({ pair, side }: Pick<Signal, 'pair' | 'side'>, after: number): Signal | undefined {
    return (pair === null ? undefined : this.#ofPair.get(spokenOf(pair)))
      ?.slice(-MOST_REPEATED)
      .find((signal) => signal.outcome === undefined && signal.side === side && signal.at > after);
  }

  /** The open signal of an earlier message that a line names once more, with its outcome. */
  openOf({ pair, side, text }: Line, { at, timeMs }: Pick<Part, 'at' | 'timeMs'>): Signal | undefined {
    const signal = pair === null ? undefined : lastOf(this.#ofPair.get(spokenOf(pair)) ?? []);
    if (signal === undefined || (side !== null && signal.side !== side) || signal.at >= at) return undefined;
    return isOfOtherTime(signal, text, undefined) || !isInTime(signal, timeMs) ? undefined : signal;
  }

  /**
   * The last open signal of a pair, or one that names none; without a pair the last one of the author, else of all. It is not older than
   * a signal stays open.
   */
  last(pair: string | null, timeMs: EpochMs | null, author?: string): Signal | undefined {
    const ofPair = pair === null ? undefined : lastOf(this.#ofPair.get(spokenOf(pair)) ?? []);
    const hasSeveral = pair === null && author !== undefined && this.#ofAuthor.size > 1;
    const own = hasSeveral ? lastOf(this.#ofAuthor.get(author) ?? []) : undefined;
    const last = ofPair ?? own ?? lastOf(this.#signals);
    if (last === undefined || (pair !== null && last.pair !== null && !isOfAsset(last, pair)))
      return undefined;
    return isInTime(last, timeMs) ? last : undefined;
  }
}

/** Whether a line names another day or time of day than a signal: numbers may start again each day. */
function isOfOtherTime(signal: Signal, text: string, own: Part['own']): boolean {
  const [clock, other] = [text, signal.text].map((one) => TIME_OF_DAY.exec(one)?.[0]);
  const isOther = clock !== undefined && other !== undefined && clock !== other;
  return isOther || (own?.timeMs != null && signal.timeMs !== null && own.timeMs !== signal.timeMs);
}

function isOfAsset({ pair }: Signal, other: string | null): boolean {
  return pair !== null && other !== null && spokenOf(pair) === spokenOf(other);
}

function lastOf(signals: Signal[]): Signal | undefined {
  while (signals.at(-1)?.outcome !== undefined) signals.pop();
  return signals.at(-1);
}

/** It names what is traded, and nothing else. */
function isBare({ side, expirySeconds, entryPrice, levels }: Signal): boolean {
  return side === null && expirySeconds === null && entryPrice === null && levels === undefined;
}

/** Whether a line names the side of a signal in other words, as of another language, with the same numbers. */
function isSaidSo({ side, text }: Signal, line: Line): boolean {
  return side === line.side && text !== line.text && numbersOf(text) === numbersOf(line.text);
}

/** The numbers of a text, the same in any language. */
export function numbersOf(text: string): string {
  return (text.match(/\d+/g) ?? []).join(' ');
}

/** Whether a signal is still open at a moment. */
function isInTime(signal: Signal, timeMs: EpochMs | null): boolean {
  if (signal.timeMs === null || timeMs === null) return true;
  const isShort = signal.expirySeconds !== null && signal.expirySeconds <= SHORT_EXPIRY_SECONDS;
  return Math.abs(timeMs - signal.timeMs) <= (isShort ? OPEN_MS.short : OPEN_MS.long);
}
