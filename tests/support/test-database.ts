import { randomBytes } from 'node:crypto';
import { escapeIdentifier, Pool, type PoolConfig } from 'pg';
import { inject } from 'vitest';
import { withClient } from '../../src/server/db/database-pool.ts';
import { migrate } from '../../src/server/db/migrate.ts';
import { startThrowawayPostgres } from './throwaway-postgres.ts';

/** A database of a test's own. */
export interface TestDatabase {
  readonly db: Pool;
  readonly url: string;
  drop(): Promise<void>;
}

/** Where test databases come from: a server, and a migrated database on it that is copied. */
export interface TestDatabaseSource {
  readonly url: string;
  readonly template: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    testDatabaseSource: TestDatabaseSource;
  }
}

/** Copies of one template are made one at a time: PostgreSQL refuses while another session is in it. */
const COPY_LOCK = 1_346_983_252;

/** Starts a PostgreSQL (or takes the given one) and migrates a template on it; for a globalSetup of any project. */
export async function startTestDatabaseSource(): Promise<{
  source: TestDatabaseSource;
  stop(): Promise<void>;
}> {
  const postgres = await startThrowawayPostgres();
  const template = randomName('template');
  await withClient({ connectionString: postgres.url }, (admin) =>
    admin.query(`CREATE DATABASE ${escapeIdentifier(template)}`),
  );
  await withClient({ connectionString: databaseUrl(postgres.url, template) }, (client) => migrate(client));
  return {
    source: { url: postgres.url, template },
    stop: async () => {
      await dropDatabase(postgres.url, template);
      await postgres.stop();
    },
  };
}

/** A copy of the migrated template, empty, for one test file. Drop it in `afterAll`. */
export async function createTestDatabase(
  source: TestDatabaseSource = inject('testDatabaseSource'),
): Promise<TestDatabase> {
  const name = randomName('test');
  const admin = adminOf(source.url);
  await admin.query('SELECT pg_advisory_lock($1)', [COPY_LOCK]);
  try {
    // The files as they are: half of what it takes to write each block to the log of changes.
    await admin.query(
      `CREATE DATABASE ${escapeIdentifier(name)} TEMPLATE ${escapeIdentifier(source.template)} STRATEGY FILE_COPY`,
    );
  } finally {
    await admin.query('SELECT pg_advisory_unlock($1)', [COPY_LOCK]);
  }
  const url = databaseUrl(source.url, name);
  const db = openTestPool({ connectionString: url });
  return {
    db,
    url,
    drop: async () => {
      if (!db.ended) await db.end();
      await dropDatabase(source.url, name);
    },
  };
}

/** Connections whose loss throws nothing: a test that cuts them off, or drops the database before they have ended, expects it. */
export function openTestPool(config: PoolConfig): Pool {
  const pool = new Pool(config);
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

const admins = new Map<string, Pool>();

/** The one connection of this process that makes and drops databases: a new one costs more than a copy. It ends with the process. */
function adminOf(url: string): Pool {
  const admin =
    admins.get(url) ??
    openTestPool({ connectionString: url, max: 1, allowExitOnIdle: true, idleTimeoutMillis: 0 });
  admins.set(url, admin);
  return admin;
}

function dropDatabase(url: string, name: string): Promise<unknown> {
  return adminOf(url).query(`DROP DATABASE IF EXISTS ${escapeIdentifier(name)} WITH (FORCE)`);
}

/** The same address with another database. */
function databaseUrl(url: string, name: string): string {
  return url.replace(/^(postgres(?:ql)?:\/\/[^/?]*\/)[^?]*/, `$1${name}`);
}

function randomName(what: string): string {
  return `pipcast_${what}_${randomBytes(6).toString('hex')}`;
}
