import type { FeedReport, FeedState } from '../../core/wire/market.ts';
import type { FeedHub, NamedFeedStatus } from './feed-hub.ts';

/** What a hub's feeds come to: is there a price to draw signals from, and how is each feed. */
export function liveFeedReport(hub: Pick<FeedHub, 'current' | 'statuses' | 'disagreements'>): FeedReport {
  const source = hub.current() ?? null;
  const feeds = hub.statuses().map((status) => ({ source: status.source, state: stateOf(status) }));
  return {
    isLive: source !== null,
    source,
    label: null,
    reason: source !== null ? null : feeds.length === 0 ? 'starting' : 'no-feed',
    feeds,
    disagreements: hub.disagreements(),
  };
}

/** Only what failed before says why it connects. */
function stateOf({ state, reason }: NamedFeedStatus): FeedState {
  return state === 'connecting' && reason !== undefined ? 'unreachable' : state;
}
