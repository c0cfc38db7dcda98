import { afterEach, describe, expect, it } from 'vitest';
import { abstainedEntry, memoryLedger, settledEntry, signalEntry } from './market-fakes.ts';
import { BEARER, type MarketServer, startMarketServer } from './market-server.ts';
import { openStream } from './stream-reader.ts';

let server: MarketServer;
afterEach(() => server.app.close());

describe('GET /api/market/stream', () => {
  it('sends hello, then entries with their place, prices and changes of the feed', async () => {
    server = await startMarketServer();
    const { market, ledger, origin } = server;
    ledger.record(signalEntry(0));
    const stream = await openStream(origin, BEARER);
    expect(stream.response.headers).toMatchObject({
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      vary: 'authorization',
      'x-accel-buffering': 'no',
      'x-content-type-options': 'nosniff',
    });
    expect(await stream.hello()).toMatchObject({ ledger: { name: 'live', size: 1 } });
    ledger.record(settledEntry(0));
    market.quote('USD/JPY', 150_001, 150_004);
    market.report({ isLive: false, source: null, reason: 'no-feed' });
    market.report({ isLive: true, source: 'kraken', reason: null });
    await expect.poll(() => stream.events.map(({ name }) => name)).toContain('prices');
    expect(stream.events.map(({ name, lastEventId }) => [name, lastEventId])).toEqual([
      ['hello', undefined],
      ['entry', 'live/1'],
      ['feed', 'live/1'],
      ['feed', 'live/1'],
      ['prices', 'live/1'],
    ]);
  });

  it('has what was recorded while the last entries were read', async () => {
    const ledger = memoryLedger();
    ledger.record(signalEntry(0));
    const { read } = ledger;
    const growing = {
      ...ledger,
      read: async (from: number, limit: number) => {
        const entries = await read(from, limit);
        if (ledger.size() === 1) ledger.record(settledEntry(0));
        return entries;
      },
    };
    server = await startMarketServer({ ledger: growing });
    const stream = await openStream(server.origin, BEARER);
    expect(await stream.hello()).toMatchObject({ ledger: { size: 2 } });
    ledger.record(signalEntry(1));
    await expect.poll(() => stream.events.at(-1)?.lastEventId).toBe('live/2');
  });

  it('goes on after the Last-Event-ID, and starts over where that is of another ledger or nonsense', async () => {
    const ledger = memoryLedger('replay-7');
    for (let number = 0; number < 4; number += 1) ledger.record(signalEntry(number));
    server = await startMarketServer({ ledger });
    const names = async (lastEventId: string) => {
      const stream = await openStream(server.origin, { ...BEARER, 'last-event-id': lastEventId });
      await stream.hello();
      stream.request.destroy();
      await stream.closed;
      return stream.events.map(({ name, data }) => (name === 'entry' ? JSON.parse(data).index : name));
    };
    expect(await names('replay-7/1')).toEqual(['hello', 2, 3]);
    expect(await names('replay-7/3')).toEqual(['hello']);
    expect(await names('replay-7/4')).toEqual(['reset', 'hello']);
    expect(await names('live/1')).toEqual(['reset', 'hello']);
    expect(await names('<script>')).toEqual(['reset', 'hello']);
  });

  it('says that a client is to come back after 0.5 to 5 s, spread over them', async () => {
    server = await startMarketServer();
    const { origin } = server;
    const streams = await Promise.all(Array.from({ length: 20 }, () => openStream(origin, BEARER)));
    await Promise.all(streams.map((stream) => stream.hello()));
    const waitsMs = streams.map((stream) => Number(/^retry: (\d+)\n/.exec(stream.text())?.[1]));
    expect(Math.min(...waitsMs)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...waitsMs)).toBeLessThanOrEqual(5_000);
    // All twenty within a second and a half: a chance of 1 in 50 million.
    expect(Math.max(...waitsMs) - Math.min(...waitsMs)).toBeGreaterThan(1_500);
  });

  it('outlasts the time that a request and its answer have', async () => {
    server = await startMarketServer();
    const { app, market, origin } = server;
    app.server.requestTimeout = 300;
    app.server.headersTimeout = 200;
    app.server.keepAliveTimeout = 300;
    const stream = await openStream(origin, BEARER);
    const prices = () => stream.events.filter(({ name }) => name === 'prices').length;
    for (let second = 1; second <= 3; second += 1) {
      market.quote('EUR/USD', 111_500 + second, 111_505 + second);
      await expect.poll(prices).toBe(second);
    }
    expect(stream.response.destroyed).toBe(false);
  });

  it('is the last answer of its connection: another request on it closes it', async () => {
    server = await startMarketServer();
    const stream = await openStream(server.origin, { ...BEARER, connection: 'keep-alive' });
    await stream.hello();
    stream.response.socket.write('GET /healthz HTTP/1.1\r\nHost: x\r\n\r\n');
    await stream.closed;
    expect(stream.text()).not.toContain('HTTP/1.1');
  });

  it('is described in the API document', async () => {
    server = await startMarketServer({ env: { PIPCAST_API_DOCS: 'on' } });
    const { paths } = (await server.app.inject('/openapi.json')).json();
    const { responses, security } = paths['/api/market/stream'].get;
    expect(Object.keys(responses['200'].content)).toEqual(['text/event-stream']);
    expect(security).toEqual([{ bearer: [] }, { token: ['signals:read'] }]);
    expect(Object.keys(paths['/api/market/signals'].post.responses)).toEqual([
      '200',
      '202',
      '400',
      '401',
      '413',
      '415',
      '422',
      '429',
      '500',
      '503',
    ]);
  });

  it('is refused to a trader with 20 of them, and not for long after one is closed', async () => {
    server = await startMarketServer();
    const { app, origin } = server;
    const open = await Promise.all(Array.from({ length: 20 }, () => openStream(origin, BEARER)));
    const refused = await app.inject({ url: '/api/market/stream', headers: BEARER });
    expect([refused.statusCode, refused.json().error.code, refused.headers['retry-after']]).toEqual([
      429,
      'too_many_streams',
      '30',
    ]);
    open[0]?.request.destroy();
    await expect.poll(async () => (await openStream(origin, BEARER)).response.statusCode).toBe(200);
  });

  it('is refused by a node that has as many as it takes, until one of them is closed', async () => {
    server = await startMarketServer({ mostStreams: 2 });
    const { app, origin, users } = server;
    users.set('token-2', 'user-2');
    const other = { authorization: 'Bearer token-2' };
    const [first] = await Promise.all([openStream(origin, BEARER), openStream(origin, other)]);
    const refused = await app.inject({ url: '/api/market/stream', headers: other });
    expect([refused.statusCode, refused.json().error.code, refused.headers['retry-after']]).toEqual([
      503,
      'server_full',
      '30',
    ]);
    first?.request.destroy();
    await expect.poll(async () => (await openStream(origin, other)).response.statusCode).toBe(200);
  });

  it('ends at once when the server stops', async () => {
    server = await startMarketServer();
    const streams = await Promise.all(Array.from({ length: 3 }, () => openStream(server.origin, BEARER)));
    await server.app.close();
    await Promise.all(streams.map(({ closed }) => closed));
    expect(server.api.streams()).toBe(0);
  });

  it('notices clients that went away, and writes no token into the log', async () => {
    server = await startMarketServer();
    const { origin, api, ledger, log } = server;
    const stream = await openStream(origin, BEARER);
    await stream.hello();
    expect(api.streams()).toBe(1);
    stream.request.destroy();
    await expect.poll(() => api.streams()).toBe(0);
    ledger.record(abstainedEntry(1));
    await expect.poll(() => log.text()).toContain('/api/market/stream');
    expect(log.text()).not.toContain('token-1');
  });
});
