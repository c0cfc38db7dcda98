import type { FastifyBaseLogger } from 'fastify';
import type { ClientConfig, Pool } from 'pg';
import type { OpenOptions } from './cluster-session.ts';
import { freeBytes, isDiskFull } from '../platform/disk-space.ts';
import { restoreHasBegun } from './embedded-cluster.ts';
import { openEmbeddedDatabase } from './embedded-database.ts';
import { openExternalDatabase } from './external-database.ts';
import { RESTORE_MARK } from './migrate.ts';

export interface DatabaseConfig {
  readonly dataDir: string;
  readonly databaseUrl: string | undefined;
  /** The same database as the role that owns the tables and migrates them; without it the server's own role does. */
  readonly databaseOwnerUrl?: string | undefined;
}

/** Whether the database can be used now, to write as well. */
type DatabaseHealth =
  | { readonly ok: true }
  | { readonly ok: false; readonly problem: string; readonly isDiskFull: boolean };

export interface Database {
  readonly db: Pool;
  /** The login of the role that owns the tables. */
  readonly ownerLogin: ClientConfig;
  /** Where the data is, for messages; never holds a password. */
  readonly where: string;
  /** Lets the database write, and waits at most `limitMs` for it. Never rejects. */
  health(limitMs?: number): Promise<DatabaseHealth>;
  /** Whether the disk of an embedded database is full. A PostgreSQL that a full disk stopped only says that it is away. */
  hasNoRoom(): boolean;
  /** Ends all connections; stops the embedded database if no other process uses it. Safe to call twice. */
  close(): Promise<void>;
}

const HEALTH_LIMIT_MS = 2_000;

/**
 * Proves that a write would last: a sort that is larger than its memory takes space on the disk, and the message makes the commit
 * wait for the log of changes. Neither leaves anything in a table. Several statements in one query are one transaction.
 */
const DURABLE_WRITE = `
  SET LOCAL work_mem = '64kB';
  SELECT max(n) FROM (SELECT n, repeat('x', 500) AS filler FROM generate_series(1, 500) AS n ORDER BY filler, n OFFSET 0) AS sorted;
  SELECT pg_logical_emit_message(true, 'pipcast', 'health')`;

/** A PostgreSQL with less room than this, one segment of its log of changes, stops in the midst of a write. */
const LEAST_FREE_BYTES = 16 * 1024 ** 2;

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
      : {
          ...(await openExternalDatabase(config.databaseUrl, log, options, config.databaseOwnerUrl)),
          problem: () => undefined,
        };
  if (options.isRestore !== true) await refuseHalfRestored(opened);
  let closed: Promise<void> | undefined;
  const hasNoRoom = () => config.databaseUrl === undefined && freeBytes(config.dataDir) < LEAST_FREE_BYTES;
  return {
    db: opened.pool,
    ownerLogin: opened.ownerLogin,
    where: opened.where,
    health: async (limitMs = HEALTH_LIMIT_MS) => {
      const away = opened.problem();
      const error = away === undefined ? await problemOf(opened.pool, limitMs) : new Error(away);
      if (error === undefined) return { ok: true };
      return { ok: false, problem: error.message, isDiskFull: hasNoRoom() || isDiskFull(error) };
    },
    hasNoRoom,
    close: () => {
      closed ??= opened.close();
      return closed;
    },
  };
}

/** A killed restore leaves an empty database: a server must not start on it as on a new one. */
async function refuseHalfRestored(opened: {
  readonly pool: Pool;
  readonly where: string;
  close(): Promise<void>;
}): Promise<void> {
  try {
    const { rows } = await opened.pool.query<{ found: boolean }>(
      `SELECT to_regclass('public.${RESTORE_MARK}') IS NOT NULL AS found`,
    );
    if (rows[0]?.found === true) throw restoreHasBegun(opened.where);
  } catch (error) {
    await opened.close();
    throw error;
  }
}

async function problemOf(pool: Pool, limitMs: number): Promise<Error | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<Error>((resolve) => {
    timer = setTimeout(() => resolve(new Error(`no answer from the database within ${limitMs} ms`)), limitMs);
  });
  const check = pool.query(DURABLE_WRITE).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  const problem = await Promise.race([check, late]);
  clearTimeout(timer);
  return problem;
}
