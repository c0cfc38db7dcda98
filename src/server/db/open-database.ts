import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { type ClientConfig, type Pool, escapeIdentifier, escapeLiteral } from 'pg';
import { codeOf, DatabaseError } from '../platform/database-error.ts';
import { freeBytes, isDiskFull, diskFullError } from '../platform/data-directory.ts';
import type { OpenOptions } from './cluster-session.ts';
import {
  restoreHasBegun,
  type EmbeddedCluster,
  prepareCluster,
  restoreMarkFile,
} from './embedded-cluster.ts';
import { type OpenedDatabase, openExternalDatabase } from './external-database.ts';
import { databasePool, endPool, withClient } from './database-pool.ts';
import { type ClusterMembership, joinCluster } from './join-cluster.ts';
import { RESTORE_MARK, migrateAs } from './migrate.ts';

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

export type Database = Awaited<ReturnType<typeof openDatabase>>;

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
) {
  const opened =
    config.databaseUrl === undefined
      ? await openEmbeddedDatabase(config.dataDir, log, options)
      : await openExternalDatabase(config.databaseUrl, log, options, config.databaseOwnerUrl);
  if (options.isRestore !== true) await refuseHalfRestored(opened);
  let closed: Promise<void> | undefined;
  const hasNoRoom = () => config.databaseUrl === undefined && freeBytes(config.dataDir) < LEAST_FREE_BYTES;
  return {
    db: opened.pool,
    /** The login of the role that owns the tables. */
    ownerLogin: opened.ownerLogin,
    /** Where the data is, for messages; never holds a password. */
    where: opened.where,
    /** Lets the database write, and waits at most `limitMs` for it. Never rejects. */
    health: async (limitMs = HEALTH_LIMIT_MS): Promise<DatabaseHealth> => {
      const away = opened.problem();
      const error = away === undefined ? await problemOf(opened.pool, limitMs) : new Error(away);
      if (error === undefined) return { ok: true };
      return { ok: false, problem: error.message, isDiskFull: hasNoRoom() || isDiskFull(error) };
    },
    /** Whether the disk of an embedded database is full. A PostgreSQL that a full disk stopped only says that it is away. */
    hasNoRoom,
    /** Ends all connections; stops the embedded database if no other process uses it. Safe to call twice. */
    close: (): Promise<void> => {
      closed ??= opened.close();
      return closed;
    },
  };
}

/** A killed restore leaves an empty database: a server must not start on it as on a new one. */
async function refuseHalfRestored(opened: OpenedDatabase): Promise<void> {
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
  const late = sleep(limitMs, new Error(`no answer from the database within ${limitMs} ms`), { ref: false });
  const check = pool.query(DURABLE_WRITE).then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error : new Error(String(error))),
  );
  return Promise.race([check, late]);
}

/** The application's database, and the role that works in it: it owns nothing. */
const APP = 'pipcast';
/** The role that owns the database and migrates it, and does nothing else. */
const OWNER = 'pipcast_owner';

/**
 * Opens the database in `dataDir`: makes it on the first start, starts it when it does not run, joins it when it does.
 * A server keeps it running: should it die, it is started again.
 * @throws DatabaseError with one line for people when it cannot be had.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  log: FastifyBaseLogger,
  { role, signal, isRestore = false }: OpenOptions,
): Promise<OpenedDatabase> {
  const cluster = await prepareCluster(dataDir, isRestore);
  const name = `pipcast ${role} ${process.pid}`;
  const pool = databasePool({ ...cluster.login(APP), application_name: name }, log);
  const named = { ...cluster, login: (user: string) => ({ ...cluster.login(user), application_name: name }) };
  const membership = await joinCluster({ cluster: named, role, log, signal });
  try {
    await provideDatabase(membership, cluster);
    await withClient(ownerLogin(cluster), (client) => migrateAs(client, { writer: APP, isRestore }));
    if (isRestore) rmSync(restoreMarkFile(cluster.directory.path), { force: true });
    signal?.throwIfAborted();
  } catch (error) {
    await membership.leave();
    throw isDiskFull(error) ? diskFullError(cluster.directory.path, error) : error;
  }
  return {
    pool,
    ownerLogin: ownerLogin(cluster),
    where: `embedded PostgreSQL in ${cluster.directory.cluster}`,
    problem: () =>
      membership.session() === undefined ? 'the embedded PostgreSQL is being started again' : undefined,
    close: async () => {
      await endPool(pool);
      await membership.leave();
    },
  };
}

/** The roles and the database of the application, made on the first start. Two processes may do this at once. */
async function provideDatabase(membership: ClusterMembership, cluster: EmbeddedCluster): Promise<void> {
  const owner = requireSession(membership).client;
  const { rows } = await owner.query<{ role: boolean; owner: boolean; database: boolean }>(
    `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
            EXISTS (SELECT FROM pg_roles WHERE rolname = $2) AS owner,
            EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
    [APP, OWNER],
  );
  const app = escapeIdentifier(APP);
  const password = escapeLiteral(String(cluster.login(APP).password));
  if (rows[0]?.role !== true) await unlessThere(owner.query(`CREATE ROLE ${app} LOGIN PASSWORD ${password}`));
  if (rows[0]?.owner !== true)
    await unlessThere(owner.query(`CREATE ROLE ${OWNER} LOGIN PASSWORD ${password}`));
  if (rows[0]?.database !== true) await unlessThere(owner.query(`CREATE DATABASE ${app} OWNER ${OWNER}`));
}

/** Another process may have made it at the same time. */
async function unlessThere(made: Promise<unknown>): Promise<void> {
  try {
    await made;
  } catch (error) {
    if (!['42P04', '42710', '23505'].includes(codeOf(error) ?? '')) throw error;
  }
}

function ownerLogin(cluster: EmbeddedCluster): ClientConfig {
  return { ...cluster.login(OWNER), database: APP };
}

function requireSession(membership: ClusterMembership) {
  const session = membership.session();
  if (session === undefined)
    throw new DatabaseError('The database went away while it was opened: try again.');
  return session;
}
