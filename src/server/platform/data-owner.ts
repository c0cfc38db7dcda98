import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs';
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
 * The account for the cluster in `clusterDir`: its owner, else (as root) `postgres`, made if need be.
 * `undefined` means: as ourselves.
 * @throws DatabaseError when the cluster belongs to an account that we cannot become.
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
  spawnSync(
    'useradd',
    ['--system', '--user-group', '--no-create-home', '--shell', '/usr/sbin/nologin', 'postgres'],
    { stdio: 'ignore' },
  );
  const account = lookUp('postgres') ?? lookUp('nobody');
  if (account !== undefined) return account;
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
 * The command that runs `file` as `account`, with the work to be done in `folder`. Where permissions shut the account
 * out (a checkout below /root, say) the program is started with the one capability that lets it pass.
 * @throws DatabaseError when the account is shut out and this machine has no way round.
 */
export function commandAs(
  account: ClusterAccount | undefined,
  file: string,
  args: readonly string[],
  folder: string,
): Command {
  if (account === undefined) return { file, args, credentials: {} };
  const obstacle = firstObstacle(account, file, folder);
  if (obstacle === undefined) return { file, args, credentials: account };
  const capability = grantableCapability(obstacle.weakest);
  if (capability === undefined) {
    throw new DatabaseError(
      `PostgreSQL runs as the account with uid ${account.uid}, which may not enter ${obstacle.where}: run chmod o+x ${obstacle.where}, or keep Pipcast and PIPCAST_DATA_DIR outside of it.`,
    );
  }
  const identity = [`--reuid=${account.uid}`, `--regid=${account.gid}`, '--clear-groups'];
  const only = `-all,+${capability}`;
  const capabilities = [`--inh-caps=${only}`, `--ambient-caps=${only}`];
  // Without the second, access(2) ignores the capability, and initdb uses it to find postgres beside itself.
  if (holds('setpcap')) capabilities.push(`--bounding-set=${only}`, '--securebits=+no_setuid_fixup');
  return { file: 'setpriv', args: [...identity, ...capabilities, '--', file, ...args], credentials: {} };
}

function firstObstacle(
  account: ClusterAccount,
  file: string,
  folder: string,
): { readonly where: string; readonly weakest: Capability } | undefined {
  // Looking up and reading a file can be granted alone; running one that is closed to others cannot.
  if (!permits(realpathSync(file), account, EXECUTE)) return { where: file, weakest: 'dac_override' };
  const where = closedFolder(file, account) ?? closedFolder(folder, account);
  if (where !== undefined) return { where, weakest: 'dac_read_search' };
  return permits(path.join(path.dirname(file), '..', 'share'), account, READ | EXECUTE)
    ? undefined
    : { where: path.dirname(file), weakest: 'dac_read_search' };
}

const READ = 4;
const EXECUTE = 1;

/** The first folder on the way down to `target` that `account` may not enter; `target` itself need not exist. */
export function closedFolder(target: string, account: ClusterAccount): string | undefined {
  const folders: string[] = [];
  let folder = realpathSync(path.dirname(target));
  while (folder !== path.dirname(folder)) {
    folders.unshift(folder);
    folder = path.dirname(folder);
  }
  return folders.find((each) => !permits(each, account, EXECUTE));
}

/** Judges by the mode bits. Where an access list says otherwise this is too strict, which does no harm. */
function permits(target: string, account: ClusterAccount, wanted: number): boolean {
  const { uid, gid, mode } = statSync(target);
  const shift = uid === account.uid ? 6 : gid === account.gid ? 3 : 0;
  return ((mode >> shift) & wanted) === wanted;
}

/** With their numbers in Linux. */
const CAPABILITIES = { dac_override: 1, dac_read_search: 2, setpcap: 8 } as const;
type Capability = 'dac_override' | 'dac_read_search';

/** `weakest`, or else the stronger one: a container often has only that. */
function grantableCapability(weakest: Capability): Capability | undefined {
  if (process.platform !== 'linux') return undefined;
  if (spawnSync('setpriv', ['--version'], { stdio: 'ignore' }).status !== 0) return undefined;
  const choices: Capability[] = weakest === 'dac_override' ? [weakest] : [weakest, 'dac_override'];
  return choices.find(holds);
}

function holds(capability: keyof typeof CAPABILITIES): boolean {
  const effective = /^CapEff:\s*([0-9a-f]+)$/m.exec(readFileSync('/proc/self/status', 'utf8'))?.[1] ?? '0';
  return ((BigInt(`0x${effective}`) >> BigInt(CAPABILITIES[capability])) & 1n) === 1n;
}
