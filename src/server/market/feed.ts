import type { ScoredPair } from '../../core/market/instruments.ts';
import type { FeedSource, Tick } from '../../core/market/tick.ts';

/**
 * How a feed is doing. `live`: quotes come. `stale`: connected, but every pair has been silent for too long. `closed`: the
 * source says that the market is closed. `failed`: it will not work without a change; it is not tried again.
 */
export type FeedState = 'connecting' | 'live' | 'stale' | 'closed' | 'failed';

export interface FeedStatus {
  readonly state: FeedState;
  /** One plain sentence for people; undefined while all is well. */
  readonly reason: string | undefined;
}

/** What a feed reports to. Neither method may throw. */
export interface FeedSink {
  /** A sound quote, in the order it came. */
  tick(tick: Tick): void;
  /** Called when the state or its reason changed. */
  status(status: FeedStatus): void;
}

/** A source of prices for some pairs. `stop` ends it for good; nothing is reported afterwards. */
export interface Feed {
  readonly source: FeedSource;
  start(pairs: readonly ScoredPair[], sink: FeedSink): void;
  stop(): Promise<void>;
}
