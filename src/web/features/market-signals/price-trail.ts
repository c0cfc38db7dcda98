import type { ScoredPair } from '../../../core/market/instruments.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import { MINUTE_MS } from '../../../core/time/instant.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { createMarketFeed, type MarketFeed } from './market-feed.ts';

/** Mids in order: the instant, and twice the mid in scaled units. */
export type PriceTrail = readonly (readonly [ms: number, doubleMid: number])[];

/** A race shows little more than two minutes. */
const KEPT_MS = 3 * MINUTE_MS;

/** A pair's mids of the last minutes, and every quote that comes after. */
export function createPriceTrail(store: MarketStore, pair: ScoredPair): MarketFeed<PriceTrail> {
  return createMarketFeed<PriceTrail>({
    store,
    empty: [],
    load: async () => (await store.points(pair)).points,
    extend(trail, { prices }) {
      const price = prices[pair];
      if (price === undefined) return trail;
      const mid = doubleMid(price);
      const [lastMs, lastMid] = trail.at(-1) ?? [Number.NEGATIVE_INFINITY];
      const isNew = price.quotedMs > lastMs || (price.quotedMs === lastMs && mid !== lastMid);
      if (!isNew) return trail;
      const recent = trail.filter(([ms]) => ms < price.quotedMs && ms > price.quotedMs - KEPT_MS);
      return [...recent, [price.quotedMs, mid]];
    },
  });
}
