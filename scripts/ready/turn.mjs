import { mkdirSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { ROOT } from './paths.mjs';

const LOCK = join(ROOT, '.cache', 'ready.lock');
const HEARTBEAT_MS = 2000;
/** A holder that has not touched its file for so long is gone, even if its process id lives on in another program. */
const SILENT_MS = 30_000;

/**
 * Runs `work` while no other process on this checkout does: two starts at once must not install into the same folder.
 * A holder that died is noticed.
 * @template T
 * @param {() => Promise<T>} work
 * @param {(line: string) => void} say
 * @param {string} [file] the file that its holder writes its process id into
 * @returns {Promise<T>}
 */
export async function inTurn(work, say, file = LOCK) {
  makeFolder(dirname(file));
  const mine = `${process.pid} ${Math.random()}`;
  let isWaiting = false;
  while (!claim(file, mine)) {
    const holder = readHolder(file);
    if (holder === undefined) continue;
    if (isGone(holder)) {
      evict(file, holder.text);
      continue;
    }
    if (!isWaiting)
      say(`Waiting for another command that is installing or building (process ${holder.pid})...`);
    isWaiting = true;
    await wait(200);
  }
  const heartbeat = setInterval(() => {
    // After a long sleep of the machine another process may have taken over: then the file is theirs.
    if (readHolder(file)?.text === mine) utimesSync(file, new Date(), new Date());
  }, HEARTBEAT_MS);
  heartbeat.unref();
  const release = () => {
    clearInterval(heartbeat);
    if (readHolder(file)?.text === mine) rmSync(file, { force: true });
  };
  process.once('exit', release);
  try {
    return await work();
  } finally {
    process.off('exit', release);
    release();
  }
}

/** Without `recursive`, which says ENOENT for a read-only disk. */
function makeFolder(/** @type {string} */ folder) {
  try {
    mkdirSync(folder);
  } catch (error) {
    if (error.code !== 'EEXIST') throw error;
  }
}

/**
 * @param {string} file
 * @param {string} text
 */
function claim(file, text) {
  try {
    writeFileSync(file, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if (error.code === 'EEXIST') return false;
    throw error;
  }
}

/** @param {string} file */
function readHolder(file) {
  try {
    const text = readFileSync(file, 'utf8');
    return { text, pid: Number.parseInt(text, 10), silentMs: Date.now() - statSync(file).mtimeMs };
  } catch (error) {
    if (error.code === 'ENOENT') return undefined;
    throw error;
  }
}

/** @param {{ pid: number, silentMs: number }} holder */
function isGone({ pid, silentMs }) {
  // Between creating and filling the file it is empty for a moment.
  if (Number.isNaN(pid)) return silentMs > HEARTBEAT_MS;
  if (silentMs > SILENT_MS) return true;
  try {
    process.kill(pid, 0);
    return false;
  } catch (error) {
    return error.code === 'ESRCH';
  }
}

/**
 * Removes a dead holder's file. Of several that try, renaming lets one win; if it caught a newer holder's file, that is put back.
 * @param {string} file
 * @param {string} text
 */
function evict(file, text) {
  const aside = `${file}.${process.pid}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (error.code === 'ENOENT') return;
    throw error;
  }
  if (readFileSync(aside, 'utf8') === text) rmSync(aside, { force: true });
  else renameSync(aside, file);
}
