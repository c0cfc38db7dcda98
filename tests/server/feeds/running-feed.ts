import { afterEach, beforeEach } from 'vitest';
import { type EpochMs, epochMs } from '../../../src/core/time/instant.ts';
import type { ScoredPair } from '../../../src/core/market/instruments.ts';
import type { FeedProtocol } from '../../../src/server/market/feed-protocol.ts';
import { LiveFeed } from '../../../src/server/market/live-feed.ts';
import { startTurnTime } from '../../support/turn-time.ts';
import { fakeSource } from './fake-socket-source.ts';
import { recordingSink } from './recording-sink.ts';
import { memoryLog } from '../../support/memory-log.ts';

/** What a feed is asked for unless a test asks for others. */
export const PAIRS = ['EUR/USD', 'USD/JPY'] as const;
/** What the wall clock of the tests shows at first. */
export const WALL_MS = Date.parse('2026-11-18T09:32:00.000Z');
/** What to stop after a test, the last first. */
export const cleanUps: (() => Promise<void>)[] = [];

let endTurnTime = () => {};
beforeEach(() => {
  endTurnTime = startTurnTime();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  endTurnTime();
});

/** A feed on a fake source: its wall clock goes on from WALL_MS unless the test has one of its own; waiting times are a fiftieth. */
export async function running(
  protocolOf: (url: string) => FeedProtocol,
  options: {
    answer?: Parameters<typeof fakeSource>[0];
    now?: () => EpochMs;
    steadyMs?: () => number;
    pairs?: readonly ScoredPair[];
  } = {},
) {
  const source = await fakeSource(options.answer);
  const memory = memoryLog();
  const steadyStart = performance.now();
  const feed = new LiveFeed(protocolOf(source.url), {
    now: options.now ?? (() => epochMs(WALL_MS + Math.round(performance.now() - steadyStart))),
    steadyMs: options.steadyMs ?? (() => performance.now()),
    random: () => 0.5,
    log: memory.log,
    speed: 50,
  });
  const sink = recordingSink();
  feed.start(options.pairs ?? PAIRS, sink);
  cleanUps.push(
    () => source.close(),
    () => feed.stop(),
  );
  /** The kinds of quotes that were not taken, as they are logged. */
  const faults = () => memory.entries().flatMap(({ fault }) => (fault === undefined ? [] : [fault]));
  /** Why it was not connected, or not quoted, as it is logged. */
  const problems = () => memory.entries().flatMap(({ problem }) => (problem === undefined ? [] : [problem]));
  /** Resolves when such a problem is logged. */
  const problemLike = async (pattern: RegExp) => {
    while (!problems().some((problem) => pattern.test(String(problem))))
      await new Promise((resolve) => setImmediate(resolve));
  };
  return { source, feed, sink, faults, problems, problemLike };
}
