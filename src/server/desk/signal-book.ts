import type { DeskQuote } from '../../core/signals/settlement.ts';
import { type Resumed, SignalWatch } from '../../core/signals/signal-watch.ts';
import { feedKey, type NewestQuote, sameQuote } from '../../core/signals/recorded-quotes.ts';
import { epochMs } from '../../core/time/instant.ts';
import type { SignalEntry, VoidReason } from '../../core/signals/ledger-entry.ts';
import { FRESH_MS } from '../../core/market/settlement-times.ts';
import { type Tick, tickTime } from '../../core/market/tick.ts';
import type { DeskClock } from '../market/desk-clock.ts';
import type { Market } from '../market/market.ts';
import type { Draft, Recorder } from './recorder.ts';

export type SignalDraft = Omit<SignalEntry, 'atMs'>;

export interface OpenOne {
  readonly signal: SignalDraft;
  readonly watch: SignalWatch;
  /** No entry about a signal comes before its own. */
  isRecorded: boolean;
  isEntryKept: boolean;
  isEndKept: boolean;
  /** The instant of its alarm. */
  alarmMs: number | undefined;
  cancelAlarm: () => void;
  /** The recording under way; one entry after the other. */
  work: Promise<void> | undefined;
}

export interface SignalBookDeps {
  readonly clock: DeskClock;
  readonly recorder: Recorder;
  readonly disputeNow: Market['dispute'];
}

/** The open signals: each is followed with the quotes of its own feed, and what is final about it is recorded. */
export class SignalBook {
  readonly #deps: SignalBookDeps;
  readonly #open = new Map<string, Set<OpenOne>>();
  /** The last quote at or before now, and those dated after it: clocks differ by a second or two. */
  readonly #recent = new Map<string, DeskQuote[]>();
  readonly #works = new Set<Promise<void>>();
  /** The last quote that the previous desk used of each feed and pair. */
  #before: ReadonlyMap<string, NewestQuote> = new Map();
  /** The outage that a void `server-down` is recorded behind, until it is recorded. */
  #away: Draft | undefined;

  constructor(deps: SignalBookDeps) {
    this.#deps = deps;
  }

  get size(): number {
    let size = 0;
    for (const { size: some } of this.#open.values()) size += some;
    return size;
  }

  add(signal: SignalDraft): OpenOne {
    const one = this.#put(signal, new SignalWatch(signal), false);
    for (const quote of this.#recent.get(feedKey(signal)) ?? []) one.watch.see(quote);
    return one;
  }

  /** Sets the quotes that the previous desk has used, and the time without a desk. */
  goOnBehind(newest: ReadonlyMap<string, NewestQuote>, away: Draft | undefined): void {
    this.#before = newest;
    this.#away = away;
  }

  resume(signal: SignalDraft, resumed: Resumed): void {
    const one = this.#put(signal, new SignalWatch(signal, resumed), true);
    one.isEntryKept = resumed.entry !== undefined;
    this.#setAlarm(one);
  }

  /** The signal is recorded; if only after its start, no trader could have entered: it is void. */
  async confirm(one: OpenOne): Promise<void> {
    const { clock, recorder } = this.#deps;
    const { startMs, expiryMs } = one.signal;
    const now = clock.now();
    one.isRecorded = true;
    // Its end was known by then: its own entry says why it comes so late.
    if (now > expiryMs) await recorder.keep([recorder.outage(startMs, now, 'database-lost')]);
    if (now > startMs) one.watch.void('late');
    await this.#advance(one);
  }

  /** The signal could not be recorded: it was never shown. */
  drop(one: OpenOne): void {
    this.#open.get(feedKey(one.signal))?.delete(one);
  }

  /** Takes a quote; returns a promise where that makes something final. */
  see(tick: Tick): Promise<void> | undefined {
    const key = feedKey(tick);
    const quote: DeskQuote = { bid: tick.bid, ask: tick.ask, timeMs: tickTime(tick) };
    // No price waits longer for its last quote: a later one could contradict what is recorded.
    if (this.#deps.clock.now() - quote.timeMs > FRESH_MS) return undefined;
    if (!this.#remember(key, quote)) return undefined;
    const ones = this.#open.get(key);
    if (ones === undefined || ones.size === 0) return undefined;
    const works: Promise<void>[] = [];
    for (const one of ones) {
      one.watch.see(quote);
      const work = this.#advance(one);
      if (work !== undefined) works.push(work);
    }
    return works.length > 0 ? Promise.all(works).then(() => undefined) : undefined;
  }

  async voidAll(reason: VoidReason): Promise<void> {
    const ones = this.#all();
    for (const one of ones) one.watch.void(reason);
    await Promise.all(ones.map((one) => this.#advance(one)));
  }

  /** Ends those whose outcome is known: only the late entry's is not. */
  async finishKnown(): Promise<void> {
    const ones = this.#all();
    for (const one of ones) one.watch.finish();
    const { clock, recorder } = this.#deps;
    // Until now quotes came: an outage from before the first of them would deny those.
    this.#away = recorder.outage(clock.now(), clock.now(), 'server-down');
    await Promise.all(ones.map((one) => this.#advance(one)));
  }

  /** The clock was set: quotes from before belong to another time. */
  forgetQuotes(): void {
    this.#recent.clear();
    this.#before = new Map();
  }

  /** Finishes what is being recorded and stops following; the signals stay open in the ledger. */
  async stop(): Promise<void> {
    for (const one of this.#all()) one.cancelAlarm();
    this.#open.clear();
    while (this.#works.size > 0) await Promise.all(this.#works);
  }

  #all(): OpenOne[] {
    return [...this.#open.values()].flatMap((ones) => [...ones]);
  }

  #put(signal: SignalDraft, watch: SignalWatch, isRecorded: boolean): OpenOne {
    const one: OpenOne = {
      signal,
      watch,
      isRecorded,
      isEntryKept: false,
      isEndKept: false,
      alarmMs: undefined,
      cancelAlarm: () => {},
      work: undefined,
    };
    const key = feedKey(signal);
    const ones = this.#open.get(key);
    if (ones === undefined) this.#open.set(key, new Set([one]));
    else ones.add(one);
    return one;
  }

  #advance(one: OpenOne): Promise<void> | undefined {
    if (!one.isRecorded) return undefined;
    const { clock, disputeNow } = this.#deps;
    const { source, pair } = one.signal;
    one.watch.pass(clock.now(), () => disputeNow(source, pair));
    this.#setAlarm(one);
    if (one.watch.end !== undefined) this.#open.get(feedKey(one.signal))?.delete(one);
    if (one.work === undefined && isNews(one)) {
      const work = this.#record(one);
      one.work = work;
      this.#works.add(work);
      void work.then(() => this.#works.delete(work));
    }
    return one.work;
  }

  /** Entry before settlement, also when the first of them is slow. */
  async #record(one: OpenOne): Promise<void> {
    while (isNews(one)) {
      const news = takeNews(one);
      const outage = news.some(isServerDown) ? this.#away : undefined;
      if (outage !== undefined) this.#away = undefined;
      // In its own call: other signals refer to it as well, and need it where these are refused.
      const isRecorded = outage && this.#deps.recorder.keep([outage]);
      await this.#deps.recorder.keep(news);
      await isRecorded;
    }
    one.work = undefined;
  }

  #setAlarm(one: OpenOne): void {
    const { dueMs } = one.watch;
    if (dueMs === one.alarmMs) return;
    one.cancelAlarm();
    one.alarmMs = dueMs;
    if (dueMs === undefined) return;
    one.cancelAlarm = this.#deps.clock.setAlarm(epochMs(dueMs), () => {
      one.alarmMs = undefined;
      return this.#advance(one);
    });
  }

  /** False for a quote dated before the last one, of this desk or of the one before: it comes too late to count. */
  #remember(key: string, quote: DeskQuote): boolean {
    const before = this.#before.get(key);
    const isBefore = before !== undefined && quote.timeMs <= before.untilMs;
    if (isBefore && (before.quote === undefined || !sameQuote(quote, before.quote))) return false;
    const quotes = this.#recent.get(key);
    if (quotes === undefined) {
      this.#recent.set(key, [quote]);
      return true;
    }
    if (quote.timeMs < (quotes.at(-1) as DeskQuote).timeMs) return false;
    quotes.push(quote);
    const now = this.#deps.clock.now();
    while (quotes.length > 1 && (quotes[1] as DeskQuote).timeMs <= now) quotes.shift();
    return true;
  }
}

function isServerDown(draft: Draft): boolean {
  if (draft.kind !== 'settled') return false;
  return draft.reason === 'server-down' || draft.enteredLate?.reason === 'server-down';
}

function isNews({ watch, isEntryKept, isEndKept }: OpenOne): boolean {
  return (watch.entry !== undefined && !isEntryKept) || (watch.end !== undefined && !isEndKept);
}

function takeNews(one: OpenOne): Draft[] {
  const drafts: Draft[] = [];
  const { entry, end } = one.watch;
  const signal = one.signal.id;
  if (entry !== undefined && !one.isEntryKept) drafts.push({ kind: 'entered', signal, quote: entry });
  if (end !== undefined && !one.isEndKept) drafts.push({ kind: 'settled', signal, ...end });
  one.isEntryKept ||= entry !== undefined;
  one.isEndKept ||= end !== undefined;
  return drafts;
}
