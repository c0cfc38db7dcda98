import { type EpochMs, SECOND_MS } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import { type FeedSource, scalePrice, type Tick } from '../../core/market/tick.ts';
import { type TickFault, TickGuard } from '../../core/market/tick-guard.ts';
import type { FeedState } from '../../core/wire/market.ts';
import type { FeedEvent } from './feed-protocol.ts';

/** A pair without a quote for this long while the market is open is stale, and is subscribed to again. */
const PAIR_STALE_MS = 15 * SECOND_MS;
/** A pair whose market is closed is asked for again at this interval: a source that refused it does not say when it opens. */
const CLOSED_ASK_MS = 60 * SECOND_MS;
/** After this long the subscription is lost, although the connection seems well. Connect again. */
const PAIR_LOST_MS = 30 * SECOND_MS;
/** Where that did not help, the wait doubles, up to a quarter of an hour. */
const MOST_DOUBLINGS = 5;
/** This many quotes in a row from another time mean that a clock is wrong, most likely ours. */
const CLOCK_WRONG_AFTER = 10;

interface PairState {
  /** When its last message came, on the steady clock: a quote, or the start of its subscription. */
  heardAtMs: number;
  /** Whether it was quoted since the connection was opened. */
  quoted: boolean;
  resubscribed: boolean;
  /** How often the feed reconnected because of this pair, which stayed silent: others must not suffer for it. */
  losses: number;
  /** Not quoted; no watchdog then. */
  off: { readonly kind: 'closed' | 'refused'; readonly atMs: number } | undefined;
}

export interface PairWatchOptions {
  readonly source: FeedSource;
  readonly steadyMs: () => number;
  /** A time in ms, scaled by the test speed. */
  readonly span: (ms: number) => number;
  readonly onFault: (fault: QuoteFault) => void;
}

/** Why a quote is not taken. */
export type QuoteFault = TickFault | 'not-a-price';

/** The pairs of one feed: checks each quote, and knows which pair is quoted, silent or off, and the feed's state. */
export class PairWatch {
  readonly #options: PairWatchOptions;
  readonly #pairs = new Map<ScoredPair, PairState>();
  readonly #guard = new TickGuard();
  #wrongClock = 0;

  constructor(options: PairWatchOptions) {
    this.#options = options;
  }

  /** Begins a connection on which these pairs are subscribed to. */
  begin(pairs: readonly ScoredPair[]): void {
    const heardAtMs = this.#options.steadyMs();
    for (const pair of pairs) {
      const before = this.#pairs.get(pair);
      this.#pairs.set(pair, {
        heardAtMs,
        quoted: false,
        resubscribed: false,
        losses: before?.losses ?? 0,
        off: undefined,
      });
    }
  }

  /** The quote as a tick when it is sound; one that is not is reported. Throws an Error for a pair that was not asked for. */
  take(quote: Extract<FeedEvent, { kind: 'quote' }>, now: EpochMs): Tick | undefined {
    const { pair, sourceTime } = quote;
    const state = this.#pairs.get(pair);
    if (state === undefined) throw new Error(`a quote for ${pair} came, which was not asked for`);
    const bid = scalePrice(pair, quote.bid);
    const ask = scalePrice(pair, quote.ask);
    if (bid === undefined || ask === undefined) {
      this.#options.onFault('not-a-price');
      return undefined;
    }
    const tick: Tick = { source: this.#options.source, pair, bid, ask, sourceTime, receivedTime: now };
    const fault = this.#guard.faultOf(tick);
    this.#wrongClock = fault === 'future' || fault === 'late' ? this.#wrongClock + 1 : 0;
    // A repeated quote still is a sign of life of the pair.
    const last = this.#guard.last(pair);
    const stands =
      fault === 'duplicate' || (fault === 'late' && tick.bid === last?.bid && tick.ask === last.ask);
    if (fault === undefined || stands) {
      state.heardAtMs = this.#options.steadyMs();
      state.quoted = true;
      state.resubscribed = false;
      state.losses = 0;
      state.off = undefined;
    }
    if (fault === undefined) return tick;
    this.#options.onFault(fault);
    return undefined;
  }

  /** The source does not quote a pair, or, where it names none, any pair. Returns whether that is news. */
  switchOff({ kind, pair }: Extract<FeedEvent, { kind: 'closed' | 'refused' }>): boolean {
    const atMs = this.#options.steadyMs();
    const meant = [...this.#pairs].filter(([each]) => pair === undefined || pair === each);
    const isNews = meant.some(([, state]) => state.off?.kind !== kind);
    for (const [, state] of meant) state.off = { kind, atMs };
    return isNews;
  }

  /** The clock was set: earlier quotes prove nothing about later ones. */
  forgetQuotes(): void {
    this.#guard.forget();
  }

  /** The pairs to subscribe to again now, and the one, if any, whose silence only a new connection can end. */
  look(): { readonly again: readonly ScoredPair[]; readonly lost: ScoredPair | undefined } {
    const { steadyMs, span } = this.#options;
    const nowMs = steadyMs();
    const again: ScoredPair[] = [];
    for (const [pair, state] of this.#pairs) {
      if (state.off !== undefined) {
        if (state.off.kind === 'refused' || nowMs - state.off.atMs < span(CLOSED_ASK_MS)) continue;
        state.off = { ...state.off, atMs: nowMs };
        again.push(pair);
        continue;
      }
      const silentMs = nowMs - state.heardAtMs;
      if (silentMs >= span(PAIR_LOST_MS * 2 ** Math.min(state.losses, MOST_DOUBLINGS))) {
        state.losses += 1;
        return { again: [], lost: pair };
      }
      if (silentMs >= span(PAIR_STALE_MS) && !state.resubscribed) {
        state.resubscribed = true;
        again.push(pair);
      }
    }
    return { again, lost: undefined };
  }

  /** The feed's state by its pairs; undefined while none was quoted and none is silent yet. */
  state(): FeedState | undefined {
    if (this.#wrongClock >= CLOCK_WRONG_AFTER) return 'stale';
    const { steadyMs, span } = this.#options;
    const pairs = [...this.#pairs.values()];
    const on = pairs.filter(({ off }) => off === undefined);
    if (on.length === 0 && pairs.length > 0) return pairs[0]?.off?.kind === 'closed' ? 'closed' : 'failed';
    const nowMs = steadyMs();
    const isSilent = ({ heardAtMs }: PairState) => nowMs - heardAtMs >= span(PAIR_STALE_MS);
    // One quiet pair is no reason to give up the others: only its own decisions stop.
    if (on.some((pair) => pair.quoted && !isSilent(pair))) return 'live';
    return on.some(isSilent) ? 'stale' : undefined;
  }
}
