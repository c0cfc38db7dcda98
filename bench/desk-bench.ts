import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Pool } from 'pg';
import { pino } from 'pino';
import { epochMs, MINUTE_MS } from '../src/core/time/instant.ts';
import { SCORED_PAIRS } from '../src/core/market/instruments.ts';
import { openServerSecret } from '../src/server/platform/server-secret.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { databaseRequests } from '../src/server/desk/database-requests.ts';
import type { SignalRequests } from '../src/server/desk/signal-requests.ts';
import { Desk } from '../src/server/desk/desk.ts';
import { fileMarks } from '../src/server/ledger/ledger-marks.ts';
import { type OpenedLedger, openLedger } from '../src/server/ledger/open-ledger.ts';
import { type ScriptedMarket, scriptedMarket, scriptedSignal } from '../tests/support/scripted-market.ts';
import { bounded, compared, type Figure, quantile } from './figure.ts';

const MINUTES = 400;
const WARM_UP_MINUTES = 50;
/** Monday morning. London is open for eight hours more. */
const START_MS = Date.UTC(2018, 1, 5, 9);

/**
 * The desk on a PostgreSQL that writes to disk as in use: from a minute's decisions to its signals being durable, six of
 * them (P-Special, and P-BOT for each pair), beside a bare commit of one row.
 */
export async function* deskBench(): AsyncGenerator<Figure> {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipcast-bench-'));
  const log = pino({ level: 'error' }, pino.destination(2));
  const database = await openDatabase({ dataDir, databaseUrl: undefined }, log, { role: 'server' });
  const ledger = await openLedger({
    db: database.db,
    log,
    name: 'bench',
    label: undefined,
    originHost: 'bench.example.com',
    secret: openServerSecret(undefined, dataDir),
    marks: fileMarks(dataDir),
    now: () => epochMs(START_MS),
  });
  const market = scriptedMarket({ startMs: START_MS });
  const requests = databaseRequests(database.db, 'bench');
  const desk = new Desk({ market, ledger, requests, random: () => randomBytes(4).readUInt32LE(), log });
  try {
    await desk.start();
    const durable: number[] = [];
    const commits: number[] = [];
    await database.db.query('create table bench_commits (at timestamptz not null)');
    for (let minute = 1; minute <= WARM_UP_MINUTES + MINUTES; minute += 1) {
      const tookMs = await minuteToDurable(market, requests, ledger, START_MS + minute * MINUTE_MS);
      // In turns, so that both see the same moods of the disk.
      const commitMs = await bareCommit(database.db);
      if (minute <= WARM_UP_MINUTES) continue;
      durable.push(tookMs);
      commits.push(commitMs);
    }
    const bare = (share: number) => ({ name: 'bare commit of one row', value: quantile(commits, share) });
    yield* [
      compared('minute boundary to durable, p50', quantile(durable, 0.5), 'ms', bare(0.5)),
      compared('minute boundary to durable, p99', quantile(durable, 0.99), 'ms', bare(0.99)),
      // A signal starts a second after its decision: later than that it would be void.
      bounded('minute boundary to durable, longest', Math.max(...durable), 'ms', { atMost: 1000 }),
    ];
  } finally {
    await desk.stop();
    await ledger.close();
    await database.close();
    await rm(dataDir, { recursive: true, force: true });
  }
}

/** Milliseconds from a minute's round to its special signal being durable. Settles what came before as well. */
async function minuteToDurable(
  market: ScriptedMarket,
  requests: SignalRequests,
  ledger: OpenedLedger,
  decidedMs: number,
): Promise<number> {
  await market.clock.advanceTo(decidedMs - 500);
  const minute = decidedMs / MINUTE_MS;
  for (const [index, pair] of SCORED_PAIRS.entries()) {
    await market.tick({ pair, bid: 100_000 + ((minute * 7 + index) % 11) });
    const asked = { pair, timeframe: '1min', decidesMs: epochMs(decidedMs) } as const;
    await requests.add({ userId: `trader ${index}`, key: `${decidedMs}` }, asked);
  }
  await market.clock.advanceTo(decidedMs);
  const decisions = SCORED_PAIRS.map((pair) => scriptedSignal(decidedMs, '1min', { pair }));
  const startedAt = performance.now();
  let durableAt = 0;
  const stop = ledger.onAppended((entries) => {
    if (entries.some(({ entry }) => entry.kind === 'signal' && entry.mode === 'special')) {
      durableAt = performance.now();
    }
  });
  await market.round({ timeframe: '1min', decidedMs, decisions });
  stop();
  if (durableAt === 0) throw new Error('a minute of the measurement had no special signal');
  return durableAt - startedAt;
}

async function bareCommit(db: Pool): Promise<number> {
  const startedAt = performance.now();
  await db.query('insert into bench_commits values (now())');
  return performance.now() - startedAt;
}
