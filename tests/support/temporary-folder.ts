import { mkdtempSync, readdirSync, rmSync, statfsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { stopPostmaster, isAlive, isRunning, postmasterPid } from '../../src/server/db/postmaster.ts';

/** The name tells whose the folder is, so that a later run can clear up after one that was killed. */
const PREFIX = 'pipcast-test-';
const STOP_LIMIT_MS = 30_000;
const ROOM_BYTES = 2_000_000_000;

/** Where the folders are: in memory where there is room, because making a database is mostly waiting for the disk. */
function base(): string {
  try {
    const { bavail, bsize } = statfsSync('/dev/shm');
    if (bavail * bsize > ROOM_BYTES) return '/dev/shm';
  } catch {
    // No such file system here.
  }
  return tmpdir();
}

/** A folder of this process's own, closed to other users. Take it away with `removeTemporaryFolder`. */
export function makeTemporaryFolder(): string {
  return mkdtempSync(path.join(base(), `${PREFIX}${process.pid}-`));
}

/** Removes a folder, and stops the database in it (as a data directory, or in its `data`) if one runs. */
export async function removeTemporaryFolder(folder: string): Promise<void> {
  for (const cluster of [path.join(folder, 'postgres'), path.join(folder, 'data', 'postgres')]) {
    const pid = postmasterPid(cluster);
    if (pid !== undefined && isRunning(cluster, pid)) await stopPostmaster(pid, STOP_LIMIT_MS);
  }
  rmSync(folder, { recursive: true, force: true });
}

/** Removes what test runs that were killed have left behind. */
export async function removeAbandonedFolders(): Promise<void> {
  const folder = base();
  for (const name of readdirSync(folder)) {
    const pid = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1];
    if (pid !== undefined && !isAlive(Number(pid))) await removeTemporaryFolder(path.join(folder, name));
  }
}
