import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { send } from './http-load.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));

export interface AppProcess {
  readonly origin: string;
  readonly pid: number;
  readonly dataDir: string;
  /** From spawning the process to the first 200 of /healthz. */
  readonly readyMs: number;
  cpuSeconds(): Promise<number>;
  metric(name: string): Promise<number>;
  stop(): Promise<void>;
}

/** Starts the built server on a free port; with `dataDir` on existing data, else on new data that `removeData` deletes. */
export async function startApp(
  options: { dataDir?: string; env?: Record<string, string> } = {},
): Promise<AppProcess> {
  const dataDir = options.dataDir ?? (await mkdtemp(join(tmpdir(), 'pipcast-bench-')));
  const startMs = performance.now();
  const child = spawn(process.execPath, [join(ROOT, 'dist/server/main.js')], {
    cwd: ROOT,
    env: {
      ...process.env,
      PORT: '0',
      LOG_LEVEL: 'warn',
      FEED: 'off',
      PIPCAST_DATA_DIR: dataDir,
      ...options.env,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const origin = await printedOrigin(child);
  await healthy(origin);
  const readyMs = performance.now() - startMs;
  const metric = async (name: string) => {
    const { body } = await send(origin, { method: 'GET', path: '/metrics' });
    const line = body.split('\n').find((text) => text.startsWith(`${name} `) || text.startsWith(`${name}{`));
    if (line === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(line.slice(line.lastIndexOf(' ') + 1));
  };
  return {
    origin,
    pid: child.pid as number,
    dataDir,
    readyMs,
    cpuSeconds: () => metric('process_cpu_seconds_total'),
    metric,
    async stop() {
      const exit = once(child, 'exit');
      child.kill('SIGTERM');
      await exit;
    },
  };
}

/** Deletes what `startApp` made for itself. */
export function removeData(app: AppProcess): Promise<void> {
  return rm(app.dataDir, { recursive: true, force: true });
}

/** Creates an account with the operator's command and returns its key. */
export async function addAccount(app: AppProcess, email: string): Promise<string> {
  const { stdout } = await promisify(execFile)(
    process.execPath,
    [join(ROOT, 'dist/operator/main.js'), 'user', 'add', email, '--json'],
    { cwd: ROOT, env: { ...process.env, PIPCAST_DATA_DIR: app.dataDir } },
  );
  return (JSON.parse(stdout) as { key: string }).key;
}

/** Resident memory of a process, in bytes (Linux). */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}

async function printedOrigin(child: ChildProcess): Promise<string> {
  let printed = '';
  for await (const chunk of child.stdout ?? []) {
    printed += String(chunk);
    const found = /http:\/\/127\.0\.0\.1:\d+/.exec(printed);
    if (found !== null) {
      child.stdout?.resume();
      return found[0];
    }
  }
  throw new Error(`the server ended without printing its address:\n${printed}`);
}

async function healthy(origin: string): Promise<void> {
  for (;;) {
    const status = await send(origin, { method: 'GET', path: '/healthz' }).then(
      (answer) => answer.status,
      () => 0,
    );
    if (status === 200) return;
    await new Promise((resolve) => setTimeout(resolve, 5));
  }
}
