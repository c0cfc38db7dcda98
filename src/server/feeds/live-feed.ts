import type { FastifyBaseLogger } from 'fastify';
import { type EpochMs, SECOND_MS } from '../../core/kit/time.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import { scalePrice, type Tick } from '../../core/market/tick.ts';
import { type TickFault, tickFault } from '../../core/market/tick-guard.ts';
import { backoffMs } from './backoff.ts';
import type { Feed, FeedSink, FeedStatus } from './feed.ts';
import { type Connection, FatalFeedError, type FeedEvent, type FeedProtocol } from './feed-protocol.ts';
import { pause } from './pause.ts';
import { Watchdog } from './watchdog.ts';

export interface LiveFeedDeps {
  /** The computer's clock, which may be set at any time. */
  readonly now: () => EpochMs;
  /** Milliseconds on a clock that only runs forward; silences are measured on it. */
  readonly steadyMs: () => number;
  /** In [0, 1); spreads reconnects. */
  readonly random: () => number;
  readonly log: FastifyBaseLogger;
  /** Divides every waiting time; 1 but in tests. */
  readonly speed?: number;
}

/** A pair without a quote for this long while the market is open is stale, and is subscribed to again. */
const PAIR_STALE_MS = 15 * SECOND_MS;
/** A pair whose market is closed is asked for again so often: a source that refused it does not tell when it opens. */
const CLOSED_ASK_MS = 60 * SECOND_MS;
/** Still silent after this long: the subscription is lost, although the connection seems well. Connect anew. */
const PAIR_LOST_MS = 30 * SECOND_MS;
/** Where that did not help it is tried again after twice the time, up to a quarter of an hour. */
const MOST_DOUBLINGS = 5;
/** The two clocks drifting apart by more than this between two looks means that somebody set the computer's clock. */
const CLOCK_STEP_MS = 2 * SECOND_MS;
/** Connected for this long, the next failure counts as the first again. */
const SETTLED_MS = 60 * SECOND_MS;
/** So often in a row the same failure is worth a warning. */
const LOUD_FAILURES = 3;
/** This many quotes in a row from another time mean that a clock is wrong, ours most likely. */
const CLOCK_WRONG_AFTER = 10;

interface PairState {
  last: Tick | undefined;
  /** When it was last heard of, on the steady clock: a quote, or the start of its subscription. */
  heardAtMs: number;
  /** Was there a quote since the connection was opened. */
  quoted: boolean;
  resubscribed: boolean;
  /** How often it was connected anew for this pair's sake, and it stayed silent: others must not suffer for it. */
  losses: number;
  /** Not quoted, with the source's reason; no watchdog then. */
  off: { readonly kind: 'closed' | 'refused'; readonly reason: string; readonly atMs: number } | undefined;
}

/**
 * Keeps a connection to one source: connects, subscribes, guards each quote, watches for silence of the connection and of
 * each pair, and connects again with backoff and jitter.
 */
export class LiveFeed implements Feed {
  readonly label = undefined;
  readonly #protocol: FeedProtocol;
  readonly #deps: LiveFeedDeps;
  readonly #stopped = new AbortController();
  readonly #pairs = new Map<ScoredPair, PairState>();
  readonly #faults = new Map<TickFault | 'not-a-price', number>();
  #sink: FeedSink | undefined;
  #status: FeedStatus | undefined;
  #running: Promise<void> | undefined;
  #lastProblem: string | undefined;
  #wrongClock = 0;
  #clockOffsetMs: number;

  constructor(protocol: FeedProtocol, deps: LiveFeedDeps) {
    this.#protocol = protocol;
    this.#deps = deps;
    this.#clockOffsetMs = deps.now() - deps.steadyMs();
  }

  get source() {
    return this.#protocol.source;
  }

  /** How many quotes were not taken, by fault. */
  get faults(): ReadonlyMap<TickFault | 'not-a-price', number> {
    return this.#faults;
  }

  start(pairs: readonly ScoredPair[], sink: FeedSink): void {
    if (this.#running !== undefined) throw new Error(`the feed ${this.source} was started twice`);
    this.#sink = sink;
    this.#running = this.#run(pairs);
  }

  async stop(): Promise<void> {
    this.#sink = undefined;
    this.#stopped.abort();
    await this.#running;
  }

  async #run(pairs: readonly ScoredPair[]): Promise<void> {
    const { signal } = this.#stopped;
    let failures = 0;
    while (!signal.aborted) {
      if (failures === 0) this.#report({ state: 'connecting', reason: undefined });
      const connectedAtMs = this.#deps.steadyMs();
      try {
        await this.#session(pairs);
      } catch (error) {
        if (signal.aborted) return;
        if (error instanceof FatalFeedError) {
          this.#deps.log.error(
            { feed: this.source, problem: error.message },
            'the feed failed and is not tried again',
          );
          this.#report({ state: 'failed', reason: error.message });
          return;
        }
        failures = this.#deps.steadyMs() - connectedAtMs > this.#span(SETTLED_MS) ? 1 : failures + 1;
        const problem = error instanceof Error ? error.message : String(error);
        const waitMs = backoffMs(failures, this.#deps.random());
        // Without a network the same goes on for days: said a few times, then only to who asks for details.
        const level = problem === this.#lastProblem && failures > LOUD_FAILURES ? 'debug' : 'warn';
        this.#lastProblem = problem;
        this.#deps.log[level](
          { feed: this.source, problem, waitMs: Math.round(waitMs) },
          'the feed is not connected',
        );
        this.#report({ state: 'connecting', reason: `Connecting again: ${problem}.` });
        await pause(this.#span(waitMs), signal);
      }
    }
  }

  /** One connection, from open to the error that ends it. */
  async #session(pairs: readonly ScoredPair[]): Promise<never> {
    const connection = await this.#protocol.connect(pairs, this.#stopped.signal);
    const silence = this.#span(this.#protocol.silenceMs);
    const watchdog = new Watchdog(silence, () => connection.destroy());
    const timers = [setInterval(() => this.#checkPairs(connection), this.#span(SECOND_MS))];
    const keepAlive = this.#protocol.keepAlive;
    if (keepAlive !== undefined) {
      timers.push(setInterval(() => connection.send(keepAlive.frame), this.#span(keepAlive.everyMs)));
    }
    try {
      const heardAtMs = this.#deps.steadyMs();
      for (const pair of pairs) {
        this.#pairs.set(pair, {
          last: this.#pairs.get(pair)?.last,
          heardAtMs,
          quoted: false,
          resubscribed: false,
          losses: this.#pairs.get(pair)?.losses ?? 0,
          off: undefined,
        });
      }
      for (const frame of this.#protocol.subscribe(pairs)) connection.send(frame);
      for await (const frame of connection.frames) {
        watchdog.feed();
        for (const event of this.#protocol.read(frame)) this.#handle(event);
      }
      throw new Error('the connection ended');
    } catch (error) {
      if (watchdog.barked)
        throw new Error(`nothing came for ${this.#protocol.silenceMs / SECOND_MS} s`, { cause: error });
      throw error;
    } finally {
      watchdog.stop();
      for (const timer of timers) clearInterval(timer);
      connection.destroy();
    }
  }

  #handle(event: FeedEvent): void {
    const now = this.#deps.now();
    switch (event.kind) {
      case 'quote':
        this.#take(event, now);
        break;
      case 'alive':
        break;
      case 'closed':
      case 'refused':
        this.#switchOff(event.pair, { kind: event.kind, reason: event.reason, atMs: this.#deps.steadyMs() });
        break;
      case 'broken':
        throw new Error(event.reason);
    }
    this.#sink?.alive(now);
    // All is well, and a quote makes it no better: thousands come in a second, and silences are looked for every second.
    const isWell = this.#status?.state === 'live' && this.#status.reason === undefined;
    if (event.kind !== 'quote' || !isWell) this.#assess();
  }

  #take(quote: Extract<FeedEvent, { kind: 'quote' }>, now: EpochMs): void {
    const state = this.#pairs.get(quote.pair);
    if (state === undefined) throw new Error(`a quote for ${quote.pair} came, which was not asked for`);
    const bid = scalePrice(quote.pair, quote.bid);
    const ask = scalePrice(quote.pair, quote.ask);
    if (bid === undefined || ask === undefined) {
      this.#count('not-a-price');
      return;
    }
    const tick: Tick = {
      source: this.source,
      pair: quote.pair,
      bid,
      ask,
      sourceTime: quote.sourceTime,
      receivedTime: now,
    };
    const fault = tickFault(tick, state.last);
    this.#wrongClock = fault === 'future' || fault === 'late' ? this.#wrongClock + 1 : 0;
    // That the old quote still stands is a sign of life of the pair all the same.
    const stands = fault === 'duplicate' || (fault === 'late' && isSameQuote(tick, state.last));
    if (fault === undefined || stands) {
      state.heardAtMs = this.#deps.steadyMs();
      state.quoted = true;
      state.resubscribed = false;
      state.losses = 0;
      state.off = undefined;
    }
    if (fault !== undefined) {
      this.#count(fault);
      return;
    }
    state.last = tick;
    this.#sink?.tick(tick);
  }

  #switchOff(pair: ScoredPair | undefined, off: NonNullable<PairState['off']>): void {
    for (const [each, state] of this.#pairs) if (pair === undefined || pair === each) state.off = off;
  }

  /** Silence of one pair while others talk: subscribe again, then connect again. */
  #checkPairs(connection: Connection): void {
    if (this.#wasClockSet()) {
      this.#deps.log.warn({ feed: this.source }, 'the clock of this computer was set: connecting again');
      for (const state of this.#pairs.values()) state.last = undefined;
      connection.destroy();
      return;
    }
    const nowMs = this.#deps.steadyMs();
    for (const [pair, state] of this.#pairs) {
      if (state.off !== undefined) {
        if (state.off.kind === 'refused' || nowMs - state.off.atMs < this.#span(CLOSED_ASK_MS)) continue;
        state.off = { ...state.off, atMs: nowMs };
        this.#subscribeAgain(connection, pair);
        continue;
      }
      const silentMs = nowMs - state.heardAtMs;
      if (silentMs >= this.#span(PAIR_LOST_MS * 2 ** Math.min(state.losses, MOST_DOUBLINGS))) {
        state.losses += 1;
        this.#deps.log.warn({ feed: this.source, pair }, 'a pair stayed silent: connecting again');
        connection.destroy();
        return;
      }
      if (silentMs >= this.#span(PAIR_STALE_MS) && !state.resubscribed) {
        state.resubscribed = true;
        this.#subscribeAgain(connection, pair);
      }
    }
    this.#assess();
  }

  #subscribeAgain(connection: Connection, pair: ScoredPair): void {
    const frames = this.#protocol.resubscribe?.([pair]) ?? this.#protocol.subscribe([pair]);
    for (const frame of frames) connection.send(frame);
  }

  #wasClockSet(): boolean {
    const offsetMs = this.#deps.now() - this.#deps.steadyMs();
    const wasSet = Math.abs(offsetMs - this.#clockOffsetMs) > CLOCK_STEP_MS;
    this.#clockOffsetMs = offsetMs;
    return wasSet;
  }

  #assess(): void {
    const states = [...this.#pairs.entries()];
    if (this.#wrongClock >= CLOCK_WRONG_AFTER) {
      this.#report({
        state: 'stale',
        reason: 'Quotes come dated at another time: check the clock of this computer.',
      });
      return;
    }
    const on = states.filter(([, state]) => state.off === undefined);
    const off = states.map(([, state]) => state.off).find((each) => each !== undefined);
    if (on.length === 0 && off !== undefined) {
      this.#report({ state: off.kind === 'closed' ? 'closed' : 'failed', reason: `${off.reason}.` });
      return;
    }
    const silent = on
      .filter(([, state]) => this.#deps.steadyMs() - state.heardAtMs >= this.#span(PAIR_STALE_MS))
      .map(([pair]) => pair);
    const quoted = on.some(([pair, state]) => state.quoted && !silent.includes(pair));
    const silence = silent.length > 0 ? `No quote of ${silent.join(', ')} for 15 s.` : undefined;
    // One quiet pair is no reason to give the others up: it is only not decided on itself.
    if (quoted) this.#report({ state: 'live', reason: off === undefined ? silence : `${off.reason}.` });
    else if (silence !== undefined) this.#report({ state: 'stale', reason: silence });
  }

  #count(fault: TickFault | 'not-a-price'): void {
    this.#faults.set(fault, (this.#faults.get(fault) ?? 0) + 1);
  }

  #report(status: FeedStatus): void {
    if (this.#status?.state === status.state && this.#status.reason === status.reason) return;
    this.#status = status;
    this.#sink?.status(status);
  }

  #span(ms: number): number {
    return ms / (this.#deps.speed ?? 1);
  }
}

function isSameQuote(tick: Tick, last: Tick | undefined): boolean {
  return tick.bid === last?.bid && tick.ask === last.ask;
}
