import type { FastifyBaseLogger } from 'fastify';
import { START_DELAY_MS } from '../../core/market/settlement-times.ts';
import { type EpochMs, MINUTE_MS, SECOND_MS } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import { type Tick, tickTime } from '../../core/market/tick.ts';
import { type TickFault, TickGuard } from '../../core/market/tick-guard.ts';
import type { FeedLine, FeedReport, NoMarketReason } from '../../core/wire/market.ts';
import { createRoundTimer, createSimulatedClock } from './desk-clock.ts';
import { pause } from './timers.ts';
import type { Market } from './market.ts';
import type { MarketCore } from './market-core.ts';

export interface SimulatedMarketOptions {
  readonly kind: 'replay' | 'synthetic';
  readonly label: string;
  readonly pairs: readonly ScoredPair[];
  readonly core: MarketCore;
  /** In the order of time, sound or not; those before the clock's first instant are history, which no listener hears. Read once. */
  readonly ticks: AsyncIterable<Tick> | Iterable<Tick>;
  readonly startMs: number;
  /** The core has the history already. */
  readonly goesOn?: boolean;
  /**
   * Prices of now and not of a day that is past: the clock goes on from when the market is made, so that it shows the time of
   * day however long the start takes, and it makes up for delays. Only at speed 1.
   */
  readonly isOfNow?: boolean;
  /** Seconds of prices in a second of the wall clock. */
  readonly speed: number;
  /** Whether decision rounds take place at this instant. */
  readonly isOpen: (at: EpochMs) => boolean;
  readonly steadyMs: () => number;
  readonly log: FastifyBaseLogger;
}

/** The clock moves on in steps of at most this length on the wall clock: it also is how soon a new alarm is seen. */
const STEP_MS = 20;
/** Work that takes longer than this does not make the clock hurry afterwards. */
const LONGEST_STEP_MS = SECOND_MS;
/** The same where the clock is to show the time of day: a computer that slept is not made up for. */
const LONGEST_STEP_OF_NOW_MS = MINUTE_MS;
/** So many quotes of history are taken in without a pause: some milliseconds of work. */
const TURN_TICKS = 500;
/** So long the clock runs on after the last price: a minute's signal and the wait for the sign of life after it. */
const RUN_OUT_MS = 2 * MINUTE_MS;

/**
 * A market on prices that are known or made up. Quotes and alarms come in the order of their time, one after the other, each
 * waited for: what it tells does not depend on how fast it runs or how slow its listeners are.
 */
// oxlint-disable-next-line max-lines-per-function -- All its steps move one clock and one state of the feed.
export function createSimulatedMarket(options: SimulatedMarketOptions): Market {
  const {
    kind,
    label,
    pairs,
    core,
    startMs,
    goesOn = false,
    isOfNow = false,
    speed,
    steadyMs,
    log,
  } = options;
  const longestStepMs = isOfNow ? LONGEST_STEP_OF_NOW_MS : LONGEST_STEP_MS;
  const madeMs = steadyMs();
  const clock = createSimulatedClock(startMs, speed);
  const stopped = new AbortController();
  let state: FeedLine['state'] = 'connecting';
  let reason: NoMarketReason | null = 'starting';
  let running: Promise<void> | undefined;

  const rounds = createRoundTimer(clock, (at) => {
    if (state === 'live' && options.isOpen(at)) return core.decide(at, kind, pairs);
    return undefined;
  });

  const report = (): FeedReport => {
    const isLive = state === 'live';
    return {
      isLive,
      source: isLive ? kind : null,
      label,
      reason,
      feeds: [{ source: kind, state }],
      disagreements: [],
    };
  };
  const turn = async (to: FeedLine['state'], why: NoMarketReason | null) => {
    state = to;
    reason = why;
    await core.reports.tell(report());
  };

  /** As a feed does that is connected to: no quote came between the last one of the desk before and now. */
  const tellLast = async () => {
    for (const pair of pairs) {
      const last = core.lastTick(kind, pair);
      if (last !== undefined) await core.ticks.tell(last);
    }
  };

  let steppedMs = 0;
  /** How far the clock may go by now. */
  const nextStep = (): number => {
    const nowMs = steadyMs();
    const lateMs = Math.max(nowMs - steppedMs - longestStepMs, 0);
    const stepMs = Math.floor((nowMs - steppedMs - lateMs) * speed);
    // What the floor left over is walked in the next step.
    steppedMs += lateMs + stepMs / speed;
    return clock.now() + stepMs;
  };
  const rest = (sinceMs: number): Promise<void> => {
    const alarmInMs = steppedMs + ((clock.nextAlarmAt ?? Infinity) - sinceMs) / speed - steadyMs();
    const pauseMs = Math.min(Math.max(Math.ceil(alarmInMs), 1), STEP_MS);
    return pause(pauseMs, stopped.signal);
  };

  /** To the last price. */
  const play = async (next: () => Promise<Tick | undefined>) => {
    let fromMs = startMs;
    const isHistory = (each: Tick) => {
      if (isOfNow) fromMs = Math.floor(startMs + steadyMs() - madeMs);
      return tickTime(each) < fromMs;
    };
    let tick = await next();
    for (let count = 1; tick !== undefined && isHistory(tick); tick = await next(), count += 1) {
      if (!goesOn) core.remember(tick);
      // Others want to be served meanwhile.
      if (count % TURN_TICKS === 0) await new Promise((resolve) => setImmediate(resolve));
      if (stopped.signal.aborted) return;
    }
    await clock.advanceTo(fromMs);
    steppedMs = isOfNow ? madeMs + fromMs - startMs : steadyMs();
    await turn('live', null);
    if (goesOn) await tellLast();
    rounds.restart(goesOn ? clock.now() - START_DELAY_MS : undefined);
    while (!stopped.signal.aborted) {
      const toMs = nextStep();
      for (; tick !== undefined && tickTime(tick) <= toMs; tick = await next()) {
        if (stopped.signal.aborted) return;
        // What is due at the very instant of a quote comes after the quote, which counts for that instant.
        await clock.reach(tickTime(tick));
        const listening = core.take(tick);
        if (listening !== undefined) await listening;
      }
      if (tick === undefined) return;
      await clock.advanceTo(toMs);
      await rest(toMs);
    }
  };

  /** Without prices, so that what is open ends as it does when any feed falls silent. */
  const runOut = async () => {
    const endMs = clock.now() + RUN_OUT_MS;
    while (!stopped.signal.aborted && clock.now() < endMs) {
      const toMs = nextStep();
      await clock.advanceTo(toMs);
      await rest(toMs);
    }
  };

  const run = async () => {
    const faults = new Set<TickFault>();
    const ticks = soundTicks(options.ticks, (fault) => {
      if (!faults.has(fault)) log.info({ feed: kind, fault }, 'a quote of the feed was not taken');
      faults.add(fault);
    });
    try {
      await play(async () => (await ticks.next()).value).finally(() => ticks.return(undefined));
      rounds.stop();
      if (!stopped.signal.aborted) await turn('closed', 'replay-over');
    } catch (error) {
      log.error({ err: error, feed: kind }, 'the prices ended with an error');
      rounds.stop();
      await turn('failed', 'prices-failed');
    }
    await runOut();
  };

  return {
    kind,
    clock,
    start() {
      running ??= run();
    },
    async stop() {
      stopped.abort();
      rounds.stop();
      await running;
    },
    feed: report,
    dispute: () => undefined,
    ...core.listening(),
  };
}

async function* soundTicks(
  ticks: SimulatedMarketOptions['ticks'],
  onFault: (fault: TickFault) => void,
): AsyncGenerator<Tick, undefined> {
  const guard = new TickGuard();
  for await (const tick of ticks) {
    const fault = guard.faultOf(tick);
    if (fault === undefined) yield tick;
    else onFault(fault);
  }
}
