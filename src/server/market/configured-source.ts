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

type Currency = 'EUR' | 'GBP' | 'JPY' | 'CAD';
/** What one unit of each is worth in dollars. */
type Worth = Readonly<Record<Currency, number>>;

/** What one unit is worth in dollars where the walk begins and is drawn back to, and how far it moves in a square root of a second. */
const CURRENCIES: Readonly<Record<Currency, { readonly home: number; readonly volatility: number }>> = {
  EUR: { home: 1.09, volatility: 1.6e-5 },
  GBP: { home: 1.27, volatility: 1.7e-5 },
  JPY: { home: 1 / 150, volatility: 1.9e-5 },
  CAD: { home: 1 / 1.36, volatility: 1.2e-5 },
};
/** Each walk returns to its home price over days: too slowly to be seen in a chart, fast enough to keep every price plausible. */
const HOME_AFTER_MS = 5 * DAY_MS;

interface Quoting {
  readonly price: (worth: Worth) => number;
  /** Usual spread in scaled steps; a pip is ten. */
  readonly spread: number;
  /** Mean time between quotes. */
  readonly everyMs: number;
}

const QUOTING: Readonly<Record<ScoredPair, Quoting>> = {
  'EUR/USD': { price: ({ EUR }) => EUR, spread: 6, everyMs: 600 },
  'USD/JPY': { price: ({ JPY }) => 1 / JPY, spread: 8, everyMs: 700 },
  'EUR/JPY': { price: ({ EUR, JPY }) => EUR / JPY, spread: 14, everyMs: 800 },
  'EUR/GBP': { price: ({ EUR, GBP }) => EUR / GBP, spread: 10, everyMs: 1100 },
  'USD/CAD': { price: ({ CAD }) => 1 / CAD, spread: 11, everyMs: 1200 },
};
/** One pause in so many is long: a few seconds, now and then more than a signal may wait. */
const LONG_PAUSE_IN = 80;
const LONG_PAUSE_MS = 5 * SECOND_MS;

/**
 * Made-up quotes of all five pairs in the order of time, without end: the same for the same seed and start. Four currencies
 * walk at random against the dollar, from `from` or their home prices on, so that the pairs agree with each other; nothing in it can be
 * foreseen.
 */
export function* syntheticTicks(
  seed: number,
  startMs: number,
  from: Partial<Worth> = {},
): Generator<Tick, never> {
  const random = seededUint32(seed);
  const uniform = () => (random() + 0.5) / 2 ** 32;
  const drift = driftTo(from);
  const worth = { EUR: 0, GBP: 0, JPY: 0, CAD: 0 };
  const due = new Map(SCORED_PAIRS.map((pair) => [pair, startMs + pauseMs(QUOTING[pair], uniform)]));
  let lastMs = startMs;
  for (;;) {
    const [pair, at] = [...due].reduce((first, each) => (each[1] < first[1] ? each : first));
    walk(drift, at - lastMs, uniform);
    lastMs = at;
    for (const [currency, { home }] of Object.entries(CURRENCIES))
      worth[currency as Currency] = home * Math.exp(drift[currency as Currency]);
    yield quote(pair, at, QUOTING[pair].price(worth), uniform);
    due.set(pair, at + pauseMs(QUOTING[pair], uniform));
  }
}

/** What the currencies are worth in dollars by the last quotes of the pairs; one without its quotes is left out. */
export function worthBy(lastTick: (pair: ScoredPair) => Tick | undefined): Partial<Worth> {
  const mid = (pair: ScoredPair) => {
    const tick = lastTick(pair);
    return tick && (tick.bid + tick.ask) / 2 / priceScale(pair);
  };
  const [EUR, jpy, gbp, cad] = [mid('EUR/USD'), mid('USD/JPY'), mid('EUR/GBP'), mid('USD/CAD')];
  return {
    ...(EUR && { EUR }),
    ...(jpy && { JPY: 1 / jpy }),
    ...(EUR && gbp && { GBP: EUR / gbp }),
    ...(cad && { CAD: 1 / cad }),
  };
}

function driftTo(worth: Partial<Worth>): Record<Currency, number> {
  const drift = (currency: Currency) => {
    const { [currency]: now = CURRENCIES[currency].home } = worth;
    return Math.log(now / CURRENCIES[currency].home);
  };
  return { EUR: drift('EUR'), GBP: drift('GBP'), JPY: drift('JPY'), CAD: drift('CAD') };
}

function walk(drift: Record<Currency, number>, ms: number, uniform: () => number): void {
  for (const [name, { volatility }] of Object.entries(CURRENCIES)) {
    const currency = name as Currency;
    const step = volatility * Math.sqrt(ms / SECOND_MS) * normal(uniform);
    drift[currency] += step - drift[currency] * (ms / HOME_AFTER_MS);
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
function pauseMs({ everyMs }: Quoting, uniform: () => number): number {
  const mean = uniform() < 1 / LONG_PAUSE_IN ? LONG_PAUSE_MS : everyMs;
  return Math.max(1, Math.round(-Math.log(uniform()) * mean));
}

function normal(uniform: () => number): number {
  return Math.sqrt(-2 * Math.log(uniform())) * Math.cos(2 * Math.PI * uniform());
}
