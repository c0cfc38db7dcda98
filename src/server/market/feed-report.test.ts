import { expect, it } from 'vitest';
import type { NamedFeedStatus } from './feed-hub.ts';
import { liveFeedReport } from './live-market.ts';

function reportOf(...given: NamedFeedStatus[]) {
  const live = given.find(({ state }) => state === 'live')?.source;
  return liveFeedReport({ current: () => live, statuses: () => given, disagreements: () => [] });
}

it('tells a feed that connects for the first time from one that did not answer', () => {
  expect(
    reportOf(
      { source: 'kraken', state: 'connecting', reason: 'Connecting again: getaddrinfo ENOTFOUND.' },
      { source: 'deriv', state: 'connecting', reason: undefined },
    ),
  ).toMatchObject({
    isLive: false,
    reason: 'no-feed',
    feeds: [
      { source: 'kraken', state: 'unreachable' },
      { source: 'deriv', state: 'connecting' },
    ],
  });
});

it('hands on no word of a source, and no reason while one feed is live', () => {
  const report = reportOf(
    { source: 'kraken', state: 'closed', reason: 'Kraken says that it is in maintenance.' },
    { source: 'deriv', state: 'live', reason: 'No quote of USD/JPY for 15 s.' },
  );
  expect(report).toMatchObject({ isLive: true, source: 'deriv', reason: null });
  expect(JSON.stringify(report)).not.toMatch(/maintenance|No quote/);
});

it('is starting before there are feeds', () => {
  expect(reportOf()).toMatchObject({ reason: 'starting', feeds: [] });
});
