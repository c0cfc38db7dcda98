import type { RequestListener } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { epochMs } from '../../../src/core/time/instant.ts';
import { LiveFeed } from '../../../src/server/market/live-feed.ts';
import { oandaProtocol } from '../../../src/server/market/oanda-protocol.ts';
import { listenHere } from '../../support/local-server.ts';
import { startTurnTime } from '../../support/turn-time.ts';
import { recordingSink } from './recording-sink.ts';
import { memoryLog } from '../../support/memory-log.ts';

const WALL = Date.parse('2026-11-18T09:32:00.000Z');
const TOKEN = 'practice-token-of-the-test';
const price = (instrument: string, bid: string, ask: string, more: object = {}) => ({
  type: 'PRICE',
  instrument,
  time: '2026-11-18T09:32:00.036836422Z',
  tradeable: true,
  status: 'tradeable',
  bids: [{ liquidity: 10_000_000, price: bid }],
  asks: [{ liquidity: 10_000_000, price: ask }],
  ...more,
});
const heartbeat = { type: 'HEARTBEAT', time: '2026-11-18T09:32:05.526233152Z' };

const cleanUps: (() => Promise<void>)[] = [];
let endTurnTime = () => {};
beforeEach(() => {
  endTurnTime = startTurnTime();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  endTurnTime();
});

async function running(handler: RequestListener) {
  const { origin, stop } = await listenHere(handler);
  const memory = memoryLog();
  const feed = new LiveFeed(oandaProtocol({ accountId: '101-004-1234567-001', token: TOKEN }, origin), {
    now: () => epochMs(WALL),
    steadyMs: () => performance.now(),
    random: () => 0,
    log: memory.log,
    speed: 50,
  });
  const sink = recordingSink();
  cleanUps.push(stop);
  cleanUps.push(() => feed.stop());
  feed.start(['EUR/USD', 'USD/JPY'], sink);
  return { ...sink, log: memory.text };
}

describe('the OANDA feed', () => {
  test('asks for the pairs with the token in a header and reads one price a line, however the lines are cut', async () => {
    const requests: { url: string | undefined; authorization: string | undefined }[] = [];
    const sink = await running((request, response) => {
      requests.push({ url: request.url, authorization: request.headers.authorization });
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      const text = `${[heartbeat, price('EUR_USD', '1.13015', '1.13028'), price('USD_JPY', '156.120', '156.125')].map((line) => JSON.stringify(line)).join('\n')}\n`;
      response.write(text.slice(0, 100));
      setImmediate(() => response.write(text.slice(100)));
    });
    expect(await sink.tickNumber(1)).toMatchObject({
      source: 'oanda',
      pair: 'EUR/USD',
      bid: 113_015,
      ask: 113_028,
      sourceTime: Date.parse('2026-11-18T09:32:00.036Z'),
    });
    expect(await sink.tickNumber(2)).toMatchObject({ pair: 'USD/JPY', bid: 156_120, ask: 156_125 });
    expect(requests).toEqual([
      {
        url: '/v3/accounts/101-004-1234567-001/pricing/stream?instruments=EUR_USD%2CUSD_JPY',
        authorization: `Bearer ${TOKEN}`,
      },
    ]);
  });

  test('fails for good, without the token in the log, when the token is refused', async () => {
    let requests = 0;
    const sink = await running((_request, response) => {
      requests += 1;
      response
        .writeHead(401, { 'content-type': 'application/json' })
        .end('{"errorMessage":"Insufficient authorization to perform request."}');
    });
    await sink.reported('failed');
    expect(sink.log()).toContain('check OANDA_TOKEN and OANDA_ACCOUNT_ID');
    expect(sink.log()).not.toContain(TOKEN);
    expect(requests).toBe(1);
  });

  test('connects again after an HTML page of a CDN, an ended stream and one that falls silent', async () => {
    let requests = 0;
    const sink = await running((_request, response) => {
      requests += 1;
      if (requests === 1)
        response
          .writeHead(200, { 'content-type': 'text/html' })
          .end('<!doctype html><title>Just a moment...</title>');
      else if (requests === 2)
        response
          .writeHead(200, { 'content-type': 'application/octet-stream' })
          .end(`${JSON.stringify(heartbeat)}\n`);
      else if (requests === 3)
        response
          .writeHead(200, { 'content-type': 'application/octet-stream' })
          .write(`${JSON.stringify(heartbeat)}\n`);
      else
        response
          .writeHead(200, { 'content-type': 'application/octet-stream' })
          .write(`${JSON.stringify(price('EUR_USD', '1.13015', '1.13028'))}\n`);
    });
    await sink.tickNumber(1);
    expect(sink.log()).toMatch(/HTTP 200 with text\/html/);
    expect(sink.log()).toMatch(/OANDA ended the stream/);
    expect(sink.log()).toMatch(/nothing came for 12 s/);
  });

  test('connects again when its request gets no answer', async () => {
    let requests = 0;
    const sink = await running((_request, response) => {
      requests += 1;
      if (requests === 1) return;
      response
        .writeHead(200, { 'content-type': 'application/octet-stream' })
        .write(`${JSON.stringify(price('EUR_USD', '1.13015', '1.13028'))}\n`);
    });
    await sink.tickNumber(1);
    expect(sink.log()).toContain('no answer for 10 s');
  });

  test('takes a line with an empty side for a sign of life and an untradeable pair for closed', async () => {
    const sink = await running((_request, response) => {
      response.writeHead(200, { 'content-type': 'application/octet-stream' });
      for (const line of [
        price('EUR_USD', '1.1', '1.2', { bids: [] }),
        price('EUR_USD', '1.1', '1.2', { tradeable: false }),
        price('USD_JPY', '1.1', '1.2', { tradeable: false }),
      ]) {
        response.write(`${JSON.stringify(line)}\n`);
      }
    });
    await sink.reported('closed');
    expect(sink.log()).toContain('OANDA does not trade EUR/USD now');
    expect(sink.ticks).toHaveLength(0);
  });
});
