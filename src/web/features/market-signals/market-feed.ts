import type { ApiError } from '../../lib/api-client.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { createStore, type Store } from '../../lib/store.ts';

export interface MarketFeedState<T> {
  readonly value: T;
  /** The past is loaded. */
  readonly isLoaded: boolean;
  /** Why it could not be loaded, in one sentence; undefined without a problem. */
  readonly problem: string | undefined;
}

export interface MarketFeed<T> extends Store<MarketFeedState<T>> {
  retry(): void;
}

interface MarketFeedOptions<T> {
  readonly store: MarketStore;
  readonly empty: T;
  readonly load: () => Promise<T>;
  /** With the stream's later news; the same value without any. */
  readonly extend: (value: T, market: MarketState) => T;
}

/**
 * Something of the market's past that the stream goes on with. The past is asked for whenever the line to the server is back,
 * and when the prices come from another feed; prices under another label have another past.
 */
export function createMarketFeed<T>({ store, empty, load, extend }: MarketFeedOptions<T>): MarketFeed<T> {
  const nothing: MarketFeedState<T> = { value: empty, isLoaded: false, problem: undefined };
  let loadedSource: string | null = null;
  /** Of the prices that the value is of. */
  let label: string | null | undefined;
  const feed = createStore(nothing, () => {
    const stopFollowing = store.subscribe(follow);
    follow();
    return () => {
      stopFollowing();
      loadedSource = null;
    };
  });

  function change(part: Partial<MarketFeedState<T>>): void {
    feed.set({ ...feed.getState(), ...part });
  }

  function follow(): void {
    const market = store.getState();
    if (market.feed !== null && market.feed.label !== label) {
      label = market.feed.label;
      loadedSource = null;
      feed.set(nothing);
    }
    const source = market.status === 'live' ? (market.feed?.source ?? '') : null;
    if (source !== loadedSource && source !== null) void fetchPast();
    loadedSource = source;
    const { value } = feed.getState();
    const longer = extend(value, market);
    if (longer !== value) change({ value: longer });
  }

  async function fetchPast(): Promise<void> {
    const asked = label;
    try {
      const past = await load();
      if (asked === label)
        change({ value: extend(past, store.getState()), isLoaded: true, problem: undefined });
    } catch (error) {
      change({ problem: (error as ApiError).message });
    }
  }

  return { getState: feed.getState, subscribe: feed.subscribe, retry: () => void fetchPast() };
}
