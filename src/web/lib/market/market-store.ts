import type { RandomUint32 } from '../../../core/random/random.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import type { ApiClient } from '../api-client.ts';
import { createStore, type Store } from '../store.ts';
import { createMarketFold, type MarketState, NOTHING_YET } from './market-state.ts';
import { createMarketStream } from './market-stream.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { ChartSpan } from '../../../core/market/mid-bars.ts';
import type {
  ChartBars,
  ChartPoints,
  RequestLimit,
  SettledSignals,
  SignalRequest,
  SignalRequestAnswer,
} from '../../../core/wire/market.ts';

/** The page's market, for `useStore`. It is connected while it has a subscriber, and keeps its state. */
export interface MarketStore extends MarketRequests, Store<MarketState> {
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

export function createMarketStore({ api, now, random, isNeededHidden }: MarketStoreOptions): MarketStore {
  const requests = createMarketRequests(api);
  const fold = createMarketFold();
  const store = createStore(NOTHING_YET, () => {
    stream.start();
    return () => stream.stop();
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
    ...requests,
    async requestSignal(request) {
      const answer = await requests.requestSignal(request);
      store.set({ ...store.getState(), limit: answer.limit });
      return answer;
    },
  };
}

export type MarketRequests = ReturnType<typeof createMarketRequests>;

function createMarketRequests(api: ApiClient) {
  const get = <T>(path: string, values: Record<string, string>) =>
    api.json<T>(`/api/market/${path}?${new URLSearchParams(values)}`);
  return {
    /** Asks for a P-BOT signal. A repetition with the same key is the same request. */
    requestSignal: (request: SignalRequest) =>
      api.json<SignalRequestAnswer>('/api/market/signals', { method: 'POST', json: request }),
    takeBackSignal: (key: string) =>
      api.json<{ readonly limit: RequestLimit }>(`/api/market/signals/${key}`, { method: 'DELETE' }),
    bars: (pair: ScoredPair, span: ChartSpan) => get<ChartBars>('bars', { pair, span }),
    settled: (span: ChartSpan) => get<SettledSignals>('signals', { span }),
    points: (pair: ScoredPair) => get<ChartPoints>('points', { pair }),
  };
}
