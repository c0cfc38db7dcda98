import { copyFileSync, readFileSync, statSync, truncateSync } from 'node:fs';
import { saysDiskFull } from '../platform/disk-space.ts';

/** Above this size the log starts over; one previous log is kept. */
const LOG_LIMIT_BYTES = 5_000_000;

/** PostgreSQL's messages to clients that come too early or too late; no reason for a failed start. */
const PASSING =
  /the database system is (?:starting up|shutting down|in recovery mode|not yet accepting connections)/;

/** The lock file of a faster start exists, complete or not; processes of a killed database are still ending. */
const OVERTAKEN = /lock file .* already exists|lock file .* is empty|shared memory block|could not bind/;

export function logSize(logFile: string): number {
  return statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
}

/**
 * Keeps the log from growing for ever. PostgreSQL has the file open and appends to it, so that it is copied and
 * emptied, not renamed. It is emptied also where it cannot be copied, as on a full disk; never throws, but tells what did not work.
 */
export function rotateLog(logFile: string, tell: (problem: string) => void): void {
  try {
    if (logSize(logFile) < LOG_LIMIT_BYTES) return;
    try {
      copyFileSync(logFile, `${logFile}.1`);
    } finally {
      truncateSync(logFile);
    }
  } catch (error) {
    tell(error instanceof Error ? error.message : String(error));
  }
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
