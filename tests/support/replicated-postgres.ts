import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterAddress, LISTEN_ON_SOCKET } from '../../src/server/db/embedded-cluster.ts';
import { withClient } from '../../src/server/db/database-pool.ts';
import { prepareDataDirectory } from '../../src/server/platform/data-directory.ts';
import { clusterPassword, ensureCluster, SUPERUSER } from '../../src/server/db/make-cluster.ts';
import {
  findPostgresBinaries,
  SOCKET_PORT,
  startPostmaster,
  stopPostmaster,
} from '../../src/server/db/postmaster.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from './temporary-folder.ts';

/** A PostgreSQL and its streaming replica. */
export interface ReplicatedPostgres {
  /** Names both hosts, the replica first. */
  readonly url: string;
  readonly replicaUrl: string;
  stopPrimary(): Promise<void>;
  /** Ends the primary as a crash does, and promotes the replica. */
  failOver(): Promise<void>;
  stop(): Promise<void>;
}

const SETTINGS = { fsync: 'off', timezone: 'UTC', shared_buffers: '32MB' };

const START_LIMIT_MS = 30_000;

/**
 * Starts both and waits until they serve. The replica begins as a copy of the primary that never ran. With `isSynchronous` the primary
 * acknowledges what the replica has.
 */
export async function startReplicatedPostgres({ isSynchronous = false } = {}): Promise<ReplicatedPostgres> {
  const binaries = await findPostgresBinaries();
  const folders = [makeTemporaryFolder(), makeTemporaryFolder()] as const;
  const primary = prepareDataDirectory(folders[0]);
  const replica = prepareDataDirectory(folders[1]);
  await ensureCluster(primary, binaries);
  for (const [from, to] of [
    [primary.cluster, replica.cluster],
    [primary.passwordFile, replica.passwordFile],
  ] as const)
    spawnSync('cp', ['-a', from, to]);
  // PostgreSQL runs as another user where the tests run as root.
  const mark = path.join(replica.cluster, 'standby.signal');
  writeFileSync(mark, '');
  chmodSync(mark, 0o666);
  const password = clusterPassword(primary.passwordFile);
  const addresses = [clusterAddress(primary.cluster), clusterAddress(replica.cluster)] as const;
  const [{ host }, other] = addresses;
  const follow = `host=${host} port=${SOCKET_PORT} user=${SUPERUSER} password=${password}`;
  const first = await startPostmaster(primary, binaries, LISTEN_ON_SOCKET, {
    ...SETTINGS,
    ...(isSynchronous && { synchronous_standby_names: '*' }),
  });
  const second = await startPostmaster(replica, binaries, LISTEN_ON_SOCKET, {
    ...SETTINGS,
    primary_conninfo: follow,
  });
  const urlOf = (...hosts: string[]) => `postgres://${SUPERUSER}:${password}@${hosts.join(',')}/postgres`;
  const hostOf = (address: ReturnType<typeof clusterAddress>) =>
    `${encodeURIComponent(address.host)}:${SOCKET_PORT}`;
  const stop = (pid: number) => stopPostmaster(pid, 30_000);
  const replicaUrl = urlOf(hostOf(other));
  for (const url of [urlOf(hostOf(addresses[0])), replicaUrl]) await untilServing(url);
  return {
    url: urlOf(hostOf(other), hostOf(addresses[0])),
    replicaUrl,
    stopPrimary: async () => void (await stop(first.pid)),
    async failOver() {
      process.kill(first.pid, 'SIGQUIT');
      while (!first.hasEnded()) await sleep(5);
      await withClient({ connectionString: replicaUrl }, (client) => client.query('select pg_promote()'));
    },
    async stop() {
      if (!first.hasEnded()) await stop(first.pid);
      await stop(second.pid);
      for (const address of addresses) address.release();
      for (const folder of folders) await removeTemporaryFolder(folder);
    },
  };
}

async function untilServing(connectionString: string): Promise<void> {
  for (const from = performance.now(); ; await sleep(20)) {
    try {
      await withClient({ connectionString }, (client) => client.query('select 1'));
      return;
    } catch (error) {
      if (performance.now() - from > START_LIMIT_MS) throw error;
    }
  }
}
