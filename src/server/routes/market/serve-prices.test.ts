import { readdirSync, readFileSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { memoryLog } from '../../../../tests/support/memory-log.ts';
import { quoted } from '../../../../tests/support/quoted.ts';
import { keepBeats, keepTicks } from '../../../../tests/support/keep-beats.ts';
import { createTestDatabase, type TestDatabase } from '../../../../tests/support/test-database.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../../tests/support/temporary-folder.ts';
import { barsPath, parseDayPrices, pricesPath } from '../../../core/market/day-prices.ts';
import { type BarColumns, unpackBars } from '../../../core/market/bars.ts';
import type { PriceSpan } from '../../../core/wire/market.ts';
import { DAY_MS, epochMs } from '../../../core/time/instant.ts';
import { writeDataset } from '../../../../tests/support/write-dataset.ts';
import { testApp } from '../../../../tests/support/test-app.ts';
import { AuthError } from '../../auth/auth-error.ts';
import { loadConfig } from '../../platform/config.ts';
import { PriceShelf } from '../../market/price-shelf.ts';
import { servePrices } from './serve-prices.ts';

const DAY = Date.UTC(2026, 2, 2) / DAY_MS;
const NOW = epochMs((DAY + 200.5) * DAY_MS);

let database: TestDatabase;
let dataDir: string;
let app: FastifyInstance;
let log: ReturnType<typeof memoryLog>;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query('truncate market_beats');
  dataDir = makeTemporaryFolder();
  log = memoryLog();
});
afterEach(async () => {
  await app.close();
  await removeTemporaryFolder(dataDir);
});

async function serve(readers: string): Promise<void> {
  const env = { PIPCAST_DATA_DIR: dataDir, PIPCAST_CHECK_PRICES: readers };
  const served = await testApp({
    env,
    log: log.log,
    identify: async (authorization) => {
      if (authorization === 'Bearer good') return { id: '1', email: 'trader@example.com' };
      throw new AuthError(401, 'bad_jwt', 'no');
    },
    now: () => NOW,
  });
  ({ app } = served);
  const { prices } = loadConfig(env);
  servePrices(app, { dataDir, db: database.db, readers: prices, access: served.access, log: log.log });
}
const ask = (url: string, token = 'good') =>
  app.inject({ url, headers: { authorization: `Bearer ${token}` } });
const spans = async (): Promise<PriceSpan[]> => (await ask('/api/prices')).json().spans;

/** Five quotes, 12 hours apart, the third at midnight. */
async function storeTicks(firstBid = 108_000): Promise<void> {
  const timeMs = Float64Array.from({ length: 5 }, (_, at) => (DAY + at / 2) * DAY_MS);
  const bid = Int32Array.from({ length: 5 }, (_, at) => firstBid + at);
  await writeDataset(dataDir, 'eurusd-ticks', {
    length: 5,
    timeMs,
    bid,
    ask: bid.map((price) => price + 2),
  });
}
test('hands out the whole day of a data set, to be kept for good under its own name', async () => {
  await serve('public');
  await storeTicks();
  const [span] = await spans();
  expect(span).toMatchObject({
    pair: 'EUR/USD',
    kind: 'ticks',
    firstDay: DAY,
    // Two thirds of two days, from the beginning of that day.
    sealedDay: DAY + 1,
    lastDay: DAY + 2,
  });
  const answer = await app.inject(pricesPath(span as PriceSpan, DAY + 1));
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'application/octet-stream',
  });
  expect(parseDayPrices('ticks', answer.rawPayload)).toEqual({
    kind: 'ticks',
    timeMs: Int32Array.of(0, DAY_MS / 2),
    bid: Int32Array.of(108_002, 108_003),
    ask: Int32Array.of(108_004, 108_005),
  });
  expect((await app.inject(pricesPath(span as PriceSpan, DAY + 9))).rawPayload).toHaveLength(0);
  truncateSync(join(dataDir, 'history', 'eurusd-ticks', 'bid.i32'), 0);
  expect((await app.inject(pricesPath(span as PriceSpan, DAY + 1))).statusCode).toBe(404);
});

test('hands out one-minute bars, after quotes in the list', async () => {
  await serve('public');
  const openTimeMs = Float64Array.of(DAY * DAY_MS + 60_000);
  const [open, high, low, close] = [Int32Array.of(1), Int32Array.of(4), Int32Array.of(0), Int32Array.of(2)];
  await writeDataset(dataDir, 'a-bars', {
    length: 1,
    openTimeMs,
    open,
    high,
    low,
    close,
  });
  await storeTicks();
  const found = await spans();
  expect(found.map(({ kind }) => kind)).toEqual(['ticks', 'm1']);
  const answer = await app.inject(pricesPath(found[1] as PriceSpan, DAY));
  expect(parseDayPrices('m1', answer.rawPayload)).toEqual({
    kind: 'm1',
    timeMs: Int32Array.of(60_000),
    open,
    high,
    low,
    close,
  });
});

const minutesOf = ({ openTimeMs }: BarColumns) => [...openTimeMs].map((ms) => ms / 60_000);
const DAY_MINUTES = 1440;

test('hands out the one-minute bars of a span of days, whether it has bars or quotes', async () => {
  await serve('public');
  const openTimeMs = Float64Array.from([0, 1, 1440, 2880], (minute) => DAY * DAY_MS + minute * 60_000);
  const same = Int32Array.of(5, 6, 7, 8);
  await writeDataset(dataDir, 'a-bars', {
    length: 4,
    openTimeMs,
    open: same,
    high: same,
    low: same,
    close: same,
  });
  await storeTicks();
  const [ticks, bars] = (await spans()) as [PriceSpan, PriceSpan];
  const answer = await app.inject(barsPath(bars, DAY, DAY + 1));
  expect(answer.headers).toMatchObject({
    'content-encoding': 'gzip',
    'cache-control': 'public, max-age=31536000, immutable',
  });
  const ofBars = unpackBars(gunzipSync(answer.rawPayload));
  expect(minutesOf(ofBars)).toEqual([0, 1, 1440].map((minute) => DAY * DAY_MINUTES + minute));
  expect(ofBars.close).toEqual(Int32Array.of(5, 6, 7));
  // Quotes 12 hours apart, the last one at the midnight after: each is a bar, also that of the last day asked for.
  const ofTicks = unpackBars(gunzipSync((await app.inject(barsPath(ticks, DAY, DAY + 2))).rawPayload));
  expect(minutesOf(ofTicks)).toEqual([0, 720, 1440, 2160, 2880].map((minute) => DAY * DAY_MINUTES + minute));
  expect(ofTicks.open).toEqual(Int32Array.of(108_000, 108_001, 108_002, 108_003, 108_004));
});

test('bars are asked for by 31 days at most; those of quotes cost ten requests', async () => {
  await serve('public');
  await storeTicks();
  const [span] = (await spans()) as [PriceSpan];
  for (const [from, to] of [
    [DAY, DAY + 31],
    [DAY + 1, DAY],
  ] as const)
    expect((await app.inject(barsPath(span, from, to))).statusCode).toBe(400);
  for (let time = 0; time < 11; time += 1)
    expect((await app.inject(barsPath(span, DAY, DAY))).statusCode).toBe(200);
  expect((await app.inject(barsPath(span, DAY, DAY))).statusCode).toBe(429);
});

test('bars are read for one who asks at a time, and too many who wait are asked to come back', async () => {
  await serve('public');
  await storeTicks();
  const [span] = (await spans()) as [PriceSpan];
  const bars = PriceShelf.prototype.bars;
  let [open, mostOpen] = [0, 0];
  const spy = vi.spyOn(PriceShelf.prototype, 'bars').mockImplementation(async function (
    this: PriceShelf,
    ...asked
  ) {
    mostOpen = Math.max(mostOpen, (open += 1));
    return bars.apply(this, asked).finally(() => (open -= 1));
  });
  onTestFinished(() => spy.mockRestore());
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, client) =>
      app.inject({ url: barsPath(span, DAY, DAY), remoteAddress: `192.0.2.${client}` }),
    ),
  );
  const statuses = answers.map(({ statusCode }) => statusCode);
  expect(mostOpen).toBe(1);
  expect([200, 503].map((status) => statuses.filter((each) => each === status).length)).toEqual([17, 3]);
  expect(answers.find(({ statusCode }) => statusCode === 503)?.headers['retry-after']).toBe('1');
});

test('a network that fills the queue for bars from many addresses makes room for another', async () => {
  await serve('public');
  await storeTicks();
  const [span] = (await spans()) as [PriceSpan];
  let end = () => {};
  const reading = new Promise<undefined>((resolve) => (end = () => resolve(undefined)));
  const spy = vi.spyOn(PriceShelf.prototype, 'bars').mockReturnValue(reading);
  onTestFinished(() => spy.mockRestore());
  let refused = 0;
  const from = (remoteAddress: string) =>
    app.inject({ url: barsPath(span, DAY, DAY), remoteAddress }).then(({ statusCode }) => {
      if (statusCode === 503) refused += 1;
      return statusCode;
    });
  const crowd = Array.from({ length: 20 }, (_, at) => from(`2001:db8:1:${at}::1`));
  await expect.poll(() => refused).toBe(3);
  const other = from('192.0.2.1');
  await expect.poll(() => refused).toBe(4);
  end();
  expect(await other).toBe(404);
  await Promise.all(crowd);
});

test('bars of finished prices are read once for all who ask, those of the live market each time', async () => {
  await serve('public');
  await storeTicks();
  const ticks = Array.from({ length: 3 }, (_, at) => {
    const time = epochMs((DAY + 5) * DAY_MS + at * 60_000);
    const prices = { bid: 108_000 + at, ask: 108_002 + at };
    return quoted({ source: 'kraken', pair: 'EUR/USD', ...prices, sourceTime: time, receivedTime: time });
  });
  await keepTicks(database.db, ticks);
  const spy = vi.spyOn(PriceShelf.prototype, 'bars');
  onTestFinished(() => spy.mockRestore());
  const [finished, live] = (await spans()) as [PriceSpan, PriceSpan];
  const first = await app.inject(barsPath(finished, DAY, DAY));
  const again = await app.inject({ url: barsPath(finished, DAY, DAY), remoteAddress: '192.0.2.1' });
  expect(again.rawPayload).toEqual(first.rawPayload);
  expect(spy).toHaveBeenCalledTimes(1);
  await app.inject(barsPath(finished, DAY + 1, DAY + 1));
  expect(spy).toHaveBeenCalledTimes(2);
  for (let time = 0; time < 2; time += 1) await app.inject(barsPath(live, DAY + 5, DAY + 5));
  expect(spy).toHaveBeenCalledTimes(4);
});

test('other prices have another name, and the old name is gone', async () => {
  await serve('public');
  await storeTicks();
  const [old] = await spans();
  await removeTemporaryFolder(dataDir);
  await storeTicks(109_000);
  const [renewed] = await spans();
  expect(renewed?.edition).not.toBe(old?.edition);
  expect((await app.inject(pricesPath(old as PriceSpan, DAY))).statusCode).toBe(404);
});

test('hands out what the live market has kept of a day, and lets no cache keep that', async () => {
  await serve('public');
  const at = (ms: number) => epochMs((DAY + 200) * DAY_MS + ms);
  const tick = (
    ms: number,
    bid: number,
    source: 'kraken' | 'oanda' = 'kraken',
    pair: 'EUR/USD' | 'USD/JPY' = 'EUR/USD',
  ) => quoted({ source, pair, bid, ask: bid + 2, sourceTime: at(ms), receivedTime: at(ms) });
  await keepTicks(database.db, [
    tick(1_000, 108_000),
    tick(2_000, 108_001),
    tick(2_500, 150_000, 'kraken', 'USD/JPY'),
    tick(3_000, 108_500, 'oanda'),
  ]);
  const span = (await spans()).find(({ pair }) => pair === 'EUR/USD') as PriceSpan;
  expect(span).toMatchObject({ edition: 'live', firstDay: DAY + 200, lastDay: DAY + 200 });
  const answer = await app.inject(pricesPath(span, DAY + 200));
  expect(answer.headers['cache-control']).toBe('no-store');
  expect(parseDayPrices('ticks', answer.rawPayload)).toMatchObject({
    timeMs: Int32Array.of(1_000, 2_000),
    bid: Int32Array.of(108_000, 108_001),
  });
  // Its one minute may still grow.
  const bars = await app.inject(barsPath(span, DAY + 200, DAY + 200));
  expect(bars.headers['cache-control']).toBe('no-store');
  expect(unpackBars(gunzipSync(bars.rawPayload))).toHaveLength(0);
});

test('reads a day once for all who ask, one at a time, beside the pool, and again after 10 s', async () => {
  await keepBeats(
    database.db,
    [200, 201].map((day) => {
      const at = epochMs((DAY + day) * DAY_MS);
      const tick = {
        source: 'kraken',
        pair: 'EUR/USD',
        bid: 1,
        ask: 2,
        sourceTime: at,
        receivedTime: at,
      } as const;
      return { nowMs: at, ticks: [quoted(tick)] };
    }),
  );
  await serve('public');
  // All that sign-ins have is in use.
  const held = await Promise.all(
    Array.from({ length: database.db.options.max }, () => database.db.connect()),
  );
  let [open, mostOpen, opened] = [0, 0, 0];
  const connect = Client.prototype.connect as (this: Client) => Promise<Client>;
  const spy = vi.spyOn(Client.prototype, 'connect').mockImplementation(function (this: Client) {
    [open, opened, mostOpen] = [open + 1, opened + 1, Math.max(mostOpen, open + 1)];
    this.once('end', () => (open -= 1));
    return connect.call(this);
  });
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  onTestFinished(() => {
    vi.useRealTimers();
    spy.mockRestore();
    for (const client of held) client.release();
  });
  const askAll = () =>
    Promise.all(
      [200, 201, 200, 201, 202].map(async (day) => {
        const { statusCode, rawPayload } = await app.inject(
          pricesPath({ pair: 'EUR/USD', edition: 'live' }, DAY + day),
        );
        return [statusCode, statusCode === 200 ? rawPayload.length : 0];
      }),
    );
  const answers = await askAll();
  expect(answers).toEqual([
    [200, 12],
    [200, 12],
    [200, 12],
    [200, 12],
    [404, 0],
  ]);
  expect([opened, mostOpen]).toEqual([3, 1]);
  expect(await askAll()).toEqual(answers);
  expect(opened).toBe(3);
  vi.advanceTimersByTime(10_000);
  await askAll();
  expect(opened).toBe(6);
});

test('a day of live prices costs ten requests', async () => {
  await serve('public');
  const live = pricesPath({ pair: 'EUR/USD', edition: 'live' }, DAY);
  for (let time = 0; time < 12; time += 1) expect((await app.inject(live)).statusCode).toBe(404);
  expect((await app.inject(live)).statusCode).toBe(429);
});

test('by default only signed-in traders fetch prices, and no cache keeps them beyond their session', async () => {
  await serve('signed-in');
  await storeTicks();
  const [span] = await spans();
  expect((await ask('/api/prices', 'bad')).statusCode).toBe(401);
  expect((await ask(pricesPath(span as PriceSpan, DAY), 'bad')).statusCode).toBe(401);
  expect((await ask(barsPath(span as PriceSpan, DAY, DAY), 'bad')).statusCode).toBe(401);
  const answer = await ask(pricesPath(span as PriceSpan, DAY));
  expect(answer.headers['cache-control']).toBe('no-store');
});

test('hands out nothing where the operator has switched it off', async () => {
  await serve('public');
  await storeTicks();
  const [span] = await spans();
  await app.close();
  await serve('off');
  expect(await spans()).toEqual([]);
  expect((await ask(pricesPath(span as PriceSpan, DAY))).statusCode).toBe(404);
  expect((await ask(barsPath(span as PriceSpan, DAY, DAY))).statusCode).toBe(404);
});

test('refuses damaged prices, until they are mended, and addresses that name no day', async () => {
  await serve('public');
  await storeTicks();
  const [span] = await spans();
  const folder = join(dataDir, 'history', 'eurusd-ticks');
  expect(readdirSync(folder)).toContain('bid.i32');
  const whole = readFileSync(join(folder, 'bid.i32'));
  truncateSync(join(folder, 'bid.i32'), 8);
  vi.useFakeTimers({ toFake: ['setTimeout'] });
  onTestFinished(() => void vi.useRealTimers());
  expect((await ask(pricesPath(span as PriceSpan, DAY))).statusCode).toBe(404);
  expect((await ask(barsPath(span as PriceSpan, DAY, DAY))).statusCode).toBe(404);
  expect(log.text()).toContain('prices that are damaged');
  for (const path of [
    'EURUSD/2026-13-02/abcdef012345.bin',
    'EURUSD/2026-03-02/..%2f..%2fx.bin',
    'XAUUSD/2026-03-02/live.bin',
  ])
    expect((await ask(`/api/prices/days/${path}`)).statusCode).toBe(400);
  writeFileSync(join(folder, 'bid.i32'), whole);
  vi.advanceTimersByTime(59_999);
  expect((await ask(pricesPath(span as PriceSpan, DAY))).statusCode).toBe(404);
  vi.advanceTimersByTime(1);
  expect((await ask(pricesPath(span as PriceSpan, DAY))).statusCode).toBe(200);
});
