import type { FastifyBaseLogger } from 'fastify';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import { backOffMs } from '../../core/time/back-off.ts';
import type { FeedState } from '../../core/wire/market.ts';
import { pause } from './timers.ts';
import {
  type Connection,
  FatalFeedError,
  type Feed,
  type FeedEvent,
  type FeedProtocol,
  type FeedSink,
} from './feed-protocol.ts';
import { PairWatch, type QuoteFault } from './pair-watch.ts';

export interface LiveFeedDeps {
  readonly now: () => EpochMs;
  readonly steadyMs: () => number;
  /** In [0, 1); spreads reconnects. */
  readonly random: () => number;
  readonly log: FastifyBaseLogger;
  /** Divides every waiting time; 1 except in tests. */
  readonly speed?: number;
}

/** Longest wait for a connection: one that hangs never ends by itself. */
const CONNECT_LIMIT_MS = 10 * SECOND_MS;
/** The two clocks drifting apart by more than this between two looks means that the computer's clock was set. */
const CLOCK_STEP_MS = 2 * SECOND_MS;
const BACK_OFF = { firstMs: SECOND_MS, longestMs: MINUTE_MS };
/** After this long a connection resets the count of failures. */
const SETTLED_MS = 60 * SECOND_MS;
/** The same failure is logged as a warning this many times in a row. */
const LOUD_FAILURES = 3;
/**
 * Keeps a connection to one source: connects, subscribes, watches for silence of the connection and of each pair, and connects
 * again with backoff and jitter.
 */
export class LiveFeed implements Feed {
  readonly #protocol: FeedProtocol;
  readonly #deps: LiveFeedDeps;
  readonly #stopped = new AbortController();
  readonly #watch: PairWatch;
  #sink: FeedSink | undefined;
  #state: FeedState | undefined;
  #running: Promise<void> | undefined;
  readonly #faults = new Set<QuoteFault>();
  #lastProblem: string | undefined;
  #clockOffsetMs: number;

  constructor(protocol: FeedProtocol, deps: LiveFeedDeps) {
    this.#protocol = protocol;
    this.#deps = deps;
    this.#watch = new PairWatch({
      source: protocol.source,
      steadyMs: deps.steadyMs,
      span: (ms) => this.#span(ms),
      onFault: (fault) => this.#sayFault(fault),
    });
    this.#clockOffsetMs = deps.now() - deps.steadyMs();
  }

  get source() {
    return this.#protocol.source;
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
      if (failures === 0) this.#report('connecting');
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
          this.#report('failed');
          return;
        }
        failures = this.#deps.steadyMs() - connectedAtMs > this.#span(SETTLED_MS) ? 1 : failures + 1;
        const problem = error instanceof Error ? error.message : String(error);
        const waitMs = backOffMs(failures, BACK_OFF, this.#deps.random());
        // Without a network the same failure lasts for days: it is logged a few times, then only at the debug level.
        const level = problem === this.#lastProblem && failures > LOUD_FAILURES ? 'debug' : 'warn';
        this.#lastProblem = problem;
        this.#deps.log[level](
          { feed: this.source, problem, waitMs: Math.round(waitMs) },
          'the feed is not connected',
        );
        this.#report('unreachable');
        await pause(this.#span(waitMs), signal);
      }
    }
  }

  /** One connection, from open to the error that ends it. */
  async #session(pairs: readonly ScoredPair[]): Promise<never> {
    const connection = await this.#connect(pairs);
    let isSilent = false;
    let lastLook: NodeJS.Immediate | undefined;
    const silence = setTimeout(() => {
      // Where this process itself was held up, frames wait in the socket: they are read before this turn of its loop ends.
      lastLook = setImmediate(() => {
        isSilent = true;
        connection.destroy();
      });
    }, this.#span(this.#protocol.silenceMs));
    const timers = [setInterval(() => this.#checkPairs(connection), this.#span(SECOND_MS))];
    const keepAlive = this.#protocol.keepAlive;
    if (keepAlive !== undefined) {
      timers.push(setInterval(() => connection.send(keepAlive.frame), this.#span(keepAlive.everyMs)));
    }
    try {
      this.#watch.begin(pairs);
      for (const frame of this.#protocol.subscribe(pairs)) connection.send(frame);
      for await (const frame of connection.frames) {
        clearImmediate(lastLook);
        silence.refresh();
        for (const event of this.#protocol.read(frame)) this.#handle(event);
      }
      throw new Error('the connection ended');
    } catch (error) {
      if (isSilent)
        throw new Error(`nothing came for ${this.#protocol.silenceMs / SECOND_MS} s`, { cause: error });
      throw error;
    } finally {
      clearImmediate(lastLook);
      clearTimeout(silence);
      for (const timer of timers) clearInterval(timer);
      connection.destroy();
    }
  }

  async #connect(pairs: readonly ScoredPair[]): Promise<Connection> {
    const limit = new AbortController();
    const timer = setTimeout(() => limit.abort(), this.#span(CONNECT_LIMIT_MS));
    try {
      return await this.#protocol.connect(pairs, AbortSignal.any([this.#stopped.signal, limit.signal]));
    } catch (error) {
      if (limit.signal.aborted)
        throw new Error(`no answer for ${CONNECT_LIMIT_MS / SECOND_MS} s`, { cause: error });
      throw error;
    } finally {
      clearTimeout(timer);
    }
  }

  #handle(event: FeedEvent): void {
    const now = this.#deps.now();
    switch (event.kind) {
      case 'quote': {
        const tick = this.#watch.take(event, now);
        if (tick !== undefined) this.#sink?.tick(tick);
        break;
      }
      case 'alive':
        break;
      case 'closed':
      case 'refused':
        if (this.#watch.switchOff(event))
          this.#deps.log.warn({ feed: this.source, problem: event.reason }, 'the source does not quote');
        break;
      case 'broken':
        throw new Error(event.reason);
    }
    // Skipped while all is well: thousands of quotes come in a second, and silences are checked every second.
    if (event.kind !== 'quote' || this.#state !== 'live') this.#assess();
  }

  /** Silence of one pair while others quote: subscribe again, then connect again. */
  #checkPairs(connection: Connection): void {
    if (this.#wasClockSet()) {
      this.#deps.log.warn({ feed: this.source }, 'the clock of this computer was set: connecting again');
      this.#watch.forgetQuotes();
      connection.destroy();
      return;
    }
    const { again, lost } = this.#watch.look();
    if (lost !== undefined) {
      this.#deps.log.warn({ feed: this.source, pair: lost }, 'a pair stayed silent: connecting again');
      connection.destroy();
      return;
    }
    for (const pair of again) this.#subscribeAgain(connection, pair);
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
    const state = this.#watch.state();
    if (state !== undefined) this.#report(state);
  }

  #report(state: FeedState): void {
    if (this.#state === state) return;
    this.#state = state;
    this.#sink?.status(state);
  }

  /** Logged once for each kind: a source with one bad quote may have thousands. */
  #sayFault(fault: QuoteFault): void {
    if (this.#faults.has(fault)) return;
    this.#faults.add(fault);
    this.#deps.log.info({ feed: this.source, fault }, 'a quote of the feed was not taken');
  }

  #span(ms: number): number {
    return ms / (this.#deps.speed ?? 1);
  }
}
