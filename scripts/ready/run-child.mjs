import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { ROOT } from './paths.mjs';

const KEPT_CHARACTERS = 20_000;

/**
 * Runs a Node program to its end and keeps the last of what it printed. A signal to this process stops the program too, so
 * that an interrupted start leaves nothing running.
 * @param {string[]} args
 * @param {{ cwd?: string }} [options]
 * @returns {Promise<{ ok: boolean, output: string }>}
 */
export function runChild(args, { cwd = ROOT } = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, args, {
      cwd,
      stdio: ['ignore', 'pipe', 'pipe'],
      windowsHide: true,
    });
    let output = '';
    const keep = (/** @type {Buffer} */ chunk) => {
      output = (output + chunk.toString()).slice(-KEPT_CHARACTERS);
    };
    child.stdout.on('data', keep);
    child.stderr.on('data', keep);

    const stop = (/** @type {NodeJS.Signals} */ signal) => {
      child.kill(signal);
      process.exit(128 + constants.signals[signal]);
    };
    process.once('SIGINT', stop);
    process.once('SIGTERM', stop);
    const finish = (/** @type {boolean} */ ok) => {
      process.off('SIGINT', stop);
      process.off('SIGTERM', stop);
      resolve({ ok, output: output.trim() });
    };
    child.on('error', (error) => {
      output += error.message;
      finish(false);
    });
    child.on('close', (code) => finish(code === 0));
  });
}
