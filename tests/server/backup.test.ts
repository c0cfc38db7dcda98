import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { epochMs } from '../../src/core/time/instant.ts';
import { BACKUP_TABLES, headLine, writeBackup } from '../../src/operator/backup/backup-file.ts';
import { createAccount } from '../../src/server/auth/accounts.ts';
import { insertEvent } from '../../src/server/auth/security-events.ts';
import { readMigrations, writerRole } from '../../src/server/db/migrate.ts';
import { openDatabase } from '../../src/server/db/open-database.ts';
import { fileMarks } from '../../src/server/ledger/ledger-marks.ts';
import { memoryLog } from '../support/memory-log.ts';
import { rounds } from '../support/rounds.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../support/temporary-folder.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../support/test-database.ts';
import {
  openTestLedger,
  outageEntry,
  signalEntry,
  START_MS,
  stories,
  testSecret,
} from './ledger/ledger-support.ts';
import { runHere } from '../support/run-here.ts';

const SECRET = 'the secret of this test, long enough';
const PASSPHRASE = 'correct horse battery';
/** All that COPY has to escape, and what only looks like it. */
const ODD_TEXT = 'line\n\\.\nback\\slash \\. \\N tab\there é\u2028 "quoted"';

let folder: string;
let source: TestDatabase;
let file: string;
/** A database that is restored into, and the data directory beside it; new for each test. */
let target: TestDatabase;
let dataDir: string;

beforeAll(async () => {
  folder = makeTemporaryFolder();
  source = await createTestDatabase();
  const now = epochMs(START_MS);
  for (const email of ['mara@example.com', 'ivo@example.com']) await createAccount(source.db, { email }, now);
  const event = { at: now, what: 'user add', result: 'ok', account: undefined, ip: '::1' };
  for (const operator of [ODD_TEXT, '', undefined]) await insertEvent(source.db, { ...event, operator });
  const ledger = await openLive(source, folder);
  // More than one full tile.
  await ledger.append(stories(100));
  await ledger.close();
  const secret = testSecret(SECRET);
  const overdue = await openTestLedger(source, { name: 'synthetic-7', secret, marks: fileMarks(folder) });
  await overdue.append([signalEntry(0, { source: 'synthetic' }), outageEntry(START_MS + 600_000)]);
  await overdue.close();
  file = path.join(folder, 'backup.gz');
  expect(await pipcast(source, ['backup', file, '--with-secret'])).toMatchObject({ code: 0 });
});
afterAll(async () => {
  await source.drop();
  await removeTemporaryFolder(folder);
});
beforeEach(async () => {
  target = await createTestDatabase();
  dataDir = path.join(makeTemporaryFolder(), 'data');
});
afterEach(async () => {
  await target.drop();
  await removeTemporaryFolder(path.dirname(dataDir));
});

const openLive = (database: TestDatabase, marksIn: string) =>
  openTestLedger(database, { name: 'live', secret: testSecret(SECRET), marks: fileMarks(marksIn) });

/** Runs a command on a database, with a passphrase on stdin. */
async function pipcast(
  { url }: TestDatabase,
  args: readonly string[],
  { secret = SECRET, passphrase = PASSPHRASE }: { secret?: string; passphrase?: string } = {},
) {
  vi.stubEnv('DATABASE_URL', url);
  vi.stubEnv('PIPCAST_DATA_DIR', dataDir ?? folder);
  vi.stubEnv('PIPCAST_AUTH_SECRET', secret === '' ? undefined : secret);
  try {
    return await runHere([...args, '--json'], `${passphrase}\n`, process.env);
  } finally {
    vi.unstubAllEnvs();
  }
}

const restore = (from = file, ...args: string[]) => pipcast(target, ['restore', from, ...args]);

/** What servers tell each other of these minutes, and what a migration makes again. */
const NOT_KEPT = [
  'desk_lease',
  'market_beats',
  'node_reports',
  'nodes',
  'pipcast_migrations',
  'signal_requests',
  'token_buckets',
];

/** Each table's rows as text, in their order, but for the record of the commands that made and read the backup. */
async function contentOf({ db }: TestDatabase) {
  const rows = BACKUP_TABLES.map(async (table) => {
    const filter = table === 'security_events' ? `where what not in ('backup', 'restore')` : '';
    const found = await db.query<{ row: string }>(
      `select t::text as row from ${table} t ${filter} order by 1`,
    );
    return [table, found.rows.map(({ row }) => row)] as const;
  });
  return Object.fromEntries(await Promise.all(rows));
}

async function rowsIn({ db }: TestDatabase) {
  const counts = BACKUP_TABLES.map(
    async (table) => (await db.query(`select from ${table} limit 1`)).rowCount ?? 0,
  );
  return (await Promise.all(counts)).reduce((sum, count) => sum + count, 0);
}

const startServer = () =>
  openDatabase({ dataDir, databaseUrl: target.url }, memoryLog().log, { role: 'server' });

test('every table of the schema is in a backup, but for what servers tell each other now', async () => {
  const { rows } = await source.db.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')`,
  );
  expect(rows.map(({ name }) => name).sort()).toEqual([...BACKUP_TABLES, ...NOT_KEPT].sort());
});

test('a backup and a restore are recorded, with who ran them', async () => {
  const events = async ({ db }: TestDatabase, what: string) =>
    (
      await db.query<{ result: string; operator: string | null }>(
        'select result, operator from security_events where what = $1 order by id',
        [what],
      )
    ).rows;
  const by = expect.stringMatching(/./);
  expect((await events(source, 'backup'))[0]).toEqual({ result: 'ok', operator: by });
  await pipcast(source, ['backup', path.join(folder, 'no', 'such')]);
  expect((await events(source, 'backup')).at(-1)).toEqual({
    result: expect.not.stringMatching('ok'),
    operator: by,
  });
  expect(await restore()).toMatchObject({ code: 0 });
  expect(await events(target, 'restore')).toEqual([{ result: 'ok', operator: by }]);
  // What is refused changes nothing, its record included.
  expect(await restore()).toMatchObject({ code: 9 });
  expect(await events(target, 'restore')).toHaveLength(1);
});

test('a database that a newer version has extended is not backed up in part', async () => {
  await target.db.query(`insert into pipcast_migrations values ('9001-newer.sql', '', true)`);
  expect(await pipcast(target, ['backup', path.join(folder, 'part.gz')])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('9001-newer.sql'),
  });
  expect(readdirSync(folder).filter((name) => name.startsWith('part'))).toEqual([]);
});

describe('a backup that is restored', () => {
  test('is the same in every table, is for its owner only, and the command says what it holds', async () => {
    const { code, stdout } = await restore();
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 0,
      file,
      rows: { users: 2, ledgers: 2, ledger_entries: 302, ledger_tiles: 1 },
      isSecretHere: true,
    });
    expect(await contentOf(target)).toEqual(await contentOf(source));
    expect(statSync(file).mode & 0o777).toBe(0o600);
    await (await startServer()).close();
  });

  test('is gone on with: the ledger grows under its mark, and new rows get new numbers', async () => {
    await restore();
    expect(readFileSync(path.join(dataDir, 'ledger-marks', 'live'), 'utf8')).toBe(
      readFileSync(path.join(folder, 'ledger-marks', 'live'), 'utf8'),
    );
    const ledger = await openLive(target, dataDir);
    await ledger.append(stories(2, 1_000));
    expect(ledger.size()).toBe(306);
    await ledger.close();
    const event = { at: epochMs(START_MS), what: 'audit', result: 'ok', account: undefined, operator: '' };
    await insertEvent(target.db, { ...event, ip: undefined });
    const { rows } = await target.db.query('select id from security_events order by id');
    expect(rows.map(({ id }) => id)).toEqual([1, 2, 3, 4, 5]);
  });

  test('holds what was there at one instant, while a ledger is written', async () => {
    const busy = await openLive(target, dataDir);
    let isOver = false;
    let minute = 0;
    const writing = (async () => {
      while (!isOver) await busy.append(stories(3, (minute += 10)));
    })();
    const online = path.join(folder, 'online.gz');
    await expect.poll(() => minute).toBeGreaterThan(50);
    expect(await pipcast(target, ['backup', online])).toMatchObject({ code: 0 });
    isOver = true;
    await writing;
    await busy.close();
    const second = await createTestDatabase();
    dataDir = path.join(path.dirname(dataDir), 'second');
    expect(await pipcast(second, ['restore', online])).toMatchObject({ code: 0, stderr: '' });
    expect((await second.db.query('select from ledger_entries')).rowCount).toBeGreaterThan(0);
    await second.drop();
  });
});

describe('the secret', () => {
  test('comes back by its passphrase, is nowhere else in the file, and its lack is said', async () => {
    expect(gunzipSync(readFileSync(file).subarray(0, -32)).toString()).not.toContain(SECRET);
    const without = await pipcast(target, ['restore', file], { secret: '' });
    expect(JSON.parse(without.stdout)).toMatchObject({ isSecretHere: false });
    expect(readdirSync(dataDir)).toEqual(['ledger-marks']);
    await target.drop();
    target = await createTestDatabase();
    const restored = await pipcast(target, ['restore', file, '--with-secret'], { secret: '' });
    expect(JSON.parse(restored.stdout)).toMatchObject({ isSecretHere: true });
    expect(readFileSync(path.join(dataDir, 'auth-secret'), 'utf8')).toBe(`${SECRET}\n`);
  });

  test('is not restored by another passphrase, over another secret or out of a file without one', async () => {
    const bare = path.join(folder, 'bare.gz');
    await pipcast(source, ['backup', bare]);
    const cases = [
      [file, { passphrase: 'correct horse batterz' }, 'does not open the secret'],
      [
        file,
        { secret: 'another secret than that, as long' },
        'another secret here already: PIPCAST_AUTH_SECRET',
      ],
      [bare, {}, 'has no secret in it'],
    ] as const;
    for (const [from, options, message] of cases) {
      const { code, stderr } = await pipcast(target, ['restore', from, '--with-secret'], options);
      expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringMatching(message) });
      expect(stderr).not.toContain(SECRET);
    }
    expect(await rowsIn(target)).toBe(0);
    const short = await pipcast(source, ['backup', `${bare}.2`, '--with-secret'], {
      passphrase: 'too short',
    });
    expect(short).toMatchObject({ code: 2, stderr: expect.stringContaining('12 characters') });
  });
});

describe('a restore is refused, and nothing is changed,', () => {
  const refusal = async (from: string) => {
    const { code, stdout, stderr } = await restore(from);
    return { code, stdout, rows: await rowsIn(target), error: JSON.parse(stderr).error };
  };
  const refused = (message: string) => ({
    code: 9,
    stdout: '',
    rows: 0,
    error: expect.objectContaining({ code: 'restore_refused', message: expect.stringContaining(message) }),
  });

  test('when any one bit of the file is another, or any part is missing', async () => {
    const whole = readFileSync(file);
    const damaged = path.join(folder, 'damaged.gz');
    await fc.assert(
      fc.asyncProperty(fc.nat(whole.length - 1), fc.nat(7), fc.boolean(), async (at, bit, isCut) => {
        const altered = Buffer.from(whole);
        altered[at] = (whole[at] as number) ^ (1 << bit);
        writeFileSync(damaged, isCut ? whole.subarray(0, at) : altered);
        expect(await refusal(damaged)).toEqual(refused('is not a whole backup'));
      }),
      {
        examples: [
          [0, 0, false],
          [whole.length - 1, 7, false],
          [0, 0, true],
        ],
        numRuns: rounds(10, 30),
      },
    );
  });

  test('when the file is of another schema, or something else with a good checksum', async () => {
    const other = path.join(folder, 'other.gz');
    const signal = new AbortController().signal;
    const head = {
      version: '9.9.9',
      createdAt: '',
      migrations: [{ name: '0001-accounts.sql', sha256: 'x' }],
    };
    await writeBackup(other, lines(headLine(head)), signal);
    expect(await refusal(other)).toEqual(
      refused('written by Pipcast 9.9.9, whose database has another schema'),
    );
    const strange = path.join(folder, 'strange.gz');
    await writeBackup(strange, lines('{"format":"another"}\n'), signal);
    expect(await refusal(strange)).toEqual(refused('is not a whole backup'));
  });

  test.each([
    ['a line without an end', 'x'.repeat(17 * 1024 ** 2)],
    ['no table', '{"table":"no"}\n'],
    ['rows that PostgreSQL does not take', '{"table":"users","columns":["id"]}\nx\n\\.\n'],
  ])('when a file with a good checksum has %s behind its head', async (_, content) => {
    const strange = path.join(mkdtempSync(path.join(folder, 'strange-')), 'backup.gz');
    const head = { version: '0.2.0', createdAt: '', migrations: readMigrations() };
    await writeBackup(strange, lines(headLine(head) + content), new AbortController().signal);
    expect(await refusal(strange)).toEqual(refused('is not a whole backup'));
  });

  test('when the database has one row in any table', async () => {
    await insertEvent(target.db, {
      at: epochMs(START_MS),
      what: 'user list',
      result: 'ok',
      account: undefined,
      operator: 'root',
      ip: undefined,
    });
    const before = await contentOf(target);
    const { code, stderr } = await restore();
    expect({ code, stderr }).toEqual({
      code: 9,
      stderr: expect.stringContaining('its table security_events has rows'),
    });
    expect(await contentOf(target)).toEqual(before);
    await (await startServer()).close();
  });
});

describe('what is restored is verified first:', () => {
  test('what its history lacks, it lacked when it was written, and is no reason to refuse it', async () => {
    expect(await restore()).toMatchObject({ code: 0 });
    const { code, stdout } = await pipcast(target, ['verify', '--ledger', 'synthetic-7']);
    expect(code).toBe(8);
    expect(JSON.parse(stdout)).toMatchObject({ overdueSignals: 1, checked: 2, size: 2 });
  });

  test('an entry that was altered before the backup is named, and nothing starts until a good one is restored', async () => {
    const altered = await createTestDatabase();
    dataDir = path.join(path.dirname(dataDir), 'altered');
    await restoreInto(altered, file);
    await altered.db.query(
      `set session_replication_role = replica;
       update ledger_entries set body = overlay(body placing 'x'::bytea from 20) where index = 7;
       set session_replication_role = origin`,
    );
    const wrong = path.join(folder, 'wrong.gz');
    await pipcast(altered, ['backup', wrong]);
    await altered.drop();
    dataDir = path.join(path.dirname(dataDir), 'data');
    const { code, stderr } = await restore(wrong);
    expect({ code, stderr }).toEqual({ code: 8, stderr: expect.stringContaining('Entry 7 is wrong') });
    expect(await rowsIn(target)).toBe(0);
    await expect(startServer()).rejects.toThrow('A restore into this database');
    expect(await restore()).toMatchObject({ code: 0 });
    await (await startServer()).close();
  });

  test('a ledger that is behind the mark of this computer is not put in its place', async () => {
    const marks = fileMarks(dataDir);
    await restore();
    const ledger = await openLive(target, dataDir);
    await ledger.append(stories(1, 1_000));
    await ledger.close();
    const newer = marks.read('live');
    await target.drop();
    target = await createTestDatabase();
    const { code, stderr } = await restore();
    expect({ code, stderr }).toEqual({
      code: 8,
      stderr: expect.stringContaining('it has 300 entries, but the mark'),
    });
    expect(await rowsIn(target)).toBe(0);
    expect(marks.read('live')).toBe(newer);
  });
});

test('after a restore by the role that owns the tables, the role of the server may only add to the ledger', async () => {
  const writer = `pipcast_writer_${randomBytes(4).toString('hex')}`;
  await target.db.query(`create role ${writer} login password 'of-the-tests'`);
  const url = new URL(target.url);
  url.username = writer;
  url.password = 'of-the-tests';
  vi.stubEnv('DATABASE_OWNER_URL', target.url);
  const { code } = await pipcast({ ...target, url: url.href }, ['restore', file]);
  vi.unstubAllEnvs();
  const asWriter = openTestPool({ connectionString: url.href });
  expect({ code, ...(await writerRole(asWriter)) }).toEqual({
    code: 0,
    role: writer,
    isOwner: false,
    mayChange: false,
  });
  await asWriter.end();
  await target.db.query(`drop owned by ${writer}; drop role ${writer}`);
});

test('a file is not written over, and none is left where it could not be written', async () => {
  const before = readFileSync(file);
  const again = await pipcast(source, ['backup', file]);
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('is there already') });
  expect(readFileSync(file).equals(before)).toBe(true);
  const nowhere = await pipcast(source, ['backup', path.join(folder, 'no', 'such')]);
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be written (ENOENT)') });
  expect(await restore(path.join(folder, 'no'))).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot be read (ENOENT)'),
  });
});

const restoreInto = (database: TestDatabase, from: string) => pipcast(database, ['restore', from]);

async function* lines(text: string): AsyncGenerator<string> {
  yield text;
}
