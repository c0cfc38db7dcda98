import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs';
import { createServer } from 'node:net';
import path from 'node:path';
import { DAY_MS, type EpochMs } from '../../core/time/instant.ts';
import {
  backupFolderOf,
  type Config,
  INSTALLATION_HEADER,
  installationId,
} from '../../server/platform/config.ts';
import { urlHost } from '../../server/platform/client-network.ts';
import { newestBackup } from '../../server/start/daily-backups.ts';
import { formatBytes, isoTime } from '../output.ts';
import { type CheckResult, note, ok, problem } from './check.ts';

const MIB = 1024 ** 2;
const GIB = 1024 ** 3;
/** PostgreSQL stops in the middle of a write when the disk is full; its write-ahead log alone may take 256 MiB. */
const LEAST_FREE_BYTES = 512 * MIB;
const AMPLE_FREE_BYTES = 2 * GIB;

/** Checks that the data's folder can be written, and its free space. */
export function checkDisk(folder: string): CheckResult {
  const place = nearestExisting(folder);
  const disk = statfsSync(place);
  const freeBytes = disk.bavail * disk.bsize;
  const status = statSync(place);
  const other = 'PIPCAST_DATA_DIR to a folder that this user can write.';
  if (!status.isDirectory()) return problem(`${place} is a file`, `Set ${other}`);
  if (!isWritable(place))
    return place === path.resolve(folder)
      ? problem(
          `${place} cannot be written by this user`,
          `Run this as the user whom it belongs to (uid ${status.uid}), or set ${other}`,
        )
      : problem(
          `${folder} is not there, and this user cannot make it`,
          `Run: sudo install -d -m 700 -o ${self().uid} ${folder}. Or set ${other}`,
        );
  const free = `${formatBytes(freeBytes)} free on the disk of ${place}`;
  const advice = 'Free some space there, or move the data directory to a larger disk (PIPCAST_DATA_DIR).';
  if (freeBytes < LEAST_FREE_BYTES) return problem(free, advice);
  return freeBytes < AMPLE_FREE_BYTES ? note(free, advice) : ok(free);
}

export function checkBackups(
  config: Pick<Config, 'backup' | 'backupFolder' | 'dataDir'>,
  now: EpochMs,
): CheckResult {
  const folder = backupFolderOf(config);
  const newest = newestBackup(folder);
  const isLate = newest === undefined || now - newest.writtenAt > 2 * DAY_MS;
  // A service manager may give the setting to the server alone.
  if (config.backup === 'off' && isLate)
    return note(
      'no daily backups',
      'Set PIPCAST_BACKUP=daily, or run npx pipcast backup FILE on a schedule of yours.',
    );
  if (newest === undefined)
    return note(`none in ${folder} yet`, 'The server writes one soon after its start.');
  const found = `${newest.file}, written and checked ${isoTime(newest.writtenAt)}`;
  return isLate ? problem(found, "The server's log says why there is no newer one.") : ok(found);
}

const self = () => ({ uid: process.getuid?.() ?? 0, groups: process.getgroups?.() ?? [] });

/**
 * Who may read the files that hold secrets: `.env` and the data directory's own; Windows has no such modes. A file of root's may be
 * read by a group, through which the server's account reads it: docs/operating.md, "On a server".
 */
export function checkSecrets(files: readonly string[], { uid, groups } = self()): CheckResult {
  const present = files.filter((file) => existsSync(file)).map((file) => ({ file, ...statSync(file) }));
  if (process.platform === 'win32') return ok('file permissions are not looked at on Windows');
  const open = present.filter(({ mode, uid: owner, gid }) => {
    const isGiven = owner === 0 && (uid === 0 || groups.includes(gid));
    return (mode & (isGiven ? 0o027 : 0o077)) !== 0;
  });
  if (open.length === 0)
    return ok(
      present.length === 0 ? 'no file with secrets yet' : 'only the server and their owner can read them',
    );
  const own = open.filter((file) => file.uid === uid).map(({ file }) => file);
  const others = open.filter((file) => file.uid !== uid).map(({ file }) => file);
  const group = groups[0] ?? uid;
  const commands = [
    ...(own.length > 0 ? [`chmod 600 ${own.join(' ')}`] : []),
    ...(others.length > 0
      ? [`sudo chown root:${group} ${others.join(' ')}`, `sudo chmod 640 ${others.join(' ')}`]
      : []),
  ];
  return problem(
    `other users can read ${open.map(({ file }) => file).join(', ')}`,
    `Run: ${commands.join(' && ')}`,
  );
}

/** Checks whether the server could listen, or already does. */
export async function checkPort(config: Pick<Config, 'host' | 'port' | 'dataDir'>): Promise<CheckResult> {
  const { host, port } = config;
  const address = `${urlHost(host)}:${port}`;
  if (port === 0) return ok('any free port (PORT=0)');
  const error = await listenError(host, port);
  switch (error) {
    case undefined:
      return ok(`${address} is free; no server answers there`);
    case 'EADDRINUSE': {
      const installation = await askInstallation(config);
      if (installation === installationId(config)) return ok(`${address} is served by this Pipcast`);
      return problem(
        `${address} is taken by ${installation === null ? 'another program' : 'a Pipcast with another data directory'}`,
        'Stop that program, or set PORT to another number.',
      );
    }
    default:
      return problem(
        `${address} cannot be listened on (${error})`,
        'Set HOST to an address of this computer (0.0.0.0 for every network), and PORT to 1024 or more.',
      );
  }
}

function listenError(host: string, port: number): Promise<string | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(undefined)));
  });
}

const ANSWER_LIMIT_MS = 3_000;

/** The installation that answers on the port; null: the answer is not Pipcast's, or there is none. */
async function askInstallation({ host, port }: Pick<Config, 'host' | 'port'>): Promise<string | null> {
  const reachable = host === '0.0.0.0' ? '127.0.0.1' : host === '::' ? '::1' : host;
  try {
    const answer = await fetch(`http://${urlHost(reachable)}:${port}/healthz`, {
      signal: AbortSignal.timeout(ANSWER_LIMIT_MS),
      redirect: 'error',
    });
    await answer.body?.cancel();
    return answer.headers.get(INSTALLATION_HEADER);
  } catch {
    return null;
  }
}

function isWritable(folder: string): boolean {
  try {
    accessSync(folder, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function nearestExisting(folder: string): string {
  let place = path.resolve(folder);
  while (!existsSync(place)) place = path.dirname(place);
  return place;
}
