import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clusterAddress } from '../../src/server/db/cluster-address.ts';
import { clusterPassword } from '../../src/server/db/cluster-password.ts';
import { type DataDirectory, prepareDataDirectory } from '../../src/server/db/data-directory.ts';
import { ensureCluster, SUPERUSER } from '../../src/server/db/make-cluster.ts';
import { findPostgresBinaries } from '../../src/server/db/postgres-binaries.ts';
import { startPostmaster, stopPostmaster } from '../../src/server/db/postmaster.ts';
import { isAlive, readPostmasterNote } from '../../src/server/db/postmaster-note.ts';

/** A PostgreSQL that lasts as long as one test run. */
export interface ThrowawayPostgres {
  /** Address of its database `postgres`, with the rights to make others. */
  readonly url: string;
  stop(): Promise<void>;
}

/** Durability costs time and is worth nothing to data that is thrown away. */
const SETTINGS = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  log_checkpoints: 'off',
  timezone: 'UTC',
};

const PREFIX = 'pipcast-test-';
const START_LIMIT_MS = 30_000;

/**
 * The PostgreSQL for tests: the one in PIPCAST_TEST_DATABASE_URL, else an embedded one in a temporary folder. Several
 * runs may have one each at the same time.
 */
export async function startThrowawayPostgres(): Promise<ThrowawayPostgres> {
  const given = process.env['PIPCAST_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  const binaries = await findPostgresBinaries();
  await sweep();
  const folder = mkdtempSync(path.join(tmpdir(), `${PREFIX}${process.pid}-`));
  const directory = prepareDataDirectory(folder);
  await ensureCluster(directory, binaries);
  const address = clusterAddress(directory.cluster);
  const started = await startPostmaster(directory, binaries, await address.listenOptions(), SETTINGS);
  const url = await serving(directory, address.host, () => address.port());
  return {
    url,
    stop: async () => {
      await stopPostmaster(directory.cluster, started.pid, binaries, START_LIMIT_MS);
      address.release();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function serving(directory: DataDirectory, host: string, port: () => number): Promise<string> {
  const password = clusterPassword(directory.passwordFile);
  for (const from = performance.now(); ; await sleep(20)) {
    const client = new Client({ host, port: port(), user: SUPERUSER, database: 'postgres', password });
    try {
      await client.connect();
      await client.end();
      const at = host.startsWith('/')
        ? `/postgres?host=${encodeURIComponent(host)}`
        : `127.0.0.1:${port()}/postgres`;
      return `postgres://${SUPERUSER}:${password}@${at}`;
    } catch (error) {
      if (performance.now() - from > START_LIMIT_MS) throw error;
    }
  }
}

/** Stops and removes what runs that were killed have left behind. */
async function sweep(): Promise<void> {
  const binaries = await findPostgresBinaries();
  for (const name of readdirSync(tmpdir())) {
    const pid = Number(new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]);
    if (!Number.isInteger(pid) || isAlive(pid)) continue;
    const folder = path.join(tmpdir(), name);
    const cluster = path.join(folder, 'postgres');
    const note = readPostmasterNote(cluster);
    if (note !== undefined) await stopPostmaster(cluster, note.pid, binaries, START_LIMIT_MS);
    rmSync(folder, { recursive: true, force: true });
  }
}
