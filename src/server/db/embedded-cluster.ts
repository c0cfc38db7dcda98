import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chownSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { type ClusterAccount, commandAs } from './cluster-account.ts';
import { clusterPassword } from './cluster-password.ts';
import type { DataDirectory } from './data-directory.ts';
import { codeOf, DatabaseError } from './database-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { syncFolder } from './sync-folder.ts';

/** The cluster's owner inside PostgreSQL; the application's own role has no such rights. */
export const SUPERUSER = 'postgres';

/**
 * Makes the cluster unless it is there. It is made beside its place and moved there whole, so that neither a crash nor
 * a second process doing the same leaves half a cluster behind.
 * @throws DatabaseError when initdb fails or the cluster was made by another major version.
 */
export async function ensureCluster(directory: DataDirectory, binaries: PostgresBinaries): Promise<void> {
  if (existsSync(directory.cluster)) {
    checkVersion(directory, binaries);
    return;
  }
  const password = clusterPassword(directory.passwordFile);
  const draft = path.join(directory.path, `.postgres-${process.pid}-${randomBytes(4).toString('hex')}`);
  mkdirSync(draft, { mode: 0o700 });
  try {
    const pwfile = path.join(draft, 'pwfile');
    const pgdata = path.join(draft, 'cluster');
    writeFileSync(pwfile, `${password}\n`, { mode: 0o600 });
    if (directory.account !== undefined) {
      chownSync(pwfile, directory.account.uid, directory.account.gid);
      chownSync(draft, directory.account.uid, directory.account.gid);
    }
    await runInitdb(directory.account, binaries, pgdata, pwfile);
    try {
      renameSync(pgdata, directory.cluster);
    } catch (error) {
      if (!existsSync(path.join(directory.cluster, 'PG_VERSION'))) throw error;
    }
    syncFolder(directory.path);
  } finally {
    rmSync(draft, { recursive: true, force: true });
  }
}

async function runInitdb(
  account: ClusterAccount | undefined,
  binaries: PostgresBinaries,
  pgdata: string,
  pwfile: string,
): Promise<void> {
  const args = [
    `--pgdata=${pgdata}`,
    `--pwfile=${pwfile}`,
    `--username=${SUPERUSER}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--no-instructions',
  ];
  const command = commandAs(account, binaries.initdb, args, [pgdata]);
  const child = spawn(command.file, command.args, {
    ...command.credentials,
    cwd: path.parse(pgdata).root,
    env: cleanEnvironment(),
    stdio: ['ignore', 'pipe', 'pipe'],
    windowsHide: true,
  });
  const output: Buffer[] = [];
  child.stdout.on('data', (chunk: Buffer) => output.push(chunk));
  child.stderr.on('data', (chunk: Buffer) => output.push(chunk));
  const code = await new Promise<number | null>((resolve, reject) => {
    child.once('error', reject);
    child.once('close', resolve);
  });
  if (code === 0) return;
  const text = Buffer.concat(output).toString('utf8');
  const reason = /(?:error|fatal|panic):\s*(.+)/i.exec(text)?.[1] ?? text.trim().split('\n').at(-1) ?? '';
  throw new DatabaseError(
    `The database could not be made in ${path.dirname(path.dirname(pgdata))}: ${reason}`,
  );
}

function checkVersion(directory: DataDirectory, binaries: PostgresBinaries): void {
  const made = readVersion(path.join(directory.cluster, 'PG_VERSION'));
  if (made === undefined) {
    throw new DatabaseError(
      `${directory.cluster} is not a PostgreSQL cluster (it has no PG_VERSION): move it away, or set PIPCAST_DATA_DIR to another folder.`,
    );
  }
  const carried = readVersion(
    path.join(path.dirname(binaries.postgres), '..', 'share', 'postgresql', 'postgres.bki'),
  );
  if (carried !== undefined && made !== carried) {
    throw new DatabaseError(
      `The database in ${directory.cluster} was made by PostgreSQL ${made}, this Pipcast carries ${carried}: dump it with the old version and restore it with this one.`,
    );
  }
}

/** Both PG_VERSION and the first line of postgres.bki ("# PostgreSQL 18") end with the major version. */
function readVersion(file: string): string | undefined {
  try {
    return /(\d+)\s*$/.exec(readFileSync(file, 'utf8').split('\n', 1)[0] ?? '')?.[1];
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw new DatabaseError(`${file} cannot be read (${codeOf(error) ?? 'unknown error'}).`, {
      cause: error,
    });
  }
}

/** PostgreSQL gets nothing of our environment that it does not need: no secret, no PG* setting of the user's. */
export function cleanEnvironment(): NodeJS.ProcessEnv {
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  return { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC' };
}
