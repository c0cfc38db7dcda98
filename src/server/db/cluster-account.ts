import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { DatabaseError } from './database-error.ts';

/** The system account that PostgreSQL runs as when Pipcast runs as root, which PostgreSQL refuses. */
export interface ClusterAccount {
  readonly uid: number;
  readonly gid: number;
}

/** A program with its arguments, ready for `spawn`, and the credentials to run it with. */
export interface Command {
  readonly file: string;
  readonly args: readonly string[];
  readonly credentials: { readonly uid?: number; readonly gid?: number };
}

const isRoot = () => process.getuid?.() === 0;

/**
 * The account for the cluster in `clusterDir`: whoever owns it already, else (as root) `postgres`, made if need be.
 * `undefined` means: as ourselves.
 * @throws DatabaseError when the cluster belongs to somebody whom we cannot become.
 */
export function clusterAccount(clusterDir: string): ClusterAccount | undefined {
  if (process.getuid === undefined) return undefined;
  if (existsSync(clusterDir)) {
    const { uid, gid } = statSync(clusterDir);
    if (!isRoot()) {
      if (uid === process.getuid()) return undefined;
      throw new DatabaseError(
        `The database in ${clusterDir} belongs to another user (uid ${uid}): run Pipcast as that user or as root.`,
      );
    }
    if (uid !== 0) return { uid, gid };
  }
  return isRoot() ? systemAccount() : undefined;
}

function systemAccount(): ClusterAccount {
  const known = lookUp('postgres');
  if (known !== undefined) return known;
  const makers = [
    ['useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres']],
    ['adduser', ['-S', '-D', '-H', '-s', '/sbin/nologin', 'postgres']],
  ] as const;
  for (const [file, args] of makers) {
    spawnSync(file, args, { stdio: 'ignore' });
    const made = lookUp('postgres');
    if (made !== undefined) return made;
  }
  const nobody = lookUp('nobody');
  if (nobody !== undefined) return nobody;
  throw new DatabaseError(
    'PostgreSQL does not run as root, and no account named postgres could be made: run Pipcast as an ordinary user.',
  );
}

function lookUp(name: string): ClusterAccount | undefined {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const result = spawnSync('id', [option, name], { encoding: 'utf8' });
    return result.status === 0 ? Number(result.stdout.trim()) : Number.NaN;
  });
  return uid !== undefined && gid !== undefined && uid > 0 && Number.isInteger(gid)
    ? { uid, gid }
    : undefined;
}

/**
 * The command that runs `file` as `account`. When folders above one of `paths` shut that account out (a checkout below
 * /root, say), the program is started with the one capability that lets it look things up below them.
 * @throws DatabaseError when the account is shut out and this machine has no way round.
 */
export function commandAs(
  account: ClusterAccount | undefined,
  file: string,
  args: readonly string[],
  paths: readonly string[],
): Command {
  if (account === undefined) return { file, args, credentials: {} };
  const shut = [file, ...paths].map((each) => shutFolder(each, account)).find((each) => each !== undefined);
  if (shut === undefined) return { file, args, credentials: account };
  const capability = passableCapability();
  if (capability === undefined) {
    throw new DatabaseError(
      `PostgreSQL runs as the account with uid ${account.uid}, which may not enter ${shut}: run chmod o+x ${shut}, or set PIPCAST_DATA_DIR (and keep the program) outside of it.`,
    );
  }
  const drop = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const keep = [
    `--inh-caps=-all,+${capability}`,
    `--ambient-caps=-all,+${capability}`,
    `--bounding-set=-all,+${capability}`,
  ];
  return { file: 'setpriv', args: [...drop, ...keep, '--', file, ...args], credentials: {} };
}

/** The nearest folder to the root on the way to `target` that `account` may not enter, judged by its mode bits. */
export function shutFolder(target: string, account: ClusterAccount): string | undefined {
  const folders: string[] = [];
  for (let folder = path.dirname(target); ; folder = path.dirname(folder)) {
    folders.unshift(folder);
    if (folder === path.dirname(folder)) break;
  }
  return folders.find((folder) => {
    const { uid, gid, mode } = statSync(folder);
    const execute = uid === account.uid ? 0o100 : gid === account.gid ? 0o010 : 0o001;
    return (mode & execute) === 0;
  });
}

/**
 * The weakest capability that we may hand on: reading and searching anywhere, else (a container often grants only this
 * one) passing over all permissions.
 */
function passableCapability(): 'dac_read_search' | 'dac_override' | undefined {
  if (process.platform !== 'linux') return undefined;
  if (spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined;
  const held = /^CapBnd:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1];
  const bits = BigInt(`0x${held ?? '0'}`);
  if ((bits >> 2n) & 1n) return 'dac_read_search';
  if ((bits >> 1n) & 1n) return 'dac_override';
  return undefined;
}
