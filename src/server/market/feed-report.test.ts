import { expect, it } from 'vitest';
import type { NamedFeedStatus } from '../feeds/feed-hub.ts';
import { liveFeedReport } from './feed-report.ts';

function reasonOf(...given: NamedFeedStatus[]) {
  return liveFeedReport({ current: () => undefined, statuses: () => given, disagreements: () => [] }).reason;
}

it('says why there are no prices in words for a trader, not in those of the platform', () => {
  expect(
    reasonOf(
      {
        source: 'kraken',
        state: 'connecting',
        reason: 'Connecting again: getaddrinfo ENOTFOUND feed.example.com.',
      },
      {
        source: 'deriv',
        state: 'connecting',
        reason: 'Connecting again: connect ECONNREFUSED 192.0.2.1:443.',
      },
    ),
  ).toBe(
    'No price feed answers: Kraken: connecting again: its address was not found; Deriv: connecting again: it took no connection.',
  );
});

it('says that the market is closed when every feed says so', () => {
  expect(reasonOf({ source: 'kraken', state: 'closed', reason: 'Kraken opens on Sunday.' })).toBe(
    'The market is closed: Kraken: Kraken opens on Sunday.',
  );
});

it('says that it connects while nothing is known', () => {
  expect(
    reasonOf(
      { source: 'kraken', state: 'connecting', reason: undefined },
      { source: 'deriv', state: 'connecting', reason: undefined },
    ),
  ).toBe('Connecting to Kraken and Deriv.');
});
