import { createContext, use, useRef, useSyncExternalStore } from 'react';
import { epochMs, type EpochMs } from '../../../core/time/instant.ts';
import { isSame } from '../../lib/is-same.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import type { Store } from '../../lib/store.ts';
import { createMoments, type MarketAt } from './market-moments.ts';

export interface PageMarket {
  readonly store: MarketStore;
  readonly moments: Store<MarketAt>;
}

export const MarketContext = createContext<PageMarket | undefined>(undefined);

export function pageMarket(store: MarketStore): PageMarket {
  return { store, moments: createMoments(store) };
}

function usePageMarket(): PageMarket {
  const market = use(MarketContext);
  if (market === undefined) throw new Error('the market is shown within a MarketContext');
  return market;
}

/** The page's market. Throws outside a MarketContext. */
export function useMarketStore(): MarketStore {
  return usePageMarket().store;
}

/** The market at each moment, for components that read it rarely. Throws outside a MarketContext. */
export function useMarketMoments(): Store<MarketAt> {
  return usePageMarket().moments;
}

/**
 * What `read` makes of the market at this moment. The component renders again when that is no longer the same, not at each price and
 * each second: `read` leaves out what the component does not show.
 */
export function useMarket<T>(read: (market: MarketAt) => T): T {
  const { moments } = usePageMarket();
  const kept = useRef<T>(undefined);
  return useSyncExternalStore(moments.subscribe, () => {
    const value = read(moments.getState());
    if (!isSame(kept.current, value)) kept.current = value;
    return kept.current as T;
  });
}

/** The desk's clock; long past until it is known. */
export function deskMs({ atMs }: MarketAt): EpochMs {
  return atMs ?? epochMs(0);
}
