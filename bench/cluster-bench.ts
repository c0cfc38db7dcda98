import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { Pool } from 'pg';
import type { MarketSnapshot, SignalRequestAnswer } from '../src/core/wire/market.ts';
import { epochMs, HOUR_MS, MINUTE_MS, SECOND_MS } from '../src/core/time/instant.ts';
import { isSpecialDecision } from '../src/core/signals/lapses.ts';
import { marketStatus } from '../src/core/time/market-hours.ts';
import { type Tick, tickTime } from '../src/core/market/tick.ts';
import { syntheticTicks } from '../src/server/market/configured-source.ts';
import { tickBytes } from '../src/server/market/market-beats.ts';
import { type Cluster, type ClusterNode, startCluster } from '../tests/system/support/cluster.ts';
import { type FollowingTrader, followMarket } from '../tests/system/support/following-trader.ts';
import { startServerProcess } from '../scripts/server-process.mjs';
import { makeTemporaryFolder, removeTemporaryFolder } from '../tests/support/temporary-folder.ts';
import { LIVE_FEED } from '../tests/support/live-feed.ts';
import { startThrowawayPostgres } from '../tests/support/throwaway-postgres.ts';
import { signUp } from '../scripts/running-app.mjs';
import { fanOut, STREAMS_PER_TRADER } from './fan-out.ts';
import { bounded, type Figure, quantile } from './figure.ts';

const NODES = 3;
const CLIENTS = 200;
/** A short form is for trying the measurement out: its figures are not for the documents. */
const KILLS = Number(process.env['KILLS'] ?? 50);
const STOPS = Number(process.env['STOPS'] ?? 20);
const STREAMS = Number(process.env['STREAMS'] ?? 10_000);
const FREEZE_MS = MINUTE_MS;
/** P-BOT instants at which a node without the desk is held against the desk's. */
const INSTANTS = 24;
/** Between two faults, once streams are back and the node that came is warm. */
const REST_MS = SECOND_MS;
const DAY_MS = 24 * HOUR_MS;
const SESSIONS = 20;
const SIGN_UPS_AT_ONCE = 4;
const SPREAD_NODES = 4;
/** From the signal to stop to the desk's end; the desk is away for some 0.3 s afterwards. */
const STOP_NOTICE_MS = 3 * SECOND_MS;
/** Stops come so that a minute of P-Special begins at their end, a tenth of a second earlier each of so many times. */
const STOP_TURNS = 5;

/** What the cluster under measurement is made of. */
interface Bed {
  readonly cluster: Cluster;
  readonly traders: readonly FollowingTrader[];
  /** The nodes that run. */
  alive(): readonly ClusterNode[];
}

/**
 * Several servers on one durable PostgreSQL, with traders on all of them: how long the desk is away when its server is killed, stopped or
 * frozen, when the traders are back, what a node without the desk is late by, and how soon a session is over on all. Whole processes on this computer.
 */
export async function* clusterBench(): AsyncGenerator<Figure> {
  const folder = makeTemporaryFolder();
  const postgres = await startThrowawayPostgres({ max_connections: '200', timezone: 'UTC' });
  const started: ReturnType<typeof startServerProcess>[] = [];
  const start = (settings: Readonly<Record<string, string>>) => {
    const server = startServerProcess({
      LOG_LEVEL: 'warn',
      PIPCAST_RATE_LIMIT: 'off',
      PIPCAST_SIGNUP: 'open',
      // All clients are this computer.
      PIPCAST_CONNECTIONS_PER_NETWORK: '25000',
      ...settings,
    });
    started.push(server);
    return server;
  };
  const traders: FollowingTrader[] = [];
  const close = async () => {
    for (const trader of traders) trader.stop();
    for (const server of started) server.process.kill('SIGKILL');
    await Promise.all(started.map(({ ended }) => ended));
    await postgres.stop();
    await removeTemporaryFolder(folder);
  };
  // Servers in groups of their own hear no Ctrl-C of the terminal.
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
    process.once(signal, () => void close().finally(() => process.exit(130)));
  try {
    const cluster = await startCluster(NODES, { databaseUrl: postgres.url, folder, start });
    const alive = () =>
      cluster.nodes.filter(
        ({ server: { process } }) => process.exitCode === null && process.signalCode === null,
      );
    const origins = new Map<ClusterNode, string>();
    const known = () =>
      alive().flatMap((node) => {
        const origin = origins.get(node);
        if (origin === undefined) void node.server.origin.then((found) => origins.set(node, found));
        return origin === undefined ? [] : [origin];
      });
    known();
    const tokens = await signUpAll(await cluster.desk(), 'follower', CLIENTS / STREAMS_PER_TRADER);
    for (let at = 0; at < CLIENTS; at += 1)
      traders.push(followMarket(known, tokens[at % tokens.length] as string));
    const bed: Bed = { cluster, traders, alive };
    await allBack(bed);
    yield* await sessionEnds(alive());
    yield* await instants(bed);
    yield* await kills(bed);
    yield* await stops(bed);
    yield* await freeze(bed);
    yield* whole(bed);
    yield* await newcomer(bed, postgres.url, join(folder, 'newcomer'));
    for (const trader of traders) trader.stop();
    const nodes = alive().slice(0, SPREAD_NODES);
    const desk = await cluster.desk(nodes);
    yield* await fanOut(nodes, desk, await signUpAll(desk, 'listener', STREAMS / STREAMS_PER_TRADER));
  } finally {
    await close();
  }
}

/** Another node, which could have the desk. */
async function anotherNode({ cluster }: Bed): Promise<void> {
  const node = cluster.add();
  await node.healthy();
  while ((await node.metric('pipcast_desk_warm')) !== 1) await pause(50);
}

async function allBack({ traders }: Bed): Promise<void> {
  while (!traders.every(({ isConnected }) => isConnected)) await pause(20);
}

/** Until another node has the desk and prices for it. */
async function deskElsewhere({ cluster, alive }: Bed, gone: ClusterNode): Promise<ClusterNode> {
  const next = await cluster.desk(alive().filter((node) => node !== gone));
  while (!(await isLive(cluster, next))) await pause(10);
  return next;
}

async function isLive({ token }: Cluster, node: ClusterNode): Promise<boolean> {
  const answer = await node.fetch('/api/market', { headers: { authorization: `Bearer ${token}` } });
  return answer.ok && ((await answer.json()) as MarketSnapshot).feed.isLive;
}

/** Asks a node for a P-BOT signal until it accepts; resolves to the instant that it is decided at. */
async function askBot({ token }: Cluster, node: ClusterNode): Promise<number> {
  const headers = { 'content-type': 'application/json', authorization: `Bearer ${token}` };
  const body = JSON.stringify({ key: randomUUID(), pair: 'EUR/USD', timeframe: '5s' });
  for (;;) {
    const answer = await node.fetch('/api/market/signals', { method: 'POST', headers, body });
    if (answer.ok) return ((await answer.json()) as SignalRequestAnswer).decidesMs;
    await pause(10);
  }
}

/** Until a trader has the decision of an instant. */
async function untilDecided({ traders: [trader] }: Bed, decidesMs: number): Promise<void> {
  const isIt = ({ entry }: FollowingTrader['entries'][number]) =>
    'decidedMs' in entry && entry.mode === 'bot' && entry.decidedMs === decidesMs;
  while (!trader?.entries.some(isIt)) await pause(20);
}

async function kills(bed: Bed): Promise<Figure[]> {
  const awayMs: number[] = [];
  const backMs: number[] = [];
  let fromMinute = Number.POSITIVE_INFINITY;
  for (let turn = 0; turn < KILLS; turn += 1) {
    const desk = await bed.cluster.desk(bed.alive());
    fromMinute = Math.min(fromMinute, Math.ceil(Date.now() / MINUTE_MS));
    const before = bed.traders.map(({ interruptionsMs }) => interruptionsMs.length);
    const startMs = performance.now();
    desk.server.process.kill('SIGKILL');
    await desk.server.ended;
    const next = await deskElsewhere(bed, desk);
    const decidesMs = await askBot(bed.cluster, next);
    awayMs.push(performance.now() - startMs);
    await allBack(bed);
    await untilDecided(bed, decidesMs);
    backMs.push(...bed.traders.flatMap(({ interruptionsMs }, at) => interruptionsMs.slice(before[at])));
    await anotherNode(bed);
    await pause(REST_MS);
  }
  const halves = backMs.map((ms) => Math.floor(ms / 500));
  const fullest = Math.max(...halves.map((half) => halves.filter((other) => other === half).length));
  return [
    bounded(
      `kill -9 of the desk, ${KILLS} times: P-BOT requests are accepted, and then decided, again, p95`,
      quantile(awayMs, 0.95),
      'ms',
      { atMost: 5_000 },
    ),
    bounded('the same, p50', quantile(awayMs, 0.5), 'ms'),
    bounded('clients of a killed node are back, p50', quantile(backMs, 0.5), 'ms', { atMost: 3_000 }),
    bounded('clients of a killed node are back, p99', quantile(backMs, 0.99), 'ms', { atMost: 8_000 }),
    bounded('share of them in the fullest half second', fullest / backMs.length, '', { atMost: 0.2 }),
    ...(await minutes(bed, fromMinute, 'kills', KILLS)),
  ];
}

async function stops(bed: Bed): Promise<Figure[]> {
  const awayMs: number[] = [];
  const fromMinute = Math.ceil(Date.now() / MINUTE_MS);
  for (let turn = 0; turn < STOPS; turn += 1) {
    const desk = await bed.cluster.desk(bed.alive());
    await untilMinuteTurns(STOP_NOTICE_MS + (turn % STOP_TURNS) * 100);
    // The desk goes on until it lets go: it is away from then on.
    let lastMs = performance.now();
    const others = bed.alive().filter((node) => node !== desk);
    desk.server.process.kill('SIGTERM');
    let next: ClusterNode | undefined;
    while (next === undefined) {
      const [had, ...has] = await Promise.all(
        [desk, ...others].map((node) => node.metric('pipcast_desk_leader').then((value) => value === 1)),
      );
      if (had) lastMs = performance.now();
      next = others[has.indexOf(true)];
    }
    while (!(await isLive(bed.cluster, next))) await pause(5);
    awayMs.push(performance.now() - lastMs);
    await desk.server.ended;
    await anotherNode(bed);
    await allBack(bed);
    await pause(REST_MS);
  }
  return [
    bounded(`planned stop, ${STOPS} times: without a desk, longest`, Math.max(...awayMs), 'ms', {
      atMost: 1_000,
    }),
    ...(await minutes(bed, fromMinute, 'planned stops', 0)),
  ];
}

/** Until so long before a minute of P-Special begins. */
async function untilMinuteTurns(leadMs: number): Promise<void> {
  await pause(MINUTE_MS - ((Date.now() + leadMs) % MINUTE_MS));
}

async function freeze(bed: Bed): Promise<Figure[]> {
  const desk = await bed.cluster.desk(bed.alive());
  const startMs = performance.now();
  desk.server.process.kill('SIGSTOP');
  await deskElsewhere(bed, desk);
  const awayMs = performance.now() - startMs;
  await pause(FREEZE_MS);
  desk.server.process.kill('SIGCONT');
  await allBack(bed);
  while ((await desk.metric('pipcast_desk_leader')) !== 0) await pause(20);
  return [bounded('kill -STOP of the desk: desk elsewhere', awayMs, 'ms', { atMost: 8_000 })];
}

/**
 * P-Special's minutes without a decision since a minute, those of them that are in no outage, how late a decision was, and abstentions for
 * want of history. There are none outside the market hours.
 */
async function minutes(
  { traders }: Bed,
  fromMinute: number,
  what: string,
  atMost: number,
): Promise<Figure[]> {
  // What is missing is recorded with the next minute at the latest.
  await untilMinuteTurns(-10 * SECOND_MS);
  const entries = (traders[0] as FollowingTrader).entries.map(({ entry }) => entry);
  const special = entries
    .filter(isSpecialDecision)
    .filter(({ decidedMs }) => decidedMs >= fromMinute * MINUTE_MS);
  const decided = new Set(special.map(({ decidedMs }) => decidedMs / MINUTE_MS));
  const outages = entries.filter((entry) => entry.kind === 'outage');
  const last = Math.floor(Date.now() / MINUTE_MS) - 1;
  const open = Array.from({ length: last - fromMinute + 1 }, (_, at) => fromMinute + at).filter(
    (minute) => marketStatus(epochMs(minute * MINUTE_MS)).anyActive,
  );
  const missed = open.filter((minute) => !decided.has(minute));
  const silent = missed.filter(
    (minute) =>
      !outages.some(({ fromMs, toMs }) => fromMs < (minute + 1) * MINUTE_MS && toMs >= minute * MINUTE_MS),
  );
  const history = special.filter(
    (entry) => entry.kind === 'abstained' && Object.values(entry.reasons).includes('history'),
  ).length;
  const lateMs = special.map(({ atMs, decidedMs }) => atMs - decidedMs);
  return [
    bounded(`minutes of P-Special missed in ${open.length} with ${what}`, missed.length, 'minutes', {
      atMost,
    }),
    bounded('of these in no outage', silent.length, 'minutes', { atMost: 0 }),
    bounded('from the beginning of a minute until it is decided, longest', Math.max(0, ...lateMs), 'ms'),
    bounded(`abstentions for want of history with ${what}`, history, 'minutes', { atMost: 0 }),
  ];
}

/** Counts the clients that missed an entry, had one twice or started over. */
function whole({ traders }: Bed): Figure[] {
  const broken = traders.filter(({ entries, resets }) => {
    const from = entries[0]?.index ?? 0;
    return resets > 0 || entries.some(({ index }, at) => index !== from + at);
  }).length;
  return [
    bounded(`clients of ${CLIENTS} that missed an entry, had one twice or started over`, broken, 'clients', {
      atMost: 0,
    }),
  ];
}

/** The same entry at a client of the desk's node and at one of another. */
async function instants({ cluster, alive }: Bed): Promise<Figure[]> {
  const desk = await cluster.desk(alive());
  const other = alive().find((node) => node !== desk) as ClusterNode;
  const follow = async ({ server }: ClusterNode) => {
    const origin = await server.origin;
    return followMarket(() => [origin], cluster.token);
  };
  const [near, far] = [await follow(desk), await follow(other)];
  while (!near.isConnected || !far.isConnected) await pause(10);
  for (let turn = 0; turn < INSTANTS; turn += 1) {
    await pause(5_000 - (Date.now() % 5_000) - 1_500 + (Date.now() % 5_000 > 3_500 ? 5_000 : 0));
    await askBot(cluster, other);
    await pause(2_500);
  }
  near.stop();
  far.stop();
  const lateMs = ({ entries, arrivedMs }: FollowingTrader) =>
    new Map(entries.map(({ index, entry }, at) => [index, (arrivedMs[at] as number) - entry.atMs]));
  const [nearMs, farMs] = [lateMs(near), lateMs(far)];
  const seen = [...nearMs.keys()].filter((index) => farMs.has(index));
  const laterMs = (share: number) => {
    const [ofNear = 0, ofFar = 0] = [nearMs, farMs].map((late) =>
      quantile(
        seen.map((index) => late.get(index) as number),
        share,
      ),
    );
    return ofFar - ofNear;
  };
  return [
    bounded(
      `until a client has an entry, p99 of ${seen.length}: a node without the desk later than the desk's`,
      laterMs(0.99),
      'ms',
      { atMost: 5 },
    ),
    bounded('the same, p50', laterMs(0.5), 'ms'),
  ];
}

/**
 * How long the other nodes go on with a session after its sign-out was sent to the first: until the last answer to a request of it, and until
 * its stream has ended.
 */
async function sessionEnds([first, ...others]: readonly ClusterNode[]): Promise<Figure[]> {
  if (first === undefined) throw new Error('there are several nodes');
  const answeredMs: number[] = [];
  const streamMs: number[] = [];
  for (let turn = 0; turn < SESSIONS; turn += 1) {
    const headers = { authorization: `Bearer ${await signUpOne(first, `leaver-${turn}`)}` };
    const streams = await Promise.all(others.map((node) => node.fetch('/api/market/stream', { headers })));
    if (!streams.every(({ ok }) => ok)) throw new Error('a stream of the measurement was refused');
    const startMs = performance.now();
    const since = () => performance.now() - startMs;
    const signedOut = first.fetch('/auth/v1/logout?scope=local', { method: 'POST', headers });
    await Promise.all([
      ...others.map(async (node) => {
        // The refusal itself comes late on purpose.
        let lastMs = 0;
        while ((await node.fetch('/auth/v1/user', { headers })).ok) lastMs = since();
        answeredMs.push(lastMs);
      }),
      ...streams.map(async (stream) => {
        await stream.text().catch(() => undefined);
        streamMs.push(since());
      }),
    ]);
    const { status } = await signedOut;
    if (status !== 204) throw new Error(`a sign-out of the measurement was answered ${status}`);
  }
  const rows = (what: string, timesMs: readonly number[]) => [
    bounded(`${what}, longest of ${timesMs.length}`, Math.max(...timesMs), 'ms', { atMost: 200 }),
    bounded('the same, p50', quantile(timesMs, 0.5), 'ms'),
  ];
  return [
    ...rows('from a sign-out until the last answer of another node to its session', answeredMs),
    ...rows('from a sign-out until the stream of the session at another node has ended', streamMs),
  ];
}

/** A server that comes to a database with a day of quotes. */
async function newcomer({ cluster }: Bed, databaseUrl: string, folder: string): Promise<Figure[]> {
  const db = new Pool({ connectionString: databaseUrl });
  const { rows } = await db.query<{ ledger: string; now_ms: string }>(
    'select ledger, now_ms from market_beats order by id desc limit 1',
  );
  const { ledger = '', now_ms: nowMs = '0' } = rows[0] ?? {};
  const quotes = await fillDay(db, ledger, Number(nowMs));
  await db.end();
  const startMs = performance.now();
  const node = cluster.add({ PIPCAST_DATA_DIR: folder });
  await node.healthy();
  const readyMs = performance.now() - startMs;
  while ((await node.metric('pipcast_desk_warm')) !== 1) await pause(20);
  const warmMs = performance.now() - startMs;
  return [
    bounded('a new node is ready', readyMs, 'ms', { atMost: 3_000 }),
    bounded(`a new node is warm, with ${quotes} quotes of a day`, warmMs, 'ms', { atMost: 30_000 }),
  ];
}

async function signUpAll(node: ClusterNode, name: string, count: number): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) {
    const some = Array.from({ length: SIGN_UPS_AT_ONCE }, (_, at) => `${name}-${tokens.length + at}`);
    tokens.push(...(await Promise.all(some.map((each) => signUpOne(node, each)))));
  }
  return tokens.slice(0, count);
}

async function signUpOne({ server }: ClusterNode, name: string): Promise<string> {
  return (await signUp(await server.origin, `${name}@example.com`)).access_token;
}

/** A day of beats in front of those that there are. */
async function fillDay(db: Pool, ledger: string, untilMs: number): Promise<number> {
  const beats = new Map<number, Tick[]>();
  let count = 0;
  for (const tick of syntheticTicks(7, untilMs - DAY_MS)) {
    const second = Math.floor(tickTime(tick) / SECOND_MS) * SECOND_MS;
    if (second >= untilMs - HOUR_MS) break;
    beats.set(second, [...(beats.get(second) ?? []), tick]);
    count += 1;
  }
  await db.query(
    `insert into market_beats (id, ledger, now_ms, speed, report, ticks, may_be_kept, starts_over)
     overriding system value
     select n - $1::bigint, $2, now_ms, 1, $3, ticks, true, false
     from unnest($4::bigint[], $5::bytea[]) with ordinality as new(now_ms, ticks, n)`,
    [beats.size, ledger, JSON.stringify(LIVE_FEED), [...beats.keys()], [...beats.values()].map(tickBytes)],
  );
  return count;
}
