import { rmSync } from 'node:fs';
import type { FastifyBaseLogger } from 'fastify';
import { HOUR_MS } from '../../core/time/instant.ts';
import { type ClientConfig, escapeIdentifier, escapeLiteral, type Pool } from 'pg';
import { withClient } from './in-transaction.ts';
import { type ClusterMembership, keepSession } from './join-cluster.ts';
import type { OpenOptions } from './cluster-session.ts';
import { codeOf, DatabaseError } from '../platform/database-error.ts';
import { databasePool, endPool } from './database-pool.ts';
import { diskFullError, isDiskFull } from '../platform/disk-space.ts';
import { type EmbeddedCluster, prepareCluster, restoreMarkFile } from './embedded-cluster.ts';
import { migrateAs } from './migrate.ts';
import { rotateLog } from './postgres-log.ts';

/** The application's database, and the role that works in it: it owns nothing. */
const APP = 'pipcast';
/** The role that owns the database and migrates it, and does nothing else. */
const OWNER = 'pipcast_owner';

export interface EmbeddedDatabase {
  readonly pool: Pool;
  readonly ownerLogin: ClientConfig;
  readonly where: string;
  /** Why the database cannot be used although it may answer; `undefined` when it can. */
  problem(): string | undefined;
  close(): Promise<void>;
}

/**
 * Opens the database in `dataDir`: makes it on the first start, starts it when it does not run, joins it when it does.
 * A server keeps it running: should it die, it is started again.
 * @throws DatabaseError with one line for people when it cannot be had.
 */
export async function openEmbeddedDatabase(
  dataDir: string,
  log: FastifyBaseLogger,
  { role, signal, isRestore = false }: OpenOptions,
): Promise<EmbeddedDatabase> {
  const cluster = await prepareCluster(dataDir, isRestore);
  const name = `pipcast ${role} ${process.pid}`;
  const pool = databasePool({ ...cluster.login(APP), application_name: name }, log);
  const named = { ...cluster, login: (user: string) => ({ ...cluster.login(user), application_name: name }) };
  const kept = await keepSession(
    { cluster: named, role, log, signal },
    // Without sockets the database has another port after each start.
    role === 'server' ? () => Object.assign(pool.options, { port: cluster.address.port() }) : undefined,
  );
  Object.assign(pool.options, { port: cluster.address.port() });
  try {
    await provideDatabase(kept, cluster);
    await withClient(ownerLogin(cluster), (client) => migrateAs(client, { writer: APP, isRestore }));
    if (isRestore) rmSync(restoreMarkFile(cluster.directory.path), { force: true });
    signal?.throwIfAborted();
  } catch (error) {
    await kept.leave();
    throw isDiskFull(error) ? diskFullError(cluster.directory.path, error) : error;
  }
  const rotate = () =>
    rotateLog(cluster.directory.logFile, (problem) =>
      log.warn({ problem }, 'the log of PostgreSQL could not be put aside'),
    );
  rotate();
  const rotation = setInterval(rotate, HOUR_MS).unref();
  return {
    pool,
    ownerLogin: ownerLogin(cluster),
    where: `embedded PostgreSQL in ${cluster.directory.cluster}`,
    problem: () =>
      kept.session() === undefined ? 'the embedded PostgreSQL is being started again' : undefined,
    close: async () => {
      clearInterval(rotation);
      await endPool(pool);
      await kept.leave();
    },
  };
}

/** The roles and the database of the application, made on the first start. Two processes may do this at once. */
async function provideDatabase(kept: ClusterMembership, cluster: EmbeddedCluster): Promise<void> {
  const owner = requireSession(kept).client;
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

function requireSession(kept: ClusterMembership) {
  const session = kept.session();
  if (session === undefined)
    throw new DatabaseError('The database went away while it was opened: try again.');
  return session;
}
