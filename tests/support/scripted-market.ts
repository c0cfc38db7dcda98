import { type AbstentionReason, sharedPoints } from '../../src/core/engine/reasons.ts';
import type { Decision, EngineSignal } from '../../src/core/engine/pair-engine.ts';
import { epochMs, type EpochMs } from '../../src/core/time/instant.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../src/core/market/instruments.ts';
import { doubleMid, type FeedSource, type Tick, tickTime } from '../../src/core/market/tick.ts';
import type { FeedReport } from '../../src/core/wire/market.ts';
import type { Timeframe } from '../../src/core/market/timeframes.ts';
import { createSimulatedClock, type SimulatedClock } from '../../src/server/market/desk-clock.ts';
import type { Listener } from '../../src/server/platform/listeners.ts';
import type { DecisionRound, Market, MarketPrices } from '../../src/server/market/market.ts';
import { quoted } from './quoted.ts';

export interface ScriptedMarketOptions {
  readonly startMs: number;
  readonly kind?: Market['kind'];
  readonly label?: string;
  readonly source?: FeedSource;
}

/** A quote as a test writes it: an ask two steps above the bid and the clock's instant unless it says otherwise. */
export interface ScriptedQuote {
  readonly bid: number;
  readonly ask?: number;
  readonly pair?: ScoredPair;
  readonly source?: FeedSource;
  /** The source's own time. */
  readonly atMs?: number;
}

/** A market whose clock, quotes, rounds and feed are in the test's hand. What it tells is waited for. */
export interface ScriptedMarket extends Market, MarketPrices {
  readonly clock: SimulatedClock;
  readonly isRunning: () => boolean;
  /** Tells a quote at the clock's instant; it may be dated otherwise. */
  tick(quote: ScriptedQuote): Promise<void>;
  /** Moves the clock to an instant, then tells a quote of that instant, which comes before the alarms at it. */
  tickAt(ms: number, quote: ScriptedQuote): Promise<void>;
  round(round: {
    readonly timeframe: Timeframe;
    readonly decidedMs: number;
    readonly decisions: readonly Decision[];
    readonly source?: FeedSource;
  }): Promise<void>;
  /** Changes the report, and the source that new rounds have unless they say it. */
  report(change: Partial<FeedReport>): Promise<void>;
  clockSet(beforeMs: number, afterMs: number): Promise<void>;
}

/** Makes one that is live on one feed from the start. */
export function scriptedMarket(options: ScriptedMarketOptions): ScriptedMarket {
  const clock = createSimulatedClock(options.startMs);
  const first = options.source ?? 'kraken';
  let report: FeedReport = {
    isLive: true,
    source: first,
    label: options.label ?? null,
    reason: null,
    feeds: [{ source: first, state: 'live' }],
    disagreements: [],
  };
  let isRunning = false;
  const last = new Map<string, Tick>();
  const points = new Map<ScoredPair, (readonly [number, number])[]>();
  const ticks = new Set<Listener<Tick>>();
  const rounds = new Set<Listener<DecisionRound>>();
  const reports = new Set<Listener<FeedReport>>();
  const clockSets = new Set<Listener<{ readonly beforeMs: EpochMs; readonly afterMs: EpochMs }>>();
  const join = <T>(listeners: Set<Listener<T>>, listener: Listener<T>) => {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  };
  const tell = async <T>(listeners: Set<Listener<T>>, event: T) => {
    for (const listener of listeners) await listener(event);
  };

  const market: ScriptedMarket = {
    clock,
    kind: options.kind ?? 'live',
    isRunning: () => isRunning,
    start() {
      isRunning = true;
    },
    async stop() {
      isRunning = false;
    },
    feed: () => report,
    dispute(source, pair) {
      const own = last.get(`${source} ${pair}`);
      if (own === undefined || !report.disagreements.includes(pair)) return undefined;
      const quote = { source, bid: own.bid, ask: own.ask, timeMs: tickTime(own) };
      const bid = quote.bid + 500;
      return { own: quote, other: quoted({ ...quote, source: 'deriv', bid, ask: bid + 8 }) };
    },
    lastTick: (source, pair) => last.get(`${source} ${pair}`),
    points: (pair) => points.get(pair) ?? [],
    bars: () => [],
    path: async (_source, pair, { fromMs, toMs }) =>
      (points.get(pair) ?? []).filter(([atMs]) => atMs >= fromMs && atMs <= toMs),
    onTick: (listener) => join(ticks, listener),
    onRound: (listener) => join(rounds, listener),
    onFeed: (listener) => join(reports, listener),
    onClockSet: (listener) => join(clockSets, listener),
    async tick({ bid, ask = bid + 2, pair = 'EUR/USD', source = report.source ?? first, atMs }) {
      const receivedTime = clock.now();
      const sourceTime = atMs === undefined ? undefined : epochMs(atMs);
      const tick: Tick = quoted({ source, pair, bid, ask, sourceTime, receivedTime });
      last.set(`${source} ${pair}`, tick);
      points.set(pair, [...(points.get(pair) ?? []), [tickTime(tick), doubleMid(tick)]]);
      await tell(ticks, tick);
    },
    async tickAt(ms, quote) {
      await clock.reach(ms);
      await market.tick(quote);
    },
    async round({ timeframe, decidedMs, decisions, source = report.source ?? undefined }) {
      await tell(rounds, { timeframe, decidedMs: epochMs(decidedMs), source, decisions });
    },
    async report(change) {
      report = { ...report, ...change };
      await tell(reports, report);
    },
    async clockSet(beforeMs, afterMs) {
      await tell(clockSets, { beforeMs: epochMs(beforeMs), afterMs: epochMs(afterMs) });
    },
  };
  return market;
}

/** What the engine would say with a signal. */
export function scriptedSignal(
  decidedMs: number,
  timeframe: Timeframe,
  { pair = 'EUR/USD', direction = 'CALL', confidence = 53.1 }: Partial<EngineSignal> = {},
): EngineSignal {
  return {
    kind: 'signal',
    pair,
    timeframe,
    decidedAtMs: decidedMs,
    direction,
    confidence,
    reasons: sharedPoints(new Map([['last-bar-up', 1]]), confidence - 50),
  };
}

/** A round of abstentions of every scored pair but those that signalled. */
export function scriptedDecisions(
  decidedMs: number,
  timeframe: Timeframe,
  signals: readonly EngineSignal[] = [],
  reason: AbstentionReason = 'undecided',
): Decision[] {
  return SCORED_PAIRS.map(
    (pair) =>
      signals.find((signal) => signal.pair === pair) ?? {
        kind: 'abstention',
        pair,
        timeframe,
        decidedAtMs: decidedMs,
        reason,
      },
  );
}
