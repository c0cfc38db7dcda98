import { z } from 'zod';
import type { Direction } from '../market/direction.ts';
import type { ScoredPair } from '../market/instruments.ts';
import type { MidBar } from '../market/mid-bars.ts';
import type { ScaledPrice } from '../market/scaled-price.ts';
import type { FeedSource } from '../market/tick.ts';
import type { Timeframe } from '../market/timeframes.ts';
import type { Outcome, PlacedEntry } from '../signals/ledger-entry.ts';
import type { SignalId } from '../signals/signal-id.ts';
import { pair, sent, source } from './fields.ts';

/**
 * - `unreachable`: it did not answer, or not as it should, and is tried again; the server's log says what happened;
 * - `stale`: it is there and sends no fresh quotes;
 * - `failed`: it refused, and is not tried again.
 */
const FEED_STATES = ['connecting', 'unreachable', 'live', 'stale', 'closed', 'failed'] as const;

/** Why there are no market signals. With `no-feed` the feeds' own states say it. */
const NO_MARKET_REASONS = [
  'no-feed',
  'switched-off',
  'starting',
  'stopping',
  'start-failed',
  'no-desk',
  'ledger-damaged',
  'database-lost',
  'replay-over',
  'prices-failed',
  'weekend',
] as const;
export type NoMarketReason = (typeof NO_MARKET_REASONS)[number];

/** Whether there are prices to draw market signals from, and if not, why. */
export const feedReport = sent(
  z.object({
    isLive: z.boolean(),
    source: source
      .nullable()
      .meta({ description: 'The feed that signals are drawn from; null: none is live.' }),
    label: z.string().nullable().meta({
      description:
        'What the prices are, when they are not live: `replay 2014-05-08`, `synthetic`. Shown wherever a price or signal is.',
    }),
    reason: z.enum(NO_MARKET_REASONS).nullable().meta({ description: 'Why there are no market signals.' }),
    feeds: z.array(z.object({ source, state: z.enum(FEED_STATES) })),
    disagreements: z.array(pair).meta({ description: 'Pairs on which two feeds are too far apart.' }),
  }),
);
export type FeedReport = z.infer<typeof feedReport>;
export type FeedLine = FeedReport['feeds'][number];
export type FeedState = FeedLine['state'];

/** The last quote of a pair. */
export interface PriceLine {
  readonly pair: ScoredPair;
  readonly bid: ScaledPrice;
  readonly ask: ScaledPrice;
  /** Age at the message's `nowMs`. */
  readonly ageMs: number;
}

/** The first event of every stream, and the answer of `GET /api/market`. */
export interface MarketSnapshot {
  /** The desk's clock: the server's own, or the replay's. */
  readonly nowMs: number;
  /** How fast that clock runs: 1, or the replay's speed. */
  readonly speed: number;
  readonly ledger: { readonly name: string; readonly size: number };
  readonly feed: FeedReport;
  readonly prices: readonly PriceLine[];
  /** Whole stories, oldest first: all entries of the open signals and of the last few that were settled. */
  readonly recent: readonly PlacedEntry[];
  readonly limit: RequestLimit;
}

/** How many P-BOT requests are left to the trader. */
export interface RequestLimit {
  readonly most: number;
  readonly perMs: number;
  readonly left: number;
}

/** Sent once a second while prices come. */
export interface PricesEvent {
  readonly nowMs: number;
  readonly source: FeedSource;
  readonly prices: readonly PriceLine[];
}

/**
 * The events of `GET /api/market/stream`, by their SSE event name. Only `entry` has an id, `<ledger>/<index>`: with it in
 * Last-Event-ID a stream goes on without a gap or a double. `reset` says that this is impossible: the `hello` after it is all
 * that is known.
 */
export interface MarketEvents {
  readonly hello: MarketSnapshot;
  readonly entry: PlacedEntry;
  readonly prices: PricesEvent;
  readonly feed: FeedReport;
  readonly reset: Record<string, never>;
}

/** `POST /api/market/signals`. */
export interface SignalRequest {
  /** Made by the page (a UUID): the same key is the same request, however often it is sent. */
  readonly key: string;
  readonly pair: string;
  readonly timeframe: Timeframe;
}

/**
 * The answer: what was asked for will be decided at `decidesMs` (desk's clock). The decision comes as an `entry` event of
 * mode "bot" with this pair, timeframe and `decidedMs`: a signal, or an abstention.
 */
export interface SignalRequestAnswer {
  readonly pair: ScoredPair;
  readonly timeframe: Timeframe;
  readonly nowMs: number;
  readonly decidesMs: number;
  readonly limit: RequestLimit;
  /** The decision, when it was made already. */
  readonly decision: PlacedEntry | null;
}

/** `GET /api/market/points?pair=EUR/USD`: the mid of about the last half hour, oldest first, at most one a second. */
export interface ChartPoints {
  readonly pair: ScoredPair;
  readonly source: FeedSource | null;
  /** `[instant in ms, twice the mid in scaled units]` */
  readonly points: readonly (readonly [number, number])[];
}

/** `GET /api/market/bars?pair=EUR/USD&span=1h`: the mid in bars, oldest first; where nothing was quoted there is none. */
export interface ChartBars {
  readonly pair: ScoredPair;
  readonly source: FeedSource | null;
  readonly bars: readonly MidBar[];
}

/** A signal of P-Special that was settled: what its mark in a strip or a chart shows. */
export interface SignalMark {
  readonly id: SignalId;
  readonly pair: ScoredPair;
  readonly direction: Direction;
  readonly decidedMs: number;
  readonly outcome: Outcome;
  /** Outcome of the control: a direction drawn at random. */
  readonly control: Outcome;
}

/** `GET /api/market/signals?span=1h`: those of the span before the last one that was settled, oldest first. */
export interface SettledSignals {
  readonly signals: readonly SignalMark[];
}
