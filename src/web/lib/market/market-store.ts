import type { RandomUint32 } from '../../../core/random/random.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import {
  type FoldBounds,
  type FoldedSignals,
  foldEntry,
  NO_SIGNALS,
} from '../../../core/signals/fold-signals.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { FeedSource } from '../../../core/market/tick.ts';
import type {
  FeedReport,
  MarketSnapshot,
  PriceLine,
  RequestLimit,
} from '../../../core/protocol/market-protocol.ts';
import { DeskClockEstimate } from './desk-clock-estimate.ts';
import { createMarketRequests, type MarketRequests } from './market-requests.ts';
import { createMarketStream, type MarketEvent } from './market-stream.ts';
import type { GetToken } from './with-token.ts';

/**
 * - `connecting`: nothing has come yet;
 * - `live`: events are coming;
 * - `reconnecting`: the line is down, or the tab is hidden; what is known is kept and goes on without a gap;
 * - `unavailable`: this server has no market, `reason` says why; it is asked again now and then.
 */
export type MarketStatus = 'connecting' | 'live' | 'reconnecting' | 'unavailable';

/** The last quote of a pair; prices are whole numbers of the pair's last decimal. */
export interface MarketPrice {
  readonly bid: number;
  readonly ask: number;
  readonly source: FeedSource;
  /** When it was quoted, on the desk's clock: its age is `deskNow(state, now()) - quotedMs`. */
  readonly quotedMs: number;
}

/** How the desk's clock runs against this page's. */
export interface DeskTime {
  /** What the desk's clock read when this page's read `pageMs`. */
  readonly deskMs: number;
  readonly pageMs: number;
  /** Seconds of the desk's clock in a second of this page's: 1, or a replay's speed. */
  readonly speed: number;
}

/** All that the page knows about the market. Immutable: a change is a new object. */
export interface MarketState {
  readonly status: MarketStatus;
  /** One plain sentence for `reconnecting` and `unavailable`; null otherwise. */
  readonly reason: string | null;
  /** Null until the first answer. */
  readonly feed: FeedReport | null;
  readonly prices: Readonly<Partial<Record<ScoredPair, MarketPrice>>>;
  /** The signals that are open and the last that are not, of both modes (see latestDecision and findDecision). */
  readonly signals: FoldedSignals;
  /** How many P-BOT requests the trader has left, as last told. */
  readonly limit: RequestLimit | null;
  /** Null until the first answer. */
  readonly deskTime: DeskTime | null;
  /** The server's clock minus this page's, in ms; null until it is known, and for a replay, whose clock is its own. */
  readonly offsetMs: number | null;
  /** This computer's clock differs from the server's by more than 2 s: countdowns are right all the same. */
  readonly isClockOff: boolean;
  readonly lastMessageAt: EpochMs | null;
}

/** The page's market, to be read with `useSyncExternalStore`. It is connected while somebody is subscribed. */
export interface MarketStore extends MarketRequests {
  subscribe(listener: () => void): () => void;
  getState(): MarketState;
  /** Connects now instead of at the end of a wait. */
  retry(): void;
}

/** What the store lives on. */
export interface MarketStoreOptions {
  /** The session's `accessToken`. */
  readonly getToken: GetToken;
  readonly fetch: typeof fetch;
  readonly now: () => EpochMs;
  /** Uniform, for the spread of reconnects. */
  readonly random: RandomUint32;
}

const NOTHING_YET: MarketState = {
  status: 'connecting',
  reason: null,
  feed: null,
  prices: {},
  signals: NO_SIGNALS,
  limit: null,
  deskTime: null,
  offsetMs: null,
  isClockOff: false,
  lastMessageAt: null,
};
/** How many finished signals and abstentions of each mode a page keeps. */
const KEPT: FoldBounds = { special: 30, bot: 30 };
const CLOCK_OFF_MS = 2_000;

/** The page's market. It connects with its first listener and lets go with its last; what it knows it keeps. */
export function createMarketStore(options: MarketStoreOptions): MarketStore {
  const listeners = new Set<() => void>();
  const clock = new DeskClockEstimate();
  const requests = createMarketRequests(options);
  const stream = createMarketStream({ ...options, onEvent, onDown });
  let state = NOTHING_YET;
  let isReset = false;

  function change(part: Partial<MarketState>): void {
    state = { ...state, ...part };
    for (const listener of listeners) listener();
  }

  function onDown(reason: string): void {
    if (state.status !== 'unavailable') change({ status: 'reconnecting', reason });
  }

  function onEvent(event: MarketEvent): void {
    const lastMessageAt = options.now();
    switch (event.name) {
      case 'reset':
        isReset = true;
        return;
      case 'hello':
        change({ ...welcome(event.data), lastMessageAt });
        return;
      case 'entry':
        change({ signals: foldEntry(state.signals, event.data, KEPT), lastMessageAt });
        return;
      case 'feed':
        change({ feed: event.data, lastMessageAt });
        return;
      case 'prices': {
        const { nowMs, source, prices } = event.data;
        const speed = state.deskTime?.speed ?? 1;
        change({
          ...timeOf(nowMs, speed, state.feed),
          prices: pricesOf(prices, source, nowMs),
          lastMessageAt,
        });
      }
    }
  }

  function welcome({
    nowMs,
    speed,
    ledger,
    feed,
    prices,
    recent,
    limit,
  }: MarketSnapshot): Partial<MarketState> {
    if (ledger.name === '') return { status: 'unavailable', reason: feed.reason, feed, prices: {}, limit };
    if (isReset) clock.reset();
    const known = isReset ? NO_SIGNALS : state.signals;
    isReset = false;
    return {
      ...timeOf(nowMs, speed, feed),
      status: 'live',
      reason: null,
      feed,
      prices: feed.source === null ? {} : pricesOf(prices, feed.source, nowMs),
      signals: recent.reduce((folded, placed) => foldEntry(folded, placed, KEPT), known),
      limit,
    };
  }

  function timeOf(nowMs: number, speed: number, feed: FeedReport | null): Partial<MarketState> {
    const deskTime = clock.add(nowMs, options.now(), speed);
    // A replay's clock is its own: that it differs says nothing about this computer's.
    const offsetMs = feed?.label === null ? deskTime.deskMs - deskTime.pageMs : null;
    return { deskTime, offsetMs, isClockOff: offsetMs !== null && Math.abs(offsetMs) > CLOCK_OFF_MS };
  }

  return {
    subscribe(listener) {
      listeners.add(listener);
      stream.start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) stream.stop();
      };
    },
    getState: () => state,
    retry: stream.retry,
    async requestSignal(request) {
      const answered = await requests.requestSignal(request);
      if (answered.isOk) change({ limit: answered.value.limit });
      return answered;
    },
    points: requests.points,
  };
}

function pricesOf(lines: readonly PriceLine[], source: FeedSource, nowMs: number): MarketState['prices'] {
  return Object.fromEntries(
    lines.map(({ pair, bid, ask, ageMs }) => [pair, { bid, ask, source, quotedMs: nowMs - ageMs }]),
  );
}
