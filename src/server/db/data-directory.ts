import { accessSync, chmodSync, chownSync, constants, mkdirSync, readdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { type ClusterAccount, clusterAccount } from './cluster-account.ts';
import { codeOf, DatabaseError } from './database-error.ts';

/** Where everything of one embedded database is. All paths are absolute. */
export interface DataDirectory {
  readonly path: string;
  /** The cluster itself: what PostgreSQL calls PGDATA, and the folder of its socket. */
  readonly cluster: string;
  readonly passwordFile: string;
  readonly logFile: string;
  /** Who runs PostgreSQL; `undefined` is ourselves. */
  readonly account: ClusterAccount | undefined;
}

/**
 * Makes the data directory if need be and checks that a database can live in it.
 * @throws DatabaseError when it is no folder or cannot be written.
 */
export function prepareDataDirectory(directory: string): DataDirectory {
  const dataDir = path.resolve(directory);
  const isNew = makeDirectory(dataDir);
  try {
    accessSync(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch {
    throw new DatabaseError(
      `The data directory ${dataDir} cannot be written by this user: give it to this user, or set PIPCAST_DATA_DIR to another one.`,
    );
  }
  const cluster = path.join(dataDir, 'postgres');
  const account = clusterAccount(cluster);
  // As root PostgreSQL runs as another account, which has to come through here but must not look around.
  if (account !== undefined && (isNew || readdirSync(dataDir).length === 0) && statSync(dataDir).uid === 0) {
    chownSync(dataDir, 0, account.gid);
    chmodSync(dataDir, 0o710);
  }
  return {
    path: dataDir,
    cluster,
    passwordFile: path.join(dataDir, 'postgres-password'),
    logFile: path.join(dataDir, 'postgres.log'),
    account,
  };
}

/** Returns whether the folder had to be made. */
function makeDirectory(dataDir: string): boolean {
  try {
    return mkdirSync(dataDir, { recursive: true, mode: 0o700 }) !== undefined;
  } catch (error) {
    throw new DatabaseError(whyNoDirectory(dataDir, codeOf(error)), { cause: error });
  }
}

function whyNoDirectory(dataDir: string, code: string | undefined): string {
  const way = 'set PIPCAST_DATA_DIR to a folder that can be written, for example /var/lib/pipcast.';
  switch (code) {
    case 'EEXIST':
    case 'ENOTDIR':
      return `The data directory ${dataDir} is a file or lies below one: ${way}`;
    case 'EACCES':
    case 'EPERM':
    case 'EROFS':
      return `The data directory ${dataDir} cannot be made (no permission): ${way}`;
    case 'ENOSPC':
      return `The data directory ${dataDir} cannot be made: the disk is full. Free some space, or ${way}`;
    default:
      return `The data directory ${dataDir} cannot be made (${code ?? 'unknown error'}): ${way}`;
  }
}
