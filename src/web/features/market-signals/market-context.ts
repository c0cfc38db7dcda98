import { createContext, use, useRef, useSyncExternalStore } from 'react';
import { type EpochMs, epochMs } from '../../../core/time/instant.ts';
import { onSecond } from '../../lib/clock.ts';
import { deskNow, turnOfSecond } from '../../lib/market/desk-time.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { now } from '../../lib/now.ts';
import { createStore, type Store } from '../../lib/store.ts';

/** The market's state, and the reading of the desk's clock; undefined until that is known. */
export interface MarketAt {
  readonly state: MarketState;
  readonly atMs: EpochMs | undefined;
}

/**
 * The market from moment to moment: at each change of what is known, and at each turn of a second of the desk's clock, so that a
 * countdown to an instant of that clock reaches zero on it. Connected while it has a listener.
 */
export function createMoments(store: MarketStore): Store<MarketAt> {
  const look = () => moments.set(momentOf(store.getState()));
  const moments = createStore(momentOf(store.getState()), () => {
    let turnMs = -1;
    let stopSeconds = () => {};
    const follow = () => {
      look();
      const { deskTime } = store.getState();
      const turn = deskTime === null ? 0 : turnOfSecond(deskTime);
      if (turn === turnMs) return;
      turnMs = turn;
      stopSeconds();
      stopSeconds = onSecond(turn, look);
    };
    const stopFollowing = store.subscribe(follow);
    follow();
    return () => {
      stopFollowing();
      stopSeconds();
    };
  });
  return moments;
}

function momentOf(state: MarketState): MarketAt {
  const { deskTime } = state;
  return { state, atMs: deskTime === null ? undefined : epochMs(Math.round(deskNow(deskTime, now()))) };
}

export interface PageMarket {
  readonly store: MarketStore;
  readonly moments: Store<MarketAt>;
}

export const MarketContext = createContext<PageMarket | undefined>(undefined);

export function pageMarket(store: MarketStore): PageMarket {
  return { store, moments: createMoments(store) };
}

/** Throws outside a MarketContext. */
export function usePageMarket(): PageMarket {
  const market = use(MarketContext);
  if (market === undefined) throw new Error('the market is shown within a MarketContext');
  return market;
}

export function useMarketStore(): MarketStore {
  return usePageMarket().store;
}

/**
 * What `read` makes of the market at this moment. The component renders again when that is no longer the same, not at each price and
 * each second: `read` leaves out what the component does not show.
 */
export function useMarket<T>(read: (market: MarketAt) => T): T {
  const { moments } = usePageMarket();
  const last = useRef<T>(undefined);
  return useSyncExternalStore(moments.subscribe, () => {
    const value = read(moments.getState());
    if (!isSame(last.current, value)) last.current = value;
    return last.current as T;
  });
}

/** The desk's clock; long past until it is known. */
export function deskMs({ atMs }: MarketAt): EpochMs {
  return atMs ?? epochMs(0);
}

/** Whether two values are identical, or plain objects or arrays of equal parts. */
export function isSame(one: unknown, other: unknown): boolean {
  if (Object.is(one, other)) return true;
  if (!isComposed(one) || !isComposed(other)) return false;
  const keys = Object.keys(one);
  return (
    keys.length === Object.keys(other).length &&
    keys.every((key) => key in other && isSame(one[key], other[key]))
  );
}

function isComposed(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
