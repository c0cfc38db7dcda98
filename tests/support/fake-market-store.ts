import { SCORED_PAIRS } from '../../src/core/market/instruments.ts';
import { type FoldedSignals, foldEntry, NO_SIGNALS } from '../../src/core/signals/fold-signals.ts';
import type { LedgerEntry } from '../../src/core/signals/ledger-entry.ts';
import type { SignalRequest, SignalRequestAnswer } from '../../src/core/wire/market.ts';
import { ApiError } from '../../src/web/lib/api-client.ts';
import type { MarketState } from '../../src/web/lib/market/market-state.ts';
import type { MarketStore } from '../../src/web/lib/market/market-store.ts';
import { LIVE_FEED } from './live-feed.ts';

export { abstainedAt, enteredFor, settledFor, signalAt } from './entries.ts';

/** A market store whose knowledge and answers are in the test's hand. */
export interface FakeMarketStore extends MarketStore {
  set(change: Partial<MarketState>): void;
  /** Adds entries as the stream would. */
  tell(...entries: LedgerEntry[]): void;
  readonly requests: SignalRequest[];
  /** What the next requests are answered with, in order; the last one again and again. */
  answers: (SignalRequestAnswer | ApiError)[];
  points: MarketStore['points'];
  bars: MarketStore['bars'];
  settled: MarketStore['settled'];
  /** Keys of the requests that were taken back. */
  readonly takenBack: string[];
  retries: number;
}

const BIDS = {
  'EUR/USD': 115_907,
  'USD/JPY': 155_242,
  'EUR/JPY': 179_950,
  'EUR/GBP': 88_097,
  'USD/CAD': 140_220,
};

/** Known and live since `atMs`, on a desk's clock that runs with the page's. */
export function createFakeMarketStore(atMs: number): FakeMarketStore {
  const listeners = new Set<() => void>();
  let index = 0;
  let state: MarketState = {
    status: 'live',
    reason: null,
    feed: LIVE_FEED,
    prices: Object.fromEntries(
      SCORED_PAIRS.map((pair) => [pair, { bid: BIDS[pair], ask: BIDS[pair] + 2, quotedMs: atMs }]),
    ),
    signals: NO_SIGNALS,
    limit: { most: 12, perMs: 60_000, left: 12 },
    deskTime: { deskMs: atMs, pageMs: atMs, speed: 1 },
    offsetMs: 0,
    isClockOff: false,
  };
  const set = (change: Partial<MarketState>) => {
    state = { ...state, ...change };
    for (const listener of listeners) listener();
  };
  const fake: FakeMarketStore = {
    requests: [],
    takenBack: [],
    answers: [],
    retries: 0,
    getState: () => state,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    set,
    tell(...entries) {
      let signals: FoldedSignals = state.signals;
      for (const entry of entries) {
        signals = foldEntry(signals, { index, entry }, { special: 5, bot: 5 });
        index += 1;
      }
      set({ signals });
    },
    async requestSignal(request) {
      fake.requests.push(request);
      const answer = fake.answers.length > 1 ? fake.answers.shift() : fake.answers[0];
      if (answer === undefined) throw new ApiError('no answer');
      if (answer instanceof ApiError) throw answer;
      return answer;
    },
    async takeBackSignal(key) {
      fake.takenBack.push(key);
      return { limit: { most: 12, perMs: 60_000, left: 11 } };
    },
    async bars(pair) {
      return { pair, source: 'kraken', bars: [] };
    },
    async settled() {
      return { signals: [] };
    },
    async points(pair) {
      return { pair, source: 'kraken', points: [] };
    },
    retry() {
      fake.retries += 1;
    },
  };
  return fake;
}
