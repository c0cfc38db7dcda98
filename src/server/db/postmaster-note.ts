import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { codeOf } from './database-error.ts';

/** PostgreSQL writes its note in one go right after making the file; a busy machine may come between. */
const WRITING_LIMIT_MS = 2_000;

/** What PostgreSQL's main process notes about itself in its folder while it runs (postmaster.pid). */
export interface PostmasterNote {
  readonly pid: number;
  /** TCP port, or the number in the socket's name. */
  readonly port: number;
}

/** Reads the note; `undefined` when there is none or it is not yet written in full. */
export function readPostmasterNote(cluster: string): PostmasterNote | undefined {
  let lines: string[];
  try {
    lines = readFileSync(noteFile(cluster), 'utf8').split('\n');
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined;
    throw error;
  }
  const pid = Number.parseInt(lines[0] ?? '', 10);
  const port = Number.parseInt(lines[3] ?? '', 10);
  return Number.isInteger(pid) && pid > 0 && Number.isInteger(port) ? { pid, port } : undefined;
}

/** Whether the process in the note is a PostgreSQL that works on this cluster; in doubt it is. */
export function isRunning(cluster: string, note: PostmasterNote): boolean {
  return isAlive(note.pid) && isPostgresOn(cluster, note.pid);
}

/**
 * Removes a note whose process is gone, whose number was given to another program since, or that a crash has left empty or
 * torn. PostgreSQL itself clears the first kind only: it takes any living process of the same account for the database,
 * and refuses to start beside a note that it cannot read.
 * Should the note be removed wrongly, PostgreSQL still refuses a second start by the shared memory of the first.
 */
export async function removeStaleNote(cluster: string, signal: AbortSignal): Promise<void> {
  const file = noteFile(cluster);
  for (const from = performance.now(); existsSync(file); await sleep(10, undefined, { signal })) {
    const note = readPostmasterNote(cluster);
    if (note !== undefined && isRunning(cluster, note)) return;
    // Without words it may be about to get them.
    if (note !== undefined || performance.now() - from > WRITING_LIMIT_MS) rmSync(file, { force: true });
  }
}

/** True when a process with this number exists and still runs; one that is dead but not yet collected does not. */
export function isAlive(pid: number): boolean {
  const answer = probe(pid);
  return answer === 'EPERM' || (answer === undefined && !isDefunct(pid));
}

/** Sends no signal, but finds out whether one could be sent. */
function probe(pid: number): string | undefined {
  try {
    process.kill(pid, 0);
    return undefined;
  } catch (error) {
    return codeOf(error);
  }
}

/** In a container whose first process collects nobody, a dead process keeps its number for ever. */
function isDefunct(pid: number): boolean {
  try {
    return /^\d+ \(.*\) [ZX]/s.test(readFileSync(`/proc/${pid}/stat`, 'utf8'));
  } catch {
    return false;
  }
}

function isPostgresOn(cluster: string, pid: number): boolean {
  // The cluster is ours, or we are root: a process that we may not touch is not its PostgreSQL.
  if (process.platform !== 'win32' && probe(pid) === 'EPERM') return false;
  if (process.platform === 'linux') {
    try {
      // PostgreSQL's processes work in the cluster's folder, and nobody else does.
      const [theirs, ours] = [statSync(`/proc/${pid}/cwd`), statSync(cluster)];
      return theirs.dev === ours.dev && theirs.ino === ours.ino;
    } catch (error) {
      return codeOf(error) !== 'ENOENT';
    }
  }
  const [file, args] =
    process.platform === 'win32'
      ? (['tasklist', ['/FI', `PID eq ${pid}`, '/FO', 'CSV', '/NH']] as const)
      : (['ps', ['-p', String(pid), '-o', 'command=']] as const);
  const listed = spawnSync(file, args, { encoding: 'utf8', windowsHide: true });
  return listed.status !== 0 || listed.stdout.includes('postgres');
}

function noteFile(cluster: string): string {
  return path.join(cluster, 'postmaster.pid');
}
