import type { FastifyBaseLogger } from 'fastify';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import { HOUR_MS } from '../../core/time/instant.ts';
import type { FeedConfig } from '../platform/config.ts';
import { derivProtocol } from './deriv-protocol.ts';
import type { FeedProtocol } from './feed-protocol.ts';
import { krakenProtocol } from './kraken-protocol.ts';
import { createLiveMarket } from './live-market.ts';
import { oandaProtocol } from './oanda-protocol.ts';
import { openReplay } from './replay-market.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import { syntheticTicks, worthBy } from './synthetic-ticks.ts';
import type { MarketSource } from './market-core.ts';

const SYNTHETIC_SEED = 1;

export interface MarketDeps {
  readonly feed: Exclude<FeedConfig, { kind: 'off' }>;
  readonly dataDir: string;
  readonly log: FastifyBaseLogger;
  /** Milliseconds on a clock that only runs forward. */
  readonly steadyMs: () => number;
}

/** Where the settings take prices from. Throws a ConfigError when a replay cannot be played. */
export async function openMarketSource(deps: MarketDeps): Promise<MarketSource> {
  const { feed, dataDir, log, steadyMs } = deps;
  if (feed.kind === 'replay') return openReplay({ ...feed, dataDir, steadyMs, log });
  if (feed.kind === 'synthetic') return syntheticSource({ seed: SYNTHETIC_SEED, steadyMs, log });
  const protocols = liveProtocols(feed);
  return {
    kind: 'live',
    label: undefined,
    open: (core, _fromMs, now) =>
      createLiveMarket({ protocols, core, now, steadyMs, random: Math.random, log }),
  };
}

/** The sources that a setting stands for, in order of preference; none when it asks for no live prices. */
export function liveProtocols(feed: FeedConfig): readonly FeedProtocol[] {
  switch (feed.kind) {
    case 'auto':
      return [krakenProtocol(), derivProtocol()];
    case 'kraken':
      return [krakenProtocol()];
    case 'deriv':
      return [derivProtocol()];
    case 'oanda':
      return [oandaProtocol({ token: feed.token, accountId: feed.accountId })];
    default:
      return [];
  }
}

interface SyntheticOptions {
  readonly seed: number;
  readonly steadyMs: () => number;
  readonly log: FastifyBaseLogger;
}

const WARM_UP_MS = 3 * HOUR_MS;

/** Made-up prices at the computer's own time, open around the clock: for demonstrations. They go on where those of another desk ended. */
export function syntheticSource({ seed, steadyMs, log }: SyntheticOptions): MarketSource {
  return {
    kind: 'synthetic',
    label: 'synthetic',
    open(core, fromMs, now) {
      const startMs = now();
      const goesOn = fromMs !== undefined;
      const ticks = goesOn
        ? // Another seed for another stretch: the same one would make the same moves again.
          syntheticTicks(
            (seed ^ startMs) >>> 0,
            startMs,
            worthBy((pair) => core.lastTick('synthetic', pair)),
          )
        : syntheticTicks(seed, startMs - WARM_UP_MS);
      return createSimulatedMarket({
        kind: 'synthetic',
        label: 'synthetic',
        pairs: SCORED_PAIRS,
        core,
        ticks,
        startMs,
        goesOn,
        isOfNow: true,
        speed: 1,
        isOpen: () => true,
        steadyMs,
        log,
      });
    },
  };
}
