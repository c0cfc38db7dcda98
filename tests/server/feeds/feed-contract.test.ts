import type { ServerResponse } from 'node:http';
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from 'vitest';
import { epochMs } from '../../../src/core/time/instant.ts';
import { derivProtocol } from '../../../src/server/market/deriv-protocol.ts';
import type { FeedProtocol } from '../../../src/server/market/feed-protocol.ts';
import { krakenProtocol } from '../../../src/server/market/kraken-protocol.ts';
import { LiveFeed } from '../../../src/server/market/live-feed.ts';
import { oandaProtocol } from '../../../src/server/market/oanda-protocol.ts';
import { listenHere } from '../../support/local-server.ts';
import { startTurnTime } from '../../support/turn-time.ts';
import { fakeSource } from './fake-socket-source.ts';
import { recordingSink } from './recording-sink.ts';
import { memoryLog } from '../../support/memory-log.ts';

/** A vendor whose frames are in the test's hand. */
interface Vendor {
  readonly protocol: FeedProtocol;
  /** Sends a price of EUR/USD to those who are connected. */
  quote(bid: number, ask: number): void;
  /** Ends the connections without a word. */
  cut(): void;
}

const WALL_MS = Date.parse('2026-11-18T09:32:00.000Z');
let endTurnTime = () => {};
beforeEach(() => {
  endTurnTime = startTurnTime();
});
afterEach(() => endTurnTime());

async function overSocket(
  protocolOf: (url: string) => FeedProtocol,
  frameOf: (bid: number, ask: number) => object,
): Promise<Vendor> {
  const source = await fakeSource();
  onTestFinished(() => source.close());
  return {
    protocol: protocolOf(source.url),
    quote: (bid, ask) => source.send(frameOf(bid, ask)),
    cut: () => source.cut(),
  };
}

async function oanda(): Promise<Vendor> {
  const open = new Set<ServerResponse>();
  const { origin, stop } = await listenHere((_request, response) => {
    response.writeHead(200, { 'content-type': 'application/octet-stream' });
    response.flushHeaders();
    open.add(response);
    response.once('close', () => open.delete(response));
  });
  onTestFinished(stop);
  return {
    protocol: oandaProtocol({ accountId: '101-004-1234567-001', token: 'x' }, origin),
    quote(bid, ask) {
      const frame = {
        type: 'PRICE',
        instrument: 'EUR_USD',
        time: new Date(WALL_MS).toISOString(),
        tradeable: true,
        bids: [{ price: bid.toFixed(5) }],
        asks: [{ price: ask.toFixed(5) }],
      };
      for (const response of open) response.write(`${JSON.stringify(frame)}\n`);
    },
    cut() {
      for (const response of open) response.destroy();
    },
  };
}

describe.each<[string, () => Promise<Vendor>]>([
  [
    'kraken',
    () =>
      overSocket(krakenProtocol, (bid, ask) => ({
        channel: 'ticker',
        type: 'update',
        data: [{ symbol: 'EUR/USD', bid, ask }],
      })),
  ],
  [
    'deriv',
    () =>
      overSocket(derivProtocol, (bid, ask) => ({
        msg_type: 'tick',
        tick: { symbol: 'frxEURUSD', bid, ask, quote: bid, epoch: WALL_MS / 1000 },
      })),
  ],
  ['oanda', oanda],
])('the feed of %s', (name, openVendor) => {
  async function started() {
    const vendor = await openVendor();
    const feed = new LiveFeed(vendor.protocol, {
      now: () => epochMs(WALL_MS),
      steadyMs: () => performance.now(),
      random: () => 0.5,
      log: memoryLog().log,
      speed: 50,
    });
    const sink = recordingSink();
    onTestFinished(() => feed.stop());
    feed.start(['EUR/USD'], sink);
    /** Sends a price again and again, until it is the last that came. */
    const until = async (bid: number, ask: number) => {
      while (sink.ticks.at(-1)?.bid !== Math.round(bid * 100_000)) {
        vendor.quote(bid, ask);
        await new Promise<void>((resolve) => setImmediate(resolve));
      }
    };
    return { ...vendor, feed, sink, until };
  }

  test('is live once quotes come, each in steps of the pair with its source', async () => {
    const { feed, sink, until } = await started();
    expect(feed.source).toBe(name);
    expect(sink.states.includes('live')).toBe(false);
    await until(1.085, 1.0852);
    const expected = { source: name, pair: 'EUR/USD', bid: 108_500, ask: 108_520 };
    expect(sink.ticks[0]).toMatchObject(expected);
    await sink.reported('live');
  });

  test('never hands on a bid above its ask', async () => {
    const { quote, sink, until } = await started();
    await until(1.085, 1.0852);
    quote(1.0853, 1.085);
    await until(1.0851, 1.0853);
    expect(sink.ticks.filter(({ bid, ask }) => bid > ask)).toEqual([]);
    expect(sink.ticks.at(-1)).toMatchObject({ bid: 108_510, ask: 108_530 });
  });

  test('connects again when it is cut off, and goes on', async () => {
    const { cut, sink, until } = await started();
    await until(1.085, 1.0852);
    cut();
    await sink.reported('unreachable');
    await until(1.0851, 1.0853);
    await expect.poll(() => sink.states.at(-1)).toBe('live');
    expect(sink.ticks.at(-1)).toMatchObject({ bid: 108_510, ask: 108_530 });
  });

  test('reports nothing once it is stopped', async () => {
    const { feed, quote, sink, until } = await started();
    await until(1.085, 1.0852);
    await feed.stop();
    const counts = [sink.ticks.length, sink.states.length];
    for (let times = 0; times < 20; times += 1) {
      quote(1.0851, 1.0853);
      await new Promise<void>((resolve) => setImmediate(resolve));
    }
    expect([sink.ticks.length, sink.states.length]).toEqual(counts);
  });
});

describe.each([
  ['kraken', krakenProtocol('ws://127.0.0.1:1')],
  ['deriv', derivProtocol('ws://127.0.0.1:1')],
  ['oanda', oandaProtocol({ accountId: '1', token: 'x' }, 'http://127.0.0.1:1')],
] as const)('the protocol of %s', (_name, protocol) => {
  test.each([
    '',
    'null',
    '[]',
    '{}',
    '{"type":',
    '<html>502</html>',
    '{"channel":"ticker","data":null}',
    '{"channel":"ticker","data":[null]}',
    '{"msg_type":"tick","tick":null}',
    '{"msg_type":"tick","error":null,"tick":{"symbol":5}}',
    '{"type":"PRICE","instrument":{},"bids":5,"asks":[null]}',
    '{"success":false,"error":5}',
  ])('reads %j without a quote and without throwing', (frame) => {
    expect(protocol.read(frame).filter(({ kind }) => kind === 'quote')).toEqual([]);
  });
});
