import type { FastifyBaseLogger } from 'fastify';
import { signalSpan } from '../../core/signals/decision-grid.ts';
import { type RoundVerdicts, roundVerdicts } from '../../core/signals/round-verdicts.ts';
import { fxWeekAt } from '../../core/time/fx-week.ts';
import type { RandomUint32 } from '../../core/random/random.ts';
import { randomUuid } from '../../core/random/random-uuid.ts';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import { marketStatus } from '../../core/time/market-hours.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { Tick } from '../../core/market/tick.ts';
import type { FeedReport, RequestLimit, NoMarketReason } from '../../core/protocol/market-protocol.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { DecisionRound, Market } from '../market/market.ts';
import { count, createDeskFigures, type DeskFigures } from './desk-figures.ts';
import { draftAbstention, draftRound } from './draft-round.ts';
import { FeedOutage } from './feed-outage.ts';
import { type Draft, Recorder } from './recorder.ts';
import { planRecovery } from './recovery.ts';
import { type DeskRequest, type RequestResult, Requests } from './requests.ts';
import { SignalBook } from './signal-book.ts';

export interface DeskDeps {
  readonly market: Market;
  readonly ledger: Ledger;
  /** Uniform and hard to guess: it draws the control arm and the IDs. */
  readonly random: RandomUint32;
  readonly log: FastifyBaseLogger;
  /** Where it counts; one of its own unless others look at them before it exists. */
  readonly figures?: DeskFigures;
}

/** Issues market signals, follows each to its end, and records all of it; what is recorded is what others show. Nothing happens before its `start`. */
export class Desk {
  readonly figures: DeskFigures;
  readonly #market: Market;
  readonly #clock: Market['clock'];
  readonly #ledger: Ledger;
  readonly #random: RandomUint32;
  readonly #log: FastifyBaseLogger;
  readonly #recorder: Recorder;
  readonly #book: SignalBook;
  readonly #requests: Requests;
  readonly #feedOutage = new FeedOutage();
  readonly #unsubscribes: (() => void)[] = [];
  readonly #underWay = new Set<Promise<void>>();
  #isRunning = false;

  constructor({ market, ledger, random, log, figures = createDeskFigures() }: DeskDeps) {
    const { clock } = market;
    this.figures = figures;
    this.#market = market;
    this.#clock = clock;
    this.#ledger = ledger;
    this.#random = random;
    this.#log = log;
    this.#recorder = new Recorder({ ledger, clock, newId: () => randomUuid(random), log, figures });
    const book = new SignalBook({
      clock,
      recorder: this.#recorder,
      isDisputed: (pair) => market.isDisputed(pair),
    });
    this.#book = book;
    this.#requests = new Requests(clock);
    figures.open = () => book.size;
  }

  /**
   * Ends or takes up what the server before this one left open, then listens to the market: start that only afterwards.
   * Rejects with a LedgerUnavailableError when the database does not answer.
   */
  async start(): Promise<void> {
    const market = this.#market;
    const { goOn, drafts } = await planRecovery(this.#ledger, this.#recorder, this.#clock.now());
    await this.#keepAny(drafts);
    for (const { signal, entered } of goOn) this.#book.resume(signal, { entry: entered?.quote });
    this.#feedOutage.update(isServed(market.feed()), this.#clock.now());
    this.#isRunning = true;
    this.#unsubscribes.push(
      this.#ledger.onAppended((entries) => this.#requests.decided(entries)),
      market.onTick((tick) => this.#see(tick)),
      market.onRound((round) => this.#run(this.#issueRound(round))),
      market.onFeed((report) => this.#run(this.#noteFeed(isServed(report)))),
      market.onClockSet(({ beforeMs, afterMs }) => this.#run(this.#clockSet(beforeMs, afterMs))),
    );
  }

  /** Issues nothing more and finishes what is being recorded. Open signals of live prices stay open for the next start. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    for (const unsubscribe of this.#unsubscribes.splice(0)) unsubscribe();
    this.#requests.forget();
    await this.#run(this.#noteFeed(true));
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.#book.finishKnown();
    // A replay is never taken up where it was: it begins anew, in a ledger of its own.
    if (this.#market.kind !== 'live') await this.#book.voidAll('server-down');
    await this.#book.stop();
    await this.#recorder.stop();
  }

  /** Answers a trader's request for a P-BOT signal. The same user and key are the same request for ten minutes. */
  request(request: DeskRequest): RequestResult {
    const whyNot = (decidesMs: EpochMs) => this.#whyNot(decidesMs);
    const result = this.#requests.ask(request, whyNot, (timeframe, decidesMs) => {
      const { startMs } = signalSpan(decidesMs, timeframe);
      this.#clock.setAlarm(startMs, () =>
        this.#isRunning ? this.#run(this.#giveUp(timeframe, decidesMs)) : undefined,
      );
    });
    count(this.figures.requests, result.kind === 'accepted' ? 'accepted' : result.code);
    return result;
  }

  /** Whether a request with this key waited for its decision; it does not any more. */
  takeBack(userId: string, key: string): boolean {
    return this.#requests.takeBack(userId, key);
  }

  limitOf(userId: string): RequestLimit {
    return this.#requests.limitOf(userId);
  }

  /** Nothing that goes wrong in a handler may reach the market; `stop` waits for what is under way. */
  #run(work: Promise<void>): Promise<void> {
    const done = work
      .catch((error: unknown) => this.#log.error({ err: error }, 'the desk could not handle an event'))
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  #judge({ source, timeframe, decidedMs, decisions }: DecisionRound): RoundVerdicts {
    const isLate = this.#clock.now() >= signalSpan(decidedMs, timeframe).startMs;
    return roundVerdicts(decisions, (pair) => {
      if (source === undefined) return 'no-feed';
      if (isLate) return 'late';
      return this.#market.isDisputed(pair) ? 'feeds-disagree' : undefined;
    });
  }

  async #issueRound(round: DecisionRound): Promise<void> {
    const { timeframe, decidedMs } = round;
    const asked = this.#requests.take(timeframe, decidedMs);
    const isSpecialDue = timeframe === '1min' && marketStatus(decidedMs).anyActive;
    if (!isSpecialDue && asked.length === 0) return;
    const random = this.#random;
    const { signals, abstentions } = draftRound(round, this.#judge(round), { isSpecialDue, asked }, random);
    // Before they are recorded: quotes that come meanwhile count.
    const opened = signals.map((signal) => this.#book.add(signal));
    const placed = await this.#recorder.issue([...signals, ...abstentions]);
    if (typeof placed === 'object') {
      await Promise.all(opened.map((one) => this.#book.confirm(one)));
      return;
    }
    for (const one of opened) this.#book.drop(one);
    const reason = placed === 'lost' ? 'database-lost' : 'repeated';
    const drafts: Draft[] = [];
    // A minute that the database missed is covered by its outage entry.
    if (isSpecialDue && reason === 'repeated') {
      drafts.push(draftAbstention('special', round, SCORED_PAIRS, () => reason, random));
    }
    if (asked.length > 0) drafts.push(draftAbstention('bot', round, asked, () => reason, random));
    await this.#keepAny(drafts);
  }

  async #keepAny(drafts: readonly Draft[]): Promise<void> {
    if (drafts.length > 0) await this.#recorder.keep(drafts);
  }

  /** No round came in time for what was asked for. */
  async #giveUp(timeframe: Timeframe, decidedMs: EpochMs): Promise<void> {
    const pairs = this.#requests.take(timeframe, decidedMs);
    if (pairs.length === 0) return;
    const head = { timeframe, decidedMs, source: undefined };
    await this.#recorder.keep([draftAbstention('bot', head, pairs, () => 'late', this.#random)]);
  }

  async #noteFeed(isThere: boolean): Promise<void> {
    const now = this.#clock.now();
    const lostMs = this.#feedOutage.update(isThere, now);
    if (lostMs !== undefined) await this.#recorder.keep([this.#recorder.outage(lostMs, now, 'no-feed')]);
  }

  async #clockSet(beforeMs: EpochMs, afterMs: EpochMs): Promise<void> {
    this.#requests.forget();
    this.#book.forgetQuotes();
    this.#feedOutage.restart(afterMs);
    await Promise.all([this.#recorder.clockSet(beforeMs, afterMs), this.#book.voidAll('clock-set')]);
  }

  #whyNot(decidesMs: EpochMs): NoMarketReason | undefined {
    if (!this.#isRunning) return 'starting';
    if (this.#recorder.isLost) return 'database-lost';
    const { isLive, reason } = this.#market.feed();
    if (!isLive) return reason ?? 'no-feed';
    // Made-up prices know no weekend.
    if (this.#market.kind === 'synthetic' || isFxOpen(decidesMs)) return undefined;
    return 'weekend';
  }

  #see(tick: Tick): Promise<void> | undefined {
    const work = this.#book.see(tick);
    return work === undefined ? undefined : this.#run(work);
  }
}

/** Prices come, or the sources themselves say that their market is closed: nothing is missing then. */
function isServed({ isLive, feeds }: FeedReport): boolean {
  return isLive || (feeds.length > 0 && feeds.every(({ state }) => state === 'closed'));
}

function isFxOpen(instant: EpochMs): boolean {
  return instant < fxWeekAt(epochMs(instant)).closesMs;
}
