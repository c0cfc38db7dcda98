import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { Tick } from '../../core/market/tick.ts';
import { epochMs } from '../../core/time/instant.ts';
import { eachSecond } from './timers.ts';
import type { Market } from './market.ts';
import { pruneBeats, writeBeat } from './market-beats.ts';
import type { MarketCore } from './market-core.ts';

export interface BeatWriterDeps {
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  readonly core: MarketCore;
  readonly market: Market;
  /** The ledger that its signals are recorded in. */
  readonly ledger: string;
  readonly writer: string;
  /** The market starts over: other nodes must forget what they know. */
  readonly startsOver: boolean;
}

/** A beat is written this long before a second turns, so that the other nodes have its prices when they send theirs. */
const LEAD_MS = 350;
const PRUNE_EVERY = 60;
/** Most quotes that wait for a lost database: more than an hour of any real feed. Older ones are dropped. */
const MOST_WAITING = 200_000;

/** Reports the market of this node to the others: once a second, and when a feed changes. */
export class BeatWriter {
  readonly #deps: BeatWriterDeps;
  readonly #stops: (() => void)[] = [];
  #waiting: Tick[] = [];
  #startsOver: boolean;
  #count = 0;
  #isWell = true;
  #writing: Promise<void> = Promise.resolve();

  constructor(deps: BeatWriterDeps) {
    this.#deps = deps;
    this.#startsOver = deps.startsOver;
    const { core, market } = deps;
    core.onKept = (tick) => this.#waiting.push(tick);
    this.#stops.push(
      () => (core.onKept = undefined),
      eachSecond(Date.now, LEAD_MS, () => void this.beat()),
      market.onFeed(() => void this.beat()),
      market.onClockSet(() => {
        this.#waiting = [];
        this.#startsOver = true;
        void this.beat();
      }),
    );
  }

  /** Writes one; never rejects. Its quotes wait for the next where the database does not answer. */
  beat(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write());
    return this.#writing;
  }

  async stop(): Promise<void> {
    for (const stop of this.#stops.splice(0)) stop();
    await this.beat();
  }

  async #write(): Promise<void> {
    const { db, log, market, ledger, writer } = this.#deps;
    const ticks = this.#waiting;
    const startsOver = this.#startsOver;
    const nowMs = market.clock.now();
    this.#waiting = [];
    this.#startsOver = false;
    try {
      await writeBeat(db, writer, {
        ledger,
        nowMs,
        speed: market.clock.speed,
        report: market.feed(),
        ticks,
        startsOver,
      });
      if (this.#count++ % PRUNE_EVERY === 0) await pruneBeats(db, ledger, epochMs(nowMs));
      this.#isWell = true;
    } catch (error) {
      if (this.#isWell)
        log.warn(
          { err: error },
          'other nodes do not get the prices; they get them when the database answers',
        );
      this.#isWell = false;
      this.#waiting = [...ticks, ...this.#waiting].slice(-MOST_WAITING);
      this.#startsOver ||= startsOver;
    }
  }
}
