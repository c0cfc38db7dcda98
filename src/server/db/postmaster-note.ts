import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from '../platform/database-error.ts';

/** PostgreSQL writes its note right after making the file; a busy machine may interrupt that. */
const WRITING_LIMIT_MS = 2_000;

/** The number in the socket's name; no port of that number is used. */
export const SOCKET_PORT = 5432;

/** What PostgreSQL's main process notes about itself in its folder while it runs (postmaster.pid). */
export interface PostmasterNote {
  readonly pid: number;
  readonly port: number;
}

/** Reads the note; `undefined` when there is none or it is not yet written in full. */
export function readPostmasterNote(cluster: string): PostmasterNote | undefined {
  const lines = linesOf(noteFile(cluster));
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}

/** Whether the process in the note is a PostgreSQL that works on this cluster; true in doubt. */
export function isRunning(cluster: string, note: PostmasterNote): boolean {
  return isAlive(note.pid) && isPostgresOn(cluster, note.pid);
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
      if (pid !== undefined && isAlive(pid) && isPostgresOn(cluster, pid)) break;
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
  if (process.platform !== 'win32' && probe(pid) === 'EPERM') return false;
  if (process.platform === 'linux') return worksIn(cluster, pid);
  const [file, args, sign] =
    process.platform === 'win32'
      ? (['tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH'], 'postgres'] as const)
      : (['ps', ['-ww', '-p', String(pid), '-o', 'command='], `-D ${cluster}`] as const);
  const listed = spawnSync(file, args, { encoding: 'utf8', windowsHide: true });
  return listed.status !== 0 || listed.stdout.includes(sign);
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
