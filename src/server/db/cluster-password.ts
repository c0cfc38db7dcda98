import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { codeOf, DatabaseError } from '../platform/database-error.ts';
import { writeOnce } from '../platform/durable-files.ts';

/**
 * The password of the cluster, from the file that only its owner reads.
 * @throws DatabaseError when the file is missing, empty or cannot be read.
 */
export function clusterPassword(passwordFile: string): string {
  const password = readPassword(passwordFile);
  if (password !== undefined) return password;
  throw new DatabaseError(
    `The password file ${passwordFile} is missing, and the database beside it cannot be opened without: restore it from a backup.`,
  );
}

/** Makes the password of a new cluster, unless there is one. Two processes that do so at once get the same. */
export function makePassword(passwordFile: string): string {
  const stored = readPassword(passwordFile);
  if (stored !== undefined) return stored;
  writeOnce(passwordFile, `${randomBytes(24).toString('base64url')}\n`);
  return clusterPassword(passwordFile);
}

function readPassword(passwordFile: string): string | undefined {
  let text: string;
  try {
    text = readFileSync(passwordFile, 'utf8').trim();
  } catch (error) {
    const code = codeOf(error);
    if (code === 'ENOENT') return undefined;
    throw new DatabaseError(
      `The password file ${passwordFile} cannot be read (${code ?? 'unknown error'}): run Pipcast as the user it belongs to.`,
      { cause: error },
    );
  }
  if (text === '')
    throw new DatabaseError(`The password file ${passwordFile} is empty: restore it from a backup.`);
  return text;
}
