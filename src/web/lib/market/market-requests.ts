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
import type { ApiClient } from '../api-client.ts';

/** What the page asks the market for. Each method rejects with an ApiError. */
export interface MarketRequests {
  /** Asks for a P-BOT signal. Repeating it with the same key is safe: it is the same request. */
  requestSignal(request: SignalRequest): Promise<SignalRequestAnswer>;
  /** Takes back a request that is not decided yet. */
  takeBackSignal(key: string): Promise<{ readonly limit: RequestLimit }>;
  /** A pair's prices in bars, for a chart. */
  bars(pair: ScoredPair, span: ChartSpan): Promise<ChartBars>;
  /** How the last signals of P-Special ended. */
  settled(span: ChartSpan): Promise<SettledSignals>;
  /** The prices of about the last half hour, for a chart. */
  points(pair: ScoredPair): Promise<ChartPoints>;
}

export function createMarketRequests(api: ApiClient): MarketRequests {
  return {
    requestSignal: (request) => api.json('/api/market/signals', { method: 'POST', json: request }),
    takeBackSignal: (key) => api.json(`/api/market/signals/${key}`, { method: 'DELETE' }),
    bars: (pair, span) => api.json(`/api/market/bars?${new URLSearchParams({ pair, span })}`),
    settled: (span) => api.json(`/api/market/signals?${new URLSearchParams({ span })}`),
    points: (pair) => api.json(`/api/market/points?${new URLSearchParams({ pair })}`),
  };
}
