import { closeSync, fstatSync, openSync, readSync, statSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyBaseLogger } from 'fastify';
import { Client, type ClientConfig, escapeIdentifier, escapeLiteral, type Pool } from 'pg';
import { type ClusterAddress, clusterAddress } from './cluster-address.ts';
import { clusterPassword } from './cluster-password.ts';
import { ClusterSession, type DatabaseRole } from './cluster-session.ts';
import { type DataDirectory, prepareDataDirectory } from './data-directory.ts';
import { codeOf, DatabaseError } from './database-error.ts';
import { databasePool, endPool, STATEMENT_TIMEOUT_MS } from './database-pool.ts';
import { ensureCluster, SUPERUSER } from './embedded-cluster.ts';
import { migrate } from './migrate.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';
import {
  isAlive,
  readPostmasterNote,
  removeStaleNote,
  type StartedPostmaster,
  startPostmaster,
  stopPostmaster,
} from './postmaster.ts';

/** The application's own role and database; the role owns the database and nothing else. */
const APP = 'pipcast';

const SETTINGS = {
  timezone: 'UTC',
  log_timezone: 'UTC',
  // Statements and details hold e-mail addresses, which have no place in a log.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
  log_checkpoints: 'off',
  max_connections: '50',
  max_wal_size: '256MB',
  // macOS keeps written data in the drive's cache unless it is asked in its own way.
  ...(process.platform === 'darwin' ? { wal_sync_method: 'fsync_writethrough' } : {}),
};

/** How long a database may take to come up, recovery after a crash included, before we give up. */
const START_LIMIT_MS = 600_000;
const RETRY_MS = 15;
const NOTICE_AFTER_MS = 2_000;
const STOP_LIMIT_MS = 30_000;
const POOL_END_LIMIT_MS = 5_000;

export interface EmbeddedDatabase {
  readonly db: Pool;
  readonly where: string;
  close(): Promise<void>;
}

/** Opens the database in `dataDir`, making and starting it if need be, or joining whoever has started it. */
export async function openEmbeddedDatabase(
  dataDir: string,
  log: FastifyBaseLogger,
  role: DatabaseRole,
): Promise<EmbeddedDatabase> {
  const binaries = await findPostgresBinaries();
  const directory = prepareDataDirectory(dataDir);
  await ensureCluster(directory, binaries);
  const address = clusterAddress(directory.cluster);
  const password = clusterPassword(directory.passwordFile);
  const seat = new Seat(directory, binaries, address, password, log, role);
  await seat.take();
  const login = { ...seat.login(APP), options: '', statement_timeout: STATEMENT_TIMEOUT_MS };
  const pool = databasePool(login, log);
  try {
    await seat.provideDatabase();
    const client = new Client(seat.login(APP));
    await client.connect();
    try {
      await migrate(client);
    } finally {
      await client.end();
    }
  } catch (error) {
    await pool.end();
    await seat.giveUp();
    throw error;
  }
  return {
    db: pool,
    where: `embedded PostgreSQL in ${directory.cluster}`,
    close: async () => {
      await endPool(pool, POOL_END_LIMIT_MS);
      await seat.giveUp();
    },
  };
}

class Seat {
  readonly #directory: DataDirectory;
  readonly #binaries: PostgresBinaries;
  readonly #address: ClusterAddress;
  readonly #password: string;
  readonly #log: FastifyBaseLogger;
  readonly #role: DatabaseRole;
  #session: ClusterSession | undefined;

  constructor(
    directory: DataDirectory,
    binaries: PostgresBinaries,
    address: ClusterAddress,
    password: string,
    log: FastifyBaseLogger,
    role: DatabaseRole,
  ) {
    this.#directory = directory;
    this.#binaries = binaries;
    this.#address = address;
    this.#password = password;
    this.#log = log;
    this.#role = role;
  }

  login(user: string): ClientConfig {
    return {
      host: this.#address.host,
      port: this.#address.port(),
      user,
      database: user,
      password: this.#password,
      ssl: false,
      application_name: `pipcast ${this.#role} ${process.pid}`,
      connectionTimeoutMillis: 5_000,
    };
  }

  async take(): Promise<void> {
    const from = performance.now();
    let noticed = false;
    let started: Attempt | undefined;
    for (;;) {
      const session = await this.#connect().catch((error: unknown) => error);
      if (session instanceof ClusterSession) {
        if (await session.tryUse()) {
          this.#session = session;
          if (this.#role === 'server') await this.#serve(session);
          return;
        }
        await session.end();
      } else {
        started = await this.#attempt(session, started);
      }
      const waited = performance.now() - from;
      if (waited > START_LIMIT_MS) {
        throw new DatabaseError(
          `The database in ${this.#directory.cluster} did not come up: see ${this.#directory.logFile}.`,
        );
      }
      if (waited > NOTICE_AFTER_MS && !noticed) {
        noticed = true;
        this.#log.info(
          { problem: session instanceof Error ? session.message : 'it is being stopped' },
          'waiting for the database',
        );
      }
      await sleep(RETRY_MS);
    }
  }

  async #connect(): Promise<ClusterSession> {
    return ClusterSession.connect(this.login(SUPERUSER), (error) => {
      if (this.#session !== undefined) this.#log.error({ problem: error?.message }, 'the database went away');
    });
  }

  async #attempt(error: unknown, attempt: Attempt | undefined): Promise<Attempt | undefined> {
    const code = codeOf(error);
    if (code === '57P03') return attempt;
    if (code === '28P01') {
      throw new DatabaseError(
        `The password in ${this.#directory.passwordFile} is not the one of the database in ${this.#directory.cluster}: restore the file from a backup.`,
      );
    }
    const note = readPostmasterNote(this.#directory.cluster);
    if (note !== undefined && isAlive(note.pid) && attempt === undefined) {
      removeStaleNote(this.#directory.cluster, note);
    }
    if (attempt !== undefined) {
      if (!attempt.ended) return attempt;
      const reason = attempt.reason();
      if (!/lock file|shared memory block/.test(reason)) {
        throw new DatabaseError(
          `The database in ${this.#directory.cluster} did not start: ${reason} (see ${this.#directory.logFile}).`,
        );
      }
    }
    const logSize = sizeOf(this.#directory.logFile);
    const started = await startPostmaster(
      this.#directory,
      this.#binaries,
      await this.#address.listenArguments(),
      SETTINGS,
    );
    return new Attempt(started, this.#directory.logFile, logSize);
  }

  async #serve(session: ClusterSession): Promise<void> {
    for (let tries = 0; tries < 50; tries += 1) {
      if (await session.tryServe()) return;
      await sleep(20);
    }
    const pid = await session.serverProcess();
    await this.giveUp();
    throw new DatabaseError(
      `Another Pipcast${pid === undefined ? '' : ` (process ${pid})`} already runs on ${this.#directory.path}: stop it, or set PIPCAST_DATA_DIR to another folder.`,
    );
  }

  async provideDatabase(): Promise<void> {
    const client = this.#session?.client;
    if (client === undefined) return;
    const { rows } = await client.query<{ role: boolean; database: boolean }>(
      `SELECT EXISTS (SELECT FROM pg_roles WHERE rolname = $1) AS role,
              EXISTS (SELECT FROM pg_database WHERE datname = $1) AS database`,
      [APP],
    );
    const name = escapeIdentifier(APP);
    try {
      if (rows[0]?.role !== true)
        await client.query(`CREATE ROLE ${name} LOGIN PASSWORD ${escapeLiteral(this.#password)}`);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
    try {
      if (rows[0]?.database !== true) await client.query(`CREATE DATABASE ${name} OWNER ${name}`);
    } catch (error) {
      if (!isDuplicate(error)) throw error;
    }
  }

  async giveUp(): Promise<void> {
    const session = this.#session;
    this.#session = undefined;
    if (session === undefined) return;
    try {
      await session.leave();
      const note = readPostmasterNote(this.#directory.cluster);
      if (note !== undefined && (await session.tryStop())) {
        await stopPostmaster(this.#directory.cluster, note.pid, this.#binaries, STOP_LIMIT_MS);
      } else {
        await session.end();
      }
    } finally {
      this.#address.release();
    }
  }
}

class Attempt {
  ended = false;
  readonly #logFile: string;
  readonly #logSize: number;

  constructor(started: StartedPostmaster, logFile: string, logSize: number) {
    this.#logFile = logFile;
    this.#logSize = logSize;
    void started.ended.then(() => {
      this.ended = true;
    });
  }

  /** The last complaint in the log since the start. */
  reason(): string {
    const file = openSync(this.#logFile, 'r');
    try {
      const bytes = Buffer.alloc(Math.max(0, fstatSync(file).size - this.#logSize));
      readSync(file, bytes, 0, bytes.length, this.#logSize);
      const lines = bytes.toString('utf8').trim().split('\n');
      const complaint = lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1) ?? '';
      return complaint.replace(/^.*(?:FATAL|PANIC):\s*/, '') || 'no reason given';
    } finally {
      closeSync(file);
    }
  }
}

function sizeOf(file: string): number {
  try {
    return statSync(file).size;
  } catch {
    return 0;
  }
}

function isDuplicate(error: unknown): boolean {
  return ['42P04', '42710', '23505'].includes(codeOf(error) ?? '');
}
