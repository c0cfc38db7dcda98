import type { EpochMs } from '../../../core/kit/time.ts';
import type {
  AbstainedEntry,
  EnteredEntry,
  SettledEntry,
  SignalEntry,
} from '../../../core/ledger/ledger-entry.ts';
import type { ScoredPair } from '../../../core/market/instruments.ts';
import type {
  ChartPoints,
  FeedReport,
  PricesEvent,
  RequestLimit,
  SignalRequest,
  SignalRequestAnswer,
} from '../../../core/protocol/market-protocol.ts';

/** A market signal with all that has become of it so far. */
export interface SignalStory {
  /** Its place in the ledger. */
  readonly index: number;
  readonly signal: SignalEntry;
  readonly entered: EnteredEntry | undefined;
  readonly settled: SettledEntry | undefined;
}

/** Two clocks read at one moment. The desk's may be a replay's: at another date, and faster. */
export interface DeskTime {
  readonly deskMs: EpochMs;
  readonly wallMs: EpochMs;
  /** Seconds of the desk's clock in a second of this computer's. */
  readonly speed: number;
}

/** How the line to the server is: first try, well, lost and trying again, or given up until `retry`. */
export type LineState = 'connecting' | 'live' | 'reconnecting' | 'unavailable';

/** All that the page knows of the market source. Parts that did not change keep their identity. */
export interface MarketState {
  readonly line: LineState;
  /** Why the line is not live, one plain sentence; undefined while it is. */
  readonly lineReason: string | undefined;
  /** Undefined until the server has said how its feeds are. */
  readonly feed: FeedReport | undefined;
  /** The last quotes; undefined until there were any. */
  readonly prices: PricesEvent | undefined;
  readonly clock: DeskTime | undefined;
  /** The last signals, oldest first: all that are open and at least the last of each mode. */
  readonly stories: readonly SignalStory[];
  /** The last decisions that gave no signal, oldest first. */
  readonly abstentions: readonly AbstainedEntry[];
  readonly limit: RequestLimit | undefined;
}

/** What came of a request for a signal. */
export type RequestOutcome =
  | { readonly kind: 'accepted'; readonly answer: SignalRequestAnswer }
  /** The server's own words; asking the same again is pointless for now. */
  | { readonly kind: 'refused'; readonly reason: string; readonly retryAfterMs?: number }
  /** No answer came: the same key may be sent again. */
  | { readonly kind: 'unanswered' };

/** The market source, for React's `useSyncExternalStore`. It connects with its first listener and lets go with its last. */
export interface MarketStore {
  getState(): MarketState;
  subscribe(listener: () => void): () => void;
  /** Asks for a P-BOT signal, once. Never rejects. */
  request(request: SignalRequest): Promise<RequestOutcome>;
  /** The mid of about the last half hour; undefined when the server did not say. Never rejects. */
  points(pair: ScoredPair): Promise<ChartPoints | undefined>;
  /** Tries to connect now. */
  retry(): void;
}
