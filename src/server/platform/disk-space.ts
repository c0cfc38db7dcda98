import { statfsSync } from 'node:fs';
import { codeOf, DatabaseError } from './database-error.ts';

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
