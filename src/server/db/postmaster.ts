import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataDirectory, directoryError } from '../platform/data-directory.ts';
import { type ClusterAccount, commandAs } from '../platform/data-owner.ts';
import { codeOf, DatabaseError } from '../platform/database-error.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';
import { complaintIn, logSize } from './postgres-log.ts';
import { isAlive } from './postmaster-note.ts';

/** PostgreSQL's main process, started by us; it outlives us unless it is stopped. */
export interface Postmaster {
  readonly pid: number;
  hasEnded(): boolean;
  /** Why it ended, in PostgreSQL's own words, as far as its log shows. */
  complaint(): string;
}

/**
 * Starts PostgreSQL on a cluster and does not wait until it serves. It outlives us. Of two that start at once one ends
 * by itself, by PostgreSQL's own lock file.
 * @throws DatabaseError when the program cannot be run at all.
 */
export async function startPostmaster(
  directory: DataDirectory,
  binaries: PostgresBinaries,
  listen: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<Postmaster> {
  const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const from = logSize(directory.logFile);
  const log = openLog(directory);
  const child = await spawnPostgres({
    account: directory.account,
    file: binaries.postgres,
    args: ['-D', directory.cluster, ...listen, ...options],
    folder: directory.cluster,
    stdio: ['ignore', log, log],
  }).finally(() => closeSync(log));
  child.unref();
  let over = false;
  child.once('exit', () => {
    over = true;
  });
  const pid = child.pid ?? 0;
  return { pid, hasEnded: () => over, complaint: () => complaintIn(directory.logFile, from, pid) };
}

function openLog(directory: DataDirectory): number {
  try {
    return openSync(directory.logFile, 'a', 0o600);
  } catch (error) {
    throw directoryError(directory.path, error);
  }
}

/**
 * Stops the database fast: sessions end, all that was committed is on disk. Resolves when its main process is gone.
 * @returns false when it was still there after `limitMs`, half of it after the order to drop everything.
 */
export async function stopPostmaster(
  cluster: string,
  pid: number,
  binaries: PostgresBinaries,
  limitMs: number,
): Promise<boolean> {
  tell(cluster, pid, binaries, 'fast');
  if (await isGone(pid, limitMs / 2)) return true;
  tell(cluster, pid, binaries, 'immediate');
  return isGone(pid, limitMs / 2);
}

function tell(cluster: string, pid: number, binaries: PostgresBinaries, mode: 'fast' | 'immediate'): void {
  if (process.platform === 'win32') {
    spawnSync(binaries.pgCtl, ['stop', '-D', cluster, '-m', mode, '-W'], {
      stdio: 'ignore',
      windowsHide: true,
    });
    return;
  }
  try {
    process.kill(pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
  } catch (error) {
    if (codeOf(error) !== 'ESRCH') throw error;
  }
}

async function isGone(pid: number, limitMs: number): Promise<boolean> {
  for (const until = performance.now() + limitMs; isAlive(pid); await sleep(10)) {
    if (performance.now() > until) return false;
  }
  return true;
}

interface PostgresRun {
  readonly account: ClusterAccount | undefined;
  readonly file: string;
  readonly args: readonly string[];
  /** The cluster's folder, which may not exist yet. */
  readonly folder: string;
  readonly stdio: StdioOptions;
}

/**
 * Starts one of PostgreSQL's programs as `account`; resolves when it runs.
 * @throws DatabaseError when it cannot be run at all.
 */
export function spawnPostgres(run: PostgresRun): Promise<ChildProcess> {
  const command = commandAs(run.account, run.file, run.args, run.folder);
  const { PATH, SystemRoot, TEMP, TMP } = process.env;
  const child = spawn(command.file, command.args, {
    ...command.credentials,
    // Our own folder may be closed to the account.
    cwd: path.parse(run.folder).root,
    // A minimal environment: no secret, and no PG* variable that would change what it does.
    env: { PATH, SystemRoot, TEMP, TMP, LC_ALL: 'C', TZ: 'UTC' },
    // In its own session, out of reach of the terminal: on Ctrl-C we stop it in our order.
    detached: true,
    stdio: run.stdio,
    windowsHide: true,
  });
  return new Promise((resolve, reject) => {
    child.once('spawn', () => resolve(child));
    child.once('error', (cause) => {
      const as = run.account === undefined ? '' : ` as uid ${run.account.uid}`;
      reject(
        new DatabaseError(`PostgreSQL cannot be run${as} (${command.file}): ${cause.message}.`, { cause }),
      );
    });
  });
}
