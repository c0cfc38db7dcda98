import { expect, it } from 'vitest';
import type { FeedLine } from '../../core/wire/market.ts';
import { liveFeedReport } from './live-market.ts';

function reportOf(...given: FeedLine[]) {
  const live = given.find(({ state }) => state === 'live')?.source;
  return liveFeedReport({ current: () => live, statuses: () => given, disagreements: () => [] });
}

it('names the states of the feeds where none is live, and no reason while one is', () => {
  const kraken = { source: 'kraken', state: 'unreachable' } as const;
  const feeds = [kraken, { source: 'deriv', state: 'connecting' } as const];
  expect(reportOf(...feeds)).toMatchObject({ isLive: false, reason: 'no-feed', feeds });
  const report = reportOf(kraken, { source: 'deriv', state: 'live' });
  expect(report).toMatchObject({ isLive: true, source: 'deriv', reason: null });
});

it('is starting before there are feeds', () => {
  expect(reportOf()).toMatchObject({ reason: 'starting', feeds: [] });
});
