import type { FastifyBaseLogger } from 'fastify';
import { signalSpan } from '../../core/signals/decision-grid.ts';
import { type RoundVerdicts, roundVerdicts } from '../../core/signals/round-verdicts.ts';
import { fxWeekAt } from '../../core/time/fx-week.ts';
import type { RandomUint32 } from '../../core/random/random.ts';
import { randomUuid } from '../../core/random/random-uuid.ts';
import { type EpochMs, epochMs } from '../../core/time/instant.ts';
import { marketStatus } from '../../core/time/market-hours.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import type { Tick } from '../../core/market/tick.ts';
import type { FeedReport, RequestLimit } from '../../core/protocol/market-protocol.ts';
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

/** Issues market signals, follows each to its end, and records all of it; what is recorded is what others show. */
export interface Desk {
  /**
   * Ends or takes up what the server before this one left open, then listens to the market: start that only afterwards.
   * Rejects with a LedgerUnavailableError when the database does not answer.
   */
  start(): Promise<void>;
  /** Issues nothing more and finishes what is being recorded. Open signals of live prices stay open for the next start. */
  stop(): Promise<void>;
  /** Answers a trader's request for a P-BOT signal. The same user and key are the same request for ten minutes. */
  request(request: DeskRequest): RequestResult;
  limitOf(userId: string): RequestLimit;
  readonly figures: DeskFigures;
}

/** Makes a desk; nothing happens before its `start`. */
export function createDesk(deps: DeskDeps): Desk {
  const { market, ledger, random, log, figures = createDeskFigures() } = deps;
  const { clock } = market;
  const newId = () => randomUuid(random);
  const isDisputed = (pair: ScoredPair) => market.isDisputed(pair);
  const recorder = new Recorder({ ledger, clock, newId, log, figures });
  const book = new SignalBook({ clock, recorder, isDisputed });
  figures.open = () => book.size;
  const requests = new Requests(clock);
  const feedOutage = new FeedOutage();
  const unsubscribes: (() => void)[] = [];
  const underWay = new Set<Promise<void>>();
  let isRunning = false;

  /** Nothing that goes wrong in a handler may reach the market; `stop` waits for what is under way. */
  const run = (work: Promise<void>): Promise<void> => {
    const done = work
      .catch((error: unknown) => log.error({ err: error }, 'the desk could not handle an event'))
      .finally(() => underWay.delete(done));
    underWay.add(done);
    return done;
  };

  const judge = ({ source, timeframe, decidedMs, decisions }: DecisionRound): RoundVerdicts => {
    const isLate = clock.now() >= signalSpan(decidedMs, timeframe).startMs;
    return roundVerdicts(decisions, (pair) => {
      if (source === undefined) return 'no-feed';
      if (isLate) return 'late';
      return isDisputed(pair) ? 'feeds-disagree' : undefined;
    });
  };

  const issueRound = async (round: DecisionRound): Promise<void> => {
    const { timeframe, decidedMs } = round;
    const asked = requests.take(timeframe, decidedMs);
    const isSpecialDue = timeframe === '1min' && marketStatus(decidedMs).anyActive;
    if (!isSpecialDue && asked.length === 0) return;
    const { signals, abstentions } = draftRound(round, judge(round), { isSpecialDue, asked }, random);
    // Before they are recorded: quotes that come meanwhile count.
    const opened = signals.map((signal) => book.add(signal));
    const placed = await recorder.issue([...signals, ...abstentions]);
    if (typeof placed === 'object') {
      await Promise.all(opened.map((one) => book.confirm(one)));
      return;
    }
    for (const one of opened) book.drop(one);
    const reason = placed === 'lost' ? 'database-lost' : 'repeated';
    const drafts: Draft[] = [];
    // A minute that the database missed is covered by its outage entry.
    if (isSpecialDue && reason === 'repeated') {
      drafts.push(draftAbstention('special', round, SCORED_PAIRS, () => reason, random));
    }
    if (asked.length > 0) drafts.push(draftAbstention('bot', round, asked, () => reason, random));
    await keepAny(drafts);
  };

  const keepAny = async (drafts: readonly Draft[]): Promise<void> => {
    if (drafts.length > 0) await recorder.keep(drafts);
  };

  /** No round came in time for what was asked for. */
  const giveUp = async (timeframe: Timeframe, decidedMs: EpochMs): Promise<void> => {
    const pairs = requests.take(timeframe, decidedMs);
    if (pairs.length === 0) return;
    const head = { timeframe, decidedMs, source: undefined };
    await recorder.keep([draftAbstention('bot', head, pairs, () => 'late', random)]);
  };

  const noteFeed = async (isThere: boolean): Promise<void> => {
    const now = clock.now();
    const lostMs = feedOutage.update(isThere, now);
    if (lostMs !== undefined) await recorder.keep([recorder.outage(lostMs, now, 'no-feed')]);
  };

  const clockSet = async (beforeMs: EpochMs, afterMs: EpochMs): Promise<void> => {
    requests.forget();
    book.forgetQuotes();
    feedOutage.restart(afterMs);
    await Promise.all([recorder.clockSet(beforeMs, afterMs), book.voidAll('clock-set')]);
  };

  /** Made-up prices know no weekend. */
  const isOpenAt = (instant: EpochMs) => market.kind === 'synthetic' || isFxOpen(instant);

  const whyNot = (decidesMs: EpochMs): string | undefined => {
    if (!isRunning) return 'The server is starting or being stopped.';
    if (recorder.isLost) return 'The database does not answer, so nothing can be recorded.';
    const { isLive, reason } = market.feed();
    if (!isLive) return reason ?? 'No feed is live.';
    return isOpenAt(decidesMs) ? undefined : 'The foreign exchange market is closed for the weekend.';
  };

  const see = (tick: Tick): Promise<void> | undefined => {
    const work = book.see(tick);
    return work === undefined ? undefined : run(work);
  };

  return {
    async start() {
      const { goOn, drafts } = await planRecovery(ledger, recorder, clock.now());
      await keepAny(drafts);
      for (const { signal, entered } of goOn) book.resume(signal, { entry: entered?.quote });
      feedOutage.update(isServed(market.feed()), clock.now());
      isRunning = true;
      unsubscribes.push(
        ledger.onAppended((entries) => requests.decided(entries)),
        market.onTick(see),
        market.onRound((round) => run(issueRound(round))),
        market.onFeed((report) => run(noteFeed(isServed(report)))),
        market.onClockSet(({ beforeMs, afterMs }) => run(clockSet(beforeMs, afterMs))),
      );
    },
    async stop() {
      if (!isRunning) return;
      isRunning = false;
      for (const unsubscribe of unsubscribes.splice(0)) unsubscribe();
      requests.forget();
      await run(noteFeed(true));
      while (underWay.size > 0) await Promise.all(underWay);
      await book.finishKnown();
      // A replay is never taken up where it was: it begins anew, in a ledger of its own.
      if (market.kind !== 'live') await book.voidAll('server-down');
      await book.stop();
      await recorder.stop();
    },
    request(request) {
      const result = requests.ask(request, whyNot, (timeframe, decidesMs) => {
        const { startMs } = signalSpan(decidesMs, timeframe);
        clock.setAlarm(startMs, () => (isRunning ? run(giveUp(timeframe, decidesMs)) : undefined));
      });
      count(figures.requests, result.kind === 'accepted' ? 'accepted' : result.code);
      return result;
    },
    limitOf: (userId) => requests.limitOf(userId),
    figures,
  };
}

/** Prices come, or the sources themselves say that their market is closed: nothing is missing then. */
function isServed({ isLive, feeds }: FeedReport): boolean {
  return isLive || (feeds.length > 0 && feeds.every(({ state }) => state === 'closed'));
}

function isFxOpen(instant: EpochMs): boolean {
  return instant < fxWeekAt(epochMs(instant)).closesMs;
}
