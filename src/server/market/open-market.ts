import type { FastifyBaseLogger } from 'fastify';
import type { EpochMs } from '../../core/time/instant.ts';
import type { FeedConfig } from '../config/config.ts';
import { createLiveMarket } from './live-market.ts';
import { liveProtocols } from './live-protocols.ts';
import { loadModels } from './load-models.ts';
import type { Market } from './market.ts';
import { openReplayMarket } from './replay-market.ts';
import { createSyntheticMarket } from './synthetic-market.ts';
import { openTickJournal } from './tick-journal.ts';

export interface MarketDeps {
  readonly feed: FeedConfig;
  readonly dataDir: string;
  readonly log: FastifyBaseLogger;
  /** The computer's clock, which may be set at any time. */
  readonly now: () => EpochMs;
  /** Milliseconds on a clock that only runs forward. */
  readonly steadyMs: () => number;
}

/**
 * The market that the settings ask for, not started yet; undefined when FEED is off. Throws a ConfigError when a replay
 * cannot be played.
 */
export async function openMarket({
  feed,
  dataDir,
  log,
  now,
  steadyMs,
}: MarketDeps): Promise<Market | undefined> {
  if (feed.kind === 'off') return undefined;
  const models = await loadModels(dataDir, log);
  if (feed.kind === 'replay') return openReplayMarket({ ...feed, dataDir, models, steadyMs, log });
  if (feed.kind === 'synthetic')
    return createSyntheticMarket({ seed: feed.seed, models, now, steadyMs, log });
  return createLiveMarket({
    protocols: liveProtocols(feed),
    models,
    journal: openTickJournal(dataDir, log),
    now,
    steadyMs,
    random: Math.random,
    log,
  });
}
