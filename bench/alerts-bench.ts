import { type ChildProcess, fork } from 'node:child_process';
import { createECDH, randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { lateAfterMs } from '../src/core/alerts/alert-facts.ts';
import { NO_ALERTS } from '../src/core/alerts/alert-rules.ts';
import { epochMs, MINUTE_MS } from '../src/core/time/instant.ts';
import { insertEvents } from '../src/server/alerts/event-rows.ts';
import { loadConfig } from '../src/server/platform/config.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { findLedger } from '../src/server/ledger/ledger-rows.ts';
import { fileMarks } from '../src/server/ledger/ledger-marks.ts';
import { openLedger } from '../src/server/ledger/open-ledger.ts';
import { type OpenedPush, openPush } from '../src/server/alerts/open-push.ts';
import { encryptPush } from '../src/server/alerts/encrypt-push.ts';
import { PushSender } from '../src/server/alerts/push-sender.ts';
import { openServerSecret } from '../src/server/platform/server-secret.ts';
import { startMarketServer } from '../tests/server/stream/market-server.ts';
import { signalAt } from '../tests/support/entries.ts';
import { bounded, compared, type Figure, quantile } from './figure.ts';

/** A short form is for trying the measurement out: its figures are not for the documents. */
const SUBSCRIPTIONS = Number(process.env['SUBSCRIPTIONS'] ?? 10_000);
const STREAMS = 100;
/** As many as one trader may have. */
const STREAMS_PER_TRADER = 20;
const CAST_EVERY_MS = 20;
const IDLE_MS = 5_000;
/** Of 1,000 browsers: so many have a service that says 429, that are gone, and whose service does not answer. */
const ODD = { limited: 30, gone: 30, hang: 10 };
const now = () => epochMs(Date.now());

/**
 * One signal for 10,000 traders with a browser each, whose push services answer slowly, with 429, with 410 and not at all: from the event
 * being stored to the last push that was handed over. The market's stream of the same process, which 100 clients read, is timed before and meanwhile.
 */
export async function* alertsBench(): AsyncGenerator<Figure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipcast-bench-'));
  const log = pino({ level: 'error' }, pino.destination(2));
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, log, { role: 'server' });
  const encryptMs = encryptingMs(SUBSCRIPTIONS);
  const service = fork(join(import.meta.dirname, 'peers/push-service.mjs'), { execArgv: [] });
  const stream = await startStream();
  const config = loadConfig({ PIPCAST_DATA_DIR: dataDir, PIPCAST_WEBHOOK_ALLOW: '127.0.0.1' });
  const push = await openPush(config, database.db, now);
  try {
    const [{ port }] = (await once(service, 'message')) as [{ port: number }];
    await insertTraders(database.db, push, `http://127.0.0.1:${port}`);
    service.send(stream.asked);
    while (stream.size() < STREAMS) await sleep(20);
    await report(service);
    const processorBefore = process.cpuUsage();
    await sleep(IDLE_MS);
    const idleShare = processorMs(processorBefore) / IDLE_MS;
    const idle = await report(service);
    const { lastTakenMs, tookMs, inTime, parts } = await tellAll(database.db, dataDir, push);
    const busy = await report(service);
    const asked = SUBSCRIPTIONS;
    const each = (ms: number) => (1_000 * ms) / asked;
    yield* [
      bounded(`alerts: one signal to the last of ${asked} pushes handed over`, lastTakenMs / 1000, 's', {
        atMost: 10,
      }),
      bounded('alerts: until the last service that hangs was given up', tookMs / 1000, 's'),
      bounded('alerts: pushes taken before the signal is 5 s old', inTime, `of ${asked}`),
      bounded(
        'alerts: processor time of the server, a push',
        each(parts.processorMs - idleShare * tookMs),
        'us',
      ),
      bounded('alerts: of that encrypting', each(encryptMs), 'us'),
      bounded('alerts: waiting for the database in all', parts.databaseMs / 1000, 's'),
      bounded('alerts: pushes that arrived', busy.received, `of ${asked}`, { atLeast: asked }),
      compared(
        'alerts: event stream meanwhile, p99',
        quantile(busy.latencies, 0.99),
        'ms',
        {
          name: 'the same before',
          value: quantile(idle.latencies, 0.99),
        },
        { atMost: 1.5 },
      ),
    ];
  } finally {
    push.close();
    service.disconnect();
    await stream.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

interface Telling {
  /** From one signal being stored to the last push about it that a service took. */
  readonly lastTakenMs: number;
  /** The same until the last service that does not answer was given up. */
  readonly tookMs: number;
  /** Pushes that were taken before they would have been late. */
  readonly inTime: number;
  readonly parts: { readonly processorMs: number; readonly databaseMs: number };
}

async function tellAll(db: Pool, dataDir: string, push: OpenedPush): Promise<Telling> {
  const ledger = await openLedger({
    db,
    log: pino({ level: 'error' }, pino.destination(2)),
    name: 'live',
    label: undefined,
    originHost: 'bench.example.com',
    secret: openServerSecret(undefined, dataDir),
    marks: fileMarks(dataDir),
    now,
  });
  // The clock of the telling stands still right after the decision: nothing is late, however slow this is.
  const decidedMs = Math.floor(now() / MINUTE_MS) * MINUTE_MS;
  const signal = signalAt(decidedMs);
  await ledger.append([signal]);
  await ledger.close();
  const { id } = (await findLedger(db, 'live')) as { id: number };
  await db.query('insert into push_place (event) values (0)');
  const events = [{ index: 0, type: 'signal.recorded', atMs: signal.atMs }] as const;
  const database = timedPool(db);
  const startedAt = performance.now();
  const processorBefore = process.cpuUsage();
  await insertEvents(db, id, { fromIndex: 0, nextIndex: 1 }, events);
  const { figures, service, secretId, sessionMaxAgeMs } = push;
  const log = pino({ level: 'error' }, pino.destination(2));
  const takenMs: number[] = [];
  const sender = new PushSender({
    db: database.db,
    log,
    figures,
    service: {
      send: async (...sent) => {
        const result = await service.send(...sent);
        if (result.kind === 'sent') takenMs.push(performance.now() - startedAt);
        return result;
      },
    },
    secretId,
    sessionMaxAgeMs,
    now: () => epochMs(signal.atMs),
    drawUser: randomUUID,
  });
  const isOver = () => Object.values(figures).reduce((sum, count) => sum + count, 0) >= SUBSCRIPTIONS;
  while (!isOver()) await sleep(20);
  const tookMs = performance.now() - startedAt;
  const usedMs = processorMs(processorBefore);
  await sender.stop();
  const usefulMs = lateAfterMs(signal) - signal.atMs;
  return {
    tookMs,
    lastTakenMs: Math.max(...takenMs),
    inTime: takenMs.filter((ms) => ms <= usefulMs).length,
    parts: { processorMs: usedMs, databaseMs: database.waitedMs() },
  };
}

function processorMs(since: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(since);
  return (user + system) / 1000;
}

/** What it takes to encrypt so many pushes, by themselves. */
function encryptingMs(count: number): number {
  const ecdh = createECDH('prime256v1');
  const keys = { p256dh: ecdh.generateKeys(), auth: randomBytes(16) };
  const before = process.cpuUsage();
  for (let push = 0; push < count; push += 1) encryptPush('x'.repeat(200), keys);
  return processorMs(before);
}

/** The same database, with the time that its answers took together. */
function timedPool(db: Pool) {
  let waitedMs = 0;
  const query = async (...asked: Parameters<Pool['query']>) => {
    const from = performance.now();
    const answer = await (db.query as (...all: unknown[]) => Promise<unknown>)(...asked);
    waitedMs += performance.now() - from;
    return answer;
  };
  return { db: { query } as unknown as Pool, waitedMs: () => waitedMs };
}

/** Accounts with a session, rules and a browser each. All browsers have one pair of keys: to encrypt for one takes as long as for another. */
async function insertTraders(db: Pool, { secretId }: OpenedPush, origin: string): Promise<void> {
  const keys = createECDH('prime256v1');
  const at = new Date();
  await db.query(
    `insert into users (id, identity_id, email, app_metadata, user_metadata, created_at, updated_at)
     select gen_random_uuid(), gen_random_uuid(), 'trader' || n || '@example.com', '{}', '{}', $2, $2
     from generate_series(1, $1::int) n`,
    [SUBSCRIPTIONS, at],
  );
  await db.query(
    `insert into sessions (id, user_id, created_at, refresh_key) select gen_random_uuid(), id, $1, $2 from users`,
    [at, randomBytes(32)],
  );
  await db.query(`insert into alert_rules select id, $1 from users`, [{ ...NO_ALERTS, signals: true }]);
  const { limited, gone, hang } = ODD;
  await db.query(
    `insert into push_subscriptions (user_id, session, secret_id, endpoint, p256dh, auth, created_at)
     select user_id, id, $1, $2 || '/' || case when n % 1000 < $6 then 'hang' when n % 1000 < $6 + $7 then 'limited'
       when n % 1000 < $6 + $7 + $8 then 'gone' else 'slow' end || '/' || n, $3, $4, $5
     from (select *, row_number() over ()::int as n from sessions) numbered`,
    [secretId, origin, keys.generateKeys(), randomBytes(16), at, hang, limited, gone],
  );
  await db.query('analyze');
}

async function report(service: ChildProcess) {
  service.send({ report: true });
  const [answer] = (await once(service, 'message')) as [{ received: number; latencies: number[] }];
  return answer;
}

/** The stream of a market without prices: the feed's report, again and again, with the instant at which it was due. */
async function startStream() {
  const { app, api, origin, market, users } = await startMarketServer();
  const tokens = Array.from(
    { length: STREAMS },
    (_, stream) => `t${Math.floor(stream / STREAMS_PER_TRADER)}`,
  );
  for (const token of tokens) users.set(token, token);
  const clock = () => performance.timeOrigin + performance.now();
  let dueMs = clock();
  const timer = setInterval(() => {
    for (; dueMs <= clock(); dueMs += CAST_EVERY_MS) market.report({ label: `due ${dueMs}` });
  }, CAST_EVERY_MS);
  return {
    asked: { url: `${origin}/api/market/stream`, tokens },
    size: () => api.streams(),
    close: async () => {
      clearInterval(timer);
      await app.close();
    },
  };
}
