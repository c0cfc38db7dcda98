import type { PlacedEntry } from '../../core/ledger/ledger-entry.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { RequestLimit } from '../../core/protocol/market-protocol.ts';
import type { Timeframe } from '../../core/signals/timeframes.ts';

/** One trader's request for a P-BOT signal. */
export interface AskedSignal {
  readonly userId: string;
  readonly key: string;
  readonly pair: string;
  readonly timeframe: Timeframe;
}

export interface AcceptedSignal {
  readonly kind: 'accepted';
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  /** When it will be decided, on the desk's clock. */
  readonly decidesMs: number;
  readonly limit: RequestLimit;
  /** The decision, when it was made already. */
  readonly decision?: PlacedEntry | undefined;
}

export interface RefusedSignal {
  readonly kind: 'refused';
  readonly code: 'no-public-price' | 'unknown-pair' | 'too-many' | 'unavailable';
  /** One plain sentence for the trader. */
  readonly message: string;
  /** When another try makes sense. */
  readonly retryAfterMs?: number | undefined;
}

/** The desk as far as traders can ask it something. */
export interface SignalRequests {
  request(asked: AskedSignal): AcceptedSignal | RefusedSignal | Promise<AcceptedSignal | RefusedSignal>;
  /** How many requests a trader has left. */
  limitOf(userId: string): RequestLimit;
}
