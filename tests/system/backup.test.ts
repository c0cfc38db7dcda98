import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { startApp } from '../../scripts/running-app.mjs';
import { prepareCluster, restoreMarkFile } from '../../src/server/db/embedded-cluster.ts';
import { withClient } from '../../src/server/db/database-pool.ts';
import { RESTORE_MARK } from '../../src/server/db/migrate.ts';
import { type Database, openDatabase } from '../../src/server/db/open-database.ts';
import { fileMarks } from '../../src/server/ledger/ledger-marks.ts';
import { openServerSecret } from '../../src/server/platform/server-secret.ts';
import { openTestLedger, stories } from '../server/ledger/ledger-support.ts';
import { memoryLog } from '../support/memory-log.ts';
import { IS_WHOLE } from '../support/rounds.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { errorOf, type Finished, pipcast, pipcastJson, pipcastProcess } from './support/pipcast-command.ts';
import { prepareData } from './support/prepared-data.ts';

/** Has a process write to stderr, at its end, the most memory that it had, in bytes. */
const SAYS_MEMORY = `--import=data:text/javascript;base64,${Buffer.from(`
  let most = 0;
  setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 10).unref();
  process.once('exit', () => console.error(most));
`).toString('base64')}`;
const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** So many that a backup and a restore take long enough to be killed. */
const EVENTS = 60_000;

/** Each `data` in a folder of its own, so that what runs there is stopped. */
const folders: string[] = [];
let source: string;
let running: Database;
/** A backup of it. */
let backup: string;

const newDataDir = () => {
  const folder = makeTemporaryFolder();
  folders.push(folder);
  return path.join(folder, 'data');
};
const open = (dataDir: string) =>
  openDatabase({ dataDir, databaseUrl: undefined }, memoryLog().log, { role: 'server' });

beforeAll(async () => {
  source = newDataDir();
  prepareData(source);
  await pipcastJson(source, ['user', 'add', 'mara@example.com']);
  running = await open(source);
  const secret = openServerSecret(undefined, source);
  const ledger = await openTestLedger(running, { name: 'live', secret, marks: fileMarks(source) });
  await ledger.append(stories(200));
  await ledger.close();
  await running.db.query(
    `insert into security_events (at, what, result) select now(), 'sign_in', 'ok' from generate_series(1, $1)`,
    [EVENTS],
  );
  backup = path.join(path.dirname(source), 'backup.gz');
  await pipcastJson(source, ['backup', backup]);
});
afterAll(async () => {
  await running.close();
  for (const folder of folders) await removeTemporaryFolder(folder);
});

/** The rows of a backup: without its first line, which has its time, its last, which counts, and what the audit log has of backups. */
function textOf(file: string): string {
  const lines = gunzipSync(readFileSync(file).subarray(0, -32)).toString().trimEnd().split('\n');
  return lines
    .slice(1, -1)
    .filter((line) => !/\t(backup|restore)\t/.test(line))
    .join('\n');
}

/** Of Debian: runs a command beside a PostgreSQL that lasts as long. */
const PG_VIRTUALENV = '/usr/bin/pg_virtualenv';

test.runIf(existsSync(PG_VIRTUALENV))('a backup goes to the PostgreSQL of the system, byte for byte', () => {
  const again = path.join(path.dirname(newDataDir()), 'again.gz');
  const command = `"${process.execPath}" dist/operator/main.js`;
  const there = spawnSync(
    PG_VIRTUALENV,
    [
      '-t',
      '-c',
      '--locale C --encoding UTF8',
      'sh',
      '-c',
      `export DATABASE_URL="postgres://$PGUSER:$PGPASSWORD@localhost:$PGPORT/postgres"
         ${command} restore '${backup}' && ${command} verify && ${command} backup '${again}'`,
    ],
    { cwd: ROOT, encoding: 'utf8', env: { ...process.env, PIPCAST_DATA_DIR: newDataDir() } },
  );
  expect(there.stdout).toMatch(/^Restored from .*: 1 account, 1 ledger, 600 entries\./m);
  expect(there.stdout).toContain('holds: all 600 entries');
  expect(there.status).toBe(0);
  expect(textOf(again) === textOf(backup)).toBe(true);
});

test('a database that is served is not restored into', async () => {
  const served = await pipcast(source, ['restore', backup, '--json']);
  expect(served.code).toBe(5);
  expect(errorOf(served).message).toMatch(/^Another Pipcast \(process \d+\) already runs/);
});

test('a backup that is killed leaves no file of its name, and what it leaves is refused', async () => {
  const file = path.join(path.dirname(newDataDir()), 'backup.gz');
  const unfinished = () =>
    readdirSync(path.dirname(file))
      .map((name) => path.join(path.dirname(file), name))
      .find((name) => statSync(name).size > 10_000);
  await killedWhen(() => unfinished() !== undefined, source, ['backup', file]);
  expect(existsSync(file)).toBe(false);
  const { code, stderr } = await pipcast(newDataDir(), ['restore', String(unfinished())]);
  expect({ code, stderr }).toEqual({ code: 9, stderr: expect.stringContaining('is not a whole backup') });
});

test('a restore that is killed leaves nothing that starts, and can be run again', async () => {
  const target = newDataDir();
  prepareData(target);
  const { login } = await prepareCluster(target);
  const hasBegun = () =>
    withClient({ ...login('pipcast_owner'), database: 'pipcast' }, async (client) => {
      const { rows } = await client.query(`select to_regclass('public.${RESTORE_MARK}') as mark`);
      return rows[0].mark !== null;
    }).catch(() => false);
  await killedWhen(hasBegun, target, ['restore', backup]);
  const refused = await pipcastProcess(target, ['serve'], { env: { PORT: '0', FEED: 'off' } });
  expect(refused).toMatchObject({ code: 1, stdout: '' });
  expect(refused.stderr).toMatch(/^A restore into this database .* has not ended: .*\n$/);
  const { rows } = await pipcastJson<{ rows: object }>(target, ['restore', backup]);
  expect(rows).toMatchObject({ users: 1, ledger_entries: 600 });
  const database = await open(target);
  expect(await database.health(60_000)).toEqual({ ok: true });
  await database.close();
});

test('a restore that is killed before there is a database leaves nothing that starts, and can be run again', async () => {
  const target = newDataDir();
  await killedWhen(() => existsSync(restoreMarkFile(target)), target, ['restore', backup]);
  for (const command of [['serve'], ['user', 'list']]) {
    const refused = await pipcastProcess(target, command, { env: { PORT: '0', FEED: 'off' } });
    expect(refused.stderr).toMatch(/^A restore into this database .* run npx pipcast restore again\.\n$/);
  }
  const { rows } = await pipcastJson<{ rows: object }>(target, ['restore', backup]);
  expect(rows).toMatchObject({ users: 1, ledger_entries: 600 });
  await (await open(target)).close();
});

test('a server writes the backup of the day by itself, one that can be restored, and says when', async () => {
  const folder = path.join(path.dirname(newDataDir()), 'backups');
  const startedS = Date.now() / 1000;
  const app = await startApp({ PIPCAST_BACKUP: 'daily', PIPCAST_BACKUP_FOLDER: folder });
  const isThere = () => existsSync(folder) && readdirSync(folder).some((name) => name.endsWith('.gz'));
  try {
    await expect.poll(isThere, { timeout: 60_000 }).toBe(true);
    const metrics = await (await fetch(`${app.url}/metrics`)).text();
    const writtenS = Number(/^pipcast_backup_timestamp_seconds (.*)$/m.exec(metrics)?.[1]);
    // To the second, as some disks keep it.
    expect(writtenS).toBeGreaterThanOrEqual(startedS - 1);
    expect(writtenS).toBeLessThanOrEqual(Date.now() / 1000 + 1);
  } finally {
    await app.stop();
  }
  const [name = '', ...others] = readdirSync(folder);
  expect(name).toMatch(/^pipcast-\d{4}-\d\d-\d\d\.gz$/);
  expect(others).toEqual([]);
  const { rows } = await pipcastJson<{ rows: object }>(newDataDir(), ['restore', path.join(folder, name)]);
  expect(rows).toMatchObject({ users: 1 });
});

test.runIf(IS_WHOLE)(
  'a backup and a restore of a table of 300 MB take less than 200 MB of memory',
  async () => {
    const [large, target] = [newDataDir(), newDataDir()];
    prepareData(large);
    prepareData(target);
    const database = await open(large);
    onTestFinished(() => database.close());
    await database.db.query(
      `insert into security_events (at, what, result, operator)
     select now(), 'sign_in', 'ok', repeat(md5(n::text), 320) from generate_series(1, 30000) as n`,
    );
    const file = path.join(path.dirname(large), 'large.gz');
    for (const [dataDir, args] of [
      [large, ['backup', file]],
      [target, ['restore', file]],
    ] as const) {
      const { code, stderr } = await pipcastProcess(dataDir, args, { env: { NODE_OPTIONS: SAYS_MEMORY } });
      expect({ code, stderr }).toEqual({ code: 0, stderr: expect.stringMatching(/^\d+\n$/) });
      expect(Number(stderr)).toBeLessThan(200_000_000);
    }
  },
);

/** Runs a command and kills it with signal 9 as soon as something is so; fails when it ends before. */
async function killedWhen(
  isReached: () => boolean | Promise<boolean>,
  dataDir: string,
  args: readonly string[],
): Promise<void> {
  let kill = () => {};
  let ended: Finished | undefined;
  const ending = pipcastProcess(dataDir, args, {
    started: (child) => (kill = () => child.kill('SIGKILL')),
  }).then((finished) => (ended = finished));
  while (ended === undefined && !(await isReached())) await sleep(5);
  kill();
  await ending;
  expect(ended).toMatchObject({ code: null, stdout: '', stderr: '' });
}
