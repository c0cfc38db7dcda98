import { existsSync, mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { ClientConfig } from 'pg';
import { directoryError, prepareDataDirectory } from '../platform/data-directory.ts';
import { DatabaseError } from '../platform/database-error.ts';
import { writeOnce } from '../platform/durable-files.ts';
import { clusterPassword, ensureCluster } from './make-cluster.ts';
import { findPostgresBinaries, SOCKET_PORT } from './postmaster.ts';

export type EmbeddedCluster = Awaited<ReturnType<typeof prepareCluster>>;

const CONNECT_LIMIT_MS = 5_000;

/** The file that marks a restore until there is a database that can hold a table. */
export function restoreMarkFile(dataDir: string): string {
  return path.join(dataDir, 'restore-has-begun');
}

/** The error of a start on a database whose restore was ended early. */
export function restoreHasBegun(where: string): DatabaseError {
  return new DatabaseError(
    `A restore into this database (${where}) has not ended: wait for it, or run npx pipcast restore again.`,
  );
}

/**
 * Prepares the cluster in `dataDir`, making it if there is none.
 * @throws DatabaseError when it cannot be made or used; the message says what to do.
 */
export async function prepareCluster(dataDir: string, isRestore = false) {
  const binaries = await findPostgresBinaries();
  const directory = prepareDataDirectory(dataDir);
  const mark = restoreMarkFile(directory.path);
  if (!isRestore && existsSync(mark)) throw restoreHasBegun(directory.path);
  try {
    if (isRestore && !existsSync(directory.cluster)) writeOnce(mark, '');
    await ensureCluster(directory, binaries);
  } catch (error) {
    throw directoryError(directory.path, error);
  }
  const password = clusterPassword(directory.passwordFile);
  const address = clusterAddress(directory.cluster);
  return {
    directory,
    binaries,
    address,
    /** The login of a role to the database of the same name. */
    // Every option is given, because `pg` takes missing ones from the environment.
    login: (role: string): ClientConfig => ({
      host: address.host,
      port: SOCKET_PORT,
      user: role,
      database: role,
      password,
      ssl: false,
      options: '',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    }),
  };
}

/** Makes PostgreSQL listen on a socket in the cluster's folder only. It works there, so that its relative path stays short. */
export const LISTEN_ON_SOCKET = [
  '--listen_addresses=',
  '--unix_socket_directories=.',
  '--unix_socket_permissions=0700',
  `--port=${SOCKET_PORT}`,
];

/** The kernel's limit is 108 bytes on Linux and 104 on macOS, for the path with the socket's name. */
const LONGEST_SOCKET_PATH = 100;

/** The address of the cluster in `cluster`. A socket whose path is too long is reached by a short link to its folder. */
export function clusterAddress(cluster: string) {
  let host = cluster;
  let linkFolder: string | undefined;
  if (Buffer.byteLength(`${cluster}/.s.PGSQL.${SOCKET_PORT}`) > LONGEST_SOCKET_PATH) {
    linkFolder = mkdtempSync(path.join(tmpdir(), 'pipcast-'));
    host = path.join(linkFolder, 'pg');
    symlinkSync(cluster, host);
  }
  return {
    /** What `pg` takes as host: the socket's folder. */
    host,
    release: () => {
      if (linkFolder !== undefined) rmSync(linkFolder, { recursive: true, force: true });
    },
  };
}
