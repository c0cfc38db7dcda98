/** The built server as a process: for the tests, the pictures and `npm run cluster`. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { ROOT } from './ready/paths.mjs';

/** A server that stops says so for 3 s, and finishes what is under way for 10 s at most; a busy computer is slower. */
const STOP_LIMIT_MS = 60_000;

/** The environment without what a developer's shell, or the test run, says to Pipcast. */
export function cleanEnvironment() {
  const ours =
    /^(PIPCAST_|SUPABASE_|FEED|OANDA_|DATABASE_|HOST$|PORT$|LOG_LEVEL$|NO_COLOR$|NODE_ENV$|VITEST|NODE_OPTIONS$)/;
  return Object.fromEntries(Object.entries(process.env).filter(([name]) => !ours.test(name)));
}

/** @typedef {ReturnType<typeof startServerProcess>} ServerProcess */

/**
 * Starts the built server, or another command that becomes it, with only these settings. In a process group of its own a test can
 * press Ctrl-C as a terminal does: on all processes of the group.
 * @param {Readonly<Record<string, string | undefined>>} settings
 * @param {readonly [string, ...string[]]} [command]
 * @param {{ hasOwnGroup?: boolean, log?: 'pipe' | number }} [options] `log` may be an open file
 */
export function startServerProcess(
  settings,
  [file, ...args] = [process.execPath, 'dist/server/main.js'],
  { hasOwnGroup = true, log = 'pipe' } = {},
) {
  const child = spawn(file, args, {
    cwd: ROOT,
    // No test depends on a network.
    env: { ...cleanEnvironment(), PORT: '0', FEED: 'off', ...settings },
    stdio: ['pipe', 'pipe', log],
    detached: hasOwnGroup,
  });
  let stdout = '';
  let stderr = '';
  /** @type {Promise<number | string>} */
  const ended = once(child, 'close').then(([code, signal]) => code ?? signal);
  child.stderr?.on('data', (chunk) => {
    stderr += chunk;
  });
  /** @type {Promise<string>} */
  const origin = new Promise((resolve, reject) => {
    child.stdout?.on('data', (chunk) => {
      stdout += chunk;
      // The last line of the start: what comes before it is complete then.
      if (stdout.includes('Press Ctrl-C')) resolve(/ at (http:\S+)/.exec(stdout)?.[1] ?? '');
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  origin.catch(() => {});
  return {
    process: child,
    /** All it printed for people. */
    stdout: () => stdout,
    /** Its log, or the reason it did not start. */
    stderr: () => stderr,
    /** The address it printed; rejects when it ends without. */
    origin,
    /** Its exit code, or the signal that ended it. */
    ended,
    /** Resolves once it has started and /healthz answers 200; rejects when it answers anything else. */
    async healthy() {
      const response = await fetch(`${await origin}/healthz`);
      await response.text();
      if (response.status !== 200) throw new Error(`/healthz answered ${response.status}`);
    },
    /** Stops it, and resolves as `ended`. */
    async stop() {
      child.kill('SIGTERM');
      const limit = setTimeout(() => child.kill('SIGKILL'), STOP_LIMIT_MS);
      try {
        return await ended;
      } finally {
        clearTimeout(limit);
      }
    },
  };
}
