import type { TradeOutcome } from '../trade.ts';
import { askFacts, type ChatFacts, CORRECTION, type Part, partOf } from './chat-facts.ts';
import { type End, OpenSignals, type Signal, UNENDED } from './chat-signals.ts';
import { type Clause, circleOf } from './chat-words.ts';
import { completeTrades, haveDistances, type Row } from './complete-trades.ts';
import { announcedGales, doubledRows, galeCounter, hiddenGales } from './gale-count.ts';
import { asksOpposite, saysOpposite, withOppositeMarks } from './mark-legend.ts';
import { footersOf, type Line, linesOf } from './message-lines.ts';
import { descends, type Message } from './messages.ts';
import { dateOrderOf, InstantReader } from './moment.ts';
import { Asker, countsAlike } from './questions.ts';
import { type NotUnderstood, type OpenReading, type Origin, type ReadingOptions, shown } from './reading.ts';
import { NotATrade, requireReadableRows, type RowReason } from './unreadable.ts';

/**
 * Reads signals and how they ended out of messages; undefined where none says an end. Where a chat fits as well when each outcome
 * stands before its signal, it is asked which comes first.
 */
export function readMessages(messages: readonly Message[], options: ReadingOptions): OpenReading | undefined {
  const isReversed = descends(messages);
  const order = isReversed ? messages.toReversed() : messages;
  const after = readInOrder(order, options, isReversed, false);
  if (after?.mayEndBefore !== true) return after?.reading;
  const before = readInOrder(order.toReversed(), options, !isReversed, true);
  const [left, otherLeft] = [before?.leftOver.length ?? 0, after.leftOver.length];
  const isOther = left < otherLeft || (left === otherLeft && before?.won !== after.won);
  if (before === undefined || !isOther) return after.reading;
  const asker = new Asker(options.answers);
  const isBefore = asker.ask('outcome-order', ['after', 'before'], after.leftOver) === 'before';
  const chosen = isBefore ? before.reading : after.reading;
  return { ...chosen, open: [...asker.open, ...chosen.open] };
}

/** A reading, and what tells whether the other order fits as well; all else that the reader held is left. */
function readInOrder(
  messages: readonly Message[],
  options: ReadingOptions,
  isReversed: boolean,
  endsBefore: boolean,
) {
  const reader = new MessageReader(messages, options, isReversed, endsBefore);
  const reading = reader.run();
  if (reading === undefined) return undefined;
  const { mayEndBefore, leftOver } = reader;
  const won = reading.trades.filter(({ outcome }) => outcome === 'won').length;
  return { reading, mayEndBefore, leftOver, won };
}

class MessageReader {
  readonly #messages: readonly Message[];
  readonly #isReversed: boolean;
  /** The messages are read from the last to the first. */
  readonly #endsBefore: boolean;
  readonly #asker: Asker;
  readonly #instants: InstantReader;
  readonly #payout: number;
  readonly #signals: Signal[] = [];
  readonly #open = new OpenSignals();
  readonly #byId = new Map<number, Signal>();
  readonly #lastOfPair = new Map<string, Signal>();
  #lastEnded: Signal | undefined;
  readonly #used = new Set<number>();
  readonly #why = new Map<number, RowReason>();
  readonly #ends: End[] = [];
  readonly #orphans: End[] = [];
  readonly #unsure: string[] = [];
  /** Other outcomes that a signal was given after its first. */
  readonly #changes: (End & { readonly signal: Signal })[] = [];
  readonly #rows: Row[] = [];
  readonly #origins: Origin[] = [];
  #facts: ChatFacts | undefined;

  constructor(
    messages: readonly Message[],
    options: ReadingOptions,
    isReversed: boolean,
    endsBefore: boolean,
  ) {
    this.#messages = messages;
    this.#isReversed = isReversed;
    this.#endsBefore = endsBefore;
    this.#payout = options.payout;
    this.#asker = new Asker(options.answers);
    const order = dateOrderOf(messages.map(({ time }) => time));
    this.#instants = new InstantReader(order, options.clock);
  }

  run(): OpenReading | undefined {
    const legends = new Set(this.#messages.map(({ text }) => text).filter(saysOpposite));
    const isOpposite = legends.size > 0 && asksOpposite([...legends], this.#asker);
    const footers = footersOf(this.#messages);
    const textOf = (text: string): string => {
      if (legends.has(text)) return '';
      const end = text.lastIndexOf('\n');
      const said = footers.has(text.slice(end + 1).trim()) ? text.slice(0, Math.max(0, end)) : text;
      return isOpposite ? withOppositeMarks(said) : said;
    };
    this.#facts = askFacts(this.#parts(textOf), this.#asker);
    for (const part of this.#parts(textOf)) this.#read(part);
    const said = this.#ends.length + this.#orphans.length + this.#unsure.length + this.#asker.open.length;
    if (said === 0) return undefined;
    this.#addTrades();
    return this.#reading();
  }

  *#parts(textOf: (text: string) => string): Generator<Part> {
    for (const [at, message] of this.#messages.entries()) {
      const text = textOf(message.text);
      const part = this.#part(text === message.text ? message : { ...message, text }, at);
      if (part !== undefined) yield part;
    }
  }

  /** Outcomes follow their signals by their places alone, and some of either are left over. */
  get mayEndBefore(): boolean {
    return (
      this.#left.length > 0 &&
      this.#ends.some(({ kind }) => kind === 'last' || kind === 'pair') &&
      this.#ends.every(({ kind }) => kind !== 'reply')
    );
  }

  /** The texts of signals without an outcome and of outcomes without a signal. */
  get leftOver(): readonly string[] {
    return this.#left.map(({ at }) => shown(this.#messages[at]?.text ?? ''));
  }

  get #left(): readonly { readonly at: number }[] {
    return [...this.#orphans, ...this.#signals.filter(({ outcome }) => outcome === undefined)];
  }

  #part(message: Message, at: number): Part | undefined {
    try {
      return partOf(message, at, this.#instants.read(message.time) ?? null);
    } catch (error) {
      if (!(error instanceof NotATrade)) throw error;
      this.#why.set(at, error.why);
      return undefined;
    }
  }

  #read(part: Part): void {
    const { at, lines, isList, hasHeading, message } = part;
    const isSum = isList
      ? this.#facts?.countsLists === false
      : hasHeading && lines.every(({ opens }) => !opens);
    if (
      isSum &&
      (isList ||
        lines.every(({ clauses }) =>
          clauses.every(({ outcome, isSum: isSumClause }) => outcome === undefined || isSumClause),
        ))
    ) {
      this.#why.set(at, { code: 'sum' });
      return;
    }
    let own: Signal | undefined;
    for (const line of lines) {
      const isSignal = line.isWhole && this.#facts?.marksDecorate === true && !line.hasResultWord;
      const endings = isSignal ? [] : line.clauses.filter((clause) => this.#saysEnding(clause, line));
      const repeated = line.isWhole && endings.length > 0 ? this.#open.repeated(line) : undefined;
      if (repeated !== undefined) own = repeated;
      else if (line.isWhole || (line.opens && endings.length === 0)) own = this.#signal(line, part, own);
      else if (own !== undefined) {
        own.expirySeconds ??= line.expirySeconds;
        own.entryPrice ??= line.entryPrice;
      }
      for (const clause of endings) {
        const outcomes =
          clause.marks.length > 1
            ? clause.marks
            : [clause.outcome ?? (circleOf(clause.text) as TradeOutcome)];
        // What a signal names beside its pair is its timeframe; an outcome below a heading may be of another signal.
        const timeframe = line.pair === null ? clause.timeframe : null;
        const isSure = clause.isSure && (line.isWhole || !hasHeading);
        const isAsRead = clause.timeframe === timeframe && clause.isSure === isSure;
        const said = isAsRead ? clause : { ...clause, timeframe, isSure };
        for (const outcome of outcomes) this.#end(outcome, said, line, part, repeated);
      }
    }
    if (own !== undefined) own.announced ??= announcedGales(message.text);
    else {
      const [clause] = lines[0]?.clauses ?? [];
      const isPost = lines.length === 1 && clause?.outcome === undefined && clause?.unknown === 0;
      const signal =
        isPost && !clause.isWish && clause.gales !== null ? this.#open.last(null, part.timeMs) : undefined;
      if (signal !== undefined)
        signal.posted = clause?.gales === 'some' ? signal.posted + 1 : (clause?.gales ?? 0);
    }
  }

  #saysEnding(clause: Clause, line: Line): boolean {
    if (clause.isWish || clause.outcome !== undefined) return !clause.isWish && !clause.isSum;
    return (
      this.#facts?.circlesAreOutcomes === true &&
      clause.hasOnlyCircles &&
      clause.unknown === 0 &&
      line.side === null
    );
  }

  /** The signal that a line opens, or the one above it that the line goes on with. */
  #signal(line: Line, { at, timeMs, message }: Part, own: Signal | undefined): Signal {
    const last = own ?? this.#open.newest;
    const isNear =
      last !== undefined && last.outcome === undefined && (own !== undefined || last.at === at - 1);
    const isOther = (one: string | null, other: string | null): boolean => one !== null && other !== null;
    // A pair that is announced before its side, or a signal that is posted twice.
    const isAgain =
      isNear &&
      own === undefined &&
      line.pair !== null &&
      last.pair === line.pair &&
      (last.side === null || (last.side === line.side && this.#messages[last.at]?.text === message.text));
    if (
      isAgain ||
      (isNear && !isOther(last.pair, line.pair) && (own !== undefined || !isOther(last.side, line.side)))
    ) {
      if (last.pair === null && line.pair !== null) this.#open.listByPair(line.pair, last);
      last.pair ??= line.pair;
      last.side ??= line.side;
      last.expirySeconds ??= line.expirySeconds;
      last.entryPrice ??= line.entryPrice;
      this.#used.add(at);
      if (message.id !== undefined) this.#byId.set(message.id, last);
      return last;
    }
    const { text, pair, side, expirySeconds, entryPrice } = line;
    const signal: Signal = { ...UNENDED, at, timeMs, text, pair, side, expirySeconds, entryPrice };
    this.#signals.push(signal);
    this.#open.add(signal);
    if (message.id !== undefined) this.#byId.set(message.id, signal);
    return signal;
  }

  #end(
    outcome: TradeOutcome,
    clause: Clause,
    { pair, side, text }: Line,
    { at, timeMs, message }: Part,
    repeated?: Signal,
  ): void {
    const replied = message.replyTo === undefined ? undefined : this.#byId.get(message.replyTo);
    const before = repeated === undefined ? this.#endedBefore(clause, replied, pair) : undefined;
    if (before !== undefined) {
      this.#used.add(at);
      if (clause.target !== null && outcome === 'won') before.target = clause.target;
      if (outcome !== before.outcome)
        this.#changes.push({ signal: before, outcome, clause, at, timeMs, kind: 'reply' });
      return;
    }
    const signal = replied ?? repeated ?? this.#open.last(pair, timeMs);
    if (signal === undefined) {
      const last = this.#lastEnded;
      // "Sorry, the last one was a loss."
      const corrects = CORRECTION.test(message.text) && clause.hasResultWord && last?.outcome !== outcome;
      if (last !== undefined && corrects)
        this.#changes.push({ signal: last, outcome, clause, at, timeMs, kind: 'last' });
      else if (clause.isSure || side !== null)
        this.#orphans.push({ signal, outcome, clause, at, timeMs, kind: 'orphan' });
      this.#why.set(at, { code: 'no-open-signal' });
      return;
    }
    const isOfEither = replied === undefined && (clause.target ?? 1) > 1 && this.#isNewerOpen(pair);
    const isSure = clause.isSure && !isOfEither && this.#facts?.strangers.has(message.author) !== true;
    if (!isSure) {
      this.#unsure.push(text);
      if (this.#asker.given('unsure-endings', ['leave-out', 'count']) === 'leave-out') {
        this.#why.set(at, { code: 'unsure-ending' });
        return;
      }
    }
    signal.outcome = outcome;
    const isTarget = outcome === 'won' && (clause.target !== null || clause.isTarget);
    signal.target = isTarget ? (clause.target ?? 1) : null;
    this.#used.add(at).add(signal.at);
    this.#lastEnded = signal;
    if (signal.pair !== null) this.#lastOfPair.set(signal.pair, signal);
    const found = signal.at === at ? 'whole' : replied === signal ? 'reply' : pair === null ? 'last' : 'pair';
    this.#ends.push({
      signal,
      outcome,
      clause,
      at,
      timeMs,
      kind: isSure ? found : 'unsure',
    });
  }

  /** The signal whose end is said once more: the one that is answered, or whose next take-profit level is reached. */
  #endedBefore(clause: Clause, replied: Signal | undefined, pair: string | null): Signal | undefined {
    if (replied !== undefined) return replied.outcome === undefined ? undefined : replied;
    const last = pair === null ? this.#lastEnded : this.#lastOfPair.get(pair);
    if (last === undefined || last.target === null) return undefined;
    if (clause.target !== null)
      return clause.target > last.target && !this.#isNewerOpen(pair) ? last : undefined;
    return clause.isStop && this.#open.last(pair, null) === undefined ? last : undefined;
  }

  /** A signal came after the last end: a level without a pair may be of either. */
  #isNewerOpen(pair: string | null): boolean {
    const ended = this.#ends.at(-1)?.at ?? 0;
    return pair === null && (this.#open.last(null, null)?.at ?? 0) > ended;
  }

  /** The trades of all endings, once it is known how doubled stakes and second outcomes are meant. */
  #addTrades(): void {
    const ask = this.#asker.ask.bind(this.#asker);
    const shownOf = (ends: readonly End[]): string[] =>
      ends.map(({ at }) => shown(this.#messages[at]?.text ?? ''));
    if (this.#unsure.length > 0) ask('unsure-endings', ['leave-out', 'count'], this.#unsure);
    // A few are repeated or late; in a chat of pictures the signals are not in the text.
    if (this.#orphans.length > this.#ends.length * FEW) {
      const isAll = this.#ends.length === 0;
      const counted = ask(
        'endings-without-signal',
        isAll ? ['count', 'leave-out'] : ['leave-out', 'count'],
        shownOf(this.#orphans),
      );
      if (counted === 'count') {
        for (const { at } of this.#orphans) this.#used.add(at);
        for (const orphan of this.#orphans) this.#ends.push(orphan);
        this.#ends.sort((one, other) => one.at - other.at);
      }
    }
    this.#askUnresolved();
    const changed = new Map<Signal | undefined, TradeOutcome>();
    for (const isStop of [true, false]) {
      const changes = this.#changes.filter(
        ({ signal, clause }) => (signal.target !== null && clause.isStop) === isStop,
      );
      if (changes.length === 0) continue;
      const answer = ask(isStop ? 'target-then-stop' : 'two-ends', ['first', 'last'], shownOf(changes));
      if (answer === 'last') for (const { signal, outcome } of changes) changed.set(signal, outcome);
    }
    const hasShort = this.#signals.some(({ expirySeconds }) => (expirySeconds ?? 999) <= 180);
    const galesOf = galeCounter(this.#ends, hasShort, this.#asker);
    const hasPips = this.#ends.every(({ clause, outcome }) => clause.pips !== null || outcome === 'tied');
    if (this.#endsBefore) this.#ends.reverse();
    for (const end of this.#ends) {
      const outcome = changed.get(end.signal) ?? end.outcome;
      this.#add(end, doubledRows({ ...end, outcome }, galesOf(end), hasPips));
    }
    const textAt = textsOf(this.#messages, this.#isReversed);
    const textOf = (trade: number): string => textAt(this.#origins[trade]?.line ?? 0);
    if (!countsAlike(this.#rows, this.#asker, textOf)) this.#rows.length = this.#origins.length = 0;
  }

  /** Signals without an outcome that a message follows of which nothing is understood: it may be how they ended. */
  #askUnresolved(): void {
    if (this.#facts?.unmarkedLost === true)
      return this.#endUnresolved(
        this.#signals.filter(({ outcome }) => outcome === undefined),
        'lost',
        0,
      );
    const starts = new Set(this.#signals.map(({ at }) => at));
    const isSilent = (at: number): boolean =>
      !starts.has(at) &&
      !this.#used.has(at) &&
      !this.#why.has(at) &&
      Boolean(this.#messages[at]?.text.trim());
    const unresolved = this.#signals.filter(({ at, outcome }) => outcome === undefined && isSilent(at + 1));
    if (unresolved.length <= this.#ends.length * FEW) return;
    const texts = unresolved.map(({ at }) => shown(this.#messages[at + 1]?.text ?? ''));
    const answer = this.#asker.ask('unresolved-signals', ['leave-out', 'lost', 'won', 'tied'], texts);
    if (answer !== 'leave-out') this.#endUnresolved(unresolved, answer, 1);
  }

  /** Ends signals as the reader says, by their own messages or those that follow them. */
  #endUnresolved(signals: readonly Signal[], outcome: TradeOutcome, messagesLater: 0 | 1): void {
    for (const signal of signals) {
      const at = signal.at + messagesLater;
      const [clause] = linesOf(this.#messages[at]?.text ?? '')[0]?.clauses ?? [];
      if (clause === undefined) continue;
      signal.outcome = outcome;
      this.#used.add(signal.at).add(at);
      this.#ends.push({ signal, outcome, clause, at, timeMs: signal.timeMs, kind: 'unsure' });
    }
    this.#ends.sort((one, other) => one.at - other.at);
  }

  #add({ signal, at, kind }: End, rows: readonly Row[]): void {
    requireReadableRows(this.#rows.length + rows.length);
    for (const [step, row] of rows.entries()) {
      this.#rows.push(row);
      this.#origins.push({
        line: this.#line(at),
        signal: signal === undefined ? null : this.#line(signal.at),
        kind: step < rows.length - 1 ? 'doubled' : kind,
      });
    }
  }

  #reading(): OpenReading {
    const unresolved = this.#signals.filter(({ outcome }) => outcome === undefined);
    const unended = new Set(unresolved.map(({ at }) => at));
    const notUnderstood: NotUnderstood[] = [];
    let read = 0;
    for (const [at, { text }] of this.#messages.entries()) {
      if (text.trim() === '') continue;
      read += 1;
      if (this.#used.has(at) && !unended.has(at)) continue;
      const why = this.#why.get(at) ?? { code: unended.has(at) ? 'unresolved' : 'no-signal' };
      notUnderstood.push({ line: this.#line(at), text: shown(text), why });
    }
    if (this.#isReversed) notUnderstood.reverse();
    const hasDistances = haveDistances(this.#rows);
    // The texts of trades hold nothing else of this reader.
    const textAt = textsOf(this.#messages, this.#isReversed);
    const origins = this.#origins;
    return {
      trades: completeTrades(this.#rows, this.#payout),
      origins,
      textsOf: (trade) => {
        const { line, signal } = origins[trade] as Origin;
        return { end: shown(textAt(line)), signal: signal === null ? '' : shown(textAt(signal)) };
      },
      open: this.#asker.open,
      rows: { read, understood: read - notUnderstood.length, notUnderstood },
      columns: [],
      found: [],
      neededZone: this.#instants.neededZone,
      namedZone: this.#instants.namedZone,
      hasOrder: true,
      numbers: this.#messages.flatMap(({ id }) => id ?? []),
      signals: {
        resolved: this.#ends.length,
        unresolved: unresolved.length,
        announcedGales: hiddenGales(this.#signals, this.#ends),
        hasDistances,
      },
    };
  }

  /** The place of a message in its source, from 1. */
  #line(at: number): number {
    return this.#isReversed ? this.#messages.length - at : at + 1;
  }
}

function textsOf(messages: readonly Message[], isReversed: boolean): (line: number) => string {
  return (line) => messages[isReversed ? messages.length - line : line - 1]?.text ?? '';
}

/** Endings without a signal are asked about where there are more than so many for each that has one. */
const FEW = 0.05;
