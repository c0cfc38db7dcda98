import { refill } from '../../grouping.ts';
import type { TradeOutcome } from '../../trade.ts';
import {
  announcedIn,
  askFacts,
  asMeant,
  type ChatFacts,
  endingsOf,
  isOfStranger,
  isSumOf,
  maySignal,
  outcomesSaid,
} from './chat-facts.ts';
import { leaveOutGroups } from './chat-groups.ts';
import { ChatSignals, type End, numbersOf, type Signal } from './chat-signals.ts';
import { withAmount } from './chat-payouts.ts';
import { areByPlace, type Change, type ChatTrades, readingOf, statedAgain, tradesOf } from './chat-trades.ts';
import { CLOSED, type Clause, FEW_UNKNOWN, QUALIFIED } from '../words/clauses.ts';
import { correct, corrects, takesBack, Unaccounted } from './corrections.ts';
import { namesLevel, targetIn } from '../words/distances.ts';
import { askDenied } from './denied-ends.ts';
import { saidIn } from './mark-legend.ts';
import { type Line, linesOf } from './message-lines.ts';
import { type Part, partOf } from './message-parts.ts';
import {
  absentReader,
  answersOther,
  descends,
  type Message,
  type Once,
  startIn,
  textsOf,
  timesOf,
} from '../files/messages.ts';
import type { InstantReader } from '../words/moment.ts';
import {
  losesStake,
  lostEnds,
  notePosted,
  placesSide,
  reopenStep,
  UNDOUBLED,
  withLevel,
} from './next-stake.ts';
import { notePlacedAgain } from './placed-again.ts';
import { Asker, countsAlike } from '../questions.ts';
import { type OpenReading, type ReadingOptions, shown } from '../reading.ts';
import { putInOrder, setBackOf, startWithin } from './settled-ends.ts';
import { marksIn, severalOutcomes } from './several-outcomes.ts';
import { NotATrade, type RowReason } from '../unreadable.ts';
import { answeredEnds, endsOf, type FollowedSignals, followedIn, mayTell } from './unresolved-signals.ts';
import { askOrphans, mayEnd, speaksOf, talks, tellsBoth, UnsureEndings } from './unsure-endings.ts';

/** Whether a text says one thing: before the first signal rules and legends say more. */
const isAlone = (text: string): boolean =>
  text.length <= LONGEST_ROW && linesOf(text).flatMap(({ clauses }) => clauses).length === 1;

/** Behind a win it cheers. */
const STICKER = /^\[sticker/iu;
/** Marks in a longer text are no outcomes in their order. */
const LONGEST_ROW = 120;
const FEWEST_REPEATED = 3;
const FEWEST_ENDED = 3;

/** Reads messages in one order, from the first or from the last: goes through them once, and says what comes of it with any answers. */
export class MessageReader {
  readonly #messages: readonly Message[];
  readonly #repeats: Once['repeats'];
  readonly #isReversed: boolean;
  readonly #textAt: (line: number) => string;
  /** The messages are read from the last to the first. */
  readonly endsBefore: boolean;
  readonly #isAbsent: ReturnType<typeof absentReader>;
  #asker: Asker;
  readonly #clock: ReadingOptions['clock'];
  readonly #instants: InstantReader;
  readonly #known: ChatSignals;
  /** 1 where a message is a part of a trade. */
  readonly #used: Uint8Array;
  readonly #why = new Map<number, RowReason>();
  readonly #ends: End[] = [];
  readonly #orphans: End[] = [];
  /** Outcomes of which not all is understood, and no signal: where there is none at all they may be of trades. */
  readonly #likely: End[] = [];
  readonly #unsure = new UnsureEndings();
  /** Messages with an outcome for each open signal, of which it is not certain that they mean these. */
  readonly #several: string[] = [];
  /** The place of the last list. */
  #listedAt = -1;
  readonly #changes: Change[] = [];
  readonly #after = new Unaccounted();
  #facts: ChatFacts | undefined;
  readonly #followed: FollowedSignals;
  /** What going through the messages asked. */
  readonly #asked: Asker;
  readonly #setBack: () => void;

  constructor({ messages, repeats }: Once, options: ReadingOptions, endsBefore: boolean) {
    this.#isReversed = descends(messages) !== endsBefore;
    this.#messages = this.#isReversed ? messages.toReversed() : messages;
    this.#repeats = repeats;
    this.#textAt = textsOf(this.#messages, this.#isReversed);
    this.#isAbsent = absentReader(this.#messages);
    this.endsBefore = endsBefore;
    this.#clock = options.clock;
    this.#asker = new Asker(options);
    this.#used = new Uint8Array(messages.length);
    this.#known = new ChatSignals(new Set(messages.flatMap(({ replyTo }) => replyTo ?? [])));
    this.#instants = timesOf(this.#messages, options.clock, this.#asker);
    this.#goThrough();
    this.#addEnds(lostEnds(this.#unresolved, this.#messages));
    this.#leaveOutRules();
    putInOrder(this.#ends, [...this.#changes, ...this.#after.changed], this.#known.all);
    startWithin(this.#ends, this.#messages, this.#instants);
    if (!endsBefore) notePlacedAgain(this.#ends, this.#messages, (at) => this.#used[at] === 1);
    const ended = new Set(this.#ends.map(({ at }) => at));
    this.#followed = followedIn(this.#messages, this.#known.all, this.#after.answers, (at) => ({
      isPart: this.#used[at] === 1 && !ended.has(at),
      isUsed: this.#used[at] === 1,
      why: this.#why.get(at)?.code,
    }));
    this.#asked = this.#asker;
    this.#setBack = setBackOf(this.#used, this.#ends, this.#orphans, this.#known.all);
  }

  /** Leaves out the outcomes before the first signal and the first one that stands alone: they are of rules and legends. */
  #leaveOutRules(): void {
    const saysOne = ({ at }: End): boolean => isAlone(this.#messages[at]?.text ?? '');
    const first = Math.min(
      this.#known.all[0]?.at ?? 0,
      this.#orphans.find(saysOne)?.at ?? Number.POSITIVE_INFINITY,
    );
    refill(
      this.#orphans,
      this.#orphans.filter(({ at }) => at >= first),
    );
  }

  #goThrough(): void {
    const textOf = saidIn(this.#messages, this.#asker);
    this.#facts = askFacts(this.#parts(textOf), this.#asker);
    this.#unsure.likely = this.#facts.unsureAnswers;
    for (const part of this.#parts(textOf)) {
      this.#read(part);
      this.#account(part);
    }
  }

  /** Whether it would go through the messages alike with other options. */
  fits(options: ReadingOptions): boolean {
    return options.clock === this.#clock && this.#asked.with(options) !== undefined;
  }

  /** A reading with options that fit, and what tells whether the other order fits as well; undefined where no message says an end. */
  run(options: ReadingOptions) {
    this.#setBack();
    this.#asker = this.#asked.with(options) ?? this.#asked;
    // Which number of a date is its month says nothing of an end.
    const asked = this.#asker.open.filter(({ code }) => code !== 'date-order');
    const lists = [this.#unsure, this.#several, this.#ends, this.#orphans, this.#followed.guessed, asked];
    const said = lists.reduce((sum, { length }) => sum + length, 0);
    const signals = this.#known.all.length;
    if (said === 0 && !mayTell(this.#followed.others, signals) && !tellsBoth(this.#likely, signals)) return;
    const made = this.#madeTrades(this.#followed);
    const left = [...this.#orphans, ...this.#unresolved];
    const ends = [...this.#ends, ...this.#orphans];
    const first = this.#known.all[0]?.at ?? 0;
    return {
      reading: this.#reading(made, options.payout),
      hasSignals: signals > 0,
      /** Some name a side and have an outcome. */
      hasSides:
        this.#ends.filter(({ signal }) => signal !== undefined && signal.side !== null).length >=
        FEWEST_ENDED,
      beginsWithSignal: ends.every(({ at }) => at > first),
      mayEndBefore: left.length > 0 && areByPlace(this.#ends),
      leftOver: this.#shown(left),
      won: made.rows.filter(({ outcome }) => outcome === 'won').length,
    };
  }

  *#parts(textOf: (text: string) => string): Generator<Part> {
    for (const [at, message] of this.#messages.entries()) {
      const line = this.#repeats.get(message);
      if (line !== undefined) {
        this.#why.set(at, { code: 'repeated', what: 'message', line });
        continue;
      }
      const text = textOf(message.text);
      const said = text === message.text ? message : { ...message, text };
      try {
        const timeMs = this.#instants.read(message.time) ?? null;
        const own = this.#instants.own(message.ownTime) ?? this.#instants.soon(timeMs, startIn(text));
        const part = partOf(said, at, timeMs, own);
        yield this.#facts === undefined ? part : asMeant(part, this.#facts);
      } catch (error) {
        if (!(error instanceof NotATrade)) throw error;
        this.#why.set(at, error.why);
      }
    }
  }

  #shown(places: readonly { readonly at: number }[]): string[] {
    return places.map(({ at }) => shown(this.#messages[at]?.text ?? ''));
  }

  get #unresolved(): readonly Signal[] {
    return this.#known.all.filter(({ outcome }) => outcome === undefined);
  }

  /** What a message is that is neither a signal, an outcome nor a sum: it may answer a signal, or take back what was said of it. */
  #account(part: Part): void {
    const { at, message } = part;
    const isKnown = this.#used[at] === 1 || this.#known.newest?.at === at || message.text.trim() === '';
    if (isKnown || this.#orphans.at(-1)?.at === at || isOfStranger(message, this.#facts)) return;
    const why = this.#why.get(at)?.code;
    if (why !== undefined && why !== 'no-open-signal') return;
    if (this.#after.note(part, this.#known)) this.#why.set(at, { code: 'unsure-ending' });
  }

  #read(part: Part): void {
    const { at, lines, isList, message } = part;
    const isOfOther = this.#facts?.strangers.has(message.author) === true;
    if (!isOfOther && losesStake(part, this.#known, this.#ends)) {
      this.#used[at] = 1;
      return;
    }
    if (this.#endSeveral(part)) return;
    if (this.#known.times(part) || (!isOfOther && placesSide(part, this.#known))) {
      this.#used[at] = 1;
      return;
    }
    if (!isOfOther && this.#after.callsOff(part, this.#known)) return;
    if (this.#repeatsEnds(part) || isSumOf(part, this.#facts)) {
      this.#why.set(at, { code: 'sum' });
      return;
    }
    if (!isOfOther && this.#notesAmount(part)) return;
    // One that has ended is posted once more.
    let [own, ended]: (Signal | undefined)[] = [];
    let isBelowHeading = false;
    for (const line of lines) {
      const endings = endingsOf(line, part, this.#facts);
      const opens = line.opens || (this.#facts?.sidesAreSignals === true && maySignal(line));
      const saysWhole = line.isWhole && endings.length > 0;
      const again = saysWhole || line.opens ? this.#known.repeated(line, part) : undefined;
      if (line.pair !== null || line.opens) ended = again?.outcome === undefined ? undefined : again;
      const listed = isList && saysWhole ? this.#known.listed(line, this.#listedAt) : undefined;
      // Where a signal without a mark was lost, a mark beside one is of that alone.
      const isOfOpen = line.hasResultWord || CLOSED.test(line.text) || this.#facts?.unmarkedLost !== true;
      const open = saysWhole && isOfOpen ? this.#known.openOf(line, part) : undefined;
      const repeated = ended ?? (saysWhole ? (again ?? listed ?? open) : undefined);
      if (ended !== undefined) this.#used[part.at] = 1;
      if (repeated !== undefined) own = repeated;
      else if (line.isWhole || (opens && endings.length === 0)) own = this.#signal(line, part, own);
      const of = own ?? this.#known.newest;
      if (of !== undefined && of.outcome === undefined) {
        // Each line of a pasted text is a message.
        const isPasted = message.time === '' && line.clauses.every(({ unknown }) => unknown === 0);
        if (own !== undefined || isPasted) {
          of.expirySeconds ??= line.expirySeconds;
          of.entryPrice ??= line.entryPrice;
        }
        if (own !== undefined && line.clauses.some(({ unknown }) => unknown <= FEW_UNKNOWN))
          of.side ??= line.side;
        if (namesLevel(line.text)) of.levels = `${of.levels ?? ''}\n${line.text}`;
      }
      const isOfOne = line.isWhole || this.#known.openRun.length === 1;
      for (const clause of endings)
        for (const [outcome, said] of outcomesSaid(clause, line, isBelowHeading, isOfOne))
          this.#end(outcome, said, line, part, repeated, ended);
      isBelowHeading ||= line.clauses.some((clause) => clause.isSum);
    }
    if (own !== undefined && this.#after.answers.get(own.at) === at) this.#known.setAside(own);
    if (isList) this.#listedAt = at;
    const isOther = own === undefined && (isOfOther || notePosted(part, this.#known));
    if (!isOther) this.#known.announce(announcedIn(part, this.#used[at] === 1), own, at);
  }

  /** Notes what the trade that ended last brought, where a message says that alone. */
  #notesAmount({ at, message }: Part): boolean {
    const last = this.#ends.at(-1);
    const end = last && withAmount(last, message.text);
    const signal = end && (this.#known.answered(message) ?? this.#known.justEnded(at, false));
    if (end === undefined || end.signal !== signal) return false;
    this.#ends[this.#ends.length - 1] = end;
    this.#used[at] = 1;
    return true;
  }

  /** Whether a message is the last outcomes once more, in their order; where it may be the stakes of an open signal, it is not. */
  #repeatsEnds({ message: { text } }: Part): boolean {
    const said = text.length > LONGEST_ROW ? [] : (marksIn(text) ?? []);
    // One mark several times is one outcome.
    if (said.length < FEWEST_REPEATED || new Set(said).size < 2) return false;
    const mayBeStakes = said.indexOf('won') >= said.length - 1 && this.#known.openRun.length > 0;
    const last = this.#ends.slice(-said.length).map(({ outcome }) => outcome);
    return !mayBeStakes && said.join() === last.join();
  }

  /** Ends all open signals where a message says as many outcomes. */
  #endSeveral(part: Part): boolean {
    const [line] = part.lines;
    const [clause] = line?.clauses ?? [];
    const open = this.#known.openRun;
    const several = severalOutcomes(part, open, this.#messages[part.at + 1]?.text ?? '');
    if (line === undefined || clause === undefined || this.#known.restated(line, part)) return false;
    if (several === undefined || (!several.isSure && this.#facts?.hasRunningScore === true)) return false;
    const { outcomes, isSure, isOfOne = false, row } = several;
    if (!isSure) this.#several.push(shown(part.message.text));
    const isEach = isSure || this.#asker.given('several-outcomes', ['each', 'no']) === 'each';
    if (!isEach && !isOfOne) return false;
    const said = { ...clause, ...UNDOUBLED, ...(!isEach && { gales: outcomes.length - 1 }) };
    const message = { ...part.message, replyTo: undefined };
    for (const [at, outcome] of outcomes.slice(isEach ? 0 : -1).entries()) {
      const one = { ...said, ...row?.[at], isSure: true };
      this.#end(outcome, one, line, { ...part, message }, open.at(at - outcomes.length) ?? open[0]);
    }
    return true;
  }

  #signal(line: Line, part: Part, own: Signal | undefined): Signal {
    const { newest } = this.#known;
    const since = this.#messages.slice(Math.max(newest?.at ?? 0, part.at - 3), part.at);
    const before = since.map(({ text }) => text);
    if (newest !== undefined && own === undefined && this.#known.mends(line, part, before)) {
      this.#known.drop(newest);
      this.#used[newest.at] = 1;
    }
    const last = this.#messages[newest?.at ?? -1]?.text;
    const side = part.lines.find((one) => one.side !== null)?.side ?? null;
    const { text } = part.message;
    // In another language, too, it has the same numbers.
    const isAgain =
      text === last ||
      (side !== null && side === newest?.side && last !== undefined && numbersOf(last) === numbersOf(text));
    const isNext = this.#facts?.endsAbove === true && this.#known.endedAt === part.at;
    const restated = isNext ? undefined : this.#known.restated(line, part);
    const signal = restated ?? this.#known.open(line, part, own, isAgain);
    if (signal.at !== part.at) this.#used[part.at] = 1;
    return signal;
  }

  #end(
    outcome: TradeOutcome,
    clause: Clause,
    { pair, side, text, expirySeconds }: Line,
    { at, timeMs, message, lines }: Part,
    repeated?: Signal,
    ended?: Signal,
  ): void {
    const replied = this.#known.answered(message);
    reopenStep(this.#ends, this.#known, { replied, pair, at, said: clause, ...this.#facts });
    const isStrange = !(replied && replied.author === message.author) && isOfStranger(message, this.#facts);
    // "Void" just below an outcome speaks of that one, not of a signal before it.
    if (replied === undefined && takesBack(message.text) && this.#known.justEnded(at, false)) return;
    // What it answers may be a signal that is not understood.
    const isOfUnknown = !replied && answersOther(message, this.#messages[this.#known.lastEnded?.at ?? -1]);
    const again = isOfUnknown ? undefined : this.#known.endedBefore(clause, replied, pair);
    const before = repeated === undefined ? again : ended;
    // "Stop at entry" below a target is an order, and so it is before one.
    const isOrder = outcome === 'tied' && clause.isStop && !clause.hasResultWord && !clause.isSure;
    if (isOrder && (before === undefined || this.#known.endedAt === at)) return;
    if (before !== undefined) {
      this.#used[at] = 1;
      if (clause.target !== null && outcome === 'won') before.target = clause.target;
      const isFurther = clause.target !== null && clause.pips !== null;
      if ((outcome !== before.outcome || isFurther) && !isStrange)
        this.#changes.push({ signal: before, outcome, clause, at, timeMs, kind: 'reply' });
      return;
    }
    const newest = this.#messages[this.#known.newest?.at ?? -1];
    const isOfNone = answersOther(message, newest) && this.#isAbsent(message.replyTo);
    const last = isOfNone ? undefined : this.#known.last(pair, timeMs, message.author);
    const signal = replied ?? repeated ?? this.#known.namedBy(last);
    if (last !== undefined && replied === undefined && repeated === undefined && signal !== last)
      this.#used[last.at] = 1;
    if (signal === undefined) {
      this.#endNone(outcome, clause, { pair, side, text }, { at, timeMs, message }, isStrange);
      return;
    }
    const isFar = (clause.target ?? 1) > 1 && signal.expirySeconds === null;
    const isOfEither = replied === undefined && isFar && this.#known.hasNewer(pair);
    const isOfOther = !replied && pair === null && answersOther(message, this.#messages[signal.at]);
    const isFurther = outcome === 'won' && !replied && !repeated && this.#known.mayGoOn(signal, pair);
    const isNear = replied !== undefined || signal === this.#known.newest;
    const isSaid = clause.isSure || (clause.isMarked && isNear && !QUALIFIED.test(clause.text));
    // "Win on 10 minutes" of a signal of 5.
    const hasOther = expirySeconds !== null && (signal.expirySeconds ?? expirySeconds) !== expirySeconds;
    const isOfLonger = hasOther && signal.at !== at && clause.timeframe === null && clause.step === null;
    const isAgain = !replied && !repeated && this.#known.mayRepeat(signal, pair);
    const isSure = isSaid && !isAgain && !isOfEither && !isOfOther && !isFurther && !isStrange && !isOfLonger;
    // Talk counts only where the signal has no other end, and is asked about then.
    if (!isSure && talks(clause, isStrange)) return;
    const isUnsaid = clause.step === null && (clause.gales === null || clause.gales === 'some');
    const isOnlyMarked = isSure && !clause.isSure && !replied && outcome === 'won' && isUnsaid;
    if (isOnlyMarked) this.#unsure.marked.push(text);
    const counted = isSure ? outcome : this.#unsure.note(outcome, text, message.text, this.#asker);
    if (counted === undefined) {
      this.#why.set(at, { code: 'unsure-ending' });
      return;
    }
    signal.outcome = counted;
    const target = clause.target ?? targetIn(clause.text, signal.levels ?? '');
    signal.target = counted === 'won' ? (target ?? (clause.isTarget ? 1 : null)) : null;
    this.#used[at] = this.#used[signal.at] = 1;
    this.#known.end(signal, at, message);
    const found = signal.at === at ? 'whole' : replied === signal ? 'reply' : pair === null ? 'last' : 'pair';
    const gales = isUnsaid ? signal.lost?.stakes : undefined;
    const lost = (isOnlyMarked || !isSure) && this.#unsure.areDoubled(this.#asker) ? 1 : gales;
    const near = [this.#messages[at - 1], this.#messages[at + 1]].filter(
      (other) => other?.time !== '' && other?.author === message.author,
    );
    const beside = [...(lines.length === 2 ? lines : []), ...near].flatMap((other) => other?.text ?? []);
    const level = signal.posted > 0 ? clause : withLevel(clause, beside);
    const said = lost === undefined ? level : { ...clause, ...UNDOUBLED, gales: lost };
    this.#ends.push({ signal, outcome: counted, clause: said, at, timeMs, kind: isSure ? found : 'unsure' });
  }

  /** Notes an outcome for which no signal is open. */
  #endNone(
    outcome: TradeOutcome,
    clause: Clause,
    { pair, side, text }: Pick<Line, 'pair' | 'side' | 'text'>,
    { at, timeMs, message }: Pick<Part, 'at' | 'timeMs' | 'message'>,
    isStrange: boolean,
  ): void {
    // "Sorry, the last one was a loss" may take back what was said of the last one.
    const isCorrection = corrects(message.text) && this.#known.lastEnded?.outcome !== outcome;
    const isLine = !message.time && /\d/.test(text) && (clause.hasResultWord || clause.marks.length === 1);
    const just = isStrange || pair !== null ? undefined : this.#known.justEnded(at, false);
    const instead = just?.outcome === outcome ? undefined : just;
    const isJust = this.#known.endedAt === at - 1 && this.#known.lastEnded?.outcome === outcome;
    const isTalk =
      isJust && !isStrange && (speaksOf(clause) || (outcome === 'won' && STICKER.test(message.text)));
    const isOrphan = (clause.isSure && (clause.hasResultWord || !isStrange)) || side !== null || isLine;
    const said: End = { signal: undefined, outcome, clause, at, timeMs, kind: 'orphan', instead };
    if (isTalk) this.#used[at] = 1;
    else if (isOrphan && !isCorrection) this.#orphans.push(said);
    else if (!isStrange && mayEnd(clause)) this.#likely.push(said);
    this.#why.set(at, { code: 'no-open-signal' });
  }

  /** The trades of all endings, once it is known how doubled stakes and second outcomes are meant. */
  #madeTrades({ guessed, others }: FollowedSignals): ChatTrades {
    if (this.#several.length > 0) this.#asker.ask('several-outcomes', ['each', 'no'], this.#several);
    const likely = this.#known.all.length > 0 ? [] : this.#likely;
    const texts = [...guessed, ...likely.map(({ clause }) => clause)];
    const sureWins = this.#ends.filter(({ outcome, kind }) => outcome === 'won' && kind !== 'unsure').length;
    const countsUnsure = this.#unsure.count(texts, sureWins, this.#asker);
    leaveOutGroups(this.#ends, this.#known, this.#messages, this.#asker);
    const stated = statedAgain(this.#ends, this.#messages, this.#asker);
    for (const end of countsUnsure ? [...likely, ...stated] : stated) this.#orphans.push(end);
    if (this.#orphans.length > 0) {
      const counted = askOrphans(this.#orphans, this.#ends.length, this.#shown(this.#orphans), this.#asker);
      if (counted === 'count') this.#addEnds(this.#orphans);
      if (counted === 'last') correct(this.#ends, this.#orphans);
    }
    if (countsUnsure)
      this.#addEnds(guessed.flatMap(({ signal, at, text, outcome }) => endsOf(signal, at, text, outcome)));
    if (this.#facts?.unmarkedLost === true)
      this.#addEnds(this.#unresolved.flatMap((signal) => endsOf(signal, signal.at, signal.text, 'lost')));
    else {
      const { ends, off } = answeredEnds(others, this.#asker, this.#after.off);
      this.#addEnds(ends);
      this.#known.leaveOut((signal) => signal.outcome === undefined && off.has(signal));
    }
    if (this.endsBefore) this.#ends.reverse();
    askDenied(this.#ends, (at) => this.#messages[at]?.text ?? '', this.#asker);
    const changes = [...this.#changes, ...this.#after.changes(this.#ends, this.#asker)];
    const made = tradesOf(this.#ends, changes, this.#known, this.#asker, {
      lineOf: (at) => this.#line(at),
      messages: this.#messages,
      instants: this.#instants,
    });
    const textOf = (trade: number): string => this.#textAt(made.origins[trade]?.line ?? 0);
    if (!countsAlike(made.rows, this.#asker, textOf)) made.rows.length = made.origins.length = 0;
    return made;
  }

  #addEnds(ends: readonly End[]): void {
    for (const end of ends) {
      if (end.signal !== undefined) {
        end.signal.outcome = end.outcome;
        this.#used[end.signal.at] = 1;
      }
      this.#used[end.at] = 1;
      this.#ends.push(end);
    }
    this.#ends.sort((one, other) => one.at - other.at);
  }

  #reading(made: ChatTrades, payout: number): OpenReading {
    const unended = new Set(this.#unresolved.map(({ at }) => at));
    const leftOf = (at: number) => {
      if (this.#used[at] === 1 && !unended.has(at)) return undefined;
      const why = this.#why.get(at) ?? { code: unended.has(at) ? 'unresolved' : 'no-signal' };
      return { line: this.#line(at), why };
    };
    return {
      ...readingOf(made, this.#ends, {
        payout,
        textAt: this.#textAt,
        messages: this.#messages,
        signals: this.#known.all,
        leftOf,
      }),
      open: this.#asker.open,
      neededZone: this.#instants.neededZone,
      namedZone: this.#instants.namedZone,
    };
  }

  /** The place of a message in its source, from 1. */
  #line(at: number): number {
    return this.#isReversed ? this.#messages.length - at : at + 1;
  }
}
