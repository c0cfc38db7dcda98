import { MINUTE_MS, type EpochMs } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { RequestLimit } from '../../core/wire/market.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';

/** The choice of a P-BOT request, and the instant of its decision, on the market's clock. */
export interface AskedFor {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly decidesMs: EpochMs;
}

export interface RequestKey {
  readonly userId: string;
  /** Made by the page. */
  readonly key: string;
}

/** A known request, with the place of the entry that decided it. */
export interface KnownRequest extends AskedFor {
  readonly decision: number | null;
}

/** Most requests of a trader in a minute. */
export const MOST_REQUESTS = 12;
/** How long a key names the same request. */
export const KEY_LIFE_MS = 10 * MINUTE_MS;

/**
 * The P-BOT requests of a ledger, shared by all servers: asked for on any of them, decided by the one that has the desk. A request ends
 * when the entry that decides it is recorded, by the ledger's own append. Everything rejects while the database does not answer.
 */
export interface SignalRequests {
  /** The request of this key in the last ten minutes; undefined where there was none, or it was taken back. */
  find(request: RequestKey): Promise<KnownRequest | undefined>;
  /** Adds a request, unless one of the same key is known. Returns the wait in wall-clock time where the trader has none left. */
  add(request: RequestKey, asked: AskedFor): Promise<{ readonly retryAfterMs: number } | undefined>;
  /** Takes a request back; true where it waited for its decision. It stays counted. */
  takeBack(request: RequestKey): Promise<boolean>;
  limitOf(userId: string): Promise<RequestLimit>;
  /** The pairs that wait for a decision at an instant. */
  due(timeframe: Timeframe, decidesMs: number): Promise<readonly ScoredPair[]>;
  /** All that waits for a decision at or before an instant, in the order of instants. */
  overdue(untilMs: number): Promise<readonly AskedFor[]>;
  /** Drops all of them: the clock was set, and the promised instants are void. */
  forget(): Promise<void>;
}

/** The limit of a trader after so many requests in the last minute. */
export function limitAfter(used: number): RequestLimit {
  return { most: MOST_REQUESTS, perMs: MINUTE_MS, left: Math.max(0, MOST_REQUESTS - used) };
}
