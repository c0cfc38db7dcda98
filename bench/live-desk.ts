import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { type EpochMs, epochMs, MINUTE_MS } from '../src/core/time/instant.ts';
import type { PlacedEntry } from '../src/core/signals/ledger-entry.ts';
import { priceScale, type ScoredPair } from '../src/core/market/instruments.ts';
import { type Tick, tickTime } from '../src/core/market/tick.ts';
import { BOT_TIMEFRAMES } from '../src/core/market/timeframes.ts';
import { buildApp } from '../src/server/start/app.ts';
import { loadConfig } from '../src/server/platform/config.ts';
import { Notices } from '../src/server/db/notices.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { createDeskFigures } from '../src/server/desk/desk-figures.ts';
import { krakenProtocol } from '../src/server/market/kraken-protocol.ts';
import type { Identify } from '../src/server/routes/identify.ts';
import { createLiveMarket } from '../src/server/market/live-market.ts';
import type { DecisionRound } from '../src/server/market/market.ts';
import type { MarketSource } from '../src/server/market/market-source.ts';
import { MarketCore } from '../src/server/market/market-core.ts';
import { syntheticTicks } from '../src/server/market/synthetic-ticks.ts';
import { startDesk } from '../src/server/start/start-desk.ts';
import { type MarketApi, serveMarketApi } from '../src/server/routes/market/serve-market-api.ts';
import { fakeSource } from '../tests/server/feeds/fake-socket-source.ts';
import { keepTicks } from '../tests/support/keep-beats.ts';
import { fadingModel } from '../tests/support/engine-model.ts';
import { send } from './http-load.ts';

/** The engine needs 121 minutes in a row. */
const HISTORY_MS = 130 * MINUTE_MS;
/** A Wednesday morning: every market window of the day but one is open for hours. */
const OPEN_HOURS_MS = Date.UTC(2026, 10, 18, 9);

/** The desk as it runs on live prices, in this process, on a PostgreSQL of its own. */
export interface LiveDesk {
  readonly port: number;
  readonly db: Pool;
  /** How far the market's clock is ahead of this computer's: whole minutes, so that both turn a minute together. */
  readonly aheadMs: number;
  /** Any token is a trader of that name. */
  request(token: string, pair: ScoredPair): Promise<void>;
  stop(): Promise<void>;
}

export interface LiveDeskHooks {
  /** The first to hear of a round. */
  readonly onRound: (round: DecisionRound) => void;
  /** Called with what became durable before any stream sends it. */
  readonly onDurable: (entries: readonly PlacedEntry[]) => void;
}

/**
 * Starts everything that the server starts for live prices, but for signing in: the feed over a WebSocket, with quotes that
 * are made up and come when they are due, the market with its history, the desk, the ledger and the HTTP application. Resolves
 * when prices are live. The clock is this computer's, moved to a working day, so that this can be measured on any.
 */
export async function startLiveDesk({ onRound, onDurable }: LiveDeskHooks): Promise<LiveDesk> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipcast-bench-'));
  const aheadMs = Math.ceil((OPEN_HOURS_MS - Date.now()) / MINUTE_MS) * MINUTE_MS;
  const now = () => epochMs(Date.now() + aheadMs);
  const log = pino({ level: 'error' }, pino.destination(2));
  const quotes = syntheticTicks(1, now() - HISTORY_MS);
  const feed = await fakeSource();
  const core = new MarketCore({
    models: new Map(BOT_TIMEFRAMES.map(({ value }) => [value, fadingModel(value)])),
    log,
  });
  core.rounds.add(onRound);
  const steadyMs = () => performance.now();
  const source: MarketSource = {
    kind: 'live',
    label: undefined,
    open: (filled) =>
      createLiveMarket({
        protocols: [krakenProtocol(feed.url)],
        core: filled,
        now,
        steadyMs,
        random: Math.random,
        log,
      }),
  };
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, log, { role: 'server' });
  const notices = new Notices(database.db, log);
  await keepTicks(database.db, historyOf(quotes, now));
  const config = loadConfig({ PIPCAST_DATA_DIR: dataDir, PIPCAST_RATE_LIMIT: 'off' });
  const identify: Identify = async (authorization = '') => ({ id: authorization, email: '' });
  let api: MarketApi | undefined;
  const figures = createDeskFigures();
  const app = await buildApp({
    config,
    log,
    files: undefined,
    embedded: undefined,
    identify,
    check: async () => {},
    now,
    isDraining: () => false,
    deskFigures: figures,
    serveMarket: (routes, access) => {
      api = serveMarketApi(routes, {
        access,
        now,
        mostStreams: 25_000,
        sessions: { onEnd: () => () => {}, over: async () => [] },
        reason: 'starting',
      });
    },
  });
  await app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = app.server.address() as AddressInfo;
  const desk = startDesk({
    config,
    log,
    db: database.db,
    notices,
    source,
    core,
    api: api as MarketApi,
    now,
    steadyMs,
    figures,
    onShow: (ledger) => ledger.onAppended(onDurable),
  });
  const stopped = new AbortController();
  const playing = play(quotes, feed.send, now, stopped.signal);
  await live(core);
  return {
    port,
    db: database.db,
    aheadMs,
    async request(token, pair) {
      const { status, body } = await send(`http://127.0.0.1:${port}`, {
        method: 'POST',
        path: '/api/market/signals',
        headers: { 'content-type': 'application/json', authorization: `Bearer ${token}` },
        body: JSON.stringify({ key: randomUUID(), pair, timeframe: '5s' }),
      });
      if (status !== 202) throw new Error(`a request for a signal was answered ${status} ${body}`);
    },
    async stop() {
      stopped.abort();
      await playing;
      await desk.stop();
      await feed.close();
      await notices.close();
      await app.close();
      await database.close();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Quotes until now: what a server before this one would have kept. */
function historyOf(quotes: Iterator<Tick>, now: () => EpochMs): Tick[] {
  const history: Tick[] = [];
  for (;;) {
    const { value, done } = quotes.next();
    if (done || tickTime(value) >= now()) return history;
    history.push({ ...value, source: 'kraken' });
  }
}

/** Sends each quote when it is due, as frames of the feed. */
async function play(
  quotes: Iterable<Tick>,
  sendFrame: (frame: unknown) => void,
  now: () => EpochMs,
  signal: AbortSignal,
): Promise<void> {
  for (const { pair, bid, ask, receivedTime } of quotes) {
    const waitMs = receivedTime - now();
    if (waitMs > 0) await pause(waitMs, undefined, { signal }).catch(() => {});
    if (signal.aborted) return;
    const scale = priceScale(pair);
    const row = { symbol: pair, bid: bid / scale, ask: ask / scale };
    const timestamp = new Date(receivedTime).toISOString();
    sendFrame({ channel: 'ticker', type: 'update', data: [{ ...row, timestamp }] });
  }
}

function live(market: MarketCore): Promise<void> {
  return new Promise((resolve) => {
    const stop = market.reports.add(({ isLive }) => {
      if (!isLive) return;
      stop();
      resolve();
    });
  });
}
