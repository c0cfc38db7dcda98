import { randomBytes } from 'node:crypto';
import {
  closeSync,
  fsyncSync,
  linkSync,
  mkdirSync,
  openSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs';
import path from 'node:path';
import { codeOf } from './database-error.ts';

/** Makes the names in a folder survive a power cut. Windows has no such call. */
export function syncFolder(folder: string): void {
  if (process.platform === 'win32') return;
  const file = openSync(folder, 'r');
  try {
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

/**
 * Makes a folder for its owner only, with those above it, so that they survive a power cut.
 * @returns false when it was there.
 */
export function makeFolder(folder: string): boolean {
  try {
    // Not Node's `recursive`, which says ENOENT for a read-only disk.
    mkdirSync(folder, { mode: 0o700 });
  } catch (error) {
    if (codeOf(error) === 'EEXIST' && statSync(folder).isDirectory()) return false;
    if (codeOf(error) !== 'ENOENT' || !makeFolder(path.dirname(folder))) throw error;
    return makeFolder(folder);
  }
  syncFolder(path.dirname(folder));
  return true;
}

/**
 * Writes a file that only its owner reads, unless it is there; its name and content survive a power cut. Of two processes that
 * write it at once the first counts for both.
 */
export function writeOnce(file: string, text: string): void {
  const draft = `${file}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const descriptor = openSync(draft, 'wx', 0o600);
  try {
    try {
      writeSync(descriptor, text);
      fsyncSync(descriptor);
    } finally {
      closeSync(descriptor);
    }
    // A link, not a rename: it fails when the file is there.
    linkSync(draft, file);
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft, { force: true });
  }
  syncFolder(path.dirname(file));
}

/** The text of a file; undefined where there is none. Throws what `problem` makes of any other error. */
export function textIfThere(
  file: string,
  problem: (error: Error, code: string | undefined) => Error = (error) => error,
): string | undefined {
  try {
    return readFileSync(file, 'utf8');
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw problem(error as Error, codeOf(error));
  }
}
