import type { FastifyBaseLogger } from 'fastify';
import { Client, type Pool } from 'pg';
import type { DatabaseRole } from './cluster-session.ts';
import { databasePool, endPool, STATEMENT_TIMEOUT_MS } from './database-pool.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { migrate } from './migrate.ts';

/** The part of the configuration that says where the database is. */
export interface DatabaseConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
}

export interface Database {
  readonly db: Pool;
  /** Where the data is, for people; never holds a password. */
  readonly where: string;
  close(): Promise<void>;
}

/**
 * Opens the database that the configuration names, with its schema up to date.
 * @throws DatabaseError with one line for people when it cannot be had.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: FastifyBaseLogger,
  options: { readonly role: DatabaseRole } = { role: 'server' },
): Promise<Database> {
  if (config.databaseUrl === undefined) return openEmbeddedDatabase(config.dataDir, log, options.role);
  const client = new Client({ connectionString: config.databaseUrl });
  await client.connect();
  try {
    await migrate(client);
  } finally {
    await client.end();
  }
  const url = new URL(config.databaseUrl);
  const pool = databasePool(
    { connectionString: config.databaseUrl, statement_timeout: STATEMENT_TIMEOUT_MS },
    log,
  );
  return {
    db: pool,
    where: `PostgreSQL at ${url.host}${url.pathname}`,
    close: async () => {
      await endPool(pool, 5_000);
    },
  };
}
