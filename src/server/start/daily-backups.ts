import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, rmSync, statSync } from 'node:fs';
import path from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { Gauge } from 'prom-client';
import { DAY_MS, type EpochMs, epochMs, HOUR_MS, MINUTE_MS } from '../../core/time/instant.ts';
import { backupFolderOf } from '../platform/config.ts';
import { makeFolder } from '../platform/durable-files.ts';
import { FROM_SOURCE, PROJECT_ROOT } from '../platform/project-files.ts';
import type { Server } from './foundation.ts';

export interface DailyBackupsOptions {
  readonly folder: string;
  readonly days: number;
  readonly log: FastifyBaseLogger;
  readonly now: () => EpochMs;
  /** Writes a backup and checks it. Rejects when there is none. */
  readonly write: (file: string, signal: AbortSignal) => Promise<void>;
}

const NAME = /^pipcast-(\d{4}-\d{2}-\d{2})\.gz$/;
const UNFINISHED = /^pipcast-\d{4}-\d{2}-\d{2}\.gz\.\d+\.unfinished$/;
const RETRY_MS = HOUR_MS;

/** `PIPCAST_BACKUP=daily`: one backup for each day in UTC; those that are too old go, but only after a newer one was written. */
export function createDailyBackups({ folder, days, log, now, write }: DailyBackupsOptions) {
  const stopped = new AbortController();
  let retryAt = Number.NEGATIVE_INFINITY;
  let running: Promise<void> | undefined;
  let timer: NodeJS.Timeout | undefined;
  const newest: Gauge = new Gauge({
    name: 'pipcast_backup_timestamp_seconds',
    help: 'When the newest daily backup was written and checked; 0: there is none.',
    registers: [],
    collect: () => newest.set((newestBackup(folder)?.writtenAt ?? 0) / 1000),
  });

  async function backUp(file: string): Promise<void> {
    try {
      makeFolder(folder);
      await write(file, stopped.signal);
      log.info({ file }, 'the daily backup was written and checked');
      const oldest = dayOf(epochMs(now() - days * DAY_MS));
      for (const name of readdirSync(folder)) {
        const day = NAME.exec(name)?.[1];
        const isLeftBehind =
          UNFINISHED.test(name) && statSync(path.join(folder, name)).mtimeMs < now() - DAY_MS;
        if (isLeftBehind || (day !== undefined && day <= oldest)) rmSync(path.join(folder, name));
      }
    } catch (error) {
      if (stopped.signal.aborted) return;
      retryAt = now() + RETRY_MS;
      log.error({ err: error, file }, 'the daily backup failed; it is tried again in an hour');
    }
  }

  /** Writes today's backup if there is none. Never rejects. */
  async function look(): Promise<void> {
    const file = path.join(folder, `pipcast-${dayOf(now())}.gz`);
    if (running !== undefined || now() < retryAt || existsSync(file)) return;
    running = backUp(file);
    await running;
    running = undefined;
  }

  return {
    newest,
    look,
    start() {
      void look();
      timer = setInterval(() => void look(), MINUTE_MS).unref();
    },
    /** Aborts a backup under way and removes its file. */
    async stop() {
      clearInterval(timer);
      stopped.abort();
      await running;
    },
  };
}

export function newestBackup(
  folder: string,
): { readonly file: string; readonly writtenAt: EpochMs } | undefined {
  if (!existsSync(folder)) return undefined;
  return readdirSync(folder)
    .filter((name) => NAME.test(name))
    .map((name) => path.join(folder, name))
    .map((file) => ({ file, writtenAt: epochMs(statSync(file).mtimeMs) }))
    .sort((one, other) => other.writtenAt - one.writtenAt)[0];
}

function dayOf(at: EpochMs): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** `PIPCAST_BACKUP` of a server: begins when it listens. */
export function backUpDaily({ app, config, log, registry, now }: Server): void {
  if (config.backup === 'off') return;
  const folder = backupFolderOf(config);
  const backups = createDailyBackups({ folder, days: config.backupDays, log, now, write: backUpBeside });
  registry.registerMetric(backups.newest);
  app.addHook('onListen', async () => backups.start());
  app.addHook('preClose', () => backups.stop());
}

/** `pipcast backup FILE`, in its own process: its computing must not delay prices. */
async function backUpBeside(file: string, signal: AbortSignal): Promise<void> {
  const program = path.join(PROJECT_ROOT, FROM_SOURCE ? 'src/operator/main.ts' : 'dist/operator/main.js');
  const child = spawn(process.execPath, [...process.execArgv, program, 'backup', file], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  let complaint = '';
  child.stderr
    .setEncoding('utf8')
    .on('data', (text: string) => (complaint = (complaint + text).slice(-2_000)));
  const stop = () => child.kill('SIGTERM');
  signal.addEventListener('abort', stop);
  const [code] = (await once(child, 'close')) as [number | null];
  signal.removeEventListener('abort', stop);
  if (code !== 0) throw new Error(complaint.trim() || `pipcast backup ended with ${code}`);
}
