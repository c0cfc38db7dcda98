import { MINUTE_MS, type EpochMs } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { RequestLimit } from '../../core/wire/market.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';

/** What a P-BOT request asks for, and the instant at which it is decided, on the market's clock. */
export interface AskedFor {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly decidesMs: EpochMs;
}

/** Whose request it is. */
export interface RequestKey {
  readonly userId: string;
  /** Made by the page. */
  readonly key: string;
}

/** A request that is known, with the place of the entry that decided it. */
export interface KnownRequest extends AskedFor {
  readonly decision: number | null;
}

/** A trader may ask for so many signals in a minute. */
export const MOST_REQUESTS = 12;
/** How long a key is known to be the same request. */
export const KEY_LIFE_MS = 10 * MINUTE_MS;

/**
 * The P-BOT requests of a ledger, shared by all servers: asked for on any of them, decided by the one that has the desk. A request ends
 * when the entry that decides it is recorded, by the ledger's own append. Everything rejects while the database does not answer.
 */
export interface SignalRequests {
  /** What this key has stood for in the last ten minutes; undefined where that is nothing, or was taken back. */
  find(request: RequestKey): Promise<KnownRequest | undefined>;
  /** Keeps a request; one of the same key is known then. Gives the wait on the wall's clock where the trader has none left. */
  add(request: RequestKey, asked: AskedFor): Promise<{ readonly retryAfterMs: number } | undefined>;
  /** Whether the request waited for its decision; it does not any more. It stays counted. */
  takeBack(request: RequestKey): Promise<boolean>;
  limitOf(userId: string): Promise<RequestLimit>;
  /** The pairs that wait for a decision at an instant. */
  due(timeframe: Timeframe, decidesMs: number): Promise<readonly ScoredPair[]>;
  /** All that waits for a decision at or before an instant, in the order of instants. */
  overdue(untilMs: number): Promise<readonly AskedFor[]>;
  /** Drops all of them: the clock was set, and no instant that was promised means anything now. */
  forget(): Promise<void>;
}

/** The limit of a trader who has asked so many times in the last minute. */
export function limitAfter(used: number): RequestLimit {
  return { most: MOST_REQUESTS, perMs: MINUTE_MS, left: Math.max(0, MOST_REQUESTS - used) };
}
