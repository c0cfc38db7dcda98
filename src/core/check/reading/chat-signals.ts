import { type EpochMs, HOUR_MS } from '../../time/instant.ts';
import type { TradeOutcome } from '../trade.ts';
import { withoutOutcomes } from './chat-words.ts';
import type { Clause } from './clauses.ts';
import type { AnnouncedGales } from './gale-count.ts';
import type { Line } from './message-lines.ts';
import type { Origin } from './reading.ts';
import type { Part } from './chat-facts.ts';
import { assetOf } from './pairs.ts';

/** A signal; it is open until a message says how it ended. */
export interface Signal {
  readonly at: number;
  readonly timeMs: EpochMs | null;
  /** The line that opens it. */
  readonly text: string;
  pair: string | null;
  side: 'CALL' | 'PUT' | null;
  expirySeconds: number | null;
  entryPrice: number | null;
  /** Doubled stakes that its message announces. */
  announced: AnnouncedGales | undefined;
  outcome: TradeOutcome | undefined;
  /** The doubled stakes that a message after it names, before its outcome. */
  posted: number;
  /** Its stakes that messages say to be lost before it ended, and the place of the last of them. */
  lost: { readonly stakes: number; readonly at: number } | undefined;
  /** The last take-profit level that was reached. */
  target: number | null;
}

export const UNENDED = { announced: undefined, posted: 0, lost: undefined, outcome: undefined, target: null };

/** An outcome that was read: of a signal, or of none. */
export interface End {
  readonly signal: Signal | undefined;
  readonly outcome: TradeOutcome;
  readonly clause: Clause;
  readonly at: number;
  readonly timeMs: EpochMs | null;
  /** How the two were found to belong together. */
  readonly kind: Origin['kind'];
}

/** A signal of a short expiry is open for a day, another for a week. */
const SHORT_EXPIRY_SECONDS = 3_600;
const OPEN_MS = { short: 24 * HOUR_MS, long: 7 * 24 * HOUR_MS };

/** Lists of signals that are posted with their outcomes later are not longer. */
const MOST_REPEATED = 50;
/** The same words on the next day are another signal. */
const SAME_DAY_MS = 20 * HOUR_MS;
const TIME_OF_DAY = /(?<!\d)\d{1,2}[:h]\d{2}(?!\d)/;
const CLOCK = /(?<!\d)\d{1,2}[:.h]\d{2}(?!\d)/;

/** The signals of a chat: those that wait for their outcome, and the last that have one. One that has ended is dropped where it is met. */
export class ChatSignals {
  readonly all: Signal[] = [];
  /** The newest is the last. */
  readonly #signals: Signal[] = [];
  readonly #ofPair = new Map<string, Signal[]>();
  /** The newest of those with a time of day, by their words. */
  readonly #byWords = new Map<string, Signal>();
  readonly #byMessage = new Map<number, Signal>();
  readonly #lastEndedOf = new Map<string, Signal>();
  #lastEnded: Signal | undefined;
  /** The message that said the last end. */
  #endedAt = 0;

  /** The newest, which may have ended. */
  get newest(): Signal | undefined {
    return this.#signals.at(-1);
  }

  /** The signal that a line opens, or the one above it that the line goes on with. */
  open(line: Line, part: Part, own: Signal | undefined, hasTextOfNewest: boolean): Signal {
    const { text, pair, side, expirySeconds, entryPrice } = line;
    const { at, timeMs, message } = part;
    const last = own ?? this.newest;
    const isNear =
      last !== undefined && last.outcome === undefined && (own !== undefined || last.at === at - 1);
    const isOther = (one: string | null, other: string | null): boolean => one !== null && other !== null;
    // A pair that is announced before its side, or a signal that is posted twice.
    const isAgain =
      isNear &&
      isOfAsset(last, pair) &&
      (own === undefined
        ? last.side === null || (last.side === side && hasTextOfNewest)
        : !isOther(last.side, side));
    const goesOn =
      isAgain || (isNear && !isOther(last.pair, pair) && (own !== undefined || !isOther(last.side, side)));
    const signal = goesOn ? last : { ...UNENDED, at, timeMs, text, pair, side, expirySeconds, entryPrice };
    if (goesOn) {
      if (last.pair === null && pair !== null) this.#listByPair(pair, last);
      last.pair ??= pair;
      last.side ??= side;
      last.expirySeconds ??= expirySeconds;
      last.entryPrice ??= entryPrice;
    } else this.add(signal);
    const number = message.id ?? message.place;
    if (number !== undefined) this.#byMessage.set(number, signal);
    return signal;
  }

  add(signal: Signal): void {
    this.all.push(signal);
    this.#signals.push(signal);
    if (CLOCK.test(signal.text)) this.#byWords.set(withoutOutcomes(signal.text), signal);
    if (signal.pair !== null) this.#listByPair(signal.pair, signal);
  }

  #listByPair(pair: string, signal: Signal): void {
    const list = this.#ofPair.get(assetOf(pair));
    if (list === undefined) this.#ofPair.set(assetOf(pair), [signal]);
    else list.push(signal);
  }

  ofMessage(id: number | undefined): Signal | undefined {
    return id === undefined ? undefined : this.#byMessage.get(id);
  }

  /** Notes that the message at a place said how a signal ended. */
  end(signal: Signal, at: number): void {
    this.#lastEnded = signal;
    this.#endedAt = at;
    if (signal.pair !== null) this.#lastEndedOf.set(assetOf(signal.pair), signal);
  }

  /** Notes that the message at a place says so many stakes of a signal to be lost: it is open. */
  losesStake(signal: Signal, stakes: number, at: number): void {
    signal.lost = { stakes, at };
    if (signal.outcome === undefined) return;
    signal.outcome = undefined;
    const ofPair = signal.pair === null ? [] : (this.#ofPair.get(assetOf(signal.pair)) ?? []);
    for (const list of [this.#signals, ofPair]) if (list.at(-1) !== signal) list.push(signal);
  }

  get lastEnded(): Signal | undefined {
    return this.#lastEnded;
  }

  /** The signal whose end is said once more: the one that is answered, or whose next take-profit level is reached. */
  endedBefore(clause: Clause, replied: Signal | undefined, pair: string | null): Signal | undefined {
    if (replied !== undefined) return replied.outcome === undefined ? undefined : replied;
    const last = pair === null ? this.#lastEnded : this.#lastEndedOf.get(assetOf(pair));
    if (last === undefined || last.target === null) return undefined;
    if (clause.target !== null) return clause.target > last.target && !this.hasNewer(pair) ? last : undefined;
    return clause.isStop && this.last(pair, null) === undefined ? last : undefined;
  }

  /** A signal came after the last end: a level without a pair may be of either. */
  hasNewer(pair: string | null): boolean {
    return pair === null && (this.last(null, null)?.at ?? 0) > this.#endedAt;
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
    return (pair === null ? undefined : this.#ofPair.get(assetOf(pair)))
      ?.slice(-MOST_REPEATED)
      .find((signal) => signal.outcome === undefined && signal.side === side && signal.at > after);
  }

  /** The open signal of an earlier message that a line names once more, with its outcome. */
  openOf({ pair, side }: Pick<Signal, 'pair' | 'side'>, at: number): Signal | undefined {
    const signal = pair === null ? undefined : lastOf(this.#ofPair.get(assetOf(pair)) ?? []);
    return signal?.side === side && signal.at < at ? signal : undefined;
  }

  /** The last open signal of a pair, or one that names none; without a pair the last one. It is not older than a signal stays open. */
  last(pair: string | null, timeMs: EpochMs | null): Signal | undefined {
    const ofPair = pair === null ? undefined : lastOf(this.#ofPair.get(assetOf(pair)) ?? []);
    const last = ofPair ?? lastOf(this.#signals);
    if (last === undefined || (pair !== null && last.pair !== null && !isOfAsset(last, pair)))
      return undefined;
    if (last.timeMs === null || timeMs === null) return last;
    const isShort = last.expirySeconds !== null && last.expirySeconds <= SHORT_EXPIRY_SECONDS;
    return Math.abs(timeMs - last.timeMs) > (isShort ? OPEN_MS.short : OPEN_MS.long) ? undefined : last;
  }
}

function isOfAsset({ pair }: Signal, other: string | null): boolean {
  return pair !== null && other !== null && assetOf(pair) === assetOf(other);
}

function lastOf(signals: Signal[]): Signal | undefined {
  while (signals.at(-1)?.outcome !== undefined) signals.pop();
  return signals.at(-1);
}
