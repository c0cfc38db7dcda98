import type { ScoredPair } from '../../../core/market/instruments.ts';
import type {
  ChartPoints,
  SignalRequest,
  SignalRequestAnswer,
} from '../../../core/protocol/market-protocol.ts';
import type { ApiClient } from '../api-client.ts';

/** What the page asks the market for. Each method rejects with an ApiError. */
export interface MarketRequests {
  /** Asks for a P-BOT signal. Repeating it with the same key is safe: it is the same request. */
  requestSignal(request: SignalRequest): Promise<SignalRequestAnswer>;
  /** The prices of about the last half hour, for a chart. */
  points(pair: ScoredPair): Promise<ChartPoints>;
}

export function createMarketRequests(api: ApiClient): MarketRequests {
  return {
    requestSignal: (request) =>
      api.json('/api/market/signals', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(request),
      }),
    points: (pair) => api.json(`/api/market/points?${new URLSearchParams({ pair })}`),
  };
}
