import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { clusterAddress, LISTEN_ON_SOCKET } from '../../src/server/db/embedded-cluster.ts';
import { type DataDirectory, prepareDataDirectory } from '../../src/server/platform/data-directory.ts';
import { clusterPassword, ensureCluster, SUPERUSER } from '../../src/server/db/make-cluster.ts';
import { findPostgresBinaries, SOCKET_PORT, startPostmaster } from '../../src/server/db/postmaster.ts';
import { makeTemporaryFolder, removeAbandonedFolders, removeTemporaryFolder } from './temporary-folder.ts';

/** A PostgreSQL that lasts as long as one test run. */
export interface ThrowawayPostgres {
  /** Address of its database `postgres`, with the rights to make others. */
  readonly url: string;
  stop(): Promise<void>;
}

/** One that can be restarted. */
export interface OwnPostgres extends ThrowawayPostgres {
  /** Ends it in order, or as a crash does, and starts it again once `meanwhile` is over; resolves when it serves. */
  restart(how: 'fast' | 'crash', meanwhile?: () => Promise<void>): Promise<void>;
}

/** Durability costs time and is worth nothing to data that is thrown away. */
const THROWN_AWAY = {
  fsync: 'off',
  full_page_writes: 'off',
  synchronous_commit: 'off',
  max_connections: '200',
  shared_buffers: '64MB',
  log_checkpoints: 'off',
  // DROP DATABASE waits for every session that is signing in. A test that cuts one off there would hold up the others for a minute.
  authentication_timeout: '5s',
  timezone: 'UTC',
};

const START_LIMIT_MS = 30_000;

/**
 * The PostgreSQL for tests: the one in PIPCAST_TEST_DATABASE_URL, else an embedded one in a temporary folder. Several
 * runs may have one each at the same time. Settings of its own make it another one, such as one that is durable.
 */
export async function startThrowawayPostgres(
  settings: Readonly<Record<string, string>> = THROWN_AWAY,
): Promise<ThrowawayPostgres> {
  const given = process.env['PIPCAST_TEST_DATABASE_URL'];
  if (given !== undefined && given !== '') return { url: given, stop: async () => undefined };
  return startOwnPostgres(settings);
}

/** An embedded PostgreSQL in a temporary folder. */
export async function startOwnPostgres(
  settings: Readonly<Record<string, string>> = THROWN_AWAY,
): Promise<OwnPostgres> {
  const binaries = await findPostgresBinaries();
  await removeAbandonedFolders();
  const folder = makeTemporaryFolder();
  const directory = prepareDataDirectory(folder);
  await ensureCluster(directory, binaries);
  const address = clusterAddress(directory.cluster);
  const start = () => startPostmaster(directory, binaries, LISTEN_ON_SOCKET, settings);
  let postmaster = await start();
  const url = await serving(directory, address.host);
  return {
    url,
    async restart(how, meanwhile) {
      process.kill(postmaster.pid, how === 'fast' ? 'SIGINT' : 'SIGQUIT');
      while (!postmaster.hasEnded()) await sleep(5);
      await meanwhile?.();
      postmaster = await start();
      await serving(directory, address.host);
    },
    stop: async () => {
      await removeTemporaryFolder(folder);
      address.release();
    },
  };
}

async function serving(directory: DataDirectory, host: string): Promise<string> {
  const password = clusterPassword(directory.passwordFile);
  for (const from = performance.now(); ; await sleep(20)) {
    const client = new Client({ host, port: SOCKET_PORT, user: SUPERUSER, database: 'postgres', password });
    try {
      await client.connect();
      await client.end();
      return `postgres://${SUPERUSER}:${password}@localhost/postgres?host=${encodeURIComponent(host)}`;
    } catch (error) {
      if (performance.now() - from > START_LIMIT_MS) throw error;
    }
  }
}
