import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { epochMs } from '../../../src/core/time/instant.ts';
import type { ScoredPair } from '../../../src/core/market/instruments.ts';
import type { FeedSource, Tick } from '../../../src/core/market/tick.ts';
import { createFeedHub, type FeedHub } from '../../../src/server/market/live-market.ts';
import type { Feed, FeedSink } from '../../../src/server/market/feed-protocol.ts';
import { startTurnTime } from '../../support/turn-time.ts';
import { quoted } from '../../support/quoted.ts';

const WALL = Date.parse('2026-11-18T09:32:00.000Z');
let hub: FeedHub | undefined;
let endTurnTime = () => {};
beforeEach(() => {
  endTurnTime = startTurnTime();
});
afterEach(async () => {
  await hub?.stop();
  endTurnTime();
});

/** A feed in the test's hand. */
class HandFeed implements Feed {
  readonly source: FeedSource;
  sink: FeedSink | undefined;
  stopped = false;
  constructor(source: FeedSource) {
    this.source = source;
  }
  start(_pairs: readonly ScoredPair[], sink: FeedSink) {
    this.sink = sink;
  }
  async stop() {
    this.stopped = true;
  }
  quote(bid: number, pair: ScoredPair = 'EUR/USD') {
    const tick: Tick = quoted({
      source: this.source,
      pair,
      bid,
      ask: bid + 20,
      sourceTime: undefined,
      receivedTime: epochMs(WALL),
    });
    this.sink?.status('live');
    this.sink?.tick(tick);
  }
}

function hubOf(tick: (tick: Tick) => void = () => {}) {
  const kraken = new HandFeed('kraken');
  const deriv = new HandFeed('deriv');
  hub = createFeedHub([() => kraken, () => deriv], { steadyMs: () => performance.now(), speed: 500 });
  hub.start({ tick, look: () => {} });
  return { hub, kraken, deriv };
}

async function until(isDone: () => boolean): Promise<void> {
  while (!isDone()) await new Promise((resolve) => setTimeout(resolve, 1));
}

describe('several feeds in order of preference', () => {
  test('while the first is live the second is not even started', async () => {
    const { hub: it, kraken, deriv } = hubOf();
    kraken.quote(108_503);
    await new Promise((resolve) => setTimeout(resolve, 60));
    expect(it.current()).toBe('kraken');
    expect(deriv.sink).toBeUndefined();
  });

  test('the second is let in when the first is not live for ten seconds, and new signals are drawn from it', async () => {
    const { hub: it, deriv } = hubOf();
    expect(it.current()).toBeUndefined();
    await until(() => deriv.sink !== undefined);
    deriv.quote(108_500);
    expect(it.current()).toBe('deriv');
  });

  test('a first feed that failed for good lets the second in at once', async () => {
    const { hub: it, kraken, deriv } = hubOf();
    kraken.sink?.status('failed');
    await until(() => deriv.sink !== undefined);
    expect(it.statuses()[0]).toEqual({ source: 'kraken', state: 'failed' });
  });

  test('when the first is back new signals go to it, and the second runs on for a while, then ends', async () => {
    const { hub: it, kraken, deriv } = hubOf();
    await until(() => deriv.sink !== undefined);
    deriv.quote(108_500);
    kraken.quote(108_503);
    expect(it.current()).toBe('kraken');
    expect(deriv.stopped).toBe(false);
    await until(() => deriv.stopped);
    expect(it.statuses().map((status) => status.source)).toEqual(['kraken']);
  });

  test('two live feeds that disagree by more than ten pips are distinguished, pair by pair', async () => {
    const { hub: it, kraken, deriv } = hubOf();
    await until(() => deriv.sink !== undefined);
    deriv.quote(108_503);
    kraken.quote(108_510);
    expect(it.disagreements()).toEqual([]);
    kraken.quote(108_627);
    expect(it.disagreements()).toEqual(['EUR/USD']);
  });

  test('every tick of every feed reaches who listens, until the hub stops', async () => {
    const seen: number[] = [];
    const { hub: it, kraken } = hubOf(({ bid }) => seen.push(bid));
    kraken.quote(1);
    kraken.quote(2);
    await it.stop();
    kraken.quote(3);
    expect(seen).toEqual([1, 2]);
  });
});
