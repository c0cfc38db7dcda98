import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, readdirSync, rmSync, statSync, writeFileSync, statfsSync } from 'node:fs';
import path from 'node:path';
import { type ClusterAccount, clusterAccount } from './data-owner.ts';
import { codeOf, DatabaseError } from './database-error.ts';
import { makeFolder } from './durable-files.ts';

/** Where everything of one embedded database is. All paths are absolute. */
export interface DataDirectory {
  readonly path: string;
  /** The cluster itself: what PostgreSQL calls PGDATA, and the folder of its socket. */
  readonly cluster: string;
  readonly passwordFile: string;
  readonly logFile: string;
  /** The account that runs PostgreSQL; `undefined`: our own. */
  readonly account: ClusterAccount | undefined;
}

/**
 * Makes the data directory if need be and checks that a database can live in it.
 * @throws DatabaseError when it is no folder or cannot be written, or when its database belongs to another user.
 */
export function prepareDataDirectory(directory: string): DataDirectory {
  const dataDir = path.resolve(directory);
  const cluster = path.join(dataDir, 'postgres');
  try {
    const isNew = makeFolder(dataDir);
    const account = clusterAccount(cluster);
    tryToWrite(dataDir);
    // As root, PostgreSQL runs as another account, which must pass through here but not list the folder.
    const isUnused = isNew || readdirSync(dataDir).length === 0;
    if (account !== undefined && isUnused && statSync(dataDir).uid === 0) {
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
  } catch (error) {
    throw directoryError(dataDir, error);
  }
}

/** The permissions alone do not show a disk that is mounted read-only, nor what the effective user may do. */
function tryToWrite(dataDir: string): void {
  const name = path.join(dataDir, `.try-${process.pid}-${randomBytes(4).toString('hex')}`);
  try {
    writeFileSync(name, '');
  } catch (error) {
    // A full disk does not keep a process from joining a running database.
    if (codeOf(error) !== 'ENOSPC') throw error;
  } finally {
    rmSync(name, { force: true });
  }
}

/** A one-line error for a failure in the data directory; errors of other kinds come back as they are. */
export function directoryError(dataDir: string, error: unknown): unknown {
  const way = 'set PIPCAST_DATA_DIR to a folder that can be written, for example /var/lib/pipcast.';
  const refusal = (problem: string) =>
    new DatabaseError(`The data directory ${dataDir} ${problem} ${way}`, { cause: error });
  switch (codeOf(error)) {
    case 'EEXIST':
    case 'ENOTDIR':
      return refusal('is a file or lies below one:');
    case 'EACCES':
    case 'EPERM':
      return refusal('cannot be written by this user: give it to this user, or');
    case 'EROFS':
      return refusal('is on a read-only disk:');
    case 'ENOSPC':
    case 'EDQUOT':
      return diskFullError(dataDir, error);
    default:
      return error instanceof Error && 'syscall' in error
        ? refusal(`cannot be used (${error.message}):`)
        : error;
  }
}

/** The needs of a start: the database that a first start makes, and room for the next minutes. */
const NEEDED_BYTES = 100_000_000;

/** Whether a line of PostgreSQL's log reports a full disk. */
export function saysDiskFull(text: string): boolean {
  return /No space left on device|could not extend file|disk quota exceeded/i.test(text);
}

/** Bytes that this user may still write to the disk of `folder`. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Whether an error of Node or PostgreSQL (disk_full), or its cause, reports a full disk. */
export function isDiskFull(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || isDiskFull(error.cause);
}

/** The error of a full disk: which, how much is free and how much is needed. */
export function diskFullError(folder: string, cause?: unknown): DatabaseError {
  const free = freeBytes(folder);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
  return new DatabaseError(
    `The disk with the data directory ${folder} is full: ${megabytes(free)} are free and a start needs ${megabytes(NEEDED_BYTES)}. ` +
      'Free some space on it, or set PIPCAST_DATA_DIR to a folder on another disk.',
    { cause },
  );
}
