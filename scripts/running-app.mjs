/**
 * The built server as a process of its own, on a free port and with its own new database: what the browser tests and the
 * screenshots look at is what `npm start` serves.
 */
import { execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './ready/paths.mjs';

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 60_000;

/**
 * @typedef {{
 *   url: string,
 *   dataDir: string,
 *   stop: () => Promise<void>,
 * }} RunningApp
 * `url` has no trailing slash; `stop` ends the server, throws when it did not end well, and removes its data.
 */

/**
 * Starts the built server and resolves once sign-in works.
 * @param {Record<string, string>} [settings] environment variables over the defaults of a test: a quiet log, no rate limits, no feed
 * @returns {Promise<RunningApp>}
 * @throws {Error} with what the server printed, when it does not come up
 */
export async function startApp(settings = {}) {
  const dataDir = await mkdtemp(join(tmpdir(), 'pipcast-app-'));
  const env = {
    ...withoutSettings(process.env),
    HOST: '127.0.0.1',
    PORT: '0',
    PIPCAST_DATA_DIR: dataDir,
    PIPCAST_RATE_LIMIT: 'off',
    LOG_LEVEL: 'warn',
    // No test depends on a network.
    FEED: 'off',
    ...settings,
  };
  const child = spawn(process.execPath, [join(ROOT, 'dist', 'server', 'main.js')], {
    cwd: ROOT,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let printed = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      printed += chunk;
    });
  }
  const exited = once(child, 'exit');

  const stop = async () => {
    if (child.exitCode === null && child.signalCode === null) {
      child.kill('SIGTERM');
      const timer = setTimeout(() => child.kill('SIGKILL'), STOP_TIMEOUT_MS);
      await exited;
      clearTimeout(timer);
    }
    await rm(dataDir, { recursive: true, force: true });
    if (child.exitCode !== 0) {
      throw new Error(`the server ended with ${child.exitCode ?? child.signalCode}:\n${printed}`);
    }
  };

  const url = await Promise.race([address(() => printed), exited.then(() => undefined)]);
  if (!url) {
    child.kill('SIGKILL');
    await rm(dataDir, { recursive: true, force: true });
    throw new Error(`the server did not start:\n${printed}`);
  }
  return { url, dataDir, stop };
}

/** @param {() => string} printed */
async function address(printed) {
  const until = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < until) {
    const url = /http:\/\/127\.0\.0\.1:\d+/.exec(printed())?.[0];
    const health = url && (await fetch(`${url}/healthz`).catch(() => undefined));
    if (health?.ok) return url;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  return undefined;
}

/**
 * Runs an operator's command on the data of an app and resolves with what it prints.
 * @param {string} dataDir
 * @param {readonly string[]} args
 * @returns {Promise<string>}
 * @throws {Error} when the command fails, with its words
 */
export async function runPipcast(dataDir, args) {
  const { stdout } = await promisify(execFile)(process.execPath, [join(ROOT, 'bin', 'pipcast.js'), ...args], {
    cwd: ROOT,
    env: { ...withoutSettings(process.env), PIPCAST_DATA_DIR: dataDir },
  });
  return stdout;
}

/**
 * Makes an account and returns its session.
 * @param {string} origin
 * @param {string} email
 * @param {object} [data] of the account
 * @returns {Promise<{ access_token: string }>}
 */
export async function signUp(origin, email, data = {}) {
  const answer = await fetch(`${origin}/auth/v1/signup`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password: 'a key of the usual kind', data }),
  });
  if (!answer.ok) throw new Error(`sign-up answered ${answer.status}: ${await answer.text()}`);
  return answer.json();
}

/**
 * The environment without this machine's own settings of Pipcast: a test must not depend on them.
 * @param {NodeJS.ProcessEnv} env
 */
function withoutSettings(env) {
  const ours = /^(PIPCAST_|SUPABASE_|FEED|OANDA_|DATABASE_URL$|HOST$|PORT$|LOG_LEVEL$)/;
  return Object.fromEntries(Object.entries(env).filter(([name]) => !ours.test(name)));
}
