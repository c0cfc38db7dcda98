import type { FastifyBaseLogger } from 'fastify';
import type { Pool } from 'pg';
import type { OpenOptions } from './cluster-session.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openExternalDatabase } from './external-database.ts';

/** The part of the configuration that says where the database is. */
export interface DatabaseConfig {
  readonly dataDir: string;
  /** An external PostgreSQL instead of the one in the data directory. */
  readonly databaseUrl: string | undefined;
}

/** Whether the database can be used now. */
type DatabaseHealth = { readonly ok: true } | { readonly ok: false; readonly problem: string };

/** An open database. Its pool's queries reject while it is away; `isDatabaseUnavailable` tells such errors. */
export interface Database {
  readonly db: Pool;
  /** Where the data is, for people; never holds a password. */
  readonly where: string;
  /** Asks the database, and waits at most `limitMs` for its answer. Never rejects. */
  health(limitMs?: number): Promise<DatabaseHealth>;
  /** Ends all connections; stops the embedded database if nobody else uses it. Safe to call twice. */
  close(): Promise<void>;
}

const HEALTH_LIMIT_MS = 2_000;

/**
 * Opens the database that the configuration names, with its schema up to date. A `server` is alone on an embedded
 * database and keeps it running; a `command` joins in beside it.
 * @throws DatabaseError with one line for people when it cannot be had; its message never holds a password.
 */
export async function openDatabase(
  config: DatabaseConfig,
  log: FastifyBaseLogger,
  options: OpenOptions = { role: 'server' },
): Promise<Database> {
  const opened =
    config.databaseUrl === undefined
      ? await openEmbeddedDatabase(config.dataDir, log, options)
      : { ...(await openExternalDatabase(config.databaseUrl, log, options)), problem: () => undefined };
  let closed: Promise<void> | undefined;
  return {
    db: opened.pool,
    where: opened.where,
    health: async (limitMs = HEALTH_LIMIT_MS) => {
      const problem = opened.problem() ?? (await problemOf(opened.pool, limitMs));
      return problem === undefined ? { ok: true } : { ok: false, problem };
    },
    close: () => {
      closed ??= opened.close();
      return closed;
    },
  };
}

async function problemOf(pool: Pool, limitMs: number): Promise<string | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string>((resolve) => {
    timer = setTimeout(resolve, limitMs, `no answer from the database within ${limitMs} ms`);
  });
  const asked = pool.query('SELECT 1').then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );
  const problem = await Promise.race([asked, late]);
  clearTimeout(timer);
  return problem;
}
