import { type FoldedSignals, foldEntry, NO_SIGNALS } from '../../src/core/signals/fold-signals.ts';
import type {
  AbstainedEntry,
  EnteredEntry,
  LedgerEntry,
  SettledEntry,
  SignalEntry,
} from '../../src/core/signals/ledger-entry.ts';
import { SCORED_PAIRS } from '../../src/core/market/instruments.ts';
import type {
  FeedReport,
  SignalRequest,
  SignalRequestAnswer,
} from '../../src/core/protocol/market-protocol.ts';
import { timeframeMs } from '../../src/core/market/timeframes.ts';
import { ApiError } from '../../src/web/lib/api-client.ts';
import type { MarketState } from '../../src/web/lib/market/market-state.ts';
import type { MarketStore } from '../../src/web/lib/market/market-store.ts';
import { signalId } from '../../src/core/signals/signal-id.ts';
import { quoted } from './quoted.ts';

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

export const LIVE_FEED: FeedReport = {
  isLive: true,
  source: 'kraken',
  label: null,
  reason: null,
  feeds: [{ source: 'kraken', state: 'live' }],
  disagreements: [],
};

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
      SCORED_PAIRS.map((pair) => [
        pair,
        { bid: BIDS[pair], ask: BIDS[pair] + 2, source: 'kraken', quotedMs: atMs } as const,
      ]),
    ),
    signals: NO_SIGNALS,
    limit: { most: 12, perMs: 60_000, left: 12 },
    deskTime: { deskMs: atMs, pageMs: atMs, speed: 1 },
    offsetMs: 0,
    isClockOff: false,
    lastMessageAt: null,
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

/** A signal decided at an instant: EUR/USD CALL for a minute, at 52.34 %, of P-Special. */
export function signalAt(decidedMs: number, change: Partial<SignalEntry> = {}): SignalEntry {
  const timeframe = change.timeframe ?? '1min';
  const startMs = decidedMs + 1_000;
  return {
    kind: 'signal',
    atMs: decidedMs + 40,
    id: signalId(`00000000-0000-4000-8000-${String(decidedMs % 1e12).padStart(12, '0')}`),
    mode: 'special',
    source: 'kraken',
    pair: 'EUR/USD',
    timeframe,
    decidedMs,
    startMs,
    expiryMs: startMs + timeframeMs(timeframe),
    direction: 'CALL',
    confidence: 52.34,
    engine: 'engine-1',
    reasons: { 'last-bar-down': 1.4, 'momentum-up': 1.19, 'rsi-up': -0.25 },
    control: 'PUT',
    ...change,
  };
}

/** Its entry price: 1.15908, 0.4 s old. */
export function enteredFor(signal: SignalEntry): EnteredEntry {
  const quote = quoted({ bid: 115_907, ask: 115_909, timeMs: signal.startMs - 400, ageMs: 400 });
  return { kind: 'entered', atMs: signal.startMs + 200, signal: signal.id, quote };
}

/** How it ended: on 1.15917 unless void. */
export function settledFor(signal: SignalEntry, change: Partial<SettledEntry> = {}): SettledEntry {
  const settled = { kind: 'settled', atMs: signal.expiryMs + 600, signal: signal.id } as const;
  if (change.reason !== undefined) return { ...settled, outcome: 'void', control: 'void', ...change };
  return {
    ...settled,
    outcome: 'won',
    control: 'lost',
    entry: enteredFor(signal).quote,
    exit: quoted({ bid: 115_916, ask: 115_918, timeMs: signal.expiryMs - 300, ageMs: 300 }),
    provenMs: signal.expiryMs + 600,
    enteredLate: { outcome: 'void', reason: 'no-exit' },
    ...change,
  };
}

/** A decision of P-Special that gave no signal, all pairs for the same reason. */
export function abstainedAt(decidedMs: number, change: Partial<AbstainedEntry> = {}): AbstainedEntry {
  return {
    kind: 'abstained',
    atMs: decidedMs + 40,
    id: `00000000-0000-4000-9000-${String(decidedMs % 1e12).padStart(12, '0')}`,
    mode: 'special',
    timeframe: '1min',
    decidedMs,
    engine: 'engine-1',
    source: 'kraken',
    reasons: Object.fromEntries(SCORED_PAIRS.map((pair) => [pair, 'unproven'])),
    ...change,
  };
}
