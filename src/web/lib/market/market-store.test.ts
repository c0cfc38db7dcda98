import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import {
  event,
  hello,
  LIMIT,
  pass,
  type PlayedMarket,
  playMarket,
  refusal,
  sendEntry,
  settle,
  signal,
  START,
  storyPlaces,
} from '../../../../tests/support/played-market.ts';
import { LIVE_FEED } from '../../../../tests/support/live-feed.ts';
import { quoted } from '../../../../tests/support/quoted.ts';

let market: PlayedMarket;

beforeEach(() => {
  vi.useFakeTimers({ now: START, toFake: ['setTimeout', 'clearTimeout', 'Date'] });
  market = playMarket();
});

afterEach(() => {
  market.leave();
  vi.useRealTimers();
});

describe('the market store', () => {
  it('is connecting, then live with what hello says', async () => {
    expect(market.store.getState()).toMatchObject({ status: 'connecting', reason: null, feed: null });
    await market.open();
    expect(market.lines[0]).toMatchObject({ token: 'Bearer token-1', lastEventId: null });
    const prices = [quoted({ pair: 'EUR/USD', bid: 111_500, ask: 111_505, ageMs: 400 })];
    market.lines[0]?.send(hello({ prices, recent: [signal(3)] }));
    await settle();
    expect(market.store.getState()).toMatchObject({
      status: 'live',
      feed: LIVE_FEED,
      limit: LIMIT,
      prices: { 'EUR/USD': { bid: 111_500, ask: 111_505, quotedMs: START - 400 } },
      offsetMs: 0,
      isClockOff: false,
    });
    expect(storyPlaces(market.store.getState())).toEqual([3]);
  });

  it('takes in entries, prices and the feed as they come, and tells its listeners', async () => {
    const listener = vi.fn();
    await market.open(listener);
    const line = await market.connected();
    listener.mockClear();
    sendEntry(line, 5);
    line?.send(event('feed', { ...LIVE_FEED, isLive: false, reason: 'no-feed' }));
    const quote = { pair: 'USD/JPY', bid: 150_000, ask: 150_003, ageMs: 20 };
    line?.send(event('prices', { nowMs: START + 1_000, source: 'deriv', prices: [quote] }));
    await settle();
    expect(listener).toHaveBeenCalledTimes(3);
    expect(storyPlaces(market.store.getState())).toEqual([5]);
    expect(market.store.getState()).toMatchObject({
      feed: { isLive: false, reason: 'no-feed' },
      prices: { 'USD/JPY': { bid: 150_000, quotedMs: START + 980 } },
    });
  });

  it('says why this server has no market, and asks again on request', async () => {
    await market.open();
    const feed = { ...LIVE_FEED, isLive: false, source: null, reason: 'switched-off' } as const;
    market.lines[0]?.send(`retry: 60000\n${hello({ ledger: { name: '', size: 0 }, feed })}`);
    market.lines[0]?.end();
    await settle();
    expect(market.store.getState()).toMatchObject({
      status: 'unavailable',
      reason: 'This server has simulated signals only: the operator has switched the market source off.',
    });
    await pass(59_000);
    expect(market.lines.length).toBe(1);
    market.store.retry();
    await settle();
    expect([market.lines.length, market.lines[1]?.lastEventId]).toEqual([2, null]);
    await market.connected();
    expect(market.store.getState()).toMatchObject({ status: 'live', reason: null });
  });

  it("says when this computer's clock differs from the server's by more than 2 s, but not for a replay", async () => {
    const line = await market.connected();
    line?.send(hello({ nowMs: START + 2_001 }));
    await settle();
    expect(market.store.getState()).toMatchObject({ offsetMs: 2_001, isClockOff: true });
    line?.send(
      hello({ nowMs: START - 10 ** 11, speed: 60, feed: { ...LIVE_FEED, label: 'replay 2014-05-08' } }),
    );
    await settle();
    expect(market.store.getState()).toMatchObject({
      offsetMs: null,
      isClockOff: false,
      deskTime: { speed: 60 },
    });
  });
});

describe('requests of the market store', () => {
  const request = { key: 'a', pair: 'EUR/USD', timeframe: '5s' } as const;

  it('keep what is left of the limit', async () => {
    await market.connected();
    const answer = {
      pair: 'EUR/USD',
      timeframe: '5s',
      nowMs: START,
      decidesMs: START + 5_000,
      limit: { ...LIMIT, left: 3 },
      decision: null,
    };
    market.answers = [() => Response.json(answer, { status: 202 })];
    expect(await market.store.requestSignal(request)).toEqual(answer);
    expect(market.store.getState().limit?.left).toBe(3);
  });

  it('say why the server refused, by its code, and when to try again', async () => {
    await market.connected();
    market.answers = [refusal(429, 'too_many_requests', { 'retry-after': '4' })];
    await expect(market.store.requestSignal(request)).rejects.toMatchObject({
      status: 429,
      message: 'Too many requests. Try again in 4 s.',
      retryAfterMs: 4_000,
    });
  });

  it('tell a request without an answer from one that was refused', async () => {
    await market.connected();
    market.answers = [
      () => {
        throw new TypeError('network');
      },
    ];
    await expect(market.store.points('EUR/USD')).rejects.toMatchObject({ status: undefined });
    market.tokens = [];
    await expect(market.store.requestSignal(request)).rejects.toMatchObject({
      status: undefined,
      message: 'The sign-in service cannot be reached, or you are signed out.',
    });
  });
});
