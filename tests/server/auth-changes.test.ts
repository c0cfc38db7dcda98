import { setImmediate as turn } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { type ChangeListener, listenForChanges } from '../../src/server/auth/change-listener.ts';
import { databasePool, endPool } from '../../src/server/db/database-pool.ts';
import { createTestDatabase, type TestDatabase } from '../support/test-database.ts';
import { keepingLogger } from './auth-support.ts';
import { openWire, type Wire } from './database-wire.ts';

let database: TestDatabase;
let wire: Wire;
beforeAll(async () => {
  database = await createTestDatabase();
  wire = await openWire(database.url);
});
afterAll(async () => {
  await wire.close();
  await database.drop();
});

const HEARTBEAT_MS = 10_000;
afterEach(() => vi.useRealTimers());

/** From now on time passes only where the test says so: however long an answer takes, no limit of the listener ends. */
const holdTime = () => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });

/** Resolves when something is so; time does not pass meanwhile. */
async function until(isSo: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await isSo())) await turn();
}

/** A listener whose news are kept in the order they came. */
async function listening(run: (news: string[], listener: ChangeListener) => Promise<void>) {
  const { log } = keepingLogger();
  const db = databasePool(wire.connection, log);
  const news: string[] = [];
  const listener = await listenForChanges({
    db,
    log,
    onUp: () => news.push('up'),
    onDown: () => news.push('down'),
    onUserChanged: (userId) => news.push(userId),
    onAllChanged: () => news.push('all'),
    heartbeatMs: HEARTBEAT_MS,
  });
  try {
    await run(news, listener);
  } finally {
    await listener.close();
    await endPool(db);
  }
}
const notify = (payload: string) =>
  database.db.query("select pg_notify('pipcast_user_changed', $1)", [payload]);

test('tells who changed, or that all may have', async () => {
  holdTime();
  await listening(async (news) => {
    await notify('mara');
    await notify('*');
    await until(() => news.length >= 3);
    expect(news).toEqual(['up', 'mara', 'all']);
  });
});

test('notices a connection that is only half there, and listens anew', async () => {
  holdTime();
  await listening(async (news) => {
    wire.freeze();
    vi.advanceTimersByTime(HEARTBEAT_MS);
    expect(news).toEqual(['up']);
    vi.advanceTimersByTime(HEARTBEAT_MS / 2);
    expect(news).toEqual(['up', 'down']);
    vi.advanceTimersByTime(250);
    await until(() => news.length >= 3);
    await notify('mara');
    await until(() => news.length >= 4);
    expect(news).toEqual(['up', 'down', 'up', 'mara']);
  });
});

test('a connection that answers its heartbeats is left alone', async () => {
  holdTime();
  await listening(async (news) => {
    const heartbeats = async () => {
      const { rows } = await database.db.query(
        "select query_start from pg_stat_activity where application_name = 'pipcast changes' and query = 'select 1' and state = 'idle'",
      );
      return rows.map(({ query_start: at }) => at.getTime());
    };
    let lastAt = 0;
    for (let beat = 1; beat <= 3; beat += 1) {
      vi.advanceTimersByTime(HEARTBEAT_MS);
      await until(async () => (await heartbeats()).some((at) => at > lastAt));
      [lastAt = 0] = await heartbeats();
      // What is told on the connection comes after the answer to the heartbeat.
      await notify(`after beat ${beat}`);
      await until(() => news.includes(`after beat ${beat}`));
    }
    expect(news).toEqual(['up', 'after beat 1', 'after beat 2', 'after beat 3']);
  });
});

test('starts without a database and listens once there is one', async () => {
  holdTime();
  wire.cut();
  await listening(async (news) => {
    expect(news).toEqual(['down']);
    wire.mend();
    vi.advanceTimersByTime(250);
    await until(() => news.length >= 2);
    expect(news).toEqual(['down', 'up']);
  });
});

test('does not believe a connection on which notifications never arrive', async () => {
  // As a pooler that hands out connections by the transaction makes of it: LISTEN succeeds, and that is all.
  await database.db.query('alter function pg_notify(text, text) rename to pg_notify_aside');
  await database.db.query(
    "create function pg_catalog.pg_notify(text, text) returns void language sql as 'select'",
  );
  try {
    await listening(async (news) => {
      expect(news).toEqual(['down']);
    });
  } finally {
    await database.db.query('drop function pg_catalog.pg_notify(text, text)');
    await database.db.query('alter function pg_notify_aside(text, text) rename to pg_notify');
  }
});

test('closed, it tells nothing more', async () => {
  holdTime();
  await listening((later) =>
    listening(async (news, listener) => {
      await listener.close();
      await notify('mara');
      await until(() => later.length >= 2);
      expect([later, news]).toEqual([['up', 'mara'], ['up']]);
    }),
  );
});
