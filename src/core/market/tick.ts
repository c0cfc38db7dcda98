import type { EpochMs } from '../time/instant.ts';
import { priceScale, type ScaledPrice, scaledPrice, type ScoredPair } from './instruments.ts';

/** Where prices come from. The last two are not live and never enter the live record. */
export const FEED_SOURCES = ['kraken', 'deriv', 'oanda', 'replay', 'synthetic'] as const;
export type FeedSource = (typeof FEED_SOURCES)[number];

export interface Tick {
  readonly source: FeedSource;
  readonly pair: ScoredPair;
  readonly bid: ScaledPrice;
  readonly ask: ScaledPrice;
  /** When the source says it quoted; undefined where it does not say. */
  readonly sourceTime: EpochMs | undefined;
  readonly receivedTime: EpochMs;
}

/**
 * Scales a vendor's decimal price, rounding what lies beyond the pair's last decimal to the nearest; `undefined` when
 * it is not a positive finite decimal number.
 */
export function scalePrice(pair: ScoredPair, price: unknown): ScaledPrice | undefined {
  const value = typeof price === 'string' && /^\d+(\.\d+)?$/.test(price) ? Number(price) : price;
  if (typeof value !== 'number') return undefined;
  const scaled = Math.round(value * priceScale(pair));
  return scaled > 0 && Number.isSafeInteger(scaled) ? scaledPrice(scaled) : undefined;
}

/** Twice the mid price, scaled: bid plus ask. Whole, so that two mids compare exactly. */
export function doubleMid(tick: Pick<Tick, 'bid' | 'ask'>): number {
  return tick.bid + tick.ask;
}

/** The instant a tick counts for: when it was quoted, or when it came where the source does not say. */
export function tickTime(tick: Pick<Tick, 'sourceTime' | 'receivedTime'>): EpochMs {
  return tick.sourceTime ?? tick.receivedTime;
}

/**
 * Quotes, one array per field, in the order they were made; several may share one millisecond.
 * Prices are scaled integers (see `priceScale`). A bid above its ask happens in real files: `TickGuard` refuses it.
 */
export interface TickColumns {
  readonly length: number;
  /** Milliseconds since 1970 UTC. */
  readonly timeMs: Float64Array;
  readonly bid: Int32Array;
  readonly ask: Int32Array;
}
