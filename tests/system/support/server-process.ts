import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from './pipcast-command.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** The built server as its own process. */
export interface ServerProcess {
  readonly process: ChildProcess;
  /** All it printed for people. */
  stdout(): string;
  /** Its log, or the reason it did not start. */
  stderr(): string;
  /** The address it printed; rejects when it ends without. */
  readonly origin: Promise<string>;
  /** Its exit code, or the signal that ended it. */
  readonly ended: Promise<number | string>;
  /** Resolves once it has started and /healthz answers 200; rejects when it answers anything else. */
  healthy(): Promise<void>;
}

/**
 * Starts the built server, or another command that becomes it, with only these settings. A process group of its own lets a test
 * press Ctrl-C as a terminal does: on all processes of the group.
 */
export function startServerProcess(
  settings: Readonly<Record<string, string>>,
  command: readonly [string, ...string[]] = [process.execPath, 'dist/server/main.js'],
): ServerProcess {
  const [file, ...args] = command;
  const child = spawn(file, args, {
    cwd: ROOT,
    // No test depends on a network.
    env: { ...cleanEnvironment(), PORT: '0', FEED: 'off', ...settings },
    stdio: ['pipe', 'pipe', 'pipe'],
    detached: true,
  });
  let stdout = '';
  let stderr = '';
  const ended = once(child, 'close').then(([code, signal]) => (code ?? signal) as number | string);
  child.stderr.on('data', (chunk) => {
    stderr += chunk;
  });
  const origin = new Promise<string>((resolve, reject) => {
    child.stdout.on('data', (chunk) => {
      stdout += chunk;
      // The last line of the start: what comes before it is complete then.
      if (stdout.includes('Press Ctrl-C')) resolve(/ at (http:\S+)/.exec(stdout)?.[1] ?? '');
    });
    void ended.then((code) => reject(new Error(`ended with ${code}: ${stderr}`)));
  });
  origin.catch(() => {});
  return {
    process: child,
    stdout: () => stdout,
    stderr: () => stderr,
    origin,
    ended,
    async healthy() {
      const response = await fetch(`${await origin}/healthz`);
      await response.text();
      if (response.status !== 200) throw new Error(`/healthz answered ${response.status}`);
    },
  };
}
