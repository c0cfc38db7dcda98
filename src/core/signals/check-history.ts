import { DAY_MS, SECOND_MS } from '../time/instant.ts';
import type { FeedSource } from '../market/tick.ts';
import { timeframeMs } from '../market/timeframes.ts';
import {
  type EnteredEntry,
  type LedgerEntry,
  type OutageReason,
  type PlacedEntry,
  type SettledEntry,
  type SignalEntry,
  type SignalId,
  sourcesOf,
  type VoidReason,
} from './ledger-entry.ts';
import { type NewestQuote, type QuotedStory, RecordedQuotes } from './recorded-quotes.ts';
import { enteredProblem, settledProblem, signalProblem } from './signal-rules.ts';

/** Entries that wait for the same transaction may be recorded a little out of order. */
const BACKWARDS_MS = 2 * SECOND_MS;
/** So many decisions of one kind are remembered before those older than a day are forgotten. */
const MOST_DECISIONS = 20_000;

/** L5: a void for one of these reasons stands behind an outage that was recorded since its signal was. */
const VOID_BEHIND: Readonly<Partial<Record<VoidReason, readonly OutageReason[]>>> = {
  'server-down': ['server-down', 'clock-set'],
  'clock-set': ['clock-set'],
  late: ['database-lost', 'server-down', 'clock-set', 'missed'],
};

/** A signal that is not settled yet, with its place in the ledger. */
export interface OpenStory {
  readonly index: number;
  readonly signal: SignalEntry;
  readonly entered: EnteredEntry | undefined;
}

/**
 * The rules that entries obey among each other, read in their order: the desk's ledger takes no entry that breaks one, and
 * a verification applies the same. It remembers the open signals and the decisions of about a day.
 */
export class HistoryChecker {
  readonly #sources: readonly FeedSource[];
  readonly #isWhole: boolean;
  readonly #open = new Map<SignalId, OpenStory>();
  readonly #decided = new Map<string, Set<number>>();
  readonly #quotes = new RecordedQuotes();
  /** The last outage of each reason, and its place. */
  readonly #outages = new Map<OutageReason, { readonly index: number; readonly toMs: number }>();
  #lastAtMs: number | undefined;

  /** `isWhole` unless the entries are those of one signal alone: outages are not among them. */
  constructor(ledgerName: string, isWhole = true) {
    this.#sources = sourcesOf(ledgerName);
    this.#isWhole = isWhole;
  }

  /** Goes on from the middle of a history: its last entries and the signals that are open behind them. */
  static from(
    ledgerName: string,
    recent: readonly PlacedEntry[],
    open: readonly OpenStory[],
  ): HistoryChecker {
    const checker = new HistoryChecker(ledgerName);
    for (const story of open) checker.#open.set(story.signal.id, { ...story, entered: undefined });
    for (const { entry, index } of recent) checker.add(entry, index);
    checker.#open.clear();
    // The database knows all of them.
    checker.#decided.clear();
    for (const story of open) checker.#open.set(story.signal.id, story);
    return checker;
  }

  /** The newest quote that is recorded of each feed and pair, by `feedKey`. */
  newestQuotes(): ReadonlyMap<string, NewestQuote> {
    return this.#quotes.newest();
  }

  /** When the last entry was recorded, in ms. */
  get lastAtMs(): number | undefined {
    return this.#lastAtMs;
  }

  /** The signals without a settlement, in their order. */
  open(): OpenStory[] {
    return [...this.#open.values()].sort((one, other) => one.index - other.index);
  }

  get openCount(): number {
    return this.#open.size;
  }

  /** Why an entry must not come next; undefined when it may. */
  problemWith(entry: LedgerEntry): string | undefined {
    const isSetBack = entry.kind === 'outage' && entry.reason === 'clock-set';
    if (this.#lastAtMs !== undefined && entry.atMs < this.#lastAtMs - BACKWARDS_MS && !isSetBack)
      return `it was recorded ${this.#lastAtMs - entry.atMs} ms before the entry in front of it`;
    switch (entry.kind) {
      case 'signal':
        return this.#signalProblem(entry);
      case 'entered': {
        const story = this.#open.get(entry.signal);
        if (story === undefined) return noStory(entry.signal);
        if (story.entered !== undefined) return `the signal ${entry.signal} has had its start price already`;
        return (
          enteredProblem(story.signal, entry) ?? this.#quotes.problemWith(this.#quoted(story, entry), entry)
        );
      }
      case 'settled': {
        const story = this.#open.get(entry.signal);
        if (story === undefined) return noStory(entry.signal);
        return (
          settledProblem(story.signal, story.entered, entry) ??
          this.#excuseProblem(story, entry) ??
          this.#refusalProblem(story, entry) ??
          this.#quotes.problemWith(this.#quoted(story, entry), entry)
        );
      }
      case 'abstained':
        if (entry.source !== undefined && !this.#sources.includes(entry.source)) return foreign(entry.source);
        if (entry.decidedMs % timeframeMs(entry.timeframe) !== 0)
          return `it was not decided at a whole ${entry.timeframe}`;
        return entry.atMs < entry.decidedMs ? 'it was recorded before it was decided' : undefined;
      case 'outage':
        return entry.toMs < entry.fromMs ? 'it ends before it begins' : undefined;
    }
  }

  /** Takes an entry without a problem as the next one, at `index`. Returns the function that takes it back, last one first. */
  add(entry: LedgerEntry, index: number): () => void {
    const lastBefore = this.#lastAtMs;
    const isSetBack = entry.kind === 'outage' && entry.reason === 'clock-set';
    this.#lastAtMs = isSetBack ? entry.atMs : Math.max(entry.atMs, lastBefore ?? entry.atMs);
    const id = entry.kind === 'signal' ? entry.id : 'signal' in entry ? entry.signal : undefined;
    const storyBefore = id === undefined ? undefined : this.#open.get(id);
    const forget = entry.kind === 'signal' ? this.#remember(entry) : undefined;
    if (entry.kind === 'signal') this.#open.set(entry.id, { index, signal: entry, entered: undefined });
    if (entry.kind === 'entered' && storyBefore !== undefined)
      this.#open.set(entry.signal, { ...storyBefore, entered: entry });
    if (entry.kind === 'settled') this.#open.delete(entry.signal);
    const forgetQuotes = this.#addQuotes(entry, storyBefore, isSetBack);
    const outageBefore = entry.kind === 'outage' ? this.#outages.get(entry.reason) : undefined;
    if (entry.kind === 'outage') this.#outages.set(entry.reason, { index, toMs: entry.toMs });
    return () => {
      this.#lastAtMs = lastBefore;
      forget?.();
      forgetQuotes?.();
      if (entry.kind === 'outage') {
        if (outageBefore === undefined) this.#outages.delete(entry.reason);
        else this.#outages.set(entry.reason, outageBefore);
      }
      if (id === undefined) return;
      if (storyBefore === undefined) this.#open.delete(id);
      else this.#open.set(id, storyBefore);
    };
  }

  #addQuotes(entry: LedgerEntry, story: OpenStory | undefined, isClockSet: boolean) {
    if (isClockSet) return this.#quotes.forget();
    if (story === undefined || (entry.kind !== 'entered' && entry.kind !== 'settled')) return undefined;
    return this.#quotes.add(this.#quoted(story, entry), entry);
  }

  /** L5: whether the outage that a void refers to is there. */
  #excuseProblem(story: OpenStory, settled: SettledEntry): string | undefined {
    const reason = voidReasonOf(settled);
    if (reason === undefined || VOID_BEHIND[reason] === undefined || !this.#isWhole) return undefined;
    if (reason === 'late' && settled.atMs <= story.signal.expiryMs) return undefined;
    if (this.#outagesSince(story, reason).length > 0) return undefined;
    return `it is void for ${reason}, and no outage since its signal says so (L5)`;
  }

  /** L6: whether a recorded refusal contradicts other entries. */
  #refusalProblem(
    story: OpenStory,
    { kind, atMs, signal, refused, ...end }: SettledEntry,
  ): string | undefined {
    const other = (end.dispute ?? refused?.dispute)?.other.source;
    if (other !== undefined && !this.#sources.includes(other)) return foreign(other);
    if (refused === undefined || !this.#isWhole) return undefined;
    const { entry: quote, exit, reason } = refused;
    const isStart = quote !== undefined && exit === undefined && reason === undefined;
    const refusedEntry: EnteredEntry | SettledEntry = isStart
      ? { kind: 'entered', atMs, signal, quote }
      : { kind, atMs, signal, outcome: end.outcome, control: end.control, ...refused };
    return this.#quotes.problemWith(this.#quoted(story, refusedEntry), refusedEntry) === undefined
      ? 'it is void for refused, but what was refused contradicts no other entry (L6)'
      : undefined;
  }

  #outagesSince({ index }: OpenStory, reason: VoidReason | undefined) {
    const reasons = (reason && VOID_BEHIND[reason]) ?? [];
    return reasons.flatMap((each) => {
      const last = this.#outages.get(each);
      return last !== undefined && last.index > index ? [last] : [];
    });
  }

  #quoted(story: OpenStory, entry: EnteredEntry | SettledEntry): QuotedStory {
    const reason = entry.kind === 'settled' ? voidReasonOf(entry) : undefined;
    const outages = this.#outagesSince(story, reason);
    const backMs = outages.length === 0 ? Infinity : Math.max(...outages.map(({ toMs }) => toMs));
    return { signal: story.signal, entered: story.entered, backMs };
  }

  #signalProblem(signal: SignalEntry): string | undefined {
    if (!this.#sources.includes(signal.source)) return foreign(signal.source);
    if (this.#open.has(signal.id)) return `the signal ${signal.id} is there already`;
    if (this.#decided.get(decisionKey(signal))?.has(signal.decidedMs) === true)
      return 'the same decision has made a signal already';
    return signalProblem(signal);
  }

  #remember(signal: SignalEntry): () => void {
    const key = decisionKey(signal);
    let decided = this.#decided.get(key);
    if (decided !== undefined && decided.size >= MOST_DECISIONS)
      decided = new Set([...decided].filter((ms) => ms > signal.decidedMs - DAY_MS));
    decided ??= new Set();
    this.#decided.set(key, decided);
    decided.add(signal.decidedMs);
    return () => this.#decided.get(key)?.delete(signal.decidedMs);
  }
}

function voidReasonOf({ reason, enteredLate }: SettledEntry): VoidReason | undefined {
  return reason ?? enteredLate?.reason;
}

function decisionKey({ mode, pair, timeframe }: SignalEntry): string {
  return mode === 'special' ? mode : `${mode} ${pair} ${timeframe}`;
}

function noStory(signal: SignalId): string {
  return `there is no open signal ${signal}: it was never recorded, or it is settled`;
}

function foreign(source: FeedSource): string {
  return `prices of the feed ${source} do not belong in this ledger`;
}
