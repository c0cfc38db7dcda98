import type { ScaledPrice, ScoredPair } from '../../../core/market/instruments.ts';
import {
  type FoldBounds,
  type FoldedSignals,
  foldEntry,
  NO_SIGNALS,
} from '../../../core/signals/fold-signals.ts';
import type { EpochMs } from '../../../core/time/instant.ts';
import type { FeedReport, MarketSnapshot, PriceLine, RequestLimit } from '../../../core/wire/market.ts';
import type { DeskTime } from './desk-time.ts';
import { type MarketEvent, whyNoPrices } from './market-events.ts';

/**
 * - `connecting`: nothing has come yet;
 * - `live`: events are coming;
 * - `reconnecting`: the line is down, or the tab is hidden; what is known is kept and goes on without a gap;
 * - `unavailable`: this server has no market, `reason` says why; it is asked again now and then.
 */
export type MarketStatus = 'connecting' | 'live' | 'reconnecting' | 'unavailable';

export interface MarketPrice {
  readonly bid: ScaledPrice;
  readonly ask: ScaledPrice;
  /** On the desk's clock: its age is `deskNow(state, now()) - quotedMs`. */
  readonly quotedMs: number;
}

/** The page's state of the market. Immutable: a change is a new object. */
export interface MarketState {
  readonly status: MarketStatus;
  /** One plain sentence for `reconnecting` and `unavailable`; null otherwise. */
  readonly reason: string | null;
  /** Null until the first answer. */
  readonly feed: FeedReport | null;
  readonly prices: Readonly<Partial<Record<ScoredPair, MarketPrice>>>;
  /** The signals that are open and the last that are not, of both modes (see latestDecision and findDecision). */
  readonly signals: FoldedSignals;
  /** The trader's remaining P-BOT requests, by the server's last answer. */
  readonly limit: RequestLimit | null;
  /** Null until the first answer. */
  readonly deskTime: DeskTime | null;
  /** The server's clock minus this page's, in ms; null until it is known, and for a replay, whose clock is its own. */
  readonly offsetMs: number | null;
  /** This computer's clock differs from the server's by more than 2 s: countdowns are right anyway. */
  readonly isClockOff: boolean;
}

export const NOTHING_YET: MarketState = {
  status: 'connecting',
  reason: null,
  feed: null,
  prices: {},
  signals: NO_SIGNALS,
  limit: null,
  deskTime: null,
  offsetMs: null,
  isClockOff: false,
};
/** How many finished signals and abstentions of each mode a page keeps: an hour of P-Special. */
const KEPT: FoldBounds = { special: 60, bot: 30 };
const CLOCK_OFF_MS = 2_000;

export type FoldMarketEvent = (state: MarketState, event: MarketEvent, at: EpochMs) => MarketState;

/** A fold that remembers the desk's clock from message to message, and whether the next hello starts over. */
export function createMarketFold(): FoldMarketEvent {
  const clock = new DeskClockEstimate();
  let isReset = false;

  function timeOf(nowMs: number, speed: number, feed: FeedReport | null, at: EpochMs): Partial<MarketState> {
    const deskTime = clock.add(nowMs, at, speed);
    // A replay's clock is its own: its difference proves nothing about this computer's.
    const offsetMs = feed?.label === null ? deskTime.deskMs - deskTime.pageMs : null;
    return { deskTime, offsetMs, isClockOff: offsetMs !== null && Math.abs(offsetMs) > CLOCK_OFF_MS };
  }

  function takeHello(known: FoldedSignals, hello: MarketSnapshot, at: EpochMs): Partial<MarketState> {
    const { nowMs, speed, ledger, feed, prices, recent, limit } = hello;
    if (ledger.name === '')
      return { status: 'unavailable', reason: whyNoPrices(feed), feed, prices: {}, limit };
    if (isReset) clock.reset();
    const before = isReset ? NO_SIGNALS : known;
    isReset = false;
    return {
      ...timeOf(nowMs, speed, feed, at),
      status: 'live',
      reason: null,
      feed,
      prices: feed.source === null ? {} : pricesOf(prices, nowMs),
      signals: recent.reduce((folded, placed) => foldEntry(folded, placed, KEPT), before),
      limit,
    };
  }

  return (state, event, at) => {
    switch (event.name) {
      case 'reset':
        isReset = true;
        return state;
      case 'hello':
        return { ...state, ...takeHello(state.signals, event.data, at) };
      case 'entry':
        return { ...state, signals: foldEntry(state.signals, event.data, KEPT) };
      case 'feed':
        return { ...state, feed: event.data };
      case 'prices': {
        const { nowMs, prices } = event.data;
        const time = timeOf(nowMs, state.deskTime?.speed ?? 1, state.feed, at);
        return { ...state, ...time, prices: pricesOf(prices, nowMs) };
      }
    }
  };
}

function pricesOf(lines: readonly PriceLine[], nowMs: number): MarketState['prices'] {
  return Object.fromEntries(
    lines.map(({ pair, bid, ask, ageMs }) => [pair, { bid, ask, quotedMs: nowMs - ageMs }]),
  );
}

/** Some seconds of messages. */
const SAMPLES = 8;

/**
 * How the desk's clock runs against this page's, from messages that say what it read when they were sent. They take time to
 * come, so each makes the desk's clock look slow by that: the one that came fastest of the last few is nearest to the truth.
 */
export class DeskClockEstimate {
  #speed = 0;
  #firstPageMs = 0;
  #estimate: DeskTime | undefined;
  /** The desk's clock at `firstPageMs`, by each of the last messages. */
  readonly #samples: number[] = [];

  /** Adds a message; the same object as before when nothing changes. */
  add(deskMs: number, pageMs: EpochMs, speed: number): DeskTime {
    if (speed !== this.#speed) this.reset();
    if (this.#samples.length === 0) {
      this.#firstPageMs = pageMs;
      this.#speed = speed;
    }
    this.#samples.push(deskMs - (pageMs - this.#firstPageMs) * speed);
    if (this.#samples.length > SAMPLES) this.#samples.shift();
    const best = Math.max(...this.#samples);
    if (best !== this.#estimate?.deskMs) this.#estimate = { deskMs: best, pageMs: this.#firstPageMs, speed };
    return this.#estimate;
  }

  /** Forgets all: another clock, or another server. */
  reset(): void {
    this.#samples.length = 0;
    this.#estimate = undefined;
  }
}
