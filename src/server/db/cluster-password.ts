import { randomBytes } from 'node:crypto';
import { closeSync, fsyncSync, linkSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs';
import path from 'node:path';
import { codeOf, DatabaseError } from './database-error.ts';
import { syncFolder } from './sync-folder.ts';

/**
 * The password of the cluster, made on first use and kept in a file that only its owner reads.
 * Two processes that make one at once end with the same.
 * @throws DatabaseError when the file cannot be read.
 */
export function clusterPassword(passwordFile: string): string {
  const kept = readPassword(passwordFile);
  if (kept !== undefined) return kept;
  const draft = `${passwordFile}.${process.pid}-${randomBytes(4).toString('hex')}`;
  const file = openSync(draft, 'wx', 0o600);
  try {
    writeSync(file, `${randomBytes(24).toString('base64url')}\n`);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
  try {
    // A link, not a rename: it fails when somebody else was faster, and theirs counts.
    linkSync(draft, passwordFile);
    syncFolder(path.dirname(passwordFile));
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw error;
  } finally {
    rmSync(draft);
  }
  const made = readPassword(passwordFile);
  if (made === undefined)
    throw new DatabaseError(`The password file ${passwordFile} vanished while it was made.`);
  return made;
}

function readPassword(passwordFile: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(passwordFile, 'utf8').trim();
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw new DatabaseError(
      `The password file ${passwordFile} cannot be read (${codeOf(error) ?? 'unknown error'}): run Pipcast as the user it belongs to.`,
      { cause: error },
    );
  }
  if (text === '')
    throw new DatabaseError(`The password file ${passwordFile} is empty: restore it from a backup.`);
  return text;
}
