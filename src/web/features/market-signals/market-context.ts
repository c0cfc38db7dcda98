import { createContext, use } from 'react';
import { type EpochMs, epochMs, SECOND_MS } from '../../../core/time/instant.ts';
import { useSecond } from '../../lib/clock.ts';
import { deskNow, pageInstant } from '../../lib/market/desk-time.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { useStore } from '../../lib/store.ts';

export const MarketContext = createContext<MarketStore | undefined>(undefined);

/** The page's market. Throws outside a MarketContext. */
export function useMarketStore(): MarketStore {
  const store = use(MarketContext);
  if (store === undefined) throw new Error('useMarketStore needs a MarketContext above it');
  return store;
}

export interface MarketAt {
  readonly state: MarketState;
  readonly atMs: EpochMs | undefined;
}

/**
 * All that is known, and what the desk's clock reads; undefined until that is known. The component renders again when the
 * state changes and at each turn of a second: those of the desk's clock, so that a countdown to an instant of that clock
 * reaches zero on it.
 */
export function useMarketAt(): MarketAt {
  const store = useMarketStore();
  const state = useStore(store);
  const { deskTime } = state;
  const turn =
    deskTime === null ? 0 : pageInstant(deskTime, Math.ceil(deskTime.deskMs / SECOND_MS) * SECOND_MS);
  useSecond(Math.round(modulo(turn, SECOND_MS)));
  return { state, atMs: deskTime === null ? undefined : epochMs(Math.round(deskNow(deskTime, now()))) };
}

function modulo(value: number, divisor: number): number {
  return ((value % divisor) + divisor) % divisor;
}
