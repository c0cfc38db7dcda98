import type { FastifyBaseLogger } from 'fastify';
import { type RandomUint32, randomUuid } from '../../core/random/random.ts';
import { isSpecialDecision } from '../../core/signals/lapses.ts';
import { signalSpan, START_DELAY_MS } from '../../core/market/settlement-times.ts';
import {
  draftAbstention,
  draftRequested,
  draftSpecial,
  type RoundDrafts,
  roundVerdicts,
  type RoundVerdicts,
} from './draft-round.ts';
import { epochMs, type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import { marketStatus } from '../../core/time/market-hours.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { Tick } from '../../core/market/tick.ts';
import type { FeedReport } from '../../core/wire/market.ts';
import type { Ledger } from '../ledger/ledger.ts';
import type { DecisionRound, Market } from '../market/market.ts';
import type { DeskFigures } from './desk-status.ts';
import { FeedOutage, planRecovery } from './recovery.ts';
import { type Draft, Recorder } from './recorder.ts';
import { SignalBook } from './signal-book.ts';
import type { AskedFor, SignalRequests } from './signal-requests.ts';

export interface DeskDeps {
  readonly market: Market;
  readonly ledger: Ledger;
  readonly requests: SignalRequests;
  /** The name of the engine, which names its models. */
  readonly engine: string;
  /** Uniform and hard to guess: source of the IDs. */
  readonly random: RandomUint32;
  readonly log: FastifyBaseLogger;
  readonly figures: DeskFigures;
}

/** P-Special's last decision is among so many entries at the end, unless it is minutes old. */
const LAST_ENTRIES = 200;

/** Issues market signals, follows each to its end, and records all of it; what is recorded is what others show. Does nothing before `start`. */
export class Desk {
  readonly #deps: DeskDeps;
  readonly #clock: Market['clock'];
  readonly #recorder: Recorder;
  readonly #book: SignalBook;
  readonly #feedOutage = new FeedOutage();
  readonly #unsubscribes: (() => void)[] = [];
  readonly #underWay = new Set<Promise<void>>();
  /** The last P-Special decision of the desk before this one. */
  #inheritedMs: number | undefined;
  #isRunning = false;
  #cancelSweep = () => {};

  constructor(deps: DeskDeps) {
    const { market, ledger, random, log, figures } = deps;
    const { clock } = market;
    this.#deps = deps;
    this.#clock = clock;
    this.#recorder = new Recorder({ ledger, clock, newId: () => randomUuid(random), log, figures });
    const disputeNow: Market['dispute'] = (...of) => market.dispute(...of);
    this.#book = new SignalBook({ clock, recorder: this.#recorder, disputeNow });
  }

  get openSignals(): number {
    return this.#book.size;
  }

  /**
   * Ends or takes up what the desk before this one left open, then listens to the market: start that only afterwards.
   * `lastBeatMs` is the time of the market's last beat, on its clock. Rejects with a LedgerUnavailableError when the database does not answer.
   */
  async start(lastBeatMs?: number): Promise<void> {
    const { market, ledger } = this.#deps;
    const now = this.#clock.now();
    const { goOn, drafts, away } = await planRecovery(ledger, this.#recorder, now, lastBeatMs);
    await this.#keepAny(drafts);
    const lastEntries = await ledger.read(Math.max(0, ledger.size() - LAST_ENTRIES), LAST_ENTRIES);
    this.#inheritedMs = lastEntries.map(({ entry }) => entry).findLast(isSpecialDecision)?.decidedMs;
    this.#book.goOnBehind(await ledger.newestQuotes(), away);
    for (const { signal, entered } of goOn) this.#book.resume(signal, { entry: entered?.quote });
    this.#feedOutage.update(isServed(market.feed()), this.#clock.now());
    this.#isRunning = true;
    this.#unsubscribes.push(
      market.onTick((tick) => this.#see(tick)),
      market.onRound((round) => this.#run(this.#issueRound(round))),
      market.onFeed((report) => this.#run(this.#noteFeed(isServed(report)))),
      market.onClockSet(({ beforeMs, afterMs }) => this.#run(this.#clockSet(beforeMs, afterMs))),
    );
    this.#sweepLater();
  }

  /** Issues nothing more and finishes what is being recorded. Open signals stay open for the next desk. */
  async stop(): Promise<void> {
    if (!this.#isRunning) return;
    this.#isRunning = false;
    for (const unsubscribe of this.#unsubscribes.splice(0)) unsubscribe();
    this.#cancelSweep();
    await this.#run(this.#noteFeed(true));
    while (this.#underWay.size > 0) await Promise.all(this.#underWay);
    await this.#book.finishKnown();
    await this.#book.stop();
    await this.#recorder.stop();
  }

  /** A failing handler must not reach the market; `stop` waits for the work under way. */
  #run(work: Promise<void>): Promise<void> {
    const done = work
      .catch((error: unknown) => this.#deps.log.error({ err: error }, 'the desk could not handle an event'))
      .finally(() => this.#underWay.delete(done));
    this.#underWay.add(done);
    return done;
  }

  #judge({ source, timeframe, decidedMs, decisions }: DecisionRound): RoundVerdicts {
    const isLate = this.#clock.now() >= signalSpan(decidedMs, timeframe).startMs;
    return roundVerdicts(decisions, (pair) => {
      if (source === undefined) return 'no-feed';
      if (isLate) return 'late';
      return this.#deps.market.dispute(source, pair) === undefined ? undefined : 'feeds-disagree';
    });
  }

  /** P-Special does not wait for the database's answer on P-BOT requests. */
  async #issueRound(round: DecisionRound): Promise<void> {
    const { timeframe, decidedMs } = round;
    const verdicts = this.#judge(round);
    const { engine, random } = this.#deps;
    const head = { ...round, engine };
    const isSpecialDue =
      timeframe === '1min' && marketStatus(decidedMs).anyActive && decidedMs !== this.#inheritedMs;
    const special = async () => {
      const placed = await this.#issue(draftSpecial(head, verdicts, random));
      // A minute that the database missed is covered by its outage entry.
      if (placed === 'repeated')
        await this.#keepAny([draftAbstention('special', head, SCORED_PAIRS, () => placed, random)]);
    };
    const bot = async () => {
      const requested = await this.#requestedAt(round);
      const placed = await this.#issue(draftRequested(head, verdicts, requested, random));
      if (placed !== 'issued')
        await this.#keepAny([draftAbstention('bot', head, requested, () => placed, random)]);
    };
    await Promise.all([isSpecialDue && special(), bot()]);
  }

  /** The requested pairs of a round; none while the database is away: these requests are given up when it is back. */
  async #requestedAt({ timeframe, decidedMs }: DecisionRound): Promise<readonly ScoredPair[]> {
    if (this.#recorder.isLost) return [];
    try {
      return await this.#deps.requests.due(timeframe, decidedMs);
    } catch (error) {
      this.#deps.log.warn({ err: error }, 'the requests for P-BOT signals could not be read');
      return [];
    }
  }

  async #issue({ signals, abstentions }: RoundDrafts): Promise<'issued' | 'repeated' | 'database-lost'> {
    const drafts = [...signals, ...abstentions];
    if (drafts.length === 0) return 'issued';
    // Before they are recorded: quotes that come meanwhile count.
    const opened = signals.map((signal) => this.#book.add(signal));
    const placed = await this.#recorder.issue(drafts);
    if (typeof placed === 'object') {
      await Promise.all(opened.map((one) => this.#book.confirm(one)));
      return 'issued';
    }
    for (const one of opened) this.#book.drop(one);
    return placed === 'lost' ? 'database-lost' : 'repeated';
  }

  async #keepAny(drafts: readonly Draft[]): Promise<void> {
    if (drafts.length > 0) await this.#recorder.keep(drafts);
  }

  /** Once a second of wall time: requests that no round decided are given up, on whichever server they were made. */
  #sweepLater(): void {
    const clock = this.#clock;
    this.#cancelSweep = clock.setAlarm(epochMs(clock.now() + SECOND_MS * clock.speed), () =>
      this.#run(
        this.#giveUp().finally(() => {
          if (this.#isRunning) this.#sweepLater();
        }),
      ),
    );
  }

  async #giveUp(): Promise<void> {
    if (this.#recorder.isLost) return;
    const untilMs = this.#clock.now() - START_DELAY_MS;
    const overdue = await this.#deps.requests.overdue(untilMs).catch((): readonly AskedFor[] => []);
    const rounds = new Map<string, AskedFor[]>();
    for (const request of overdue) {
      const key = `${request.timeframe} ${request.decidesMs}`;
      rounds.set(key, [...(rounds.get(key) ?? []), request]);
    }
    const drafts = [...rounds.values()].map((requests) => {
      const { timeframe, decidesMs: decidedMs } = requests[0] as AskedFor;
      const pairs = requests.map(({ pair }) => pair);
      const head = { timeframe, decidedMs, source: undefined, engine: this.#deps.engine };
      return draftAbstention('bot', head, pairs, () => 'late', this.#deps.random);
    });
    await this.#keepAny(drafts);
  }

  async #noteFeed(isThere: boolean): Promise<void> {
    const now = this.#clock.now();
    const lostMs = this.#feedOutage.update(isThere, now);
    if (lostMs !== undefined) await this.#recorder.keep([this.#recorder.outage(lostMs, now, 'no-feed')]);
  }

  async #clockSet(beforeMs: EpochMs, afterMs: EpochMs): Promise<void> {
    this.#book.forgetQuotes();
    this.#feedOutage.restart(afterMs);
    const forgotten = this.#deps.requests.forget().catch(() => {});
    await Promise.all([
      forgotten,
      this.#recorder.clockSet(beforeMs, afterMs),
      this.#book.voidAll('clock-set'),
    ]);
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
