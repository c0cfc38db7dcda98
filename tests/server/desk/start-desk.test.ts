import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Pool } from 'pg';
import type { VerifierKey } from '../../../src/core/log/checkpoint.ts';
import type { SignalEntry } from '../../../src/core/signals/ledger-entry.ts';
import type { LedgerProblem } from '../../../src/core/signals/ledger-source.ts';
import { verifyLedger } from '../../../src/core/signals/verify-ledger.ts';
import { databaseSource } from '../../../src/server/ledger/database-source.ts';
import { sha256, verifyEd25519 } from '../../../src/server/ledger/ed25519.ts';
import { storedKeys } from '../../../src/server/ledger/ledger-key.ts';
import { findLedger, type LedgerRow } from '../../../src/server/ledger/ledger-rows.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import { loadConfig } from '../../../src/server/config/config.ts';
import { createDeskFigures } from '../../../src/server/desk/desk-figures.ts';
import { LedgerUnavailableError } from '../../../src/server/ledger/ledger.ts';
import { type RunningDesk, startDesk } from '../../../src/server/start-desk.ts';
import type { MarketApi, OpenMarket } from '../../../src/server/stream/serve-market-api.ts';
import { type MemoryLog, memoryLog } from '../../support/memory-log.ts';
import { type ScriptedMarket, scriptedMarket } from '../../support/scripted-market.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, outageEntry, signalEntry, START_MS } from '../ledger/ledger-support.ts';
import { MONDAY_MS } from './desk-story.ts';

/** For a busy computer; of the second to the next attempt a test waits none. */
const LONG_MS = 30_000;

let database: TestDatabase;
let folder: string;
let memory: MemoryLog;
let market: ScriptedMarket;
let running: RunningDesk | undefined;
const opened: OpenMarket[] = [];
const reasons: string[] = [];
/** The ledgers that the record is told to follow, and to follow no more. */
const followed: string[] = [];

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
  memory = memoryLog();
  market = scriptedMarket({ startMs: MONDAY_MS });
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await database.drop();
  await removeTemporaryFolder(folder);
  vi.useRealTimers();
  opened.length = 0;
  reasons.length = 0;
  followed.length = 0;
});

/** `open` fails first with each of `failures`. */
function start(failures: Error[] = [], nowMs: () => number = () => MONDAY_MS): void {
  const api: MarketApi = {
    async open(shown) {
      const failure = failures.shift();
      if (failure !== undefined) throw failure;
      opened.push(shown);
    },
    close: (reason) => void reasons.push(reason),
    streams: () => 0,
    streamsByUser: () => new Map(),
  };
  running = startDesk({
    config: loadConfig({
      PIPCAST_AUTH_SECRET: 'a secret of the tests, long enough',
      PIPCAST_DATA_DIR: folder,
    }),
    log: memory.log,
    db: database.db,
    market,
    api,
    now: () => epochMs(nowMs()),
    figures: createDeskFigures(),
    onOpen: ({ name }) => {
      followed.push(name);
      return () => void followed.push(`no more ${name}`);
    },
  });
}

const nextAttempt = () => vi.advanceTimersByTimeAsync(1_000);
const until = (check: () => void) => vi.waitFor(check, { timeout: LONG_MS, interval: 20 });

test('a database that goes away behind the opened ledger is tried again, and the lease is not in its own way', async () => {
  start([new LedgerUnavailableError('The database does not answer.')]);
  await until(() => expect(reasons).toHaveLength(1));
  await nextAttempt();
  await until(() => expect(opened).toHaveLength(1));
  expect(reasons).toEqual(['database-lost']);
  expect(market.isRunning()).toBe(true);
});

test(
  'beside another server it says so once, without an error, and takes over when that one ends',
  async () => {
    const other = await openTestLedger(database);
    start();
    await until(() => expect(reasons).toHaveLength(1));
    await nextAttempt();
    await until(() => expect(reasons).toHaveLength(2));
    expect(new Set(reasons)).toEqual(new Set(['other-server']));
    expect(memory.text().match(/the desk runs in another server/gi)).toHaveLength(1);
    expect(memory.text()).not.toContain('"level":"error"');
    expect(market.isRunning()).toBe(false);
    await other.close();
    await nextAttempt();
    await until(() => expect(opened).toHaveLength(1));
    expect(market.isRunning()).toBe(true);
  },
  LONG_MS,
);

test('two runs on made-up prices that begin in the same second have a ledger each', async () => {
  market = scriptedMarket({ startMs: MONDAY_MS, kind: 'synthetic', source: 'synthetic' });
  for (const runs of [1, 2]) {
    start();
    await until(() => expect(opened).toHaveLength(runs));
    await running?.stop();
  }
  const names = followed.filter((name) => !name.startsWith('no more '));
  expect(names).toEqual([0, 1].map(() => expect.stringMatching(/^synthetic-20\d{6}-\d{6}-[\da-f]{8}$/)));
  expect(names[0]).not.toBe(names[1]);
});

/** What another server finds when this one was away for longer than its lease. */
const endLease = () => database.db.query(`update desk_lease set expires_at = '-infinity'`);

/** Ends the ledger's connections, as a network that fails for a moment does. */
const cut = () =>
  database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pipcast ledger%'
     and datname = current_database()`,
  );

test(
  'when another server takes the ledger over behind a lost connection, it says so, gives way, and later goes on',
  async () => {
    start();
    await until(() => expect(market.isRunning()).toBe(true));
    await cut();
    await endLease();
    const other = await openTestLedger(database, { name: 'live' });
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => expect(followed).toEqual(['live', 'no more live']));
    expect(new Set(reasons)).toEqual(new Set(['other-server']));
    await other.append([outageEntry(MONDAY_MS)]);
    await other.close();
    await nextAttempt();
    await until(() => expect(opened).toHaveLength(2));
    expect(opened[1]?.ledger.size()).toBe(1);
    expect(followed.at(-1)).toBe('live');
  },
  LONG_MS,
);

test('a ledger that was altered behind a lost connection is called damaged, and is not tried again', async () => {
  start();
  await until(() => expect(market.isRunning()).toBe(true));
  await opened[0]?.ledger.append([outageEntry(MONDAY_MS)]);
  await database.db.query(
    'set session_replication_role = replica; delete from ledger_entries; set session_replication_role = origin',
  );
  await cut();
  await vi.advanceTimersByTimeAsync(1_000);
  await until(() => expect(followed).toEqual(['live', 'no more live']));
  expect(new Set(reasons)).toEqual(new Set(['ledger-damaged']));
  expect(memory.text()).toContain('entry 0 is missing: its checkpoint covers 1');
  await nextAttempt();
  expect(opened).toHaveLength(1);
});

test(
  'a replay that gave way goes on in the ledger that it began',
  async () => {
    let nowMs = MONDAY_MS;
    market = scriptedMarket({ startMs: MONDAY_MS, kind: 'replay', source: 'replay' });
    start([], () => (nowMs += 60_000));
    await until(() => expect(opened).toHaveLength(1));
    await cut();
    await endLease();
    const other = await openTestLedger(database, { name: 'live' });
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => expect(followed).toHaveLength(2));
    await other.close();
    await nextAttempt();
    await until(() => expect(opened).toHaveLength(2));
    expect(opened[1]?.ledger.name).toBe(opened[0]?.ledger.name);
  },
  LONG_MS,
);

test('signals that killed replays left open are void, as of their last entry, before anything else is recorded', async () => {
  const left: Record<string, SignalEntry> = {};
  for (const name of ['replay-1', 'synthetic-1', 'live']) {
    const killed = await openTestLedger(database, { name });
    const signal = signalEntry(0, {
      source: name === 'live' ? 'kraken' : name.startsWith('r') ? 'replay' : 'synthetic',
    });
    left[name] = signal;
    await killed.append([...(name === 'live' ? [] : [outageEntry(START_MS)]), signal]);
    await killed.close();
  }
  market = scriptedMarket({ startMs: MONDAY_MS, kind: 'replay', source: 'replay' });
  start();
  await until(() => expect(opened).toHaveLength(1));
  const { rows } = await database.db.query<{ name: string; body: Buffer }>(
    `select name, body from ledger_entries join ledgers on id = ledger where kind = 'settled' order by ledger`,
  );
  expect(rows.map(({ name, body }) => [name, JSON.parse(body.toString())])).toEqual(
    ['replay-1', 'synthetic-1'].map((name) => [
      name,
      {
        kind: 'settled',
        atMs: left[name]?.atMs,
        signal: left[name]?.id,
        outcome: 'void',
        control: 'void',
        reason: 'server-down',
      },
    ]),
  );
  await running?.stop();
  await expect(verified(database.db, 'replay-1')).resolves.toEqual([]);
});

test('the ledger of a killed replay that was damaged does not keep the server from starting', async () => {
  for (const name of ['replay-1', 'replay-2']) {
    const killed = await openTestLedger(database, { name });
    await killed.append([signalEntry(0, { source: 'replay' })]);
    await killed.close();
  }
  await database.db.query(
    `set session_replication_role = replica; delete from ledger_checkpoints where ledger = 1;
     set session_replication_role = origin`,
  );
  start();
  await until(() => expect(opened).toHaveLength(1));
  expect(memory.entries().filter(({ level }) => level === 'error')).toMatchObject([
    { ledger: 'replay-1', msg: 'signals of a run that is over stay open: its ledger is damaged' },
  ]);
  const { rows } = await database.db.query("select ledger from ledger_entries where kind = 'settled'");
  expect(rows).toEqual([{ ledger: 2 }]);
});

/** What is wrong with a ledger. */
async function verified(db: Pool, name: string): Promise<readonly LedgerProblem[]> {
  const row = (await findLedger(db, name)) as LedgerRow;
  const [key] = await storedKeys(db, row);
  const { problems } = await verifyLedger({
    source: databaseSource(db, row),
    ledgerName: name,
    key: key as VerifierKey,
    sha256,
    ed25519: verifyEd25519,
  });
  return problems;
}
