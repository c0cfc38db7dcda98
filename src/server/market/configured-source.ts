import type { FastifyBaseLogger } from 'fastify';
import type { EpochMs } from '../../core/time/instant.ts';
import type { FeedConfig } from '../platform/config.ts';
import { createLiveMarket } from './live-market.ts';
import { liveProtocols } from './live-protocols.ts';
import type { MarketSource } from './market-source.ts';
import { openReplay } from './replay-market.ts';
import { syntheticSource } from './synthetic-market.ts';

/** The same walk at each start. */
const SYNTHETIC_SEED = 1;

export interface MarketDeps {
  readonly feed: Exclude<FeedConfig, { kind: 'off' }>;
  readonly dataDir: string;
  readonly log: FastifyBaseLogger;
  /** The computer's clock, which may be set at any time. */
  readonly now: () => EpochMs;
  /** Milliseconds on a clock that only runs forward. */
  readonly steadyMs: () => number;
}

/** Where the settings take prices from. Throws a ConfigError when a replay cannot be played. */
export async function openMarketSource(deps: MarketDeps): Promise<MarketSource> {
  const { feed, dataDir, log, now, steadyMs } = deps;
  if (feed.kind === 'replay') return openReplay({ ...feed, dataDir, steadyMs, log });
  if (feed.kind === 'synthetic') return syntheticSource({ seed: SYNTHETIC_SEED, now, steadyMs, log });
  const protocols = liveProtocols(feed);
  return {
    kind: 'live',
    label: undefined,
    open: (core) => createLiveMarket({ protocols, core, now, steadyMs, random: Math.random, log }),
  };
}
