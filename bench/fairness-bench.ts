import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { Agent, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { DAY_MS, epochMs, SECOND_MS } from '../src/core/time/instant.ts';
import { startApp } from '../scripts/running-app.mjs';
import { openDatabase } from '../src/server/db/open-database.ts';
import { loadConfig } from '../src/server/platform/config.ts';
import { keepBeats } from '../tests/support/keep-beats.ts';
import { memoryLog } from '../tests/support/memory-log.ts';
import { quoted } from '../tests/support/quoted.ts';
import { writeDataset } from '../tests/support/write-dataset.ts';
import { JSON_HEADERS, signUp } from './sign-up.ts';
import { compared, type Figure, quantile } from './figure.ts';

/** Floods of a route and of the peer take turns, so that what else the machine does meets both. */
const ROUNDS = 3;
const FLOOD_MS = 2 * SECOND_MS;
/** One anonymous client and one trader, so many requests of each at once. */
const CONNECTIONS = 8;
const SIGN_IN = '/auth/v1/token?grant_type=password';

const DAYS = 31;
/** The quotes of one row of the live market; it has five pairs a second. */
const BEAT_MS = 5 * SECOND_MS;
const TODAY_MS = Math.floor(Date.now() / DAY_MS) * DAY_MS;
const dateOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

/** Every kind of request that costs more than a header: pages, JSON, the ledger, prices, a password, a trader's own. */
const ROUTES: readonly string[] = [
  '/',
  '/check',
  '/record',
  '/config.json',
  '/openapi.json',
  '/docs/json',
  '/auth/v1/user',
  SIGN_IN,
  '/api/market',
  '/api/record',
  '/api/record/signals',
  '/api/taken',
  '/api/prices',
  `/api/prices/days/EURUSD/${dateOf(TODAY_MS - DAY_MS)}/live.bin`,
  `/api/prices/days/EURUSD/${dateOf(TODAY_MS - DAY_MS)}/EDITION.bin`,
  `/api/prices/bars/EURUSD/${dateOf(TODAY_MS - DAYS * DAY_MS)}/${dateOf(TODAY_MS - DAY_MS)}/EDITION.bin`,
  '/ledger/synthetic/checkpoint',
  '/ledger/synthetic/tile/0/000',
];

/**
 * What a trader waits, p99, while one anonymous client and one other trader flood a route, beside the same flood of `/healthz`, which
 * costs the least: what one request may cost another client is bounded. Each flood is of clients that asked nothing before.
 */
export async function* fairnessBench(): AsyncGenerator<Figure> {
  const app = await startApp({
    PIPCAST_SIGNUP: 'open',
    FEED: 'synthetic',
    PIPCAST_TRUSTED_PROXIES: '127.0.0.1',
    PIPCAST_RATE_LIMIT: 'on',
  });
  const { url } = app;
  await storeQuotes(app.dataDir);
  const waiting = fork(fileURLToPath(new URL('./peers/waiting-trader.mjs', import.meta.url)), [url]);
  try {
    await whileFlooded(url, waiting, '/healthz');
    for (const route of ROUTES) {
      const path = route.replace('EDITION', await editionOf(url));
      // What is made at the first request is made once in the life of a server.
      await (await fetch(`${url}${path}`)).text();
      const [cheapest, waits]: [number[], number[]] = [[], []];
      for (let round = 0; round < ROUNDS; round += 1) {
        cheapest.push(...(await whileFlooded(url, waiting, '/healthz')));
        waits.push(...(await whileFlooded(url, waiting, path)));
      }
      const peer = { name: 'a flood of /healthz', value: quantile(cheapest, 0.99) };
      const name = `p99 of another trader while ${route} is flooded`;
      yield compared(name, quantile(waits, 0.99), 'ms', peer, { atMost: 2 });
    }
  } finally {
    waiting.disconnect();
    await app.stop();
  }
}

/** What the dear routes read: a day that the live market kept, and a month of imported quotes, one a second. */
async function storeQuotes(dataDir: string): Promise<void> {
  const rows = (DAYS * DAY_MS) / SECOND_MS;
  const firstMs = TODAY_MS - DAYS * DAY_MS;
  const timeMs = Float64Array.from({ length: rows }, (_, at) => firstMs + at * SECOND_MS);
  const bid = Int32Array.from({ length: rows }, (_, at) => 108_000 + (at % 97));
  const ask = bid.map((price) => price + 2);
  await writeDataset(dataDir, 'made-up', { length: rows, timeMs, bid, ask });
  const config = loadConfig({ PIPCAST_DATA_DIR: dataDir });
  const database = await openDatabase(config, memoryLog('warn').log, { role: 'command' });
  const beats = Array.from({ length: DAY_MS / BEAT_MS }, (_, beat) => {
    const nowMs = epochMs(TODAY_MS - DAY_MS + beat * BEAT_MS);
    const ticks = Array.from({ length: BEAT_MS / SECOND_MS }, (__, second) => {
      const at = epochMs(nowMs + second * SECOND_MS);
      const prices = { bid: 108_000 + second, ask: 108_002 + second };
      return quoted({ source: 'kraken', pair: 'EUR/USD', ...prices, sourceTime: at, receivedTime: at });
    });
    return { nowMs, ticks };
  });
  await keepBeats(database.db, beats);
  await database.close();
}

/** Of the month of quotes, as `/api/prices` names it. */
async function editionOf(url: string): Promise<string> {
  const headers = await newTrader(url);
  const answer = await fetch(`${url}/api/prices`, { headers });
  const { spans } = (await answer.json()) as { spans: readonly { edition: string }[] };
  return spans.find(({ edition }) => edition !== 'live')?.edition ?? '';
}

let clients = 0;

/** An address that asked nothing before. */
function newNetwork(): string {
  clients += 1;
  return `198.18.${clients >> 8}.${clients & 255}`;
}

/** The headers of a trader who asked nothing before, at such an address. */
async function newTrader(url: string): Promise<Record<string, string>> {
  const headers = { 'x-forwarded-for': newNetwork() };
  const session = await signUp(url, `trader-${clients}@example.com`, { headers });
  return { ...headers, authorization: `Bearer ${session.access_token}` };
}

/** What another trader waited for each answer, ms, while new clients flood a path. */
async function whileFlooded(url: string, waiting: ChildProcess, path: string): Promise<number[]> {
  const [headers, trader] = [await newTrader(url), await newTrader(url)];
  const isSignIn = path === SIGN_IN;
  const body = JSON.stringify({ email: `trader-${clients}@example.com`, password: 'a wrong key' });
  const send = (agent: Agent, own: Record<string, string>) =>
    new Promise<void>((resolve, reject) => {
      request(
        `${url}${path}`,
        isSignIn ? { agent, method: 'POST', headers: { ...own, ...JSON_HEADERS } } : { agent, headers: own },
        (answer) => answer.resume().on('end', resolve).on('error', reject),
      )
        .on('error', reject)
        .end(isSignIn ? body : undefined);
    });
  const flood = (own: Record<string, string>) =>
    Array.from({ length: CONNECTIONS }, async () => {
      const agent = new Agent({ keepAlive: true, maxSockets: 1 });
      while (performance.now() < endMs) await send(agent, own);
      agent.destroy();
    });
  const endMs = performance.now() + FLOOD_MS;
  const waits = once(waiting, 'message') as Promise<[number[]]>;
  waiting.send({ headers, forMs: FLOOD_MS });
  await Promise.all([...flood({ 'x-forwarded-for': newNetwork() }), ...flood(trader)]);
  return (await waits)[0];
}
