/**
 * Finds a Chromium that really starts, or installs one: the browser tests, the screenshots and the bench all drive it.
 *
 * In this order: CHROME_PATH; an installed headless shell, which draws no window and so needs 40 % less processor time a page; a
 * Chrome, Chromium or Edge in the PATH; the test tool's download of the headless shell; Debian's package of it (as root). `npm test`
 * tries to get the shell before it takes another browser.
 * Run by hand it prints the path: `node scripts/ensure-browser.mjs`.
 */
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, dirname, join } from 'node:path';
import { isProgram } from './ready/paths.mjs';
import { runProgram } from './ready/run-program.mjs';

const OLDEST_MAJOR = 120;
const LAUNCH_TIMEOUT_MS = 30_000;
const DOWNLOAD_TIMEOUT_MS = 120_000;
const PACKAGE_TIMEOUT_MS = 240_000;
/** How long either may take where another browser is there. */
const BETTER_TIMEOUT_MS = 30_000;

const SHELL_COMMANDS = ['chromium-headless-shell', 'chrome-headless-shell'];
const COMMANDS = [
  'google-chrome-stable',
  'google-chrome',
  'chromium',
  'chromium-browser',
  'microsoft-edge-stable',
  'microsoft-edge',
];

/** A browser that could not be found or made; the message is one line that says what to do. */
class NoBrowserError extends Error {
  name = 'NoBrowserError';
}

/**
 * How this project starts a browser: no sandbox only for root (it cannot have one), and nothing that talks to the network by itself.
 * @param {string} executablePath
 */
export function launchOptions(executablePath) {
  return {
    executablePath,
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: LAUNCH_TIMEOUT_MS,
    args: [
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-domain-reliability',
      '--disable-quic',
      '--disable-sync',
      '--no-first-run',
      '--no-pings',
    ],
  };
}

/**
 * The path and version of a browser that was started once just now.
 * @param {(line: string) => void} [log] gets what is tried, in case it takes long
 * @param {{ wantsShell?: boolean }} [options] whether to try to get the headless shell where only another browser is installed
 * @returns {Promise<{ path: string, version: string }>}
 * @throws {NoBrowserError} when none could be found, downloaded or installed
 */
export async function ensureBrowser(log = () => {}, { wantsShell = false } = {}) {
  const named = process.env['CHROME_PATH'];
  if (named) {
    const tried = await tryLaunch(named);
    if (tried.version) return { path: named, version: tried.version };
    throw new NoBrowserError(
      `CHROME_PATH is ${named}, which does not start as Chrome ${OLDEST_MAJOR} or later (${tried.problem}); set it to one that does, or unset it.`,
    );
  }

  const problems = [];
  const attempt = async (/** @type {string | undefined} */ path) => {
    if (!path || !existsSync(path)) return undefined;
    const tried = await tryLaunch(path);
    if (tried.version) return { path, version: tried.version };
    problems.push(`${path}: ${tried.problem}`);
    return undefined;
  };

  const firstOf = async (/** @type {(string | undefined)[]} */ paths) => {
    for (const path of paths) {
      const found = await attempt(path);
      if (found) return found;
    }
    return undefined;
  };

  const shell = await firstOf([...SHELL_COMMANDS.map(onPath), await headlessShellPath()]);
  if (shell) return shell;
  const other = await firstOf([...COMMANDS.map(onPath), await ownDownloadPath()]);
  if (other && !wantsShell) return other;

  log(`${other ? 'no headless shell' : 'no Chrome, Chromium or Edge'} found; downloading a headless shell`);
  const download = await runQuietly(
    process.execPath,
    [playwrightCli(), 'install', 'chromium-headless-shell'],
    other ? BETTER_TIMEOUT_MS : DOWNLOAD_TIMEOUT_MS,
  );
  if (download.ok) {
    const found = await attempt(await headlessShellPath());
    if (found) return found;
  } else problems.push(`download: ${download.problem}`);

  if (process.getuid?.() === 0 && onPath('apt-get')) {
    log("the download did not work; installing Debian's package chromium-headless-shell");
    const limitMs = other ? BETTER_TIMEOUT_MS : PACKAGE_TIMEOUT_MS;
    const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    const install = ['install', '-y', '--no-install-recommends', 'chromium-headless-shell'];
    let installed = await runQuietly('apt-get', install, limitMs, environment);
    if (!installed.ok) {
      // A fresh image has no package lists yet.
      await runQuietly('apt-get', ['update'], limitMs, environment);
      installed = await runQuietly('apt-get', install, limitMs, environment);
    }
    if (!installed.ok) problems.push(`apt-get: ${installed.problem}`);
    const found = await attempt(onPath('chromium-headless-shell'));
    if (found) return found;
  }
  if (other) {
    log(`no headless shell could be had (${problems.join('; ')}); testing with ${other.path}`);
    return other;
  }

  throw new NoBrowserError(
    `No browser to test with: install Chrome, Chromium or Edge, or set CHROME_PATH to one (tried: ${problems.join('; ') || 'nothing is installed'}).`,
  );
}

function onPath(/** @type {string} */ command) {
  for (const folder of (process.env['PATH'] ?? '').split(delimiter)) {
    const path = join(folder, command);
    if (folder && existsSync(path)) return path;
  }
  return undefined;
}

/** Starts the browser and asks it for its version; that a file exists says nothing (a stub package, a missing library). */
async function tryLaunch(/** @type {string} */ path) {
  try {
    const { chromium } = await import('playwright-core');
    const browser = await chromium.launch(launchOptions(path));
    const version = browser.version();
    await browser.close();
    if (Number.parseInt(version, 10) < OLDEST_MAJOR) return { problem: `version ${version} is too old` };
    return { version };
  } catch (error) {
    return { problem: firstLine(error) };
  }
}

async function ownDownloadPath() {
  const { chromium } = await import('playwright-core');
  return chromium.executablePath();
}

/** The headless shell lies beside the full build that `executablePath()` names, in a folder of its own. */
async function headlessShellPath() {
  const { readdir } = await import('node:fs/promises');
  const full = await ownDownloadPath();
  const cache = dirname(dirname(dirname(full)));
  const entries = await readdir(cache, { recursive: true }).catch(() => []);
  const shell = entries.find((name) => /(headless[_-]shell)(\.exe)?$/.test(name));
  return shell && join(cache, shell);
}

function playwrightCli() {
  // The package does not export its cli; its package.json it does.
  return join(dirname(createRequire(import.meta.url).resolve('playwright-core/package.json')), 'cli.js');
}

/**
 * Runs a program for so long at most; the problem is the last line in which it names one.
 * @param {string} command @param {string[]} args @param {number} timeout in ms
 */
async function runQuietly(command, args, timeout, env = process.env) {
  const { ok, output } = await runProgram(command, args, { timeout, env });
  const lines = output.trim().split('\n');
  const named = lines.filter((line) => /fail|error|unable|E:/i.test(line) && !/^\s+at /.test(line));
  return { ok, problem: (named.at(-1) ?? lines.at(-1) ?? '').trim() };
}

function firstLine(/** @type {unknown} */ error) {
  return String(error instanceof Error ? error.message : error).split('\n')[0] ?? '';
}

if (isProgram(import.meta.url)) {
  try {
    const { path, version } = await ensureBrowser((line) => console.error(line));
    console.log(`${path} (${version})`);
  } catch (error) {
    console.error(firstLine(error));
    process.exitCode = 1;
  }
}
