import path from 'node:path';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { type DataDirectory, diskFullError, saysDiskFull } from '../platform/data-directory.ts';
import { codeOf, DatabaseError } from '../platform/database-error.ts';
import { syncFolder, textIfThere, writeOnce } from '../platform/durable-files.ts';
import { isAlive, type PostgresBinaries, spawnPostgres } from './postmaster.ts';

/** The cluster's owner inside PostgreSQL; the application's own role has no such rights. */
export const SUPERUSER = 'postgres';

/**
 * Makes the cluster unless it is there. It is made beside its place and moved there whole, so that neither a crash nor
 * a second process doing the same leaves half a cluster behind.
 * @throws DatabaseError when it cannot be made, or was made by another major version of PostgreSQL.
 */
export async function ensureCluster(directory: DataDirectory, binaries: PostgresBinaries): Promise<void> {
  if (!existsSync(directory.cluster)) await makeCluster(directory, binaries);
  checkVersion(directory.cluster, binaries);
  removeAbandoned(directory.path);
}

async function makeCluster(directory: DataDirectory, binaries: PostgresBinaries): Promise<void> {
  const password = makePassword(directory.passwordFile);
  const draft = path.join(directory.path, `.postgres-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    const passwordCopy = path.join(draft, 'password');
    const cluster = path.join(draft, 'cluster');
    writeFileSync(passwordCopy, `${password}\n`, { mode: 0o600 });
    if (directory.account !== undefined) {
      chownSync(passwordCopy, directory.account.uid, directory.account.gid);
      chownSync(draft, directory.account.uid, directory.account.gid);
    }
    await initialise(directory, binaries, cluster, passwordCopy);
    // A folder that is there and not empty cannot be replaced: of two processes that make a cluster one wins.
    renameSync(cluster, directory.cluster);
    syncFolder(directory.path);
  } catch (error) {
    // The winner may have removed the other's draft.
    if (majorVersion(path.join(directory.cluster, 'PG_VERSION')) === undefined) throw error;
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

/** Runs initdb, which writes everything through to the disk before it ends. */
async function initialise(
  directory: DataDirectory,
  binaries: PostgresBinaries,
  cluster: string,
  passwordFile: string,
): Promise<void> {
  const initdb = await spawnPostgres({
    account: directory.account,
    file: binaries.initdb,
    args: [
      `--pgdata=${cluster}`,
      `--pwfile=${passwordFile}`,
      `--username=${SUPERUSER}`,
      '--auth=scram-sha-256',
      '--encoding=UTF8',
      '--locale=C',
      '--no-instructions',
    ],
    folder: cluster,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [initdb.stdout, initdb.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const code = await new Promise<number | null>((resolve) => {
    initdb.once('close', resolve);
  });
  if (code === 0) return;
  const lines = output.trim().split('\n');
  const complaint = lines.find((line) => /(?:error|fatal|panic):/i.test(line)) ?? lines.at(-1) ?? '';
  const reason = complaint.replace(/^.*?(?:error|fatal|panic):\s*/i, '') || `initdb ended with ${code}`;
  if (saysDiskFull(reason)) throw diskFullError(directory.path);
  const advice = adviceOn(reason);
  throw new DatabaseError(`The database could not be made in ${directory.path}: ${reason}: ${advice}.`);
}

function adviceOn(reason: string): string {
  // In a container that runs with a bare user number, which PostgreSQL does not accept.
  if (reason.includes('user does not exist')) return 'give that user a name (useradd), or set DATABASE_URL';
  return 'then try again';
}

/**
 * Takes away what processes that were killed while making a cluster have left. Once the cluster is in its place no draft is
 * needed any more, not even one of a process in another container, whose number means nothing here.
 */
function removeAbandoned(dataDir: string): void {
  for (const name of readdirSync(dataDir)) {
    const pid = /^\.postgres-(\d+)-[0-9a-f]{8}$/.exec(name)?.[1];
    if (pid === undefined || isAlive(Number(pid))) continue;
    try {
      rmSync(path.join(dataDir, name), { recursive: true });
    } catch {
      // The killed process's initdb is still writing; the next start tries again.
    }
  }
}

function checkVersion(cluster: string, binaries: PostgresBinaries): void {
  const made = majorVersion(path.join(cluster, 'PG_VERSION'));
  if (made === undefined) {
    throw new DatabaseError(
      `${cluster} is not a PostgreSQL cluster (it has no PG_VERSION): move it away, or set PIPCAST_DATA_DIR to another folder.`,
    );
  }
  const carried = majorVersion(
    path.join(path.dirname(binaries.postgres), '..', 'share', 'postgresql', 'postgres.bki'),
  );
  if (carried !== undefined && made !== carried) {
    throw new DatabaseError(
      `The database in ${cluster} was made by PostgreSQL ${made}, this Pipcast carries ${carried}: dump it with the Pipcast it was made by and restore it into a new PIPCAST_DATA_DIR.`,
    );
  }
}

/** The first line of both PG_VERSION ("18") and postgres.bki ("# PostgreSQL 18") ends with the major version. */
function majorVersion(file: string): string | undefined {
  try {
    return /(\d+)\s*$/.exec(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '')?.[1];
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT' || code === 'ENOTDIR') return undefined;
    throw new DatabaseError(`${file} cannot be read (${code ?? 'unknown error'}).`, { cause: error });
  }
}

/**
 * The password of the cluster, from the file that only its owner reads.
 * @throws DatabaseError when the file is missing, empty or cannot be read.
 */
export function clusterPassword(passwordFile: string): string {
  const password = readPassword(passwordFile);
  if (password !== undefined) return password;
  throw new DatabaseError(
    `The password file ${passwordFile} is missing, and the database beside it cannot be opened without: restore it from a backup.`,
  );
}

/** Makes the password of a new cluster, unless there is one. Two processes that do so at once get the same. */
export function makePassword(passwordFile: string): string {
  const stored = readPassword(passwordFile);
  if (stored !== undefined) return stored;
  writeOnce(passwordFile, `${randomBytes(24).toString('base64url')}\n`);
  return clusterPassword(passwordFile);
}

function readPassword(passwordFile: string): string | undefined {
  const say = (cause: Error, code = 'unknown error') =>
    new DatabaseError(
      `The password file ${passwordFile} cannot be read (${code}): run Pipcast as the user it belongs to.`,
      { cause },
    );
  const text = textIfThere(passwordFile, say)?.trim();
  if (text === '')
    throw new DatabaseError(`The password file ${passwordFile} is empty: restore it from a backup.`);
  return text;
}
