import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rm, stat, unlink } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { errorCode, ImportRefusal, refusalFromWrite } from './dataset-refusal.ts';

const LOCK_FILE = '.publish-lock';
const STAGING = '.incoming-';
const LOCK_WAIT_MS = 30_000;
const ABANDONED_MS = 24 * 3_600_000;
/** Longer than any run takes to write its name into a new lock. */
const EMPTY_MS = 10_000;

/** Makes the folder an import builds its files in, and clears away what runs that were killed have left. */
export async function createStagingFolder(historyFolder: string): Promise<string> {
  const folder = join(historyFolder, `${STAGING}${owner()}-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(historyFolder, { recursive: true, mode: 0o700 });
    await clearAbandoned(historyFolder);
    await mkdir(folder, { mode: 0o700 });
  } catch (error) {
    throw refusalFromWrite(error, historyFolder);
  }
  return folder;
}

/** Names the run: a process id means something only on its own host, and containers may share the folder. */
function owner(): string {
  return `${hostname().replace(/[^A-Za-z0-9]/g, '_')}-${process.pid}`;
}

function isGone(ownerName: string): boolean {
  const [, host, pid] = /^(.*)-(\d+)$/.exec(ownerName) ?? [];
  if (host === undefined || `${host}-${process.pid}` !== owner()) return false;
  try {
    process.kill(Number(pid), 0);
    return false;
  } catch (error) {
    return errorCode(error) === 'ESRCH';
  }
}

async function clearAbandoned(historyFolder: string): Promise<void> {
  for (const entry of await readdir(historyFolder)) {
    if (!entry.startsWith(STAGING)) continue;
    const folder = join(historyFolder, entry);
    const runName = entry.slice(STAGING.length).replace(/-[0-9a-f]+$/, '');
    const found = await stat(folder).catch(() => undefined);
    if (found === undefined) continue;
    if (isGone(runName) || Date.now() - found.mtimeMs > ABANDONED_MS) {
      await rm(folder, { recursive: true, force: true });
    }
  }
  // The lock of a run that was killed after storing its data set: no later run needs the lock to find that.
  await takeOverIfAbandoned(join(historyFolder, LOCK_FILE));
}

/**
 * Runs the short last step of an import alone: two runs that store the same file must not both find it missing. The lock
 * of a run that was killed is taken over.
 */
export async function withPublishLock<T>(historyFolder: string, work: () => Promise<T>): Promise<T> {
  const path = join(historyFolder, LOCK_FILE);
  const deadline = performance.now() + LOCK_WAIT_MS;
  while (!(await tryLock(path))) {
    await takeOverIfAbandoned(path);
    if (performance.now() > deadline) {
      throw new ImportRefusal(
        'cannot-write',
        `Another import has held ${path} for ${LOCK_WAIT_MS / 1000} seconds.`,
        'Wait for it to end; if none is running, remove that file.',
      );
    }
    await wait(25);
  }
  try {
    return await work();
  } finally {
    await unlink(path).catch(() => undefined);
  }
}

async function tryLock(path: string): Promise<boolean> {
  try {
    const handle = await open(path, 'wx', 0o600);
    try {
      await handle.writeFile(owner());
    } finally {
      await handle.close();
    }
    return true;
  } catch (error) {
    if (errorCode(error) === 'EEXIST') return false;
    throw error;
  }
}

/** Under its own lock, where it is checked once more: by now it may be the next run's. */
async function takeOverIfAbandoned(path: string): Promise<void> {
  if (!(await isAbandoned(path))) return;
  const guard = `${path}-taken-over`;
  if (!(await tryLock(guard))) {
    if (await isAbandoned(guard)) await unlink(guard).catch(() => undefined);
    return;
  }
  try {
    if (await isAbandoned(path)) await unlink(path).catch(() => undefined);
  } finally {
    await unlink(guard).catch(() => undefined);
  }
}

async function isAbandoned(path: string): Promise<boolean> {
  const holder = await readFile(path, 'utf8').catch(() => '');
  if (holder !== '') return isGone(holder);
  // A new lock is empty for a moment; a power cut may leave it so for good.
  const found = await stat(path).catch(() => undefined);
  return found !== undefined && found.size === 0 && Date.now() - found.mtimeMs > EMPTY_MS;
}
