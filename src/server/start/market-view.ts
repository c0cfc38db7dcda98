import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { NoMarketReason } from '../../core/wire/market.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { Notices } from '../db/notices.ts';
import { onTopic, tail, type Tail } from '../db/tail.ts';
import { answerRequests } from '../desk/bot-requests.ts';
import { databaseRequests } from '../desk/signal-requests.ts';
import { ENTRY_TOPIC } from '../ledger/ledger-rows.ts';
import type { OpenedLedger } from '../ledger/open-ledger.ts';
import { type LedgerReader, openLedgerReader, type ReadLedger } from '../ledger/ledger-reader.ts';
import type { Market } from '../market/market.ts';
import { BEAT_TOPIC, beatsAfter, historyStart, lastBeat } from '../market/market-beats.ts';
import type { MarketCore } from '../market/market-core.ts';
import { MarketMirror } from '../market/market-mirror.ts';
import type { MarketApi } from '../routes/market/serve-market-api.ts';
import type { OpenMarket } from '../routes/market/served-market.ts';

export interface MarketViewDeps {
  readonly db: Pool;
  readonly log: FastifyBaseLogger;
  readonly notices: Notices;
  readonly core: MarketCore;
  readonly api: MarketApi;
  readonly now: () => EpochMs;
  /** Milliseconds on a clock that only runs forward. */
  readonly steadyMs: () => number;
  /** Called with each ledger that this node shows; the returned function is called when it is shown no more. */
  readonly onShow: (ledger: ReadLedger) => () => void;
}

/** The market of the database as this node shows it, whichever node has the desk: prices, entries, requests. */
export class MarketView {
  readonly market: MarketMirror;
  readonly #deps: MarketViewDeps;
  readonly #tails: readonly Tail[];
  #ledger: LedgerReader | undefined;
  #opened: OpenMarket | undefined;
  #hideLedger = () => {};
  /** The last beat that was read; undefined before the history is read. */
  #lastId: number | undefined;
  #isLeading = false;
  #isShown = false;
  #isCutOff = false;
  /** When the database last answered, on the clock that only runs forward. */
  #answeredMs: number;
  #showing: Promise<void> = Promise.resolve();

  constructor(deps: MarketViewDeps) {
    this.#deps = deps;
    const { db, core, now, steadyMs, notices } = deps;
    this.market = new MarketMirror({ db, core, now, steadyMs });
    this.#answeredMs = steadyMs();
    const read = (what: () => Promise<void>) => async () => {
      await what();
      this.market.isDatabaseLost = false;
      this.#answeredMs = steadyMs();
    };
    const onFailure = (error: unknown) => {
      deps.log.debug({ err: error }, 'what other nodes say could not be read');
      this.market.isDatabaseLost = true;
    };
    this.#tails = [
      tail({
        listen: onTopic(notices, BEAT_TOPIC),
        read: read(() => this.#readBeats()),
        onFailure,
      }),
      tail({
        listen: onTopic(notices, ENTRY_TOPIC),
        read: read(async () => this.#ledger?.look()),
        onFailure,
      }),
    ];
  }

  /** Resolves when the prices of the last day were read, or cannot be. */
  async ready(): Promise<void> {
    await this.#tails[0]?.look();
  }

  async follow(): Promise<void> {
    this.#isLeading = false;
    this.#isShown = true;
    this.market.follow();
    await this.#show(this.market.ledger);
  }

  async lead(market: Market, ledger: OpenedLedger): Promise<() => void> {
    this.#isLeading = true;
    this.#isShown = true;
    this.market.lead(market, ledger.name);
    const unsubscribe = ledger.onAppended((entries) => this.#ledger?.see(entries));
    await this.#show(ledger.name);
    await this.#ledger?.look();
    return unsubscribe;
  }

  close(reason: NoMarketReason): void {
    this.#isShown = false;
    this.#hideLedger();
    this.#hideLedger = () => {};
    this.#ledger = undefined;
    this.#opened = undefined;
    this.#deps.api.close(reason);
  }

  /** How long the database has not answered, in ms. */
  get silentMs(): number {
    return this.#deps.steadyMs() - this.#answeredMs;
  }

  /** Whether traders were sent to other nodes, because the database does not answer here. */
  get isCutOff(): boolean {
    return this.#isCutOff;
  }

  /** Sends traders to other nodes until the database answers again: their streams end, and each client opens its own elsewhere. */
  cutOff(): void {
    if (this.#isCutOff) return;
    this.#isCutOff = true;
    this.#deps.log.warn('the database does not answer: traders are sent to other nodes until it does');
    this.#deps.api.close('database-lost');
  }

  /** Whether a ledger is shown. */
  get isOpen(): boolean {
    return this.#ledger !== undefined;
  }

  async entriesBehind(): Promise<number> {
    return (await this.#ledger?.behind()) ?? 0;
  }

  /** The age of the prices that are shown, in ms; below 0 where there were none. */
  get beatAgeMs(): number {
    return this.#isLeading ? 0 : this.market.ageMs;
  }

  async stop(): Promise<void> {
    await Promise.all(this.#tails.map((each) => each.stop()));
    await this.#showing;
  }

  async #readBeats(): Promise<void> {
    this.#lastId ??= await this.#readHistory();
    for (;;) {
      const beats = await beatsAfter(this.#deps.db, this.#lastId);
      for (const beat of beats) {
        if (!this.#isLeading) this.market.take(beat);
        this.#lastId = beat.id;
      }
      if (beats.length === 0) break;
    }
    this.market.look();
    if (this.#isCutOff) await this.#comeBack();
    if (this.#isShown && !this.#isLeading) await this.#show(this.market.ledger);
  }

  async #comeBack(): Promise<void> {
    if (this.#opened !== undefined) await this.#deps.api.open(this.#opened);
    this.#isCutOff = false;
  }

  /** Reads the prices of the last day into the engine; gives the last beat's place. */
  async #readHistory(): Promise<number> {
    const { db, log } = this.#deps;
    const last = await lastBeat(db);
    if (last === undefined) return 0;
    let count = 0;
    for (let id = await historyStart(db, last); id < last.id; ) {
      const beats = await beatsAfter(db, id);
      for (const beat of beats) {
        id = beat.id;
        if (beat.ledger === last.ledger) await this.market.remember(beat);
        count += 1;
      }
      if (beats.length === 0) break;
    }
    this.market.hear(last, last.ageMs);
    log.info({ ledger: last.ledger, beats: count }, 'the prices of the last day were read');
    return last.id;
  }

  /** Shows the ledger of a name to traders, once there is one; streams go on where it is the present one. */
  #show(name: string): Promise<void> {
    this.#showing = this.#showing.catch(() => undefined).then(() => this.#open(name));
    return this.#showing;
  }

  async #open(name: string): Promise<void> {
    if (name === '' || this.#ledger?.name === name) return;
    const { db, api, onShow } = this.#deps;
    const ledger = await openLedgerReader(db, name);
    if (ledger === undefined) return;
    this.#hideLedger();
    const { market } = this;
    const requests = answerRequests({ market, ledger, requests: databaseRequests(db, name) });
    const opened = { market, ledger, requests };
    await api.open(opened);
    this.#opened = opened;
    this.#ledger = ledger;
    this.#hideLedger = onShow(ledger);
  }
}
