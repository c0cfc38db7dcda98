import { describe, expect, test } from 'vitest';
import { epochMs } from '../../../src/core/time/instant.ts';
import { krakenProtocol } from '../../../src/server/market/kraken-protocol.ts';
import type { FakeSource } from './fake-socket-source.ts';
import { cleanUps, PAIRS, running, WALL_MS } from './running-feed.ts';

const krakenTicker = (symbol: string, bid: number, ask: number, more: object = {}) => ({
  channel: 'ticker',
  type: 'update',
  data: [{ symbol, bid, bid_qty: 740, ask, ask_qty: 1361.44813783, last: bid, ...more }],
});
const krakenAck = (symbol: string) => ({
  method: 'subscribe',
  result: { channel: 'ticker', snapshot: true, symbol },
  success: true,
  time_in: '2026-11-18T09:32:00.742599Z',
  time_out: '2026-11-18T09:32:00.742648Z',
});

/** Keeps the fake Kraken's heartbeat going, as the real one does about every second. */
function heartbeats(source: FakeSource): void {
  const timer = setInterval(() => source.send({ channel: 'heartbeat' }), 20);
  cleanUps.push(async () => clearInterval(timer));
}

describe('the Kraken feed', () => {
  test('subscribes to the pairs with event_trigger bbo and turns tickers into ticks', async () => {
    const { source, sink } = await running(krakenProtocol);
    await source.heard(1);
    expect(source.received[0]).toEqual({
      method: 'subscribe',
      params: { channel: 'ticker', symbol: ['EUR/USD', 'USD/JPY'], event_trigger: 'bbo', snapshot: true },
    });
    source.send({
      channel: 'status',
      type: 'update',
      data: [{ api_version: 'v2', system: 'online', version: '2.0.0' }],
    });
    source.send(krakenAck('EUR/USD'));
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523, { timestamp: '2026-11-18T09:32:00.010Z' }));
    source.send(krakenTicker('USD/JPY', 156.12, 156.125));
    expect(await sink.tickNumber(1)).toMatchObject({
      source: 'kraken',
      pair: 'EUR/USD',
      bid: 108_503,
      ask: 108_523,
      sourceTime: Date.parse('2026-11-18T09:32:00.010Z'),
    });
    expect(await sink.tickNumber(2)).toMatchObject({
      pair: 'USD/JPY',
      bid: 156_120,
      ask: 156_125,
      sourceTime: undefined,
    });
    await sink.reported('live');
  });

  test('goes on with the other pairs when one is refused, and logs which, once', async () => {
    const { source, sink, problems } = await running(krakenProtocol);
    await source.heard(1);
    for (let turn = 0; turn < 2; turn += 1)
      source.send({ method: 'subscribe', error: 'Currency pair not supported USD/JPY', success: false });
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523));
    await sink.reported('live');
    expect(problems()).toEqual(['Kraken: Currency pair not supported USD/JPY']);
  });

  test('fails when every pair is refused', async () => {
    const { source, sink, problems } = await running(krakenProtocol);
    await source.heard(1);
    for (const pair of PAIRS)
      source.send({ method: 'subscribe', error: `Currency pair not supported ${pair}`, success: false });
    await sink.reported('failed');
    expect(problems()).toEqual(PAIRS.map((pair) => `Kraken: Currency pair not supported ${pair}`));
  });

  test('is closed while Kraken is in maintenance', async () => {
    const { source, sink, problems } = await running(krakenProtocol);
    await source.heard(1);
    source.send({ channel: 'status', type: 'update', data: [{ system: 'maintenance' }] });
    await sink.reported('closed');
    expect(problems()).toEqual(['Kraken says that it is in maintenance']);
  });

  test('connects and subscribes again after an abnormal close', async () => {
    const { source, sink, problems } = await running(krakenProtocol);
    await source.heard(1);
    source.cut();
    await source.heard(2);
    expect(source.connections()).toBe(2);
    await sink.reported('unreachable');
    expect(problems()).toEqual(['the connection was closed (code 1006)']);
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523));
    await sink.tickNumber(1);
    await sink.reported('live');
    source.cut();
    await source.heard(3);
    // A sign of life is no quote: what was quoted over the old connection is not live over the new one.
    source.send(krakenAck('EUR/USD'));
    source.send(krakenTicker('USD/JPY', 0, 0));
    source.send({ method: 'subscribe', error: 'Currency pair not supported USD/JPY', success: false });
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523));
    await sink.tickNumber(2);
    expect(sink.states).toEqual(['connecting', 'unreachable', 'live', 'unreachable', 'live']);
  });

  test('takes a connection without any frame for five seconds for dead, although the socket is open', async () => {
    const { source, problems } = await running(krakenProtocol);
    await source.connected(2);
    expect(problems()).toEqual(['nothing came for 5 s']);
  });

  test('subscribes again to a pair that falls silent while heartbeats go on, and is stale until it is back', async () => {
    const { source, sink } = await running(krakenProtocol);
    await source.heard(1);
    heartbeats(source);
    source.send(krakenTicker('USD/JPY', 156.12, 156.125));
    await source.heard(2);
    expect(source.received[1]).toMatchObject({ params: { symbol: ['EUR/USD'] } });
    await sink.reported('stale');
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523));
    source.send(krakenTicker('USD/JPY', 156.121, 156.125));
    await sink.tickNumber(3);
    expect(sink.states.at(-1)).toBe('live');
  });

  test('connects again when a pair stays silent after that', async () => {
    const { source } = await running(krakenProtocol);
    await source.heard(1);
    heartbeats(source);
    await source.connected(2);
    expect(source.received.slice(1, 5)).toMatchObject(
      PAIRS.flatMap((pair) =>
        ['unsubscribe', 'subscribe'].map((method) => ({ method, params: { symbol: [pair] } })),
      ),
    );
  });

  test('waits twice as long before it connects once more for a pair that stays silent: others would suffer', async () => {
    let steadyMs = 0;
    const { source } = await running(krakenProtocol, { pairs: ['USD/JPY'], steadyMs: () => steadyMs });
    heartbeats(source);
    await source.heard(1);
    steadyMs += 31_000 / 50;
    await source.heard(2);
    expect(source.connections()).toBe(2);
    steadyMs += 59_000 / 50;
    // It was looked at, and only asked for again.
    await source.heard(4);
    expect(source.connections()).toBe(2);
    steadyMs += 2000 / 50;
    await source.heard(5);
    expect(source.connections()).toBe(3);
  });

  test('stays live while one pair is quiet', async () => {
    const { source, sink } = await running(krakenProtocol);
    await source.heard(1);
    heartbeats(source);
    const timer = setInterval(() => source.send(krakenTicker('EUR/USD', 1.08503, 1.08523)), 20);
    cleanUps.push(async () => clearInterval(timer));
    source.send(krakenTicker('USD/JPY', 156.12, 156.125));
    // The quiet pair is asked for again.
    await source.heard(3);
    expect(sink.states).toEqual(['connecting', 'live']);
  });

  test('does not connect again for a quiet pair whose old quote still stands', async () => {
    const dated = { timestamp: '2026-11-18T09:32:00.000Z' };
    const { source, sink } = await running(krakenProtocol, {
      answer: (frame, send) => {
        if (frame['method'] === 'subscribe') send(krakenTicker('EUR/USD', 1.08503, 1.08523, dated));
        if (frame['method'] === 'subscribe') send(krakenTicker('USD/JPY', 156.12, 156.125, dated));
      },
    });
    heartbeats(source);
    // The first subscription, and two rounds of asking again for each pair: well beyond 30 s of silence.
    await source.heard(1 + 2 * 4);
    expect(source.connections()).toBe(1);
    expect(sink.ticks).toHaveLength(2);
  });

  test('does not take an HTML page, a symbol that was not asked for, or a jump to another price', async () => {
    const { source, sink, faults, problemLike } = await running(krakenProtocol);
    await source.heard(1);
    source.send('<!doctype html><title>Just a moment...</title>');
    await problemLike(/not JSON/);
    await source.connected(2);
    await source.heard(2);
    source.send(krakenTicker('XBT/USD', 65_000, 65_001));
    await problemLike(/XBT\/USD, which was not asked for/);
    await source.connected(3);
    await source.heard(3);
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523));
    source.send(krakenTicker('EUR/USD', 156.12, 156.125));
    source.send(krakenTicker('EUR/USD', 1.08504, 1.08523));
    expect(await sink.tickNumber(2)).toMatchObject({ bid: 108_504 });
    expect(faults()).toEqual(['implausible']);
  });

  test('drops quotes that are NaN, zero, negative, crossed, future-dated, minutes old or doubled, and logs each kind once', async () => {
    const { source, sink, faults } = await running(krakenProtocol);
    await source.heard(1);
    const good = '2026-11-18T09:32:00.000Z';
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523, { timestamp: good }));
    source.send(krakenTicker('EUR/USD', 0, 1.08523));
    source.send(krakenTicker('EUR/USD', -1.08503, 1.08523));
    source.send({ channel: 'ticker', data: [{ symbol: 'EUR/USD', bid: 'NaN', ask: null }] });
    source.send(krakenTicker('EUR/USD', 1.08524, 1.08523));
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523, { timestamp: '2026-11-18T10:32:00.000Z' }));
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523, { timestamp: '2026-11-18T09:27:00.000Z' }));
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523, { timestamp: good }));
    source.send(krakenTicker('EUR/USD', 1.08505, 1.08523));
    expect(await sink.tickNumber(2)).toMatchObject({ bid: 108_505 });
    expect(faults()).toEqual(['not-a-price', 'crossed', 'future', 'late', 'duplicate']);
  });

  test('takes five thousand quotes in a burst, in order, each once', async () => {
    // However long this computer takes for it, no pair counts as silent meanwhile.
    const { source, sink } = await running(krakenProtocol, { steadyMs: () => 0 });
    await source.heard(1);
    for (let i = 0; i < 5000; i += 1)
      source.send(krakenTicker('EUR/USD', 1.08 + i / 100_000 / 50, 1.08 + i / 100_000 / 50 + 0.0002));
    await sink.tickNumber(5000);
    const bids = sink.ticks.map((tick) => tick.bid);
    expect(bids).toEqual(bids.toSorted((a, b) => a - b));
    expect(sink.ticks).toHaveLength(5000);
  });
});

describe('a clock that is set while a feed runs', () => {
  test('is noticed, and the feed connects again instead of comparing times across the step', async () => {
    const start = performance.now();
    let stepMs = 0;
    const { source, sink } = await running(krakenProtocol, {
      now: () => epochMs(WALL_MS + stepMs + Math.round(performance.now() - start)),
    });
    await source.heard(1);
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523));
    await sink.tickNumber(1);
    stepMs = -3_600_000;
    await source.heard(2);
    source.send(krakenTicker('EUR/USD', 1.08503, 1.08523));
    const after = await sink.tickNumber(2);
    expect(after.receivedTime).toBeLessThan(WALL_MS);
  });

  test('shows as stale when quotes come dated at another time', async () => {
    const { source, sink } = await running(krakenProtocol, { now: () => epochMs(WALL_MS + 3_600_000) });
    await source.heard(1);
    for (let i = 0; i < 10; i += 1) {
      source.send(
        krakenTicker('EUR/USD', 1.08503 + i / 1e5, 1.08523 + i / 1e5, {
          timestamp: `2026-11-18T09:32:00.0${i}0Z`,
        }),
      );
    }
    await sink.reported('stale');
    expect(sink.ticks).toHaveLength(0);
  });
});
