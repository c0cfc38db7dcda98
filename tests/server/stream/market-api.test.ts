import { afterEach, describe, expect, it } from 'vitest';
import type { MarketSnapshot, SettledSignals } from '../../../src/core/wire/market.ts';
import type { DeskRequest, RequestResult } from '../../../src/server/desk/bot-requests.ts';
import { marketSnapshot } from '../../../src/core/wire/market.ts';
import {
  abstainedEntry,
  memoryLedger,
  START,
  scriptedRequests,
  settledEntry,
  signalEntry,
} from './market-fakes.ts';
import { BEARER, type MarketServer, REASON, startMarketServer } from './market-server.ts';
import { openStream } from './stream-reader.ts';

let server: MarketServer;
afterEach(() => server.app.close());

const KEY = '11111111-2222-4333-8444-555555555555';
const LIMIT = { most: 30, perMs: 60_000, left: 29 };

describe('GET /api/market', () => {
  it('sums up prices with their age, the feed, whole stories of open and settled signals, and what is left to ask', async () => {
    server = await startMarketServer();
    const { market, ledger, app } = server;
    market.quote('EUR/USD', 111_500, 111_505);
    ledger.record(signalEntry(0), settledEntry(0), signalEntry(1), abstainedEntry(2));
    market.nowMs = (START + 400) as typeof market.nowMs;
    const response = await app.inject({ url: '/api/market', headers: BEARER });
    expect(response.headers).toMatchObject({
      'cache-control': 'no-store',
      vary: 'authorization',
      'content-type': 'application/json; charset=utf-8',
    });
    const snapshot = response.json<MarketSnapshot>();
    expect(snapshot).toMatchObject({
      nowMs: START + 400,
      speed: 1,
      ledger: { name: 'live', size: 4 },
      feed: { isLive: true, source: 'kraken' },
      prices: [{ pair: 'EUR/USD', bid: 111_500, ask: 111_505, ageMs: 400 }],
      limit: { most: 30, left: 30 },
    });
    expect(snapshot.recent.map(({ index, entry }) => [index, entry.kind])).toEqual([
      [0, 'signal'],
      [1, 'settled'],
      [2, 'signal'],
      [3, 'abstained'],
    ]);
    expect(marketSnapshot.parse(snapshot)).toEqual(snapshot);
  });

  it('knows what the ledger recorded before this start', async () => {
    const ledger = memoryLedger();
    for (let number = 0; number < 3_000; number += 1)
      ledger.record(signalEntry(number), settledEntry(number));
    server = await startMarketServer({ ledger });
    const snapshot = (
      await server.app.inject({ url: '/api/market', headers: BEARER })
    ).json<MarketSnapshot>();
    expect(snapshot.ledger).toEqual({ name: 'live', size: 6_000 });
    expect(snapshot.recent.map(({ index }) => index)).toEqual(
      Array.from({ length: 16 }, (_, i) => 5_984 + i),
    );
  });

  it('says why there is no market, and so does the stream, which ends and asks to come back in a minute', async () => {
    server = await startMarketServer({ isClosed: true });
    const none = {
      ledger: { name: '', size: 0 },
      feed: { isLive: false, source: null, reason: REASON },
      recent: [],
    };
    const response = await server.app.inject({ url: '/api/market', headers: BEARER });
    expect(response.json()).toMatchObject(none);
    const stream = await openStream(server.origin, BEARER);
    await stream.closed;
    expect(await stream.hello()).toMatchObject(none);
    expect(stream.text()).toMatch(/^retry: ([6-9]\d|1[01]\d|120)\d{3}\n/);
  });

  it('has a market once the desk opens, and ends the streams when the desk goes to another server', async () => {
    server = await startMarketServer({ isClosed: true });
    const { api, market, ledger, origin, app } = server;
    await api.open({ market, ledger, requests: scriptedRequests() });
    const stream = await openStream(origin, BEARER);
    expect((await stream.hello()).ledger.name).toBe('live');
    api.close('no-desk');
    await stream.closed;
    const { feed } = (await app.inject({ url: '/api/market', headers: BEARER })).json<MarketSnapshot>();
    expect(feed.reason).toBe('no-desk');
    const again = await openStream(origin, BEARER);
    await again.closed;
    expect(again.text()).toMatch(/^retry: [3-6]\d{3}\n/);
  });
});

describe('every route of the market', () => {
  it.each([
    ['GET', '/api/market'],
    ['GET', '/api/market/stream'],
    ['GET', '/api/market/points?pair=EUR/USD'],
    ['GET', '/api/market/bars?pair=EUR/USD&span=1h'],
    ['GET', '/api/market/signals?span=1h'],
    ['POST', '/api/market/signals'],
    ['DELETE', `/api/market/signals/${KEY}`],
  ] as const)('refuses a request without a session: %s %s', async (method, url) => {
    server = await startMarketServer();
    const payload = method === 'POST' ? { key: KEY, pair: 'EUR/USD', timeframe: '5s' } : undefined;
    const response = await server.app.inject({ method, url, ...(payload && { payload }) });
    expect([response.statusCode, response.json().error.code]).toEqual([401, 'unauthorized']);
    expect(response.headers).toMatchObject({ vary: 'authorization', 'www-authenticate': 'Bearer' });
  });
});

describe('GET /api/market/points', () => {
  it('answers the mids of the pair', async () => {
    server = await startMarketServer();
    const response = await server.app.inject({ url: '/api/market/points?pair=EUR/USD', headers: BEARER });
    expect(response.json()).toEqual({ pair: 'EUR/USD', source: 'kraken', points: [[START, 223_005]] });
  });

  it('refuses a pair that has no public price', async () => {
    server = await startMarketServer();
    const response = await server.app.inject({ url: '/api/market/points?pair=USD/INR', headers: BEARER });
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'bad_request']);
  });
});

describe('GET /api/market/bars', () => {
  it('answers the bars of the pair and span', async () => {
    server = await startMarketServer();
    const response = await server.app.inject({
      url: '/api/market/bars?pair=EUR/USD&span=15m',
      headers: BEARER,
    });
    const bars = [[START, 223_005, 223_009, 223_001, '15m'.length]];
    expect(response.json()).toEqual({ pair: 'EUR/USD', source: 'kraken', bars });
  });

  it.each(['pair=USD/INR&span=1h', 'pair=EUR/USD&span=1d', 'pair=EUR/USD'])('refuses %s', async (query) => {
    server = await startMarketServer();
    const response = await server.app.inject({ url: `/api/market/bars?${query}`, headers: BEARER });
    expect([response.statusCode, response.json().error.code]).toEqual([400, 'bad_request']);
  });
});

describe('GET /api/market/signals', () => {
  it('answers how the signals of the span ended, also those of before this start', async () => {
    const ledger = memoryLedger();
    for (const number of [0, 30, 70]) ledger.record(signalEntry(number), settledEntry(number));
    server = await startMarketServer({ ledger });
    server.ledger.record(signalEntry(71), settledEntry(71), signalEntry(72));
    const response = await server.app.inject({ url: '/api/market/signals?span=1h', headers: BEARER });
    const { signals } = response.json<SettledSignals>();
    expect(signals.map(({ decidedMs }) => (decidedMs - START) / 60_000)).toEqual([30, 70, 71]);
    expect(signals[0]).toMatchObject({
      pair: 'EUR/USD',
      direction: 'CALL',
      outcome: 'void',
      control: 'void',
    });
  });
});

describe('DELETE /api/market/signals/:key', () => {
  it.each([
    [200, true],
    [404, false],
  ])('answers %i where it is %s that the request waited', async (status, waits) => {
    const taken: string[][] = [];
    server = await startMarketServer({
      requests: {
        ...scriptedRequests(),
        async takeBack({ userId, key }) {
          taken.push([userId, key]);
          return waits;
        },
      },
    });
    const response = await server.app.inject({
      method: 'DELETE',
      url: `/api/market/signals/${KEY}`,
      headers: BEARER,
    });
    expect(response.statusCode).toBe(status);
    expect(taken).toEqual([[expect.any(String), KEY]]);
  });

  it('refuses a key that is none', async () => {
    server = await startMarketServer();
    const response = await server.app.inject({
      method: 'DELETE',
      url: '/api/market/signals/mine',
      headers: BEARER,
    });
    expect(response.statusCode).toBe(400);
  });
});

describe('POST /api/market/signals', () => {
  const accepted: Extract<RequestResult, { kind: 'accepted' }> = {
    kind: 'accepted',
    nowMs: START,
    decision: null,
    pair: 'EUR/USD',
    timeframe: '5s',
    decidesMs: START + 5_000,
    limit: LIMIT,
  };
  async function ask(answer: RequestResult, body: object = {}) {
    const asked: DeskRequest[] = [];
    server = await startMarketServer({
      requests: scriptedRequests((each) => {
        asked.push(each);
        return answer;
      }),
    });
    const payload = { key: KEY, pair: 'EUR/USD', timeframe: '5s', ...body };
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/market/signals',
      headers: BEARER,
      payload,
    });
    return { response, asked };
  }

  it('answers when it will be decided', async () => {
    const { response, asked } = await ask(accepted);
    expect(asked).toEqual([{ userId: 'user-1', key: KEY, pair: 'EUR/USD', timeframe: '5s' }]);
    expect([response.statusCode, response.headers['cache-control']]).toEqual([202, 'no-store']);
    expect(response.json()).toEqual({
      pair: 'EUR/USD',
      timeframe: '5s',
      nowMs: START,
      decidesMs: START + 5_000,
      limit: LIMIT,
      decision: null,
    });
  });

  it('answers the decision itself when the same request was decided already', async () => {
    const decision = { index: 7, entry: signalEntry(0) };
    const { response } = await ask({ ...accepted, decision });
    expect([response.statusCode, response.json().decision]).toEqual([200, decision]);
  });

  it.each([
    [
      { kind: 'refused', code: 'no-public-price' },
      { pair: 'USD/INR' },
      [422, undefined, 'no_public_price', 'USD/INR has no public price: not scored.'],
    ],
    [
      { kind: 'refused', code: 'unknown-pair' },
      { pair: '<b>' },
      [422, undefined, 'unknown_pair', 'There is no such pair. Choose one from the menu.'],
    ],
    [
      { kind: 'refused', code: 'too-many', retryAfterMs: 3_400, limit: LIMIT },
      {},
      [429, '4', 'too_many_requests', 'You can ask for 30 signals in 60 s. Try again in 4 s.'],
    ],
    [
      { kind: 'refused', code: 'unavailable', reason: 'no-feed' },
      {},
      [503, undefined, 'no_market', 'There are no market signals: no-feed.'],
    ],
  ] as const)('passes on the refusal %j', async (refusal, body, expected) => {
    const { response } = await ask(refusal, body);
    const { code, message } = response.json().error;
    expect([response.statusCode, response.headers['retry-after'], code, message]).toEqual(expected);
  });

  it.each([{ key: 'seven' }, { pair: 7 }, { pair: 'E'.repeat(21) }, { timeframe: '2s' }, { amount: 100 }])(
    'refuses %j before the desk hears of it',
    async (body) => {
      const { response, asked } = await ask(accepted, body);
      expect([response.statusCode, response.json().error.code, asked]).toEqual([400, 'bad_request', []]);
    },
  );

  it('answers 503 and why while there is no market', async () => {
    server = await startMarketServer({ isClosed: true });
    const payload = { key: KEY, pair: 'EUR/USD', timeframe: '5s' };
    const response = await server.app.inject({
      method: 'POST',
      url: '/api/market/signals',
      headers: BEARER,
      payload,
    });
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '60']);
    expect(response.json().error).toMatchObject({
      code: 'no_market',
      message: `There are no market signals: ${REASON}.`,
    });
    // Repeated requests fill no log with faults.
    expect(server.log.text()).not.toContain('"level":"error"');
  });

  it('reads no more of a body than a request needs', async () => {
    const { response, asked } = await ask(accepted, { pair: 'E'.repeat(4_096) });
    expect([response.statusCode, asked]).toEqual([413, []]);
  });
});
