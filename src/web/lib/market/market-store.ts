import type { RandomUint32 } from '../../../core/kit/random.ts';
import type { EpochMs } from '../../../core/kit/time.ts';
import type { FoldedSignals } from '../../../core/ledger/fold-signals.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { FeedSource } from '../../../core/market/tick.ts';
import type { FeedReport, RequestLimit } from '../../../core/protocol/market-protocol.ts';
import type { MarketRequests } from './market-requests.ts';
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
