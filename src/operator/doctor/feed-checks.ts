import type { FastifyBaseLogger } from 'fastify';
import { reasonOf } from '../../server/platform/reason-of.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import { type Config, ConfigError, type FeedConfig } from '../../server/platform/config.ts';
import { FatalFeedError, type FeedProtocol } from '../../server/market/feed-protocol.ts';
import { openReplay } from '../../server/market/replay-market.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

const ANSWER_LIMIT_MS = 5_000;

const LIVE_FEEDS = {
  auto: 'live prices from Kraken or, where it does not answer, from Deriv',
  kraken: 'live prices from Kraken',
  deriv: 'live prices from Deriv, in the week of the foreign exchange market',
  oanda: 'live prices from OANDA, with your practice account',
} as const;

/** Checks FEED, and that a replay's data sets can be read to their end, as the start reads them. */
export async function checkFeed(
  { feed, dataDir }: Pick<Config, 'feed' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<CheckResult> {
  switch (feed.kind) {
    case 'off':
      return ok('FEED=off: simulated signals only, no market source and no record');
    case 'synthetic':
      return note('FEED=synthetic: made-up prices, in a ledger of their own at each start');
    case 'replay':
      return checkReplay(feed, dataDir, log);
    default:
      return ok(`FEED=${feed.kind}: ${LIVE_FEEDS[feed.kind]}`);
  }
}

async function checkReplay(
  { datasets, speed }: Extract<FeedConfig, { kind: 'replay' }>,
  dataDir: string,
  log: FastifyBaseLogger,
): Promise<CheckResult> {
  try {
    const steadyMs = () => performance.now();
    const { label } = await openReplay({ dataDir, datasets, speed, steadyMs, log });
    return note(
      `FEED=${label} at ${speed} times its pace (${datasets.join(', ')}), in a ledger of its own at each start`,
    );
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return problem(
      error.message,
      'Correct FEED_REPLAY or import the file again; the server does not start like this.',
    );
  }
}

/** Checks that a feed's host accepts a connection, which is closed as soon as it is open. Subscribes to nothing. */
export async function checkSource(
  protocol: FeedProtocol,
  limitMs: number = ANSWER_LIMIT_MS,
): Promise<CheckResult> {
  const limit = AbortSignal.timeout(limitMs);
  const began = performance.now();
  try {
    const connection = await protocol.connect(SCORED_PAIRS, limit);
    const tookMs = Math.round(performance.now() - began);
    connection.destroy();
    return ok(`${protocol.source === 'oanda' ? 'takes the token' : 'lets us in'}, after ${tookMs} ms`);
  } catch (error) {
    if (error instanceof FatalFeedError) {
      return problem(error.message, 'Copy both again from the page of your practice account at OANDA.');
    }
    const reason = limit.aborted ? `no answer within ${limitMs / 1000} s` : reasonOf(error);
    return note(
      `cannot be reached: ${reason}`,
      'Market signals wait for it, simulated ones work. Is there a network, and may this computer connect to port 443 outside?',
    );
  }
}

export function checkRecord({ feed, record }: Pick<Config, 'feed' | 'record'>): CheckResult {
  if (record === 'signed-in') return ok('signed-in traders may read it (PIPCAST_RECORD=signed-in)');
  const isLive = feed.kind in LIVE_FEEDS;
  if (!isLive) return ok('everybody may read it (PIPCAST_RECORD=public)');
  return note(
    'everybody may read it (PIPCAST_RECORD=public), with the prices that signals were settled at',
    'See that the terms of the feed allow that: docs/configuration.md, "Terms of the feeds".',
  );
}
