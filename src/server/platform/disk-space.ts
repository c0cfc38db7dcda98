import { statfsSync } from 'node:fs';
import { codeOf, DatabaseError } from './database-error.ts';

/** What a start needs: the database that a first start makes, and room for what the next minutes write. */
const NEEDED_BYTES = 100_000_000;

/** Whether words of PostgreSQL's log say that a disk is full. */
export function saysDiskFull(text: string): boolean {
  return /No space left on device|could not extend file|disk quota exceeded/i.test(text);
}

/** Bytes that this user may still write to the disk with `folder`. */
export function freeBytes(folder: string): number {
  const { bavail, bsize } = statfsSync(folder);
  return bavail * bsize;
}

/** Whether an error of Node or PostgreSQL (disk_full), or one that caused it, says that a disk is full. */
export function isDiskFull(error: unknown): error is Error {
  if (!(error instanceof Error)) return false;
  const code = codeOf(error);
  return code === 'ENOSPC' || code === 'EDQUOT' || code === '53100' || isDiskFull(error.cause);
}

/** The line for people about the full disk with `folder`: where, how much is free and how much is needed. */
export function diskFullError(folder: string, cause?: unknown): DatabaseError {
  const free = freeBytes(folder);
  const megabytes = (bytes: number) => `${(bytes / 1e6).toFixed(bytes < 1e7 ? 1 : 0)} MB`;
  return new DatabaseError(
    `The disk with the data directory ${folder} is full: ${megabytes(free)} are free and a start needs ${megabytes(NEEDED_BYTES)}. ` +
      'Free some space on it, or set PIPCAST_DATA_DIR to a folder on another disk.',
    { cause },
  );
}
