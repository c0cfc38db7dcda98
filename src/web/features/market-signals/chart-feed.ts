import type { ScoredPair } from '../../../core/market/instruments.ts';
import type { ApiError } from '../../lib/api-client.ts';
import type { MarketStore } from '../../lib/market/market-store.ts';
import { createStore } from '../../lib/store.ts';
import { type ChartLine, extended, lineOf } from './chart-line.ts';

export interface ChartFeedState {
  readonly line: ChartLine;
  /** Why the line has no past, in one sentence; undefined while all is well. */
  readonly problem: string | undefined;
}

/**
 * A pair's mids of about the last half hour, and every quote that comes after. The past is asked
 * for again whenever the line to the server is back. Only prices under `priceLabel` belong to it.
 */
export function createChartFeed(store: MarketStore, pair: ScoredPair, priceLabel: string | null) {
  let wasLive = false;
  const feedStore = createStore<ChartFeedState>({ line: [], problem: undefined }, () => {
    const stopFollowing = store.subscribe(follow);
    follow();
    return () => {
      stopFollowing();
      wasLive = false;
    };
  });

  function change(part: Partial<ChartFeedState>): void {
    feedStore.set({ ...feedStore.getState(), ...part });
  }

  function follow(): void {
    const { status, prices, feed } = store.getState();
    const isLive = status === 'live';
    if (isLive && !wasLive) void load();
    wasLive = isLive;
    const price = prices[pair];
    if (price === undefined || feed?.label !== priceLabel) return;
    const { line } = feedStore.getState();
    const longer = extended(line, price);
    if (longer !== line) change({ line: longer });
  }

  async function load(): Promise<void> {
    let past: ChartLine;
    try {
      past = lineOf((await store.points(pair)).points);
    } catch (error) {
      change({ problem: (error as ApiError).message });
      return;
    }
    const lastS = past.at(-1)?.[0] ?? Number.NEGATIVE_INFINITY;
    // Quotes that came while the past was on its way stay at its end.
    change({
      line: [...past, ...feedStore.getState().line.filter(([second]) => second > lastS)],
      problem: undefined,
    });
  }

  return { getState: feedStore.getState, subscribe: feedStore.subscribe, retry: (): void => void load() };
}
