/**
 * Runs a command with PIPCAST_TEST_DATABASE_URL pointing at a throw-away PostgreSQL made with the system's own programs
 * (Debian's, Homebrew's, or those on PATH), the oldest from version 15 on: so that the tests also prove what the oldest
 * supported version does.
 *
 *     node scripts/with-debian-postgres.mjs [--if-installed] COMMAND [ARGUMENT...]
 *     node scripts/with-debian-postgres.mjs npx vitest run --project server
 *
 * Ends with the command's exit code. Where no PostgreSQL is installed it says so and ends with 1, or with 0 when
 * `--if-installed` is given.
 */
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import {
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const OLDEST_VERSION = 15;
const START_LIMIT_MS = 30_000;
const isRoot = process.getuid?.() === 0;

const [first, ...rest] = process.argv.slice(2);
const onlyIfInstalled = first === '--if-installed';
const command = onlyIfInstalled ? rest : [first, ...rest].filter((each) => each !== undefined);

process.exitCode = await main();

async function main() {
  if (command.length === 0) {
    say('usage: node scripts/with-debian-postgres.mjs [--if-installed] COMMAND [ARGUMENT...]');
    return 2;
  }
  const installed = oldestInstalled();
  if (installed === undefined) {
    say(
      `NOT RUN: no PostgreSQL ${OLDEST_VERSION} or later is installed here. On Debian: apt-get install postgresql-${OLDEST_VERSION}`,
    );
    return onlyIfInstalled ? 0 : 1;
  }
  const account = isRoot ? accountOf('postgres') : undefined;
  if (isRoot && account === undefined) {
    say(
      'PostgreSQL does not run as root, and there is no account named postgres: run this as an ordinary user.',
    );
    return 1;
  }
  return withCluster(installed, account);
}

/**
 * @param {{ bin: string, version: number }} installed
 * @param {{ uid: number, gid: number } | undefined} account
 */
async function withCluster({ bin, version }, account) {
  const folder = mkdtempSync(path.join(tmpdir(), 'pipcast-debian-'));
  const cluster = path.join(folder, 'cluster');
  const passwordFile = path.join(folder, 'password');
  const password = randomBytes(18).toString('hex');
  writeFileSync(passwordFile, password, { mode: 0o600 });
  if (account !== undefined)
    for (const each of [folder, passwordFile]) chownSync(each, account.uid, account.gid);
  const as = { ...account, cwd: folder, stdio: /** @type {const} */ (['ignore', 'ignore', 'pipe']) };
  let server;
  try {
    const made = spawnSync(
      path.join(bin, 'initdb'),
      [
        '-D',
        cluster,
        '-U',
        'postgres',
        '--auth=scram-sha-256',
        `--pwfile=${passwordFile}`,
        '--encoding=UTF8',
        '--locale=C',
        '--no-sync',
      ],
      { ...as, encoding: 'utf8' },
    );
    if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr}`);
    const settings = [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'max_connections=200',
      'listen_addresses=',
    ];
    server = spawn(
      path.join(bin, 'postgres'),
      ['-D', cluster, '-k', folder, ...settings.flatMap((setting) => ['-c', setting])],
      // In a session of its own: Ctrl-C is for the command, and we stop the server after it.
      { ...as, detached: true },
    );
    let printed = '';
    server.stderr?.on('data', (chunk) => {
      printed += chunk;
      if (printed.length > 100_000) printed = printed.slice(-50_000);
    });
    await untilServing(cluster, server, () => printed);
    say(`PostgreSQL ${version} from ${bin}`);
    return await run(`postgres://postgres:${password}@localhost/postgres?host=${encodeURIComponent(folder)}`);
  } finally {
    await stop(server);
    rmSync(folder, { recursive: true, force: true });
  }
}

/**
 * PostgreSQL writes its state into the eighth line of its note.
 * @param {string} cluster
 * @param {import('node:child_process').ChildProcess} server
 * @param {() => string} printed
 */
async function untilServing(cluster, server, printed) {
  const note = path.join(cluster, 'postmaster.pid');
  for (const from = performance.now(); performance.now() - from < START_LIMIT_MS; await sleep(20)) {
    if (server.exitCode !== null) break;
    if (existsSync(note) && readFileSync(note, 'utf8').split('\n')[7]?.trim() === 'ready') return;
  }
  throw new Error(`PostgreSQL did not start: ${printed()}`);
}

/** @param {import('node:child_process').ChildProcess | undefined} server */
async function stop(server) {
  if (server === undefined || server.exitCode !== null) return;
  const ended = new Promise((resolve) => {
    server.once('exit', resolve);
  });
  server.kill('SIGINT');
  await ended;
}

/** @param {string} url */
function run(url) {
  const [file = '', ...args] = command;
  const child = spawn(file, args, {
    stdio: 'inherit',
    env: { ...process.env, PIPCAST_TEST_DATABASE_URL: url },
    shell: process.platform === 'win32',
  });
  for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) {
    // The terminal tells the command too; we only have to outlive it.
    process.on(signal, () => child.kill(signal));
  }
  return new Promise((resolve) => {
    child.once('error', (error) => {
      say(`${file} cannot be run: ${error.message}`);
      resolve(127);
    });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

function oldestInstalled() {
  const debian = '/usr/lib/postgresql';
  const folders = [
    ...(existsSync(debian) ? readdirSync(debian).map((version) => path.join(debian, version, 'bin')) : []),
    ...['/opt/homebrew/opt', '/usr/local/opt'].flatMap((root) =>
      existsSync(root)
        ? readdirSync(root)
            .filter((name) => name.startsWith('postgresql@'))
            .map((name) => path.join(root, name, 'bin'))
        : [],
    ),
    ...(process.env['PATH'] ?? '').split(path.delimiter).filter((folder) => folder !== ''),
  ];
  return folders
    .filter((bin) => existsSync(path.join(bin, 'initdb')) && existsSync(path.join(bin, 'postgres')))
    .map((bin) => ({ bin, version: versionOf(bin) }))
    .filter(({ version }) => version >= OLDEST_VERSION)
    .sort((a, b) => a.version - b.version)[0];
}

/** @param {string} bin */
function versionOf(bin) {
  const printed = spawnSync(path.join(bin, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(/(\d+)/.exec(printed)?.[1] ?? 0);
}

/** @param {string} name */
function accountOf(name) {
  const [uid, gid] = ['-u', '-g'].map((option) => {
    const found = spawnSync('id', [option, name], { encoding: 'utf8' });
    return found.status === 0 ? Number(found.stdout) : undefined;
  });
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

/** @param {string} line */
function say(line) {
  process.stderr.write(`${line}\n`);
}
