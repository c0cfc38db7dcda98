import { type ChildProcess, spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { cleanEnvironment } from '../../../scripts/server-process.mjs';
import { runHere } from '../../support/run-here.ts';

const ROOT = fileURLToPath(new URL('../../../', import.meta.url));
/** The built command line. */
export const COMMAND = fileURLToPath(new URL('../../../dist/operator/main.js', import.meta.url));

/** How a command ended and what it wrote. */
export interface Finished {
  /** Null when a signal ended it. */
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Settings = Readonly<Record<string, string>>;

export interface ProcessOptions {
  /** What it reads from stdin; nothing by default. */
  readonly input?: string | Uint8Array;
  readonly env?: Settings;
  /** Called with the process once it runs. */
  readonly started?: (child: ChildProcess) => void;
}

/** Runs the built command line on a data directory, as a process of its own, and waits for its end. */
export function pipcastProcess(
  dataDir: string,
  args: readonly string[],
  options: ProcessOptions = {},
): Promise<Finished> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [COMMAND, ...args], {
      cwd: ROOT,
      env: { ...cleanEnvironment(), PIPCAST_DATA_DIR: dataDir, ...options.env },
      stdio: ['pipe', 'pipe', 'pipe'],
    });
    const out: Buffer[] = [];
    const err: Buffer[] = [];
    child.stdout.on('data', (chunk: Buffer) => out.push(chunk));
    child.stderr.on('data', (chunk: Buffer) => err.push(chunk));
    child.once('error', reject);
    child.once('close', (code) =>
      resolve({ code, stdout: Buffer.concat(out).toString(), stderr: Buffer.concat(err).toString() }),
    );
    // A command that does not read its stdin closes it, which is no failure.
    child.stdin.on('error', () => undefined);
    child.stdin.write(options.input ?? '');
    child.stdin.end();
    options.started?.(child);
  });
}

let turn: Promise<unknown> = Promise.resolve();

/**
 * Runs a command on a data directory in this process, with these settings and no others: a process of its own would cost most of a
 * second. One at a time, since settings are the environment of the process.
 */
export function pipcast(
  dataDir: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<Finished> {
  const finished = turn.then(() => runWith({ PIPCAST_DATA_DIR: dataDir, ...settings }, args));
  turn = finished.catch(() => undefined);
  return finished;
}

async function runWith(settings: Settings, args: readonly string[]): Promise<Finished> {
  const before = process.env;
  process.env = { ...cleanEnvironment(), ...settings };
  try {
    const { code, ...written } = await runHere(args, '', process.env);
    return { code: code ?? null, ...written };
  } finally {
    process.env = before;
  }
}

/** As `pipcast` with --json; returns the document on stdout. Throws with what it wrote when the exit code is not 0. */
export async function pipcastJson<T>(
  dataDir: string,
  args: readonly string[],
  settings: Settings = {},
): Promise<T> {
  const { code, stdout, stderr } = await pipcast(dataDir, [...args, '--json'], settings);
  if (code !== 0) throw new Error(`pipcast ${args.join(' ')} ended with ${code}: ${stderr}`);
  return JSON.parse(stdout) as T;
}

/** The error document of a command that failed with --json. */
export function errorOf({ stderr }: Finished): { code: string; message: string; hint?: string } {
  return (JSON.parse(stderr) as { error: { code: string; message: string; hint?: string } }).error;
}

/** An account as `--json` shows it. */
export interface AccountDocument {
  readonly id: string;
  readonly email: string;
  readonly name: string | null;
  readonly traderId: string | null;
  readonly state: 'active' | 'disabled' | 'needs_key';
  readonly sessions: number;
  readonly createdAt: string;
  readonly lastSignInAt: string | null;
  readonly keyRequestedAt: string | null;
}
