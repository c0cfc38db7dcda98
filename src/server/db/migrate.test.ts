import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { Client } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { type Migration, migrate, pendingMigrations, readMigrations } from './migrate.ts';

let database: TestDatabase;
let clients: Client[];

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());
beforeEach(async () => {
  await database.db.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  clients = [];
});
afterEach(async () => {
  await Promise.all(clients.map((client) => client.end()));
});

async function connect(): Promise<Client> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  clients.push(client);
  return client;
}

function migration(name: string, sql: string): Migration {
  return { name, sql, sha256: createHash('sha256').update(sql).digest('hex') };
}

const FRUIT = migration('0001-fruit.sql', 'CREATE TABLE fruit (name text PRIMARY KEY)');
const APPLE = migration('0002-apple.sql', `INSERT INTO fruit VALUES ('apple')`);
const BROKEN = migration('0003-broken.sql', `INSERT INTO fruit VALUES ('pear'); SELECT nonsense`);

describe('migrate', () => {
  test('applies what a database has not had, in order, and once', async () => {
    const client = await connect();
    expect(await migrate(client, [FRUIT])).toEqual(['0001-fruit.sql']);
    expect(await migrate(client, [FRUIT, APPLE])).toEqual(['0002-apple.sql']);
    expect(await migrate(client, [FRUIT, APPLE])).toEqual([]);
    expect((await client.query('SELECT name FROM fruit')).rows).toEqual([{ name: 'apple' }]);
  });

  test('takes a failed migration back whole, keeps those before it and names it', async () => {
    const client = await connect();
    await expect(migrate(client, [FRUIT, APPLE, BROKEN])).rejects.toThrow(
      'The migration 0003-broken.sql failed and was taken back: column "nonsense" does not exist',
    );
    expect((await client.query('SELECT name FROM fruit')).rows).toEqual([{ name: 'apple' }]);
    expect((await pendingMigrations(client, [FRUIT, APPLE, BROKEN])).map((each) => each.name)).toEqual([
      '0003-broken.sql',
    ]);
  });

  test('lets a second process wait, which then has nothing to do', async () => {
    const [one, two] = [await connect(), await connect()];
    const slow = migration('0001-fruit.sql', `${FRUIT.sql}; SELECT pg_sleep(0.2)`);
    const applied = await Promise.all([migrate(one, [slow, APPLE]), migrate(two, [slow, APPLE])]);
    expect(applied.map((names) => names.length).sort()).toEqual([0, 2]);
  });

  test('gives the lock back after a failure', async () => {
    const [one, two] = [await connect(), await connect()];
    await expect(migrate(one, [FRUIT, BROKEN])).rejects.toThrow('0003-broken.sql');
    expect(await migrate(two, [FRUIT, APPLE])).toEqual(['0002-apple.sql']);
  });

  test('refuses a database that is newer than the program', async () => {
    const client = await connect();
    await migrate(client, [FRUIT, APPLE]);
    await expect(migrate(client, [FRUIT])).rejects.toThrow(
      'The database is newer than this Pipcast: it has had the migration 0002-apple.sql, which is unknown here. Install the newer version.',
    );
  });

  test('refuses a program that misses a migration in between', async () => {
    const client = await connect();
    await migrate(client, [FRUIT, APPLE]);
    await expect(migrate(client, [APPLE])).rejects.toThrow(
      'The migration 0001-fruit.sql was applied to the database but is missing from this Pipcast. Restore the file.',
    );
  });

  test('refuses a migration that was changed after it had been applied', async () => {
    const client = await connect();
    await migrate(client, [FRUIT]);
    await expect(migrate(client, [migration(FRUIT.name, `${FRUIT.sql} `)])).rejects.toThrow(
      'The migration 0001-fruit.sql was changed after it had been applied.',
    );
  });

  test('refuses a new migration that comes before an applied one', async () => {
    const client = await connect();
    await migrate(
      client,
      [APPLE].map((each) => ({ ...each, sql: FRUIT.sql })),
    );
    await expect(migrate(client, [FRUIT, APPLE])).rejects.toThrow(
      'The migration 0001-fruit.sql comes before 0002-apple.sql, which the database has had already.',
    );
  });

  test('works on a database with no migrations at all', async () => {
    expect(await migrate(await connect(), [])).toEqual([]);
  });
});

describe('readMigrations', () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(path.join(tmpdir(), 'pipcast-migrations-'));
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const read = () => readMigrations(pathToFileURL(`${folder}/`));

  test('reads the files in order, and no others', () => {
    writeFileSync(path.join(folder, '0002-b.sql'), 'b');
    writeFileSync(path.join(folder, '0001-a.sql'), 'a');
    writeFileSync(path.join(folder, 'README.md'), '');
    expect(read().map(({ name, sql }) => `${name}: ${sql}`)).toEqual(['0001-a.sql: a', '0002-b.sql: b']);
  });

  test('gives the same hash whatever the line ends are', () => {
    writeFileSync(path.join(folder, '0001-a.sql'), 'one\ntwo\n');
    const [unix] = read();
    writeFileSync(path.join(folder, '0001-a.sql'), 'one\r\ntwo\r\n');
    expect(read()).toEqual([unix]);
  });

  test('the migrations of this program have a number each', () => {
    const numbers = readMigrations().map(({ name }) => /^(\d{4})-[a-z0-9-]+\.sql$/.exec(name)?.[1]);
    expect(numbers).not.toContain(undefined);
    expect(new Set(numbers).size).toBe(numbers.length);
  });
});
