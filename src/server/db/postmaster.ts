import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, rmSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { commandAs } from './cluster-account.ts';
import type { DataDirectory } from './data-directory.ts';
import { codeOf } from './database-error.ts';
import { cleanEnvironment } from './embedded-cluster.ts';
import type { PostgresBinaries } from './postgres-binaries.ts';

/** What PostgreSQL itself notes about its running main process. */
export interface PostmasterNote {
  readonly pid: number;
  /** TCP port, or the number in the socket's name. */
  readonly port: number;
}

/** The port number in the name of the socket; nothing listens on it. */
export const SOCKET_PORT = 5432;

/** Reads postmaster.pid; `undefined` when there is none or it is not yet written in full. */
export function readPostmasterNote(cluster: string): PostmasterNote | undefined {
  let lines: string[];
  try {
    lines = readFileSync(pidFile(cluster), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}

/** A started main process, until it is known to serve. */
export interface StartedPostmaster {
  readonly pid: number;
  /** Settles when the process ends; it does not as long as the database runs. */
  readonly ended: Promise<void>;
}

/**
 * Starts PostgreSQL's main process on a cluster, detached from our terminal: Ctrl-C is ours to handle, in our order.
 * Does not wait until it serves. Of two that start at once one ends, by PostgreSQL's own lock file.
 */
export function startPostmaster(
  directory: DataDirectory,
  binaries: PostgresBinaries,
  listen: readonly string[],
  settings: Readonly<Record<string, string>>,
): Promise<StartedPostmaster> {
  const args = ['-D', directory.cluster, ...listen];
  for (const [name, value] of Object.entries(settings)) args.push(`--${name}=${value}`);
  const command = commandAs(directory.account, binaries.postgres, args, [directory.cluster]);
  const log = openSync(directory.logFile, 'a', 0o600);
  const child = spawn(command.file, command.args, {
    ...command.credentials,
    cwd: path.parse(directory.cluster).root,
    env: cleanEnvironment(),
    detached: true,
    stdio: ['ignore', log, log],
    windowsHide: true,
  });
  closeSync(log);
  child.unref();
  const ended = new Promise<void>((resolve) => {
    child.once('exit', () => resolve());
  });
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('spawn', () => resolve({ pid: child.pid ?? 0, ended }));
  });
}

/** Removes a postmaster.pid whose process is gone, or is not PostgreSQL because its number was given out again. */
export function removeStaleNote(cluster: string, note: PostmasterNote): void {
  if (isAlive(note.pid) && isPostgres(note.pid)) return;
  const now = readPostmasterNote(cluster);
  if (now?.pid === note.pid) rmSync(pidFile(cluster), { force: true });
}

/**
 * Stops the database fast: sessions end, everything committed is on disk. Resolves when its main process is gone.
 * @returns false when it was still there after `limitMs`, although it was told to stop at once.
 */
export async function stopPostmaster(
  cluster: string,
  pid: number,
  binaries: PostgresBinaries,
  limitMs: number,
): Promise<boolean> {
  signal(cluster, pid, binaries, 'fast');
  if (await waitUntilGone(cluster, pid, limitMs)) return true;
  signal(cluster, pid, binaries, 'immediate');
  return waitUntilGone(cluster, pid, limitMs / 2);
}

function signal(cluster: string, pid: number, binaries: PostgresBinaries, mode: 'fast' | 'immediate'): void {
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

async function waitUntilGone(cluster: string, pid: number, limitMs: number): Promise<boolean> {
  const until = performance.now() + limitMs;
  // PostgreSQL removes its note last; a dead process that nobody collects (as in many containers) still has a number.
  while (isAlive(pid) && !(isDefunct(pid) && readPostmasterNote(cluster)?.pid !== pid)) {
    if (performance.now() > until) return false;
    await sleep(10);
  }
  return true;
}

/** True when a process with this number exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) === 'EPERM';
  }
}

function isDefunct(pid: number): boolean {
  try {
    return /^\d+ \(.*\) Z/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

/** Whether a process looks like PostgreSQL; in doubt it does. */
function isPostgres(pid: number): boolean {
  if (process.platform === 'linux') {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('postgres');
    } catch {
      return true;
    }
  }
  const [file, args] =
    process.platform === 'win32'
      ? ['tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']]
      : ['ps', ['-p', String(pid), '-o', 'command=']];
  const result = spawnSync(file as string, args as string[], { encoding: 'utf8', windowsHide: true });
  return result.status !== 0 || result.stdout.includes('postgres');
}

function pidFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
