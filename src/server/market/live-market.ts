import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import { SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import { type FeedSource, type Tick, tickTime } from '../../core/market/tick.ts';
import type { Dispute, FeedQuote } from '../../core/signals/ledger-entry.ts';
import { areApart } from '../../core/signals/settlement.ts';
import type { FeedLine, FeedReport, FeedState } from '../../core/wire/market.ts';
import type { Feed, FeedProtocol } from './feed-protocol.ts';
import { FxWeekGate } from '../../core/time/fx-week.ts';
import { START_DELAY_MS } from '../../core/market/settlement-times.ts';
import { createLiveClock, createRoundTimer } from './desk-clock.ts';
import { LiveFeed, type LiveFeedDeps } from './live-feed.ts';
import type { Market } from './market.ts';
import type { MarketCore } from './market-core.ts';

export type FeedHub = ReturnType<typeof createFeedHub>;

export interface FeedHubDeps {
  readonly steadyMs: () => number;
  /** Divides every waiting time; 1 except in tests. */
  readonly speed?: number;
}

interface HubSink {
  /** Every tick of every running feed, in order. */
  tick(tick: Tick): void;
  /** Called when a state may have changed, and about once a second. */
  look(): void;
}

const DEAF: HubSink = { tick: () => {}, look: () => {} };

/** After this time without a live feed the next one is started. */
const FAILOVER_AFTER_MS = 10 * SECOND_MS;
/** A replacement feed runs on for this long after the first is back: its open signals are settled with its own prices. */
const HOLD_MS = 300 * SECOND_MS;
/** Older quotes prove no present disagreement. */
const COMPARABLE_MS = 3 * SECOND_MS;

interface Running {
  readonly feed: Feed;
  state: FeedState;
  /** When it was last live, or was started, on the steady clock. */
  liveAtMs: number;
  readonly ticks: Map<ScoredPair, { readonly tick: Tick; readonly atMs: number }>;
}

/** Runs feeds in their order of preference: the first alone while it is live, the next as well while it is not. */
export function createFeedHub(feeds: readonly (() => Feed)[], deps: FeedHubDeps) {
  const running: Running[] = [];
  let sink = DEAF;
  const speed = deps.speed ?? 1;
  let timer: NodeJS.Timeout | undefined;
  let heldSinceMs: number | undefined;

  const open = () => {
    const make = feeds[running.length];
    if (make === undefined) return;
    const feed = make();
    const entry: Running = {
      feed,
      state: 'connecting',
      liveAtMs: deps.steadyMs(),
      ticks: new Map(),
    };
    running.push(entry);
    feed.start(SCORED_PAIRS, {
      tick(tick) {
        entry.ticks.set(tick.pair, { tick, atMs: deps.steadyMs() });
        sink.tick(tick);
      },
      status(state) {
        entry.state = state;
        sink.look();
      },
    });
  };

  /** Starts the next feed while the running ones are not live, and stops the last one when it is no longer needed. */
  const supervise = () => {
    const nowMs = deps.steadyMs();
    for (const entry of running) if (entry.state === 'live') entry.liveAtMs = nowMs;
    const last = running.at(-1);
    if (last === undefined) return;
    const isWanting = (entry: Running) =>
      nowMs - entry.liveAtMs >= FAILOVER_AFTER_MS / speed || entry.state === 'failed';
    if (running.every(isWanting)) open();
    const isCovered = running.length > 1 && running.slice(0, -1).some((entry) => entry.state === 'live');
    if (!isCovered) heldSinceMs = undefined;
    else heldSinceMs ??= nowMs;
    if (heldSinceMs !== undefined && nowMs - heldSinceMs >= HOLD_MS / speed) {
      running.pop();
      heldSinceMs = undefined;
      void last.feed.stop();
    }
  };

  /** The newest quotes of a feed and of another live one, where they are that far apart on a pair. */
  const dispute = (source: FeedSource, pair: ScoredPair) => disputeOf(running, deps.steadyMs(), source, pair);

  return {
    start(to: HubSink = DEAF) {
      sink = to;
      open();
      timer = setInterval(() => {
        supervise();
        sink.look();
      }, SECOND_MS / speed);
    },
    async stop() {
      clearInterval(timer);
      sink = DEAF;
      await Promise.all(running.splice(0).map(({ feed }) => feed.stop()));
    },
    /** The feed that new signals are drawn from: the first in order that is live. Undefined while none is. */
    current: () => running.find(({ state }) => state === 'live')?.feed.source,
    /** Every feed that was started so far, in order of preference. */
    statuses: (): readonly FeedLine[] => running.map(({ feed, state }) => ({ source: feed.source, state })),
    /** The pairs on which two live feeds are now further apart than their spreads explain. */
    disagreements: (): readonly ScoredPair[] =>
      SCORED_PAIRS.filter((pair) => running.some(({ feed }) => dispute(feed.source, pair))),
    dispute,
  };
}

/** The recent quotes of a feed and of another live one on a pair, if they are too far apart. */
function disputeOf(
  running: readonly Running[],
  nowMs: number,
  source: FeedSource,
  pair: ScoredPair,
): Dispute | undefined {
  const recent = running.flatMap(({ state, ticks }) => {
    const entry = state === 'live' ? ticks.get(pair) : undefined;
    return entry !== undefined && nowMs - entry.atMs <= COMPARABLE_MS ? [quoteOf(entry.tick)] : [];
  });
  const own = recent.find((quote) => quote.source === source);
  const other = own && recent.find((quote) => quote.source !== source && areApart(own, quote));
  return own && other && { own, other };
}

function quoteOf(tick: Tick): FeedQuote {
  return { source: tick.source, bid: tick.bid, ask: tick.ask, timeMs: tickTime(tick) };
}

export interface LiveMarketOptions extends LiveFeedDeps {
  readonly protocols: readonly FeedProtocol[];
  readonly core: MarketCore;
  /** Whether decision rounds take place at this instant: the FX week except in tests. */
  readonly isOpen?: (at: EpochMs) => boolean;
}

/** Live prices: the first source that answers, its failover, and the engine on what they quote. */
export function createLiveMarket(options: LiveMarketOptions): Market {
  const { protocols, core, steadyMs, random, log, speed = 1 } = options;
  const week = new FxWeekGate();
  const isOpen = options.isOpen ?? ((at: EpochMs) => week.isOpen(at));
  let lastReport = '';

  const clock = createLiveClock({
    wallMs: options.now,
    steadyMs,
    onSet(beforeMs, afterMs) {
      log.warn({ beforeMs, afterMs }, 'the clock of this computer was set: the engine starts over');
      core.forget();
      rounds.restart();
      void core.clockSets.tell({ beforeMs, afterMs });
    },
    onFailure: (error) => log.error({ err: error }, 'an alarm of the market failed'),
  });
  const feedDeps = { now: clock.now, steadyMs, random, log, speed };
  const hub = createFeedHub(
    protocols.map((protocol) => () => new LiveFeed(protocol, feedDeps)),
    { steadyMs, speed },
  );
  const rounds = createRoundTimer(clock, (at) => (isOpen(at) ? core.decide(at, hub.current()) : undefined));

  const look = () => {
    const report = liveFeedReport(hub);
    const text = JSON.stringify(report);
    if (text === lastReport) return;
    lastReport = text;
    void core.reports.tell(report);
  };

  return {
    kind: 'live',
    clock,
    start() {
      hub.start({ tick: (tick) => void core.take(tick), look });
      rounds.restart(clock.now() - START_DELAY_MS);
    },
    async stop() {
      clock.stop();
      rounds.stop();
      await hub.stop();
    },
    feed: () => liveFeedReport(hub),
    dispute: hub.dispute,
    ...core.listening(),
  };
}

/** The report of a hub: whether there is a price to draw signals from, and how each feed is. */
export function liveFeedReport(hub: Pick<FeedHub, 'current' | 'statuses' | 'disagreements'>): FeedReport {
  const source = hub.current() ?? null;
  const feeds = hub.statuses();
  return {
    isLive: source !== null,
    source,
    label: null,
    reason: source !== null ? null : feeds.length === 0 ? 'starting' : 'no-feed',
    feeds,
    disagreements: hub.disagreements(),
  };
}
