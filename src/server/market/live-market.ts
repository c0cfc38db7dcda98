import type { FastifyBaseLogger } from 'fastify';
import { FxWeekGate } from '../../core/time/fx-week.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import type { FeedSource } from '../../core/market/tick.ts';
import { createFeedHub } from '../feeds/feed-hub.ts';
import type { FeedProtocol } from '../feeds/feed-protocol.ts';
import { LiveFeed } from '../feeds/live-feed.ts';
import type { Models } from './brains.ts';
import { liveFeedReport } from './feed-report.ts';
import { createLiveClock } from './live-clock.ts';
import type { Market } from './market.ts';
import { MarketCore } from './market-core.ts';
import { pointsBetween } from './point-ring.ts';
import { createRoundTimer } from './round-timer.ts';
import type { TickJournal } from './tick-journal.ts';

export interface LiveMarketOptions {
  /** The sources in order of preference. */
  readonly protocols: readonly FeedProtocol[];
  readonly models: Models;
  /** Quotes of before the start; undefined to begin without. */
  readonly journal: TickJournal | undefined;
  /** The computer's clock, which may be set at any time. */
  readonly now: () => EpochMs;
  /** Milliseconds on a clock that only runs forward. */
  readonly steadyMs: () => number;
  /** In [0, 1); spreads reconnects. */
  readonly random: () => number;
  readonly log: FastifyBaseLogger;
  /** Divides the feeds' waiting times; 1 but in tests. */
  readonly speed?: number;
  /** Are there decision rounds at this instant; the FX week but in tests. */
  readonly isOpen?: (at: EpochMs) => boolean;
}

/** Live prices: the first source that answers, its failover, and the engine on what they quote. */
export function createLiveMarket(options: LiveMarketOptions): Market {
  const { protocols, models, journal, steadyMs, random, log, speed = 1 } = options;
  const week = new FxWeekGate();
  const isOpen = options.isOpen ?? ((at: EpochMs) => week.isOpen(at));
  const core = new MarketCore({ pairs: SCORED_PAIRS, models, log });
  let running: Promise<void> | undefined;
  let isStopped = false;
  /** Charts go on with the last feed there was. */
  let shown: FeedSource | undefined;
  let told = '';

  const clock = createLiveClock({
    wallMs: options.now,
    steadyMs,
    onSet(beforeMs, afterMs) {
      log.warn({ beforeMs, afterMs }, 'the clock of this computer was set: the engine starts anew');
      core.forget();
      void journal?.clear();
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

  hub.onTick((tick) => {
    journal?.add(tick);
    void core.take(tick);
  });
  hub.onLook(() => {
    shown = hub.current() ?? shown;
    const report = liveFeedReport(hub);
    const text = JSON.stringify(report);
    if (text === told) return;
    told = text;
    void core.reports.tell(report);
  });

  const run = async () => {
    for (const { source } of protocols) {
      let count = 0;
      for await (const tick of journal?.read(source, clock.now()) ?? []) {
        if (isStopped) return;
        core.remember(tick);
        count += 1;
        // Others want to be served meanwhile.
        if (count % 2000 === 0) await new Promise((resolve) => setImmediate(resolve));
      }
      if (count > 0) log.info({ feed: source, quotes: count }, 'the engine has its last day back');
    }
    if (isStopped) return;
    hub.start();
    rounds.restart();
  };

  return {
    kind: 'live',
    label: undefined,
    clock,
    start() {
      running ??= run();
    },
    async stop() {
      isStopped = true;
      clock.stop();
      rounds.stop();
      await running;
      await hub.stop();
      await journal?.close();
    },
    feed: () => liveFeedReport(hub),
    isDisputed: (pair) => hub.disagreements().some((each) => each.pair === pair),
    lastTick: (source, pair) => core.lastTick(source, pair),
    points: (pair) => (shown === undefined ? [] : core.points(shown, pair)),
    bars: (pair, span) => (shown === undefined ? [] : core.bars(shown, pair, span)),
    path: keptPath(core, journal),
    ...core.listening(),
  };
}

/** From memory where it reaches back far enough, else from the journal. */
function keptPath(core: MarketCore, journal: TickJournal | undefined): Market['path'] {
  return async (source, pair, span) => {
    const points = core.points(source, pair);
    const recent = pointsBetween(points, span);
    if (journal === undefined || (points[0]?.[0] ?? Infinity) <= span.fromMs) return recent;
    const kept = await journal.path(source, pair, span);
    return kept.length > recent.length ? kept : recent;
  };
}
