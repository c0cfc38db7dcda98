import { spawn } from 'node:child_process';

/**
 * @typedef {{
 *   command: string,
 *   args: readonly string[],
 *   env?: NodeJS.ProcessEnv,
 * }} Command
 * @typedef {{ ok: boolean, output: string, durationMs: number }} Outcome
 */

/**
 * Runs a command with no input and keeps what it prints, both streams in order. Never throws: a command that cannot start
 * or is killed is an outcome that is not ok, and the output says why.
 * @param {Command} command
 * @returns {Promise<Outcome>}
 */
export function runCommand({ command, args, env = process.env }) {
  const startedAt = performance.now();
  return new Promise((resolve) => {
    let output = '';
    const child = spawn(command, args, { env, stdio: ['ignore', 'pipe', 'pipe'] });
    const end = (/** @type {boolean} */ ok, /** @type {string} */ why) => {
      resolve({ ok, output: output + why, durationMs: performance.now() - startedAt });
    };
    const collect = (/** @type {Buffer} */ chunk) => {
      output += chunk;
    };
    child.stdout.on('data', collect);
    child.stderr.on('data', collect);
    child.on('error', (error) => end(false, `cannot start ${command}: ${error.message}\n`));
    child.on('close', (code, signal) => {
      end(code === 0, signal ? `ended by ${signal}\n` : '');
    });
  });
}
