import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { isDatabaseUnavailable } from '../platform/database-error.ts';
import { openExternalDatabase } from './external-database.ts';
import { type Database, openDatabase } from './open-database.ts';

const log = pino({ level: 'silent' });

let target: TestDatabase;
const opened: Database[] = [];
beforeEach(async () => {
  target = await createTestDatabase();
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((database) => database.close()));
  await target.drop();
});

async function open(): Promise<Database> {
  const database = await openDatabase({ dataDir: '/nowhere', databaseUrl: target.url }, log);
  opened.push(database);
  return database;
}

/** Ends every session of a database but the one that asks. */
async function endOtherSessions(): Promise<void> {
  await target.db.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()',
  );
}

function urlWith(change: (url: string) => string): string {
  const url = change(target.url);
  expect(url).not.toBe(target.url);
  return url;
}

describe('opening', () => {
  test('several servers may use one database', async () => {
    const [one, two] = [await open(), await open()];
    expect(await one.health()).toEqual({ ok: true });
    expect(await two.health()).toEqual({ ok: true });
  });

  test('two that come at once to an empty database bring it up to date together', async () => {
    await target.db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const [one] = await Promise.all([open(), open()]);
    const { rows } = await one.db.query<{ name: string }>(
      'SELECT name FROM pipcast_migrations ORDER BY name',
    );
    expect(rows[0]?.name).toMatch(/^0001-/);
  });

  test('for a restore marks an empty database before its first table, so that nothing starts on it meanwhile', async () => {
    await target.db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
    const config = { dataDir: '/nowhere', databaseUrl: target.url };
    for (let round = 0; round < 2; round += 1) {
      opened.push(await openDatabase(config, log, { role: 'server', isRestore: true }));
      await expect(open()).rejects.toThrow(
        /^A restore into this database .* run npx pipcast restore again\.$/,
      );
    }
  });

  test('for a restore does not mark a database that is in use', async () => {
    opened.push(
      await openDatabase({ dataDir: '/nowhere', databaseUrl: target.url }, log, {
        role: 'server',
        isRestore: true,
      }),
    );
    expect(await (await open()).health()).toEqual({ ok: true });
  });

  test('says where the data is, without the password', async () => {
    const { where } = await open();
    expect(where).toContain('PostgreSQL at ');
    expect(where).toContain(new URL(target.url).pathname);
    expect(where).not.toContain('@');
  });

  test('a statement of the application is cut off in the end, and a forgotten transaction too', async () => {
    const { db } = await open();
    expect((await db.query('SHOW statement_timeout')).rows).toEqual([{ statement_timeout: '15s' }]);
    expect((await db.query('SHOW idle_in_transaction_session_timeout')).rows).toEqual([
      { idle_in_transaction_session_timeout: '30s' },
    ]);
  });
});

describe('a database that cannot be had', () => {
  const attempt = (url: string) => openExternalDatabase(url, log, { role: 'command' });

  test('no server at that address', async () => {
    await expect(attempt('postgres://someone:secret@127.0.0.1:1/pipcast')).rejects.toThrow(
      /^The PostgreSQL at 127\.0\.0\.1:1\/pipcast \(DATABASE_URL\) does not answer: connect ECONNREFUSED 127\.0\.0\.1:1\. Start it,/,
    );
  });

  test('waiting for one that is not up yet can be given up', async () => {
    const giveUp = new AbortController();
    setTimeout(() => giveUp.abort(), 20);
    const waiting = openExternalDatabase('postgres://someone@127.0.0.1:1/pipcast', log, {
      role: 'server',
      signal: giveUp.signal,
    });
    await expect(waiting).rejects.toThrow('aborted');
  });

  test('a database that is not there', async () => {
    const url = urlWith((each) => each.replace(/pipcast_test_\w+/, 'pipcast_nowhere'));
    await expect(attempt(url)).rejects.toThrow(
      /pipcast_nowhere \(DATABASE_URL\) has no database of that name: create it, or correct DATABASE_URL\.$/,
    );
  });

  test('a wrong password', async () => {
    const role = target.url.replace(/^.*(pipcast_test_\w+).*$/, '$1');
    await target.db.query(`CREATE ROLE ${role} LOGIN PASSWORD 'right'`);
    const url = urlWith((each) => each.replace(/\/\/[^@]*@/, `//${role}:wrong@`));
    await expect(attempt(url)).rejects.toThrow(
      `refused the user ${role} or the password: correct DATABASE_URL.`,
    );
    await target.db.query(`DROP ROLE ${role}`);
  });

  test('a role that owns neither the database nor the tables in it', async () => {
    const role = target.url.replace(/^.*(pipcast_test_\w+).*$/, '$1');
    await target.db.query(`CREATE ROLE ${role} LOGIN PASSWORD 'right'`);
    const url = urlWith((each) => each.replace(/\/\/[^@]*@/, `//${role}:right@`));
    const remedy = `as a superuser run ALTER DATABASE ${role} OWNER TO ${role} and, where another role made the tables, REASSIGN OWNED BY that role TO ${role}; or set DATABASE_OWNER_URL`;
    await target.db.query(
      'CREATE SCHEMA set_aside; ALTER SCHEMA public RENAME TO was_public; ALTER SCHEMA set_aside RENAME TO public',
    );
    await expect(attempt(url)).rejects.toThrow(remedy);
    await target.db.query('DROP SCHEMA public; ALTER SCHEMA was_public RENAME TO public');
    await expect(attempt(url)).rejects.toThrow(remedy);
    await expect(openExternalDatabase(target.url, log, { role: 'command' }, url)).rejects.toThrow(remedy);
    await target.db.query(`DROP ROLE ${role}`);
  });

  test.each(['postgres://:99999999/x', 'postgres://user:pass word@[::1/x'])(
    'not an address: %s',
    async (url) => {
      await expect(attempt(url)).rejects.toThrow('DATABASE_URL is not an address of a PostgreSQL');
    },
  );
});

describe('a database that goes away', () => {
  test('an idle connection that dies is replaced', async () => {
    const { db } = await open();
    await db.query('SELECT 1');
    await endOtherSessions();
    await expect.poll(() => db.totalCount).toBe(0);
    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('a connection that dies in a transaction rejects as unavailable and harms no other', async () => {
    const { db } = await open();
    const client = await db.connect();
    await client.query('BEGIN');
    const died = new Promise((resolve) => {
      client.once('error', resolve);
    });
    await endOtherSessions();
    expect(isDatabaseUnavailable(await died)).toBe(true);
    const error: unknown = await client.query('COMMIT').catch((reason: unknown) => reason);
    expect(isDatabaseUnavailable(error)).toBe(true);
    client.release(true);
    expect((await db.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  });

  test('health says so', async () => {
    const database = await open();
    await database.close();
    expect(await database.health()).toEqual({
      ok: false,
      problem: expect.stringContaining('pool'),
      isDiskFull: false,
    });
  });

  test('health takes space on the disk, and says so when there is none', async () => {
    const name = new URL(target.url).pathname.slice(1);
    await target.db.query(`ALTER DATABASE "${name}" SET temp_file_limit = '1kB'`);
    expect(await (await open()).health()).toEqual({
      ok: false,
      problem: expect.stringContaining('temporary file size'),
      isDiskFull: false,
    });
  });
});
