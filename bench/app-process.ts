import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServerProcess } from '../tests/system/support/server-process.ts';
import { closing } from './closing.ts';
import { send } from './http-load.ts';

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
  const settings = { LOG_LEVEL: 'warn', PIPCAST_DATA_DIR: dataDir, ...options.env };
  const server = startServerProcess(settings);
  await server.healthy();
  const readyMs = performance.now() - startMs;
  const origin = await server.origin;
  const metric = async (name: string) => {
    const { body } = await send(origin, { method: 'GET', path: '/metrics' });
    const line = body.split('\n').find((text) => text.startsWith(`${name} `) || text.startsWith(`${name}{`));
    if (line === undefined) throw new Error(`/metrics has no ${name}`);
    return Number(line.slice(line.lastIndexOf(' ') + 1));
  };
  return {
    origin,
    pid: server.process.pid as number,
    dataDir,
    readyMs,
    cpuSeconds: () => metric('process_cpu_seconds_total'),
    metric,
    stop: closing(async () => {
      server.process.kill('SIGTERM');
      await server.ended;
    }),
  };
}

/** Deletes what `startApp` made for itself. */
export function removeData(app: AppProcess): Promise<void> {
  return rm(app.dataDir, { recursive: true, force: true });
}

/** Resident memory of a process, in bytes (Linux). */
export async function residentBytes(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8');
  return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) * 1024;
}
