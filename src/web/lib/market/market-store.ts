import type { RandomUint32 } from '../../../core/random/random.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import type { ApiClient } from '../api-client.ts';
import { createStore, type Store } from '../store.ts';
import { createMarketRequests, type MarketRequests } from './market-requests.ts';
import { createMarketFold, type MarketState, NOTHING_YET } from './market-state.ts';
import { createMarketStream } from './market-stream.ts';

/** The page's market, to be read with `useStore`. It is connected while it has a subscriber; what it knows it keeps. */
export interface MarketStore extends MarketRequests, Store<MarketState> {
  /** Connects now instead of at the end of a wait. */
  retry(): void;
}

export interface MarketStoreOptions {
  readonly api: ApiClient;
  readonly now: () => EpochMs;
  /** Uniform, for the spread of reconnects. */
  readonly random: RandomUint32;
  /** Whether a hidden tab stays connected for longer than a minute. */
  readonly isNeededHidden: () => boolean;
}

/** Opens the page's market. */
export function createMarketStore({ api, now, random, isNeededHidden }: MarketStoreOptions): MarketStore {
  const requests = createMarketRequests(api);
  const fold = createMarketFold();
  const store = createStore(NOTHING_YET, () => {
    stream.start();
    return stream.stop;
  });
  const stream = createMarketStream({
    api,
    now,
    random,
    isNeededHidden,
    onEvent: (event) => store.set(fold(store.getState(), event, now())),
    onDown(reason) {
      const state = store.getState();
      if (state.status !== 'unavailable') store.set({ ...state, status: 'reconnecting', reason });
    },
  });
  return {
    subscribe: store.subscribe,
    getState: store.getState,
    retry: stream.retry,
    async requestSignal(request) {
      const answer = await requests.requestSignal(request);
      store.set({ ...store.getState(), limit: answer.limit });
      return answer;
    },
    takeBackSignal: requests.takeBackSignal,
    bars: requests.bars,
    settled: requests.settled,
    points: requests.points,
  };
}
