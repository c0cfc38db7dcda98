import type { FastifyBaseLogger } from 'fastify';
import { reasonOf } from '../../server/platform/database-error.ts';
import { SCORED_PAIRS } from '../../core/market/instruments.ts';
import { type Config, ConfigError, type FeedConfig } from '../../server/platform/config.ts';
import { FatalFeedError, type FeedProtocol } from '../../server/market/feed-protocol.ts';
import { openReplay } from '../../server/market/replay-market.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

const ANSWER_LIMIT_MS = 5_000;

/** Checks FEED, and that a replay's data sets can be read to their end, as the start reads them. */
export async function checkFeed(
  { feed, dataDir }: Pick<Config, 'feed' | 'dataDir'>,
  log: FastifyBaseLogger,
): Promise<CheckResult> {
  if (feed.kind === 'replay') return checkReplay(feed, dataDir, log);
  const set = `FEED=${feed.kind}`;
  return feed.kind === 'synthetic'
    ? note(`${set}: made-up prices, in a ledger of their own at each start`)
    : ok(set);
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
