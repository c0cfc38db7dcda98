/**
 * Makes a checkout runnable: installs what is missing and builds what is stale, and does nothing, offline too, when all is
 * up to date. Uses only what comes with Node; `npm start`, `npm test` and `npx pipcast` all begin with it.
 *
 * By hand: `node scripts/ready.mjs`.
 */
import { buildAndStamp, isBuilt } from './ready/build-state.mjs';
import { install, isInstalled } from './ready/install.mjs';
import { isProgram, NotReadyError, ROOT } from './ready/paths.mjs';
import { inTurn } from './ready/turn.mjs';

const OLDEST_NODE = [20, 19];

/**
 * @param {{ build?: boolean, say?: (line: string) => void }} [options] `build: false` installs only; `say` is called with what takes time.
 * @throws {NotReadyError} with a message for people.
 */
export async function ready({ build = true, say = (line) => console.log(line) } = {}) {
  requireNode();
  if (isInstalled() && (!build || isBuilt())) return;
  try {
    await inTurn(async () => {
      if (!isInstalled()) await install(say);
      if (!build || isBuilt()) return;
      say('Building...');
      const { build: buildAll } = await import('./build.mjs');
      await buildAndStamp(buildAll);
    }, say);
  } catch (error) {
    throw refusedByDisk(error) ?? error;
  }
}

/** The message for people when this folder could not be written. */
function refusedByDisk(error) {
  const reasons = {
    EROFS: 'is on a read-only disk',
    EACCES: 'cannot be written by this user',
    EPERM: 'cannot be written by this user',
    ENOSPC: 'is on a full disk',
    EDQUOT: 'is on a full disk',
  };
  const reason = reasons[error.code];
  if (reason === undefined) return undefined;
  return new NotReadyError(
    `Pipcast has to be installed or built, and its folder ${reason} (${error.path ?? ROOT}). ` +
      'Run "npm start" once where it can be written and as the user whom it belongs to; after that it runs from a read-only folder too.',
  );
}

/**
 * As `ready`; prints what is wrong and ends the process with code 1 where `ready` throws.
 * @param {Parameters<typeof ready>[0]} [options]
 */
export async function readyOrExit(options) {
  try {
    await ready(options);
  } catch (error) {
    console.error(error instanceof NotReadyError ? error.message : error);
    process.exit(1);
  }
}

function requireNode() {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE;
  if (major > oldestMajor || (major === oldestMajor && minor >= oldestMinor)) return;
  throw new NotReadyError(
    `Pipcast needs Node ${OLDEST_NODE.join('.')} or later and this is ${process.versions.node}. Install a newer one from https://nodejs.org.`,
  );
}

if (isProgram(import.meta.url)) await readyOrExit();
