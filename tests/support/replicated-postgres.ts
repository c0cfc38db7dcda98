import { spawnSync } from 'node:child_process';
import { chmodSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { clusterPassword, ensureCluster, SUPERUSER } from '../../src/server/db/make-cluster.ts';
import { clusterAddress } from '../../src/server/db/embedded-cluster.ts';
import { withClient } from '../../src/server/db/in-transaction.ts';
import { prepareDataDirectory } from '../../src/server/platform/data-directory.ts';
import { findPostgresBinaries } from '../../src/server/db/postgres-binaries.ts';
import { startPostmaster, stopPostmaster } from '../../src/server/db/postmaster.ts';
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
  const [{ host, port }, other] = addresses;
  const follow = `host=${host} port=${port()} user=${SUPERUSER} password=${password}`;
  const first = await startPostmaster(primary, binaries, await addresses[0].listenOptions(), {
    ...SETTINGS,
    ...(isSynchronous && { synchronous_standby_names: '*' }),
  });
  const second = await startPostmaster(replica, binaries, await other.listenOptions(), {
    ...SETTINGS,
    primary_conninfo: follow,
  });
  const urlOf = (hosts: string, ports: string) =>
    `postgres://${SUPERUSER}:${password}@localhost/postgres?host=${encodeURIComponent(hosts)}&port=${ports}`;
  const stop = (cluster: string, pid: number) => stopPostmaster(cluster, pid, binaries, 30_000);
  const replicaUrl = urlOf(other.host, `${other.port()}`);
  for (const url of [urlOf(host, `${port()}`), replicaUrl]) await untilServing(url);
  return {
    url: urlOf(`${other.host},${host}`, `${other.port()},${port()}`),
    replicaUrl,
    stopPrimary: async () => void (await stop(primary.cluster, first.pid)),
    async failOver() {
      process.kill(first.pid, 'SIGQUIT');
      while (!first.hasEnded()) await sleep(5);
      await withClient({ connectionString: replicaUrl }, (client) => client.query('select pg_promote()'));
    },
    async stop() {
      if (!first.hasEnded()) await stop(primary.cluster, first.pid);
      await stop(replica.cluster, second.pid);
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
