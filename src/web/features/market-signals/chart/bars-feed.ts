import type { ScoredPair } from '../../../../core/market/instruments.ts';
import { type ChartSpan, lengthsOf, type MidBar, withMid } from '../../../../core/market/mid-bars.ts';
import { doubleMid } from '../../../../core/market/tick.ts';
import type { MarketState } from '../../../lib/market/market-state.ts';
import type { MarketStore } from '../../../lib/market/market-store.ts';
import { createMarketFeed, type MarketFeed } from '../market-feed.ts';

export interface ChartChoice {
  readonly pair: ScoredPair;
  readonly span: ChartSpan;
}

/** A pair's mids of a span in bars, and every quote that comes after. Only prices under `priceLabel` belong to it. */
export function createBarsFeed(
  store: MarketStore,
  { pair, span }: ChartChoice,
  priceLabel: string | null,
): MarketFeed<readonly MidBar[]> {
  const { spanMs, barMs } = lengthsOf(span);
  const extend = (bars: readonly MidBar[], { prices, feed }: MarketState) => {
    const price = prices[pair];
    if (price === undefined || feed?.label !== priceLabel) return bars;
    const longer = withMid(bars, barMs, price.quotedMs, doubleMid(price));
    const lastMs = longer.at(-1)?.[0] ?? 0;
    return longer.length > bars.length ? longer.filter(([openMs]) => openMs > lastMs - spanMs) : longer;
  };
  return createMarketFeed<readonly MidBar[]>({
    store,
    empty: [],
    load: async () => (await store.bars(pair, span)).bars,
    extend,
  });
}
