import { afterAll, beforeAll, expect, test, vi } from 'vitest';
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

/** A listener whose news are kept in the order they came. */
async function listening(
  run: (news: string[], listener: ChangeListener) => Promise<void>,
  heartbeatMs = 10_000,
) {
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
    heartbeatMs,
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

test('tells who changed, or that all may have', () =>
  listening(async (news) => {
    await notify('mara');
    await notify('*');
    await vi.waitFor(() => expect(news).toEqual(['up', 'mara', 'all']));
  }));

test('notices a connection that is only half there, and listens anew', () =>
  listening(async (news) => {
    wire.freeze();
    await vi.waitFor(() => expect(news).toEqual(['up', 'down', 'up']), { timeout: 10_000 });
    await notify('mara');
    await vi.waitFor(() => expect(news.at(-1)).toBe('mara'));
  }, 1000));

test('a connection that answers its heartbeats is left alone', () =>
  listening(async (news) => {
    const seen = new Set<number>();
    await vi.waitFor(async () => {
      const { rows } = await database.db.query(
        "select query_start from pg_stat_activity where application_name = 'pipcast changes' and query = 'select 1'",
      );
      for (const { query_start: at } of rows) seen.add(at.getTime());
      expect(seen.size).toBeGreaterThan(2);
    }, 10_000);
    expect(news).toEqual(['up']);
  }, 1000));

test('starts without a database and listens once there is one', async () => {
  wire.cut();
  await listening(async (news) => {
    expect(news).toEqual(['down']);
    wire.mend();
    await vi.waitFor(() => expect(news).toEqual(['down', 'up']), { timeout: 5000 });
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

test('closed, it tells nothing more', () =>
  listening((later) =>
    listening(async (news, listener) => {
      await listener.close();
      await notify('mara');
      await vi.waitFor(() => expect(later).toEqual(['up', 'mara']));
      expect(news).toEqual(['up']);
    }),
  ));
