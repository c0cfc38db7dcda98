import { existsSync } from 'node:fs';
import path from 'node:path';
import type { ClientConfig } from 'pg';
import { type ClusterAddress, clusterAddress } from './cluster-address.ts';
import { clusterPassword } from './cluster-password.ts';
import { type DataDirectory, directoryError, prepareDataDirectory } from '../platform/data-directory.ts';
import { DatabaseError } from '../platform/database-error.ts';
import { writeOnce } from '../platform/durable-files.ts';
import { ensureCluster } from './make-cluster.ts';
import { findPostgresBinaries, type PostgresBinaries } from './postgres-binaries.ts';

/** A PostgreSQL cluster in a data directory, made but not necessarily running. */
export interface EmbeddedCluster {
  readonly directory: DataDirectory;
  readonly binaries: PostgresBinaries;
  readonly address: ClusterAddress;
  /** How to log in as a role of the cluster, to the database of the same name, as things are now. */
  login(role: string): ClientConfig;
}

const CONNECT_LIMIT_MS = 5_000;

/** The file that stands for the mark of a restore until there is a database that can hold a table. */
export function restoreMarkFile(dataDir: string): string {
  return path.join(dataDir, 'restore-has-begun');
}

/** What a start says on a database whose restore was ended early. */
export function restoreHasBegun(where: string): DatabaseError {
  return new DatabaseError(
    `A restore into this database (${where}) has not ended: wait for it, or run npx pipcast restore again.`,
  );
}

/**
 * Prepares the cluster in `dataDir`, making it if there is none.
 * @throws DatabaseError when it cannot be made or used; the message says what to do.
 */
export async function prepareCluster(dataDir: string, isRestore = false): Promise<EmbeddedCluster> {
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
    // Every option is given, because `pg` takes what is left out from the environment.
    login: (role) => ({
      host: address.host,
      port: address.port(),
      user: role,
      database: role,
      password,
      ssl: false,
      options: '',
      connectionTimeoutMillis: CONNECT_LIMIT_MS,
    }),
  };
}
