import type { FastifyBaseLogger } from 'fastify';
import { FxWeekGate } from '../../core/time/fx-week.ts';
import { START_DELAY_MS } from '../../core/market/settlement-times.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { createLiveClock, createRoundTimer } from './desk-clock.ts';
import { createFeedHub, type FeedHub } from './feed-hub.ts';
import type { FeedProtocol } from './feed-protocol.ts';
import { LiveFeed } from './live-feed.ts';
import type { Market } from './market.ts';
import type { MarketCore } from './market-core.ts';
import type { FeedReport } from '../../core/wire/market.ts';

export interface LiveMarketOptions {
  readonly protocols: readonly FeedProtocol[];
  readonly core: MarketCore;
  readonly now: () => EpochMs;
  readonly steadyMs: () => number;
  readonly random: () => number;
  readonly log: FastifyBaseLogger;
  /** Divides the feeds' waiting times; 1 except in tests. */
  readonly speed?: number;
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

  hub.onTick((tick) => void core.take(tick));
  hub.onLook(() => {
    const report = liveFeedReport(hub);
    const text = JSON.stringify(report);
    if (text === lastReport) return;
    lastReport = text;
    void core.reports.tell(report);
  });

  return {
    kind: 'live',
    clock,
    start() {
      hub.start();
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
