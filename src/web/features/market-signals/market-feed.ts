import type { ScoredPair } from '../../../core/market/instruments.ts';
import { type ChartSpan, lengthsOf } from '../../../core/market/mid-bars.ts';
import { doubleMid } from '../../../core/market/tick.ts';
import type { FoldedSignals } from '../../../core/signals/fold-signals.ts';
import { MINUTE_MS } from '../../../core/time/instant.ts';
import type { SignalMark } from '../../../core/wire/market.ts';
import type { ApiError } from '../../lib/api-client.ts';
import type { MarketState } from '../../lib/market/market-state.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { createStore, type Store } from '../../lib/store.ts';
import type { PriceTrail } from '../../ui/race-picture.ts';

export interface MarketFeedState<T> {
  readonly value: T;
  /** The past is loaded. */
  readonly isLoaded: boolean;
  /** Why it could not be loaded, in one sentence; undefined without a problem. */
  readonly problem: string | undefined;
}

export interface MarketFeed<T> extends Store<MarketFeedState<T>> {
  retry(): void;
}

interface MarketFeedOptions<T> {
  readonly store: MarketStore;
  readonly empty: T;
  readonly load: () => Promise<T>;
  /** With the stream's later news; the same value without any. */
  readonly extend: (value: T, market: MarketState) => T;
}

/**
 * Something of the market's past that the stream goes on with. The past is asked for whenever the line to the server is back,
 * and when the prices come from another feed; prices under another label have another past.
 */
export function createMarketFeed<T>({ store, empty, load, extend }: MarketFeedOptions<T>): MarketFeed<T> {
  const nothing: MarketFeedState<T> = { value: empty, isLoaded: false, problem: undefined };
  let loadedSource: string | null = null;
  /** Of the prices that the value is of. */
  let label: string | null | undefined;
  const feed = createStore(nothing, () => {
    const stopFollowing = store.subscribe(follow);
    follow();
    return () => {
      stopFollowing();
      loadedSource = null;
    };
  });

  function change(part: Partial<MarketFeedState<T>>): void {
    feed.set({ ...feed.getState(), ...part });
  }

  function follow(): void {
    const market = store.getState();
    if (market.feed !== null && market.feed.label !== label) {
      label = market.feed.label;
      loadedSource = null;
      feed.set(nothing);
    }
    const source = market.status === 'live' ? (market.feed?.source ?? '') : null;
    if (source !== loadedSource && source !== null) void fetchPast();
    loadedSource = source;
    const { value } = feed.getState();
    const longer = extend(value, market);
    if (longer !== value) change({ value: longer });
  }

  async function fetchPast(): Promise<void> {
    const asked = label;
    try {
      const past = await load();
      if (asked === label)
        change({ value: extend(past, store.getState()), isLoaded: true, problem: undefined });
    } catch (error) {
      change({ problem: (error as ApiError).message });
    }
  }

  return { getState: feed.getState, subscribe: feed.subscribe, retry: () => void fetchPast() };
}

/** A race shows little more than two minutes. */
const KEPT_MS = 3 * MINUTE_MS;

/** A pair's mids of the last minutes, and every quote that comes after. */
export function createPriceTrail(store: MarketStore, pair: ScoredPair): MarketFeed<PriceTrail> {
  return createMarketFeed<PriceTrail>({
    store,
    empty: [],
    load: async () => (await store.points(pair)).points,
    extend(trail, { prices }) {
      const price = prices[pair];
      if (price === undefined) return trail;
      const mid = doubleMid(price);
      const [lastMs, lastMid] = trail.at(-1) ?? [Number.NEGATIVE_INFINITY];
      const isNew = price.quotedMs > lastMs || (price.quotedMs === lastMs && mid !== lastMid);
      if (!isNew) return trail;
      const recent = trail.filter(([ms]) => ms < price.quotedMs && ms > price.quotedMs - KEPT_MS);
      return [...recent, [price.quotedMs, mid]];
    },
  });
}

/** How the signals of P-Special ended: those of a span before the last one, and each that ends while the page is open; oldest first. */
export function createSettledFeed(store: MarketStore, span: ChartSpan): MarketFeed<readonly SignalMark[]> {
  const { spanMs } = lengthsOf(span);
  return createMarketFeed<readonly SignalMark[]>({
    store,
    empty: [],
    load: async () => (await store.settled(span)).signals,
    extend: (marks, { signals }) => withSettled(marks, signals, spanMs),
  });
}

function withSettled(
  marks: readonly SignalMark[],
  { stories }: FoldedSignals,
  spanMs: number,
): readonly SignalMark[] {
  const known = new Set(marks.map(({ id }) => id));
  const ended = stories.flatMap(({ signal, settled }): SignalMark[] => {
    if (settled === undefined || signal.mode !== 'special' || known.has(signal.id)) return [];
    const { id, pair, direction, decidedMs } = signal;
    return [{ id, pair, direction, decidedMs, outcome: settled.outcome, control: settled.control }];
  });
  if (ended.length === 0) return marks;
  const all = [...marks, ...ended].sort((a, b) => a.decidedMs - b.decidedMs);
  const lastMs = all.at(-1)?.decidedMs ?? 0;
  const recent = all.filter(({ decidedMs }) => decidedMs > lastMs - spanMs);
  return recent.length === marks.length && recent.every(({ id }) => known.has(id)) ? marks : recent;
}
