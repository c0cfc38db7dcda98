import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { epochMs } from '../../../src/core/kit/time.ts';
import { loadConfig } from '../../../src/server/config.ts';
import { createDeskFigures } from '../../../src/server/desk/desk-figures.ts';
import { LedgerUnavailableError } from '../../../src/server/ledger/ledger.ts';
import { type RunningDesk, startDesk } from '../../../src/server/start-desk.ts';
import type { MarketApi, OpenMarket } from '../../../src/server/stream/serve-market-api.ts';
import { type MemoryLog, memoryLog } from '../../support/memory-log.ts';
import { type ScriptedMarket, scriptedMarket } from '../../support/scripted-market.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, outageEntry } from '../ledger/ledger-support.ts';
import { MONDAY_MS } from './desk-story.ts';

/** An attempt waits two seconds for the lock; of the ten seconds to the next one a test waits none. */
const LONG_MS = 30_000;

let database: TestDatabase;
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
  memory = memoryLog();
  market = scriptedMarket({ startMs: MONDAY_MS });
});
afterEach(async () => {
  await running?.stop();
  running = undefined;
  await database.drop();
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
  };
  running = startDesk({
    config: loadConfig({ PIPCAST_AUTH_SECRET: 'a secret of the tests, long enough' }),
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

const nextAttempt = () => vi.advanceTimersByTimeAsync(10_000);
const until = (check: () => void) => vi.waitFor(check, { timeout: LONG_MS, interval: 20 });

test('a database that goes away behind the opened ledger is tried again, and the lock is not in its own way', async () => {
  start([new LedgerUnavailableError('The database does not answer.')]);
  await until(() => expect(reasons).toHaveLength(1));
  await nextAttempt();
  await until(() => expect(opened).toHaveLength(1));
  expect(reasons).toEqual(['The database does not answer, so nothing can be recorded.']);
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
    expect(new Set(reasons)).toEqual(new Set(['The desk runs in another server of this database.']));
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
    const other = await openTestLedger(database, { name: 'live' });
    await vi.advanceTimersByTimeAsync(1_000);
    await until(() => expect(followed).toEqual(['live', 'no more live']));
    expect(new Set(reasons)).toEqual(new Set(['The desk runs in another server of this database.']));
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
  expect(new Set(reasons)).toEqual(
    new Set([
      'The ledger of market signals is damaged. Nothing is added to it until the operator has looked.',
    ]),
  );
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
