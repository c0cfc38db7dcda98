import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { epochMs } from '../../core/time/instant.ts';
import type { ScoredPair } from '../../core/market/instruments.ts';
import type { FeedSource } from '../../core/market/tick.ts';
import { createFeedHub, type FeedHub } from './live-market.ts';
import { quoted } from '../../../tests/support/quoted.ts';
import type { FeedState } from '../../core/wire/market.ts';
import type { Feed, FeedSink } from './feed-protocol.ts';

beforeEach(() => vi.useFakeTimers({ now: 0 }));
afterEach(() => vi.useRealTimers());

/** A hub over feeds that say what the test says: two unless it names more. */
function hubOfTwo(
  sources: readonly FeedSource[] = ['kraken', 'oanda'],
  to?: Parameters<FeedHub['start']>[0],
) {
  const sinks = new Map<FeedSource, FeedSink>();
  const stopped: FeedSource[] = [];
  const feed = (source: FeedSource) => (): Feed => ({
    source,
    start: (_pairs, sink) => void sinks.set(source, sink),
    stop: async () => void stopped.push(source),
  });
  const hub = createFeedHub(sources.map(feed), { steadyMs: () => Date.now() });
  const say = (source: FeedSource, state: FeedState) => sinks.get(source)?.status(state);
  const quote = (source: FeedSource, bid: number, ask = bid, pair: ScoredPair = 'EUR/USD') => {
    const receivedTime = epochMs(Date.now());
    sinks.get(source)?.tick(quoted({ source, pair, bid, ask, sourceTime: undefined, receivedTime }));
  };
  const pass = (seconds: number) => vi.advanceTimersByTime(seconds * 1_000);
  const running = () => hub.statuses().map(({ source }) => source);
  hub.start(to);
  return { hub, say, quote, pass, running, stopped };
}

/** Both feeds live. */
function bothLive() {
  const two = hubOfTwo();
  two.pass(10);
  two.say('oanda', 'live');
  two.say('kraken', 'live');
  return two;
}

describe('the next feed', () => {
  test('is let in when the first was not live for ten seconds, not before', () => {
    const { say, pass, running, hub } = hubOfTwo();
    say('kraken', 'live');
    pass(5);
    say('kraken', 'stale');
    pass(9);
    expect(running()).toEqual(['kraken']);
    pass(1);
    expect([running(), hub.current()]).toEqual([['kraken', 'oanda'], undefined]);
  });

  test('is let in with the next look when the first failed for good', () => {
    const { say, pass, running } = hubOfTwo();
    say('kraken', 'failed');
    pass(1);
    expect(running()).toEqual(['kraken', 'oanda']);
  });

  test('runs on for five minutes in which the first is live without a break, then ends', async () => {
    const { hub, say, pass, running, stopped } = bothLive();
    expect(hub.current()).toBe('kraken');
    pass(200);
    say('kraken', 'stale');
    pass(1);
    expect(hub.current()).toBe('oanda');
    say('kraken', 'live');
    pass(300);
    expect([running(), stopped]).toEqual([['kraken', 'oanda'], []]);
    pass(1);
    expect([running(), stopped]).toEqual([['kraken'], ['oanda']]);
    await hub.stop();
    expect([stopped, vi.getTimerCount()]).toEqual([['oanda', 'kraken'], 0]);
    pass(600);
    expect(running()).toEqual([]);
  });

  test('is kept while it alone is live', () => {
    const { say, pass, running } = bothLive();
    say('kraken', 'stale');
    pass(1_000);
    expect(running()).toEqual(['kraken', 'oanda']);
  });
});

describe('a third feed', () => {
  test('is let in only when neither of the others is live, and goes before the second', () => {
    const { say, pass, running, stopped } = hubOfTwo(['kraken', 'oanda', 'deriv']);
    pass(10);
    say('oanda', 'live');
    pass(100);
    expect(running()).toEqual(['kraken', 'oanda']);
    say('oanda', 'stale');
    pass(10);
    expect(running()).toEqual(['kraken', 'oanda', 'deriv']);
    pass(100);
    say('oanda', 'live');
    pass(301);
    expect([running(), stopped]).toEqual([['kraken', 'oanda'], ['deriv']]);
    say('kraken', 'live');
    pass(300);
    expect(running()).toEqual(['kraken', 'oanda']);
    pass(1);
    expect([running(), stopped]).toEqual([['kraken'], ['deriv', 'oanda']]);
  });
});

describe('two live feeds', () => {
  test('agree up to ten pips between their mids, and disagree a twentieth of a pip further', () => {
    const { hub, quote } = bothLive();
    quote('kraken', 110_000, 110_010);
    quote('oanda', 110_100, 110_110);
    expect(hub.disagreements()).toEqual([]);
    quote('oanda', 110_100, 110_111);
    expect(hub.disagreements()).toEqual(['EUR/USD']);
    quote('oanda', 109_899, 109_910);
    expect(hub.disagreements()).toHaveLength(1);
    expect(hub.dispute('oanda', 'EUR/USD')).toMatchObject({
      own: { source: 'oanda', bid: 109_899, ask: 109_910 },
      other: { source: 'kraken', bid: 110_000, ask: 110_010 },
    });
    expect(hub.dispute('deriv', 'EUR/USD')).toBeUndefined();
  });

  test('are compared pair by pair, only on quotes of the last three seconds', () => {
    const { hub, quote, pass } = bothLive();
    quote('kraken', 110_000);
    quote('kraken', 150_000, 150_000, 'USD/JPY');
    quote('oanda', 110_000);
    quote('oanda', 150_200, 150_200, 'USD/JPY');
    expect(hub.disagreements()).toEqual(['USD/JPY']);
    pass(3);
    expect(hub.disagreements()).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(hub.disagreements()).toEqual([]);
    quote('oanda', 150_200, 150_200, 'USD/JPY');
    expect(hub.disagreements()).toEqual([]);
  });

  test('are compared only while both are live', () => {
    const { hub, quote, say } = bothLive();
    quote('kraken', 110_000);
    quote('oanda', 111_000);
    expect(hub.disagreements()).toHaveLength(1);
    say('oanda', 'stale');
    expect(hub.disagreements()).toEqual([]);
  });
});

test('who listens hears of every status, each second and every tick, until the hub stops', async () => {
  const heard = { looks: 0, ticks: 0 };
  const { hub, say, quote, pass } = hubOfTwo(undefined, {
    look: () => void (heard.looks += 1),
    tick: () => void (heard.ticks += 1),
  });
  say('kraken', 'live');
  quote('kraken', 110_000);
  pass(2);
  expect(heard).toEqual({ looks: 3, ticks: 1 });
  await hub.stop();
  say('kraken', 'stale');
  quote('kraken', 110_000);
  pass(2);
  expect(heard).toEqual({ looks: 3, ticks: 1 });
});
