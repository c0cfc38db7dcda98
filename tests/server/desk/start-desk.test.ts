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
import { openTestLedger } from '../ledger/ledger-support.ts';
import { MONDAY_MS } from './desk-story.ts';

/** An attempt waits two seconds for the lock; of the ten seconds to the next one a test waits none. */
const LONG_MS = 30_000;

let database: TestDatabase;
let memory: MemoryLog;
let market: ScriptedMarket;
let running: RunningDesk | undefined;
const opened: OpenMarket[] = [];
const reasons: string[] = [];

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
});

/** `open` fails first with each of `failures`. */
function start(failures: Error[] = []): void {
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
    now: () => epochMs(MONDAY_MS),
    figures: createDeskFigures(),
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
