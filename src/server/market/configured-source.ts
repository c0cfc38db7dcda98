import type { FastifyBaseLogger } from 'fastify';
import { priceScale, scaledPrice, SCORED_PAIRS, type ScoredPair } from '../../core/market/instruments.ts';
import { DAY_MS, epochMs, HOUR_MS, SECOND_MS } from '../../core/time/instant.ts';
import type { FeedConfig } from '../platform/config.ts';
import { derivProtocol } from './deriv-protocol.ts';
import type { FeedProtocol } from './feed-protocol.ts';
import { krakenProtocol } from './kraken-protocol.ts';
import { createLiveMarket } from './live-market.ts';
import { oandaProtocol } from './oanda-protocol.ts';
import { openReplay } from './replay-market.ts';
import { createSimulatedMarket } from './simulated-market.ts';
import type { MarketSource } from './market-core.ts';
import { seededUint32 } from '../../core/random/random.ts';
import type { Tick } from '../../core/market/tick.ts';

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

const WARM_UP_MS = 3 * HOUR_MS;

/** Made-up prices at the computer's own time, open around the clock: for demonstrations. They go on where those of another desk ended. */
export function syntheticSource({
  seed,
  steadyMs,
  log,
}: Pick<MarketDeps, 'steadyMs' | 'log'> & { readonly seed: number }): MarketSource {
  return {
    kind: 'synthetic',
    label: 'synthetic',
    open(core, fromMs, now) {
      const startMs = now();
      const goesOn = fromMs !== undefined;
      const ticks = goesOn
        ? // Another seed for another stretch: the same one would make the same moves again.
          syntheticTicks((seed ^ startMs) >>> 0, startMs, (pair) => core.lastTick('synthetic', pair))
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

/** Each walk returns to its home price over days: too slowly to be seen in a chart, fast enough to keep every price plausible. */
const HOME_AFTER_MS = 5 * DAY_MS;

interface Quoting {
  /** Where the walk begins and is drawn back to. */
  readonly home: number;
  /** How far it moves in a square root of a second, as a part of the price. */
  readonly volatility: number;
  /** Usual spread in scaled steps; a pip is ten. */
  readonly spread: number;
  /** Mean time between quotes. */
  readonly everyMs: number;
}

const QUOTING: Readonly<Record<ScoredPair, Quoting>> = {
  'EUR/USD': { home: 1.09, volatility: 1.6e-5, spread: 6, everyMs: 600 },
  'USD/JPY': { home: 150, volatility: 1.9e-5, spread: 8, everyMs: 700 },
  'EUR/JPY': { home: 163.5, volatility: 2.5e-5, spread: 14, everyMs: 800 },
  'EUR/GBP': { home: 0.858, volatility: 2.3e-5, spread: 10, everyMs: 1100 },
  'USD/CAD': { home: 1.36, volatility: 1.2e-5, spread: 11, everyMs: 1200 },
};
/** One pause in so many is long: a few seconds, now and then more than a signal may wait. */
const LONG_PAUSE_IN = 80;
const LONG_PAUSE_MS = 5 * SECOND_MS;

/**
 * Made-up quotes of all five pairs in the order of time, without end: the same for the same seed and start. The price of each walks at
 * random, from its last quote or its home on; nothing in it can be foreseen.
 */
export function* syntheticTicks(
  seed: number,
  startMs: number,
  lastTick: (pair: ScoredPair) => Tick | undefined = () => undefined,
): Generator<Tick, never> {
  const random = seededUint32(seed);
  const uniform = () => (random() + 0.5) / 2 ** 32;
  const walks = SCORED_PAIRS.map((pair) => {
    const { home } = QUOTING[pair];
    const last = lastTick(pair);
    const price = last === undefined ? home : (last.bid + last.ask) / 2 / priceScale(pair);
    return { pair, drift: Math.log(price / home), atMs: startMs, dueMs: startMs + pauseMs(pair, uniform) };
  });
  for (;;) {
    const walk = walks.reduce((first, each) => (each.dueMs < first.dueMs ? each : first));
    const { pair, dueMs } = walk;
    const { home, volatility } = QUOTING[pair];
    const ms = dueMs - walk.atMs;
    const step = volatility * Math.sqrt(ms / SECOND_MS) * normal(uniform);
    walk.drift += step - walk.drift * (ms / HOME_AFTER_MS);
    yield quote(pair, dueMs, home * Math.exp(walk.drift), uniform);
    walk.atMs = dueMs;
    walk.dueMs += pauseMs(pair, uniform);
  }
}

function quote(pair: ScoredPair, atMs: number, price: number, uniform: () => number): Tick {
  const { spread } = QUOTING[pair];
  const width = Math.max(1, Math.round(spread * (0.6 + 0.4 * -Math.log(uniform()))));
  const steps = Math.round(price * priceScale(pair) - width / 2);
  const [bid, ask] = [scaledPrice(steps), scaledPrice(steps + width)];
  const time = epochMs(atMs);
  return { source: 'synthetic', pair, bid, ask, sourceTime: time, receivedTime: time };
}

/** Whole milliseconds, one at least. */
function pauseMs(pair: ScoredPair, uniform: () => number): number {
  const mean = uniform() < 1 / LONG_PAUSE_IN ? LONG_PAUSE_MS : QUOTING[pair].everyMs;
  return Math.max(1, Math.round(-Math.log(uniform()) * mean));
}

function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
