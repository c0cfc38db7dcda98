import { rm } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import type { AdminAccountDetails, AdminNode, AdminSite } from '../../src/core/wire/admin.ts';
import type { MarketSnapshot } from '../../src/core/wire/market.ts';
import { epochMs } from '../../src/core/time/instant.ts';
import { createAccount, listAccounts, setAdmin } from '../../src/server/auth/accounts.ts';
import { withClient } from '../../src/server/db/database-pool.ts';
import { loadConfig } from '../../src/server/platform/config.ts';
import { type Migration, migrate, readMigrations } from '../../src/server/db/migrate.ts';
import { joinNodes, runningNodes } from '../../src/server/db/nodes.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import type { RunningServer } from '../../src/server/start/start-server.ts';
import { startTestServer } from '../support/start-test-server.ts';
import { memoryLog } from '../support/memory-log.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';

const SECRET = 'one secret of all nodes of this cluster';
const OTHER = { PIPCAST_AUTH_SECRET: 'another secret of just this one node here' };
/** A node tells what it knows of itself once in five seconds. */
const LONG = { interval: 500 };

let database: TestDatabase;
let folder: string;
let started: RunningServer[];
beforeEach(async () => {
  database = await createTestDatabase();
  folder = makeTemporaryFolder();
  started = [];
});
afterEach(async () => {
  await Promise.all(started.map((server) => server.stop()));
  await database.drop();
  await rm(folder, { recursive: true });
});

const environment = () => ({
  PORT: '0',
  FEED: 'off',
  PIPCAST_DATA_DIR: folder,
  DATABASE_URL: database.url,
  PIPCAST_AUTH_SECRET: SECRET,
});

async function start(version = '1.0.0', settings: Record<string, string> = {}): Promise<RunningServer> {
  const env = { ...environment(), ...settings };
  const server = await startTestServer(env, { version });
  started.push(server);
  return server;
}

/** No node was seen lately: as when they were killed a while ago. */
const killAll = () => database.db.query(`update nodes set seen_at = seen_at - interval '20 seconds'`);
const signIn = (server: RunningServer, email: string, password: string) =>
  fetch(`${server.origin}/auth/v1/token?grant_type=password`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
async function signedIn(server: RunningServer, email: string) {
  const { account, key } = await createAccount(database.db, { email }, epochMs(Date.now()));
  const { access_token: token } = (await (await signIn(server, email, key)).json()) as Record<string, string>;
  return { account, headers: { authorization: `Bearer ${token}` } };
}
const versions = async () => (await runningNodes(database.db)).map(({ version }) => version);

describe('the list of nodes', () => {
  test('has those that run, until they stop', async () => {
    await start('1.0.0');
    const second = await start('1.0.1');
    expect(await versions()).toEqual(['1.0.0', '1.0.1']);
    await second.stop();
    expect(await versions()).toEqual(['1.0.0']);
    await killAll();
    expect(await versions()).toEqual([]);
  });

  test('knows whether others run, and how far the clock of this one is from the database’s', async () => {
    const { log } = memoryLog();
    const joined = (name: string, aheadMs: number) =>
      joinNodes(database.db, log, {
        name,
        version: '1.0.0',
        schema: '',
        secretId: 'one',
        isAlone: false,
        now: () => epochMs(Date.now() + aheadMs),
      });
    const [first, ahead] = [await joined('first', 0), await joined('ahead', 60_000)];
    const behind = await joined('behind', -60_000);
    // Both clocks are those of this computer.
    expect(first.clockAheadMs()).toBeCloseTo(0, -2);
    expect(ahead.clockAheadMs() / 60_000).toBeCloseTo(1, 1);
    expect(behind.clockAheadMs() / 60_000).toBeCloseTo(-1, 1);
    expect([first.hasOthers(), ahead.hasOthers()]).toEqual([false, true]);
    for (const stopping of [first, ahead, behind]) await stopping.drain();
    const last = await joined('last', 0);
    expect(last.hasOthers()).toBe(false);
    await Promise.all([first, ahead, behind, last].map((node) => node.leave()));
  });

  test('keeps the time of the database where the clock of this computer is set, and finds that out', async () => {
    let setByMs = 0;
    const node = await joinNodes(database.db, memoryLog().log, {
      name: 'one',
      version: '1.0.0',
      schema: '',
      secretId: 'one',
      isAlone: false,
      now: () => epochMs(Date.now() + setByMs),
    });
    setByMs = 3_600_000;
    await expect.poll(() => node.clockAheadMs()).toBeGreaterThan(3_590_000);
    await expect.poll(() => node.now() - Date.now()).toBeCloseTo(0, -3);
    await node.leave();
  });

  test('has all of those that were started at once on an empty database, one of which makes it', async () => {
    await database.db.query('drop schema public cascade; create schema public');
    await Promise.all(['1.0.0', '1.0.1', '1.0.2'].map((version) => start(version, { FEED: 'synthetic' })));
    expect((await versions()).toSorted()).toEqual(['1.0.0', '1.0.1', '1.0.2']);
    await expect.poll(async () => (await database.db.query('select from ledgers')).rowCount, LONG).toBe(1);
    expect((await database.db.query('select from users')).rowCount).toBe(1);
  });

  test('says which one is about to stop, and that one is not ready any more before it closes', async () => {
    await start('1.0.0');
    const second = await start('1.0.1');
    expect((await fetch(`${second.origin}/readyz`)).status).toBe(200);
    const stopped = second.stop();
    expect((await fetch(`${second.origin}/readyz`)).status).toBe(503);
    expect((await fetch(`${second.origin}/healthz`)).status).toBe(200);
    await expect
      .poll(async () => (await runningNodes(database.db)).map(({ isDraining }) => isDraining))
      .toEqual([false, true]);
    await stopped;
  });
});

describe('the screen of operators', () => {
  test('shows every node and who has streams there, whichever node is asked, until a node is gone', async () => {
    const market = { FEED: 'synthetic' };
    const nodes = [await start('1.0.0', market), await start('1.0.1', market)] as const;
    const { account, headers } = await signedIn(nodes[0], 'ada@example.com');
    await setAdmin(database.db, account.id, true, epochMs(Date.now()));
    const read = async <T>(node: RunningServer, path: string): Promise<T> =>
      (await (await fetch(`${node.origin}${path}`, { headers })).json()) as T;
    const site = async (node: RunningServer) => (await read<AdminSite>(node, '/api/admin/site')).nodes;
    const streams = async (node: RunningServer) =>
      (await read<AdminAccountDetails>(node, `/api/admin/accounts/${account.id}`)).streams;
    // A stream of a node that has no market yet ends with its first answer.
    await expect
      .poll(async () => (await read<MarketSnapshot>(nodes[1], '/api/market')).ledger?.name, LONG)
      .toMatch(/^synthetic-/);
    const stream = await fetch(`${nodes[1].origin}/api/market/stream`, { headers });

    for (const node of nodes) {
      await expect
        .poll(async () => (await site(node)).map(({ version, streamCount }) => [version, streamCount]), LONG)
        .toEqual([
          ['1.0.0', 0],
          ['1.0.1', 1],
        ]);
      const [first, second] = (await site(node)) as [AdminNode, AdminNode];
      expect([first.isDesk, second.isDesk].sort()).toEqual([false, true]);
      expect(second).toMatchObject({
        accountCount: 1,
        streams: [{ account: account.id, email: 'ada@example.com', count: 1 }],
        schema: readMigrations().at(-1)?.name,
        isDraining: false,
      });
      expect(second.connections).toBeGreaterThan(0);
      expect(await streams(node)).toEqual([{ node: second.name, count: 1 }]);
    }
    // The stream of an answer that is not used any more ends when the answer is collected as garbage.
    await stream.body?.cancel();
    await nodes[1].stop();
    expect((await site(nodes[0])).map(({ version }) => version)).toEqual(['1.0.0']);
    expect(await streams(nodes[0])).toEqual([]);
  });
});

test('a node takes as many streams as its own setting says, and the one beside it takes the next', async () => {
  const full = await start('1.0.0', { FEED: 'synthetic', PIPCAST_STREAMS: '1' });
  const other = await start('1.0.0', { FEED: 'synthetic' });
  const { headers } = await signedIn(full, 'ada@example.com');
  const stream = new AbortController();
  const open = async (node: RunningServer) =>
    (await fetch(`${node.origin}/api/market/stream`, { headers, signal: stream.signal })).status;
  // Until it has a market a stream ends with its first answer, and counts for nothing.
  await expect.poll(() => open(full), LONG).toBe(503);
  expect(await open(other)).toBe(200);
  stream.abort();
});

describe('a node with another secret', () => {
  test('does not start, and says beside which one', async () => {
    await start('1.0.0');
    const [first] = await runningNodes(database.db);
    await expect(start('1.0.0', OTHER)).rejects.toThrow(
      `The node ${first?.name} (version 1.0.0) on this database has another secret: start all nodes with the same PIPCAST_AUTH_SECRET.`,
    );
    expect(await versions()).toEqual(['1.0.0']);
  });

  test('starts once the others are gone: that is how a secret is changed', async () => {
    await start('1.0.0');
    await killAll();
    await start('1.0.1', OTHER);
    expect(await versions()).toEqual(['1.0.1']);
  });
});

describe('a version that brings another schema', () => {
  const own = readMigrations();
  const adds: Migration = {
    name: '9001-adds.sql',
    sql: '-- Expands: servers that do not know it go on working.\nalter table users add column nickname text',
    sha256: 'adds',
  };
  const breaks: Migration = {
    name: '9002-breaks.sql',
    sql: 'alter table users rename trader_id to broker_id',
    sha256: 'breaks',
  };
  const migrateTo = (migrations: readonly Migration[]) =>
    withClient({ connectionString: database.url }, (client) => migrate(client, migrations));

  test('runs beside the version before it while it only adds, and so do the commands of both', async () => {
    const before = await start('1.0.0');
    expect(await migrateTo([...own, adds])).toEqual([adds.name]);
    const { key } = await createAccount(database.db, { email: 'mara@example.com' }, epochMs(Date.now()));
    const again = await start('1.0.0');
    for (const server of [before, again])
      expect((await signIn(server, 'mara@example.com', key)).status).toBe(200);
    const command = await openDatabase(loadConfig(environment()), memoryLog().log, { role: 'command' });
    expect((await listAccounts(command.db, epochMs(Date.now()))).map(({ email }) => email)).toContain(
      'mara@example.com',
    );
    await command.close();
  });

  test('does not start beside an older node when it does more than add, and says which one', async () => {
    const older = await start('1.0.0');
    const [node] = await runningNodes(database.db);
    await expect(migrateTo([...own, adds, breaks])).rejects.toThrow(
      `The migration 9002-breaks.sql does not work beside the node ${node?.name} (version 1.0.0), which is older than this Pipcast: stop it first.`,
    );
    await older.stop();
    expect(await migrateTo([...own, adds, breaks])).toEqual([adds.name, breaks.name]);
  });

  test('keeps older nodes off once it did more than add, and they say which one brought it', async () => {
    await migrateTo([...own, breaks]);
    await database.db.query(
      `insert into nodes values (gen_random_uuid(), 'new:3000', '2.0.0', $1, '', 1, now(), clock_timestamp(), false)`,
      [breaks.name],
    );
    await expect(start('1.0.0')).rejects.toThrow(
      'The database is newer than this Pipcast: it has had the migration 9002-breaks.sql, which is unknown here and belongs to the node new:3000 (version 2.0.0). Install the newer version.',
    );
  });
});
