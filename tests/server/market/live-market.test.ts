import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { epochMs } from '../../../src/core/time/instant.ts';
import { SCORED_PAIRS } from '../../../src/core/market/instruments.ts';
import type { Tick } from '../../../src/core/market/tick.ts';
import type { FeedReport } from '../../../src/core/wire/market.ts';
import { derivProtocol } from '../../../src/server/market/deriv-protocol.ts';
import type { FeedProtocol } from '../../../src/server/market/feed-protocol.ts';
import { krakenProtocol } from '../../../src/server/market/kraken-protocol.ts';
import { oandaProtocol } from '../../../src/server/market/oanda-protocol.ts';
import { createLiveMarket, type LiveMarketOptions } from '../../../src/server/market/live-market.ts';
import type { DecisionRound, Market } from '../../../src/server/market/market.ts';
import { MarketCore } from '../../../src/server/market/market-core.ts';
import { LIVE_FEED } from '../../support/live-feed.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { startTurnTime } from '../../support/turn-time.ts';
import { type FakeSource, fakeSource } from '../feeds/fake-socket-source.ts';

/** Wednesday, a minute of trading: shortly before the next instant of every timeframe. */
const LEAD_MS = 800;
/** From one instant of a decision to the next. */
const GRID_MS = 5_000;
const WALL_MS = Date.UTC(2026, 10, 18, 9, 32) - LEAD_MS;
const cleanUps: (() => unknown)[] = [];
let endTurnTime = () => {};
beforeEach(() => {
  endTurnTime = startTurnTime();
});
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).toReversed()) await cleanUp();
  endTurnTime();
});

interface Running {
  readonly market: Market;
  readonly core: MarketCore;
  readonly ticks: Tick[];
  readonly rounds: DecisionRound[];
  readonly reports: FeedReport[];
  readonly log: ReturnType<typeof memoryLog>;
  /** Sets the computer's clock. */
  set(ms: number): void;
  /** The computer's clock. */
  wallMs(): number;
  /** Resolves when something is so; looked at after each tick, round and report. */
  until(isSo: () => boolean): Promise<void>;
}

/** A live market on fake sources whose wall clock is at `WALL_MS`; the feeds' waiting times are a fiftieth. */
function running(protocols: readonly FeedProtocol[], change: Partial<LiveMarketOptions> = {}): Running {
  const startMs = performance.now();
  let setByMs = 0;
  const wallMs = () => WALL_MS + setByMs + (performance.now() - startMs);
  const log = memoryLog();
  const core = new MarketCore({ models: new Map(), log: log.log });
  const market = createLiveMarket({
    protocols,
    core,
    now: () => epochMs(Math.floor(wallMs())),
    steadyMs: () => performance.now(),
    random: () => 0.5,
    log: log.log,
    speed: 50,
    ...change,
  });
  const waiters = new Set<() => void>();
  const keep =
    <T>(list: T[]) =>
    (event: T) => {
      list.push(event);
      for (const look of waiters) look();
    };
  const ticks: Tick[] = [];
  const rounds: DecisionRound[] = [];
  const reports: FeedReport[] = [];
  market.onTick(keep(ticks));
  market.onRound(keep(rounds));
  market.onFeed(keep(reports));
  market.start();
  cleanUps.push(() => market.stop());
  const until = (isSo: () => boolean) =>
    new Promise<void>((resolve) => {
      const look = () => {
        if (!isSo()) return;
        waiters.delete(look);
        resolve();
      };
      waiters.add(look);
      look();
    });
  return { market, core, ticks, rounds, reports, log, set: (ms) => (setByMs += ms), wallMs, until };
}

async function source(answer?: Parameters<typeof fakeSource>[0]): Promise<FakeSource> {
  const it = await fakeSource(answer);
  cleanUps.push(() => it.close());
  return it;
}

const PRICES = { 'EUR/USD': 1.085, 'USD/JPY': 156.1, 'EUR/JPY': 169.4, 'EUR/GBP': 0.855, 'USD/CAD': 1.402 };
const krakenTicker = (pair: keyof typeof PRICES = 'EUR/USD', moved = 0) => {
  const step = pair.endsWith('JPY') ? 0.001 : 0.000_01;
  const bid = Number((PRICES[pair] + moved * step).toFixed(5));
  return {
    channel: 'ticker',
    type: 'update',
    data: [{ symbol: pair, bid, ask: Number((bid + 2 * step).toFixed(5)) }],
  };
};
const krakenAll = (moved = 0) => SCORED_PAIRS.map((pair) => krakenTicker(pair, moved));
const derivTick = (pair: keyof typeof PRICES, bid: number) => ({
  msg_type: 'tick',
  tick: { symbol: `frx${pair.replace('/', '')}`, bid, ask: bid + 0.0002, quote: bid },
});

/** Keeps saying something, until the test ends. */
function every(ms: number, say: () => void): () => void {
  const timer = setInterval(say, ms);
  cleanUps.push(() => clearInterval(timer));
  return () => clearInterval(timer);
}

test('live prices come in, and at the grid instant every timeframe has its round for all five pairs', async () => {
  const kraken = await source();
  const { market, core, ticks, rounds, until, wallMs, reports } = running([krakenProtocol(kraken.url)], {
    speed: 1,
  });
  let heardMs = 0;
  market.onRound(() => void (heardMs ||= wallMs()));
  await kraken.heard(1);
  every(20, () => kraken.send({ channel: 'heartbeat' }));
  for (const frame of krakenAll()) kraken.send(frame);
  await until(() => ticks.length === 5);
  expect(market.feed()).toEqual(LIVE_FEED);
  expect(core.lastTick('kraken', 'USD/JPY')).toMatchObject({ bid: 156_100, ask: 156_102 });
  expect(core.points('kraken', 'USD/JPY').map(([, doubled]) => doubled)).toEqual([312_202]);
  await until(() => rounds.length === 5);
  const decidedMs = WALL_MS + LEAD_MS;
  expect(rounds.map(({ timeframe }) => timeframe)).toEqual(['5s', '10s', '15s', '30s', '1min']);
  for (const round of rounds) {
    expect(round).toMatchObject({ decidedMs, source: 'kraken' });
    expect(round.decisions.map(({ pair }) => pair)).toEqual(SCORED_PAIRS);
    expect(round.decisions).toMatchObject(
      SCORED_PAIRS.map(() => ({ reason: 'history', decidedAtMs: decidedMs })),
    );
  }
  expect(heardMs - decidedMs).toBeGreaterThanOrEqual(0);
  expect(heardMs - decidedMs).toBeLessThan(GRID_MS);
  expect(reports.at(-1)?.isLive).toBe(true);
});

test('rounds come without any feed as well, empty, and the report says why in one sentence', async () => {
  const kraken = await source();
  await kraken.close();
  cleanUps.pop();
  const deriv = await source((frame, send) => {
    const error = { code: 'MarketIsClosed', message: 'This market is presently closed.' };
    if (frame['ticks'] !== undefined) send({ msg_type: 'tick', echo_req: frame, error });
  });
  const { market, rounds, until, reports, log } = running([
    krakenProtocol(kraken.url),
    derivProtocol(deriv.url),
  ]);
  await until(() => rounds.length === 5);
  expect(rounds[0]).toMatchObject({ source: undefined, decisions: [] });
  const closed = () => reports.find(({ feeds }) => feeds[1]?.state === 'closed');
  await until(() => closed() !== undefined);
  await new Promise<void>((resolve) => {
    market.clock.setAlarm(epochMs(WALL_MS + 1000), resolve);
  });
  // The same failure again and again is not worth a line each.
  const problems = log.entries().filter(({ feed }) => feed === 'kraken');
  expect(problems.map(({ level }) => level).slice(0, 5)).toEqual(['warn', 'warn', 'warn', 'debug', 'debug']);
  expect(closed()?.isLive).toBe(false);
  expect(closed()).toMatchObject({
    reason: 'no-feed',
    feeds: [{ state: 'unreachable' }, { state: 'closed' }],
  });
});

test('a market that starts within a second after a grid instant decides it', async () => {
  const kraken = await source();
  const now = () => epochMs(WALL_MS + LEAD_MS + 900);
  const { rounds, until } = running([krakenProtocol(kraken.url)], { now });
  await until(() => rounds.length === 5);
  expect(rounds[0]?.decidedMs).toBe(WALL_MS + LEAD_MS);
});

test('there are no rounds while the FX week is closed', async () => {
  const kraken = await source();
  const { market, rounds } = running([krakenProtocol(kraken.url)], { isOpen: () => false });
  await new Promise<void>((resolve) => {
    market.clock.setAlarm(epochMs(WALL_MS + LEAD_MS + 50), resolve);
  });
  expect(rounds).toEqual([]);
});

describe('faults of feeds', () => {
  test('a feed that goes silent is stale, the next one takes over, and the first is back when it talks again', async () => {
    const kraken = await source();
    const deriv = await source((frame, send) =>
      send(frame['ping'] === undefined ? {} : { msg_type: 'ping' }),
    );
    const { market, until, reports } = running([krakenProtocol(kraken.url), derivProtocol(deriv.url)]);
    await kraken.heard(1);
    // Only signs of life: every pair falls silent.
    every(20, () => kraken.send({ channel: 'heartbeat' }));
    kraken.send(krakenTicker());
    await until(() => market.feed().source === 'kraken');
    await until(() => reports.some(({ feeds }) => feeds[0]?.state === 'stale'));
    await deriv.heard(5);
    every(30, () => deriv.send(derivTick('EUR/USD', 1.0851)));
    await until(() => market.feed().source === 'deriv');
    expect(market.feed().feeds[0]?.state).not.toBe('live');
    every(30, () => kraken.send(krakenTicker('EUR/USD', 3)));
    await until(() => market.feed().source === 'kraken');
  });

  test('two feeds that are too far apart are reported, pair by pair', async () => {
    const kraken = await source();
    const deriv = await source();
    const { market, until, reports } = running([krakenProtocol(kraken.url), derivProtocol(deriv.url)]);
    await deriv.heard(5);
    every(20, () => {
      kraken.send(krakenTicker());
      deriv.send(derivTick('EUR/USD', 1.0872));
    });
    await until(() => reports.some(({ disagreements }) => disagreements.length > 0));
    expect(market.feed().disagreements).toEqual(['EUR/USD']);
  });

  test('a half-open connection, an HTML page and a wrong symbol are reasons, and the market comes back', async () => {
    const kraken = await source();
    const { market, until, log, ticks } = running([krakenProtocol(kraken.url)]);
    const said = async (problem: string) => {
      await expect.poll(() => log.text()).toContain(problem);
    };
    await kraken.heard(1);
    await said('nothing came for 5 s');
    await kraken.heard(2);
    kraken.send('<!doctype html><title>Just a moment...</title>');
    await said('Kraken sent something that is not JSON');
    await kraken.heard(3);
    kraken.send({ channel: 'ticker', data: [{ symbol: 'XBT/USD', bid: 65_000, ask: 65_001 }] });
    await said('XBT/USD, which was not asked for');
    await kraken.heard(4);
    kraken.send(krakenTicker());
    await until(() => ticks.length === 1);
    expect(market.feed()).toMatchObject({ isLive: true, reason: null });
  });

  test('five thousand quotes a second are all taken, in order, and the chart keeps a point for many', async () => {
    const kraken = await source();
    const { core, until, ticks } = running([krakenProtocol(kraken.url)], { speed: 1 });
    await kraken.heard(1);
    let sent = 0;
    const stop = every(10, () => {
      for (let index = 0; index < 50 && sent < 10_000; index += 1, sent += 1)
        kraken.send(krakenTicker('EUR/USD', sent % 997));
    });
    await until(() => ticks.length === 10_000);
    stop();
    expect(ticks.map(({ bid }) => bid)).toEqual(
      Array.from({ length: 10_000 }, (_, at) => 108_500 + (at % 997)),
    );
    expect(core.points('kraken', 'EUR/USD').length).toBeLessThan(100);
  });

  test('quotes that go back in time, or are of another time, harm no loop: the rounds go on', async () => {
    const kraken = await source();
    const { until, rounds, ticks, log } = running([krakenProtocol(kraken.url)], { speed: 1 });
    await kraken.heard(1);
    const at = (ms: number, moved: number) => {
      const frame = krakenTicker('EUR/USD', moved);
      return { ...frame, data: [{ ...frame.data[0], timestamp: new Date(WALL_MS + ms).toISOString() }] };
    };
    for (const [ms, moved] of [
      [0, 1],
      [1900, 2],
      [-5000, 3],
      [100, 4],
      [Date.UTC(2000, 0) - WALL_MS, 5],
      [3_600_000, 6],
      [1950, 7],
    ] as const)
      kraken.send(at(ms, moved));
    await until(() => rounds.length === 5 && ticks.length === 3);
    expect(ticks.map(({ bid }) => bid - 108_500)).toEqual([1, 2, 7]);
    expect(rounds[0]?.decisions.find(({ pair }) => pair === 'EUR/USD')).toMatchObject({
      kind: 'abstention',
    });
    expect(log.text()).not.toContain('failed');
  });
});

// To a second before the next round: an hour forwards and back.
test.each([3_603_000, -3_597_000])(
  'a computer clock set by %d ms is reported, and prices and rounds go on at the new time',
  async (ms) => {
    const kraken = await source();
    const { market, until, rounds, ticks, set } = running([krakenProtocol(kraken.url)]);
    const sets: { beforeMs: number; afterMs: number }[] = [];
    market.onClockSet((event) => void sets.push(event));
    every(20, () => krakenAll().forEach(kraken.send));
    await until(() => ticks.length > 0 && rounds.length > 0);
    set(ms);
    await until(() => sets.length > 0);
    const [{ beforeMs, afterMs } = { beforeMs: 0, afterMs: 0 }] = sets;
    expect(Math.abs(afterMs - beforeMs - ms)).toBeLessThan(60_000);
    // Everything was dated by a clock that was wrong.
    const ticksBefore = ticks.length;
    await until(() => ticks.length > ticksBefore + 3 && market.feed().isLive);
    expect(ticks.at(-1)?.receivedTime).toBeGreaterThanOrEqual(afterMs);
    const roundsBefore = rounds.length;
    await until(() => rounds.length > roundsBefore);
    expect(rounds.at(-1)?.decidedMs).toBeGreaterThan(afterMs);
    expect(rounds.at(-1)?.source).toBe('kraken');
  },
);

test("no token reaches the log, whatever the token's feed answers", async () => {
  const token = 'practice-token-of-the-test';
  let answered = 0;
  const server = createServer((_request, response) => {
    answered += 1;
    if (answered === 1)
      response.setHeader('content-type', 'text/html').end('<title>Just a moment...</title>');
    else if (answered === 2)
      response.end(`${JSON.stringify({ errorMessage: 'Insufficient authorization' })}\n`);
    else response.writeHead(401).end();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  cleanUps.push(() => server.close());
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const { market, until, reports, log } = running([
    oandaProtocol({ accountId: '101-004-1234567-001', token }, url),
  ]);
  await until(() => reports.at(-1)?.feeds[0]?.state === 'failed');
  expect(market.feed().reason).toBe('no-feed');
  expect(log.text()).toContain('check OANDA_TOKEN and OANDA_ACCOUNT_ID');
  expect(answered).toBe(3);
  expect(log.text()).toContain('OANDA');
  expect(log.text() + JSON.stringify(reports)).not.toContain(token);
});
