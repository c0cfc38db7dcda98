import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

/** @typedef {{ ok: boolean, output: string, durationMs: number }} Outcome */

/**
 * Runs a program without input to its end and returns what it printed, both streams in order. Never throws: one that cannot start or is
 * killed is an outcome that is not ok, and the output says why. A signal to this process stops the program too.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string, env?: NodeJS.ProcessEnv, timeout?: number }} [options] `timeout` in ms
 * @returns {Promise<Outcome>}
 */
export function runProgram(command, args, { cwd = ROOT, env = process.env, timeout } = {}) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, {
      cwd,
      env,
      timeout,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk));
    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      // Other programs may run beside this one.
      setImmediate(() => process.exit(128 + constants.signals[signal]));
    };
    process.once('SIGINT', stop).once('SIGTERM', stop);
    const end = (/** @type {boolean} */ ok, /** @type {string} */ why) => {
      process.off('SIGINT', stop).off('SIGTERM', stop);
      resolve({ ok, output: output + why, durationMs: performance.now() - startedAt });
    };
    child.on('error', (error) => end(false, `cannot start ${command}: ${error.message}\n`));
    child.on('close', (code, signal) => end(code === 0, signal ? `ended by ${signal}\n` : ''));
  });
}

/** The same for a program of Node. @param {readonly string[]} args @param {{ cwd?: string }} [options] */
export function runNode(args, options) {
  return runProgram(process.execPath, args, options);
}
