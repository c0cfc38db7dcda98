import type { FeedReport } from '../../src/core/wire/market.ts';

/** What the market says of its feed while prices come. */
export const LIVE_FEED: FeedReport = {
  isLive: true,
  source: 'kraken',
  label: null,
  reason: null,
  feeds: [{ source: 'kraken', state: 'live' }],
  disagreements: [],
};
