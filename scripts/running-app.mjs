/**
 * The built server on a free port and with its own new database: what the browser tests and the screenshots look at is what
 * `npm start` serves.
 */
import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { ROOT } from './ready/paths.mjs';
import { cleanEnvironment, startServerProcess } from './server-process.mjs';

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
  const server = startServerProcess(
    { PIPCAST_DATA_DIR: dataDir, PIPCAST_RATE_LIMIT: 'off', LOG_LEVEL: 'warn', ...settings },
    undefined,
    { hasOwnGroup: false },
  );
  const stop = async () => {
    const ending = await server.stop();
    await rm(dataDir, { recursive: true, force: true });
    if (ending !== 0)
      throw new Error(`the server ended with ${ending}:\n${server.stdout()}${server.stderr()}`);
  };
  try {
    await server.healthy();
  } catch (error) {
    await stop().catch(() => {});
    throw error;
  }
  return { url: await server.origin, dataDir, stop };
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
    env: { ...cleanEnvironment(), PIPCAST_DATA_DIR: dataDir },
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
