import type { Decision } from '../../core/engine/pair-engine.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { ChartSpan, MidBar } from '../../core/market/mid-bars.ts';
import type { FeedSource, Tick } from '../../core/market/tick.ts';
import type { Dispute } from '../../core/signals/ledger-entry.ts';
import type { FeedReport } from '../../core/wire/market.ts';
import type { Timeframe } from '../../core/market/timeframes.ts';
import type { Listener, Unsubscribe } from '../platform/listeners.ts';
import type { DeskClock } from './desk-clock.ts';
import type { Points, Span } from './point-ring.ts';

/** The engine's decisions at one instant on every pair, from the feed that signals were drawn from at that instant. */
export interface DecisionRound {
  readonly timeframe: Timeframe;
  readonly decidedMs: EpochMs;
  /** Undefined when no feed was live: then there are no decisions. */
  readonly source: FeedSource | undefined;
  readonly decisions: readonly Decision[];
}

/** Live prices, those of a past day, or made-up ones. Only `live` enters the live record. */
export type MarketKind = 'live' | 'replay' | 'synthetic';

/** The prices of a desk and the engine's decisions on them, live or replayed: one and the same loop. */
export interface Market {
  readonly clock: DeskClock;
  readonly kind: MarketKind;
  /** A live market, or one that goes on where another desk's ended, decides the instants of the last second too. */
  start(): void;
  stop(): Promise<void>;
  feed(): FeedReport;
  /** The newest quotes of a feed and of another live one that are so far apart on a pair that one of them must be wrong. */
  dispute(source: FeedSource, pair: ScoredPair): Dispute | undefined;
  /** Every sound quote of every running feed, in order. */
  onTick(listener: Listener<Tick>): Unsubscribe;
  /** Every grid instant of every timeframe while the FX week is open, also when no feed is live. */
  onRound(listener: Listener<DecisionRound>): Unsubscribe;
  onFeed(listener: Listener<FeedReport>): Unsubscribe;
  /** The computer's clock was set: earlier instants are void. Loops have started over. */
  onClockSet(listener: Listener<{ readonly beforeMs: EpochMs; readonly afterMs: EpochMs }>): Unsubscribe;
}

/** The part of the market that every node shows, whichever node it runs in. */
export interface MarketPrices {
  readonly clock: Pick<DeskClock, 'now' | 'speed'>;
  readonly kind: MarketKind;
  feed(): FeedReport;
  lastTick(source: FeedSource, pair: ScoredPair): Tick | undefined;
  /** Twice the mids of about the last half hour from the feed that signals are drawn from, at most one a second. */
  points(pair: ScoredPair): readonly (readonly [number, number])[];
  /** The mid in bars, from the same feed. */
  bars(pair: ScoredPair, span: ChartSpan): readonly MidBar[];
  /** As `points`, of one feed between two instants; none where they are not kept any more. */
  path(source: FeedSource, pair: ScoredPair, span: Span): Promise<Points>;
  onTick(listener: Listener<Tick>): Unsubscribe;
  onFeed(listener: Listener<FeedReport>): Unsubscribe;
}
