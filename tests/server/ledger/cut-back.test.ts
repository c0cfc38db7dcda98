import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { checkLedger } from '../../../src/operator/doctor/ledger-checks.ts';
import { fileMarks } from '../../../src/server/ledger/ledger-marks.ts';
import { serveLedger } from '../../../src/server/routes/ledger/serve-ledger.ts';
import { apiApp } from '../../support/api-app.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, outageEntry, START_MS, stories, testSecret } from './ledger-support.ts';
import { verifyHere } from '../../support/run-here.ts';

/** What the owner of the database can do without the server's secret, and what finds it out. */

const SECRET = 'a secret of this test, long enough';
const secret = testSecret(SECRET);

let database: TestDatabase;
let folder: string;

beforeEach(async () => {
  // A Sunday: the market is closed, and no newer entry is due.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12) });
  folder = makeTemporaryFolder();
  database = await createTestDatabase();
  const ledger = await openTestLedger(database, { name: 'live', secret, marks: fileMarks(folder) });
  await ledger.append(stories(10));
  await ledger.append(stories(10, 100));
  await ledger.close();
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('PIPCAST_DATA_DIR', folder);
  vi.stubEnv('PIPCAST_AUTH_SECRET', SECRET);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await database.drop();
  await removeTemporaryFolder(folder);
});

/** By a role that may do everything in the database. */
const alter = (change: string) =>
  database.db.query(
    `set session_replication_role = replica; ${change}; set session_replication_role = origin`,
  );

async function verify(url?: string) {
  const { ending, text } = await verifyHere(url);
  const { problems } = JSON.parse(text) as { problems: { message: string }[] };
  return { ending, messages: problems.map(({ message }) => message) };
}

const open = () => openTestLedger(database, { name: 'live', secret, marks: fileMarks(folder) });
const doctor = () => checkLedger(database.db, { dataDir: folder, authSecret: SECRET });
const count = async () =>
  (await database.db.query('select count(*)::int as count from ledger_entries')).rows[0].count as number;

test('an untouched ledger has grown out of its mark', async () => {
  expect(await verify()).toEqual({ ending: 'ok', messages: [] });
  expect((await doctor()).status).toBe('ok');
  const ledger = await open();
  await ledger.append([outageEntry(START_MS + 1_000 * 60_000)]);
  await ledger.close();
  expect(fileMarks(folder).read('live')).toBe(ledger.checkpoint());
});

describe('a ledger whose last entries and checkpoints were deleted', () => {
  beforeEach(() =>
    alter('delete from ledger_entries where index >= 30; delete from ledger_checkpoints where size > 30'),
  );

  test('is refused at the start, and nothing is appended', async () => {
    await expect(open()).rejects.toMatchObject({
      name: 'LedgerDamagedError',
      message: expect.stringContaining(
        `it has 30 entries, but the mark in ${fileMarks(folder).place('live')} is of 60: the last ones were removed`,
      ),
    });
    expect(await count()).toBe(30);
  });

  test('is named by verify and by doctor', async () => {
    const { ending, messages } = await verify();
    expect(ending).toBe('ledger_wrong');
    expect(messages).toEqual([expect.stringContaining('it has 30 entries, but the mark in')]);
    expect(await doctor()).toMatchObject({ status: 'problem', found: expect.stringContaining('is of 60') });
  });

  test('is named by a verification over HTTP: the server goes on showing the checkpoint that it signed', async () => {
    const app = apiApp();
    serveLedger(app, {
      secret: testSecret(SECRET),
      db: database.db,
      reader: async () => {},
      marks: fileMarks(folder),
      isPublic: true,
    });
    const { ending, messages } = await verify(await app.listen({ host: '127.0.0.1', port: 0 }));
    await app.close();
    expect(ending).toBe('ledger_wrong');
    expect(messages).toEqual([expect.stringContaining('Entry 0 is wrong:')]);
  });
});

test('a ledger that is gone altogether is not started over', async () => {
  await alter(
    'delete from ledger_entries; delete from ledger_checkpoints; delete from ledger_keys; delete from ledgers',
  );
  await expect(open()).rejects.toThrow('the database has no such ledger, but the mark in');
  await expect(verify()).rejects.toMatchObject({ code: 'ledger_wrong' });
  expect(await doctor()).toMatchObject({ status: 'problem', found: expect.stringContaining('is gone') });
});

test('a mark of another ledger, or with a signature that is none, stops the start', async () => {
  const marks = fileMarks(folder);
  const note = marks.read('live') ?? '';
  await (await openTestLedger(database, { name: 'replay-other', secret, marks })).close();
  await marks.write('live', marks.read('replay-other') ?? '');
  await expect(open()).rejects.toThrow(/is of \S+\/ledger\/replay-other, not of \S+\/ledger\/live/);
  // Behind the name of the key, its first bytes and the first ones of the signature.
  const at = note.lastIndexOf(' ') + 20;
  await marks.write('live', `${note.slice(0, at)}${note[at] === 'A' ? 'B' : 'A'}${note.slice(at + 1)}`);
  await expect(open()).rejects.toThrow('is not signed by a key of this ledger');
  await marks.write('live', note);
  await (await open()).close();
});

test('a ledger that was written again, with the secret and as long as before, has not grown out of its mark', async () => {
  await alter('delete from ledger_entries; delete from ledger_tiles; delete from ledger_checkpoints');
  const forged = await openTestLedger(database, { name: 'live', secret });
  await forged.append(stories(20));
  await forged.close();
  await expect(open()).rejects.toThrow('it has not grown out of the mark in');
  expect((await verify()).messages).toEqual([expect.stringContaining('it has not grown out of the mark in')]);
  expect(await doctor()).toMatchObject({ status: 'problem', found: expect.stringContaining('not grown') });
});

describe('doctor reads every entry', () => {
  test('and counts what the columns contradict', async () => {
    await alter(`update ledger_entries set pair = 'USD/JPY' where index = 3`);
    expect(await doctor()).toMatchObject({
      status: 'problem',
      found: 'live: 0 overdue signals, 0 silent minutes, 1 wrong entry',
    });
  });

  test('and counts signals that never ended and silent minutes', async () => {
    const ledger = await open();
    // Monday, in market hours: an outage that does not cover what it should.
    const mondayMs = START_MS + 2 * 86_400_000 + 10 * 3_600_000;
    const outage = (atMs: number) => ({ ...outageEntry(atMs), reason: 'server-down' as const });
    await ledger.append([outage(mondayMs), ...stories(1, 3_480).slice(0, 1), outage(mondayMs + 600_000)]);
    await ledger.close();
    expect(await doctor()).toMatchObject({
      status: 'problem',
      found: expect.stringMatching(/^live: 1 overdue signal, \d+ silent minutes, 0 wrong entries$/),
    });
  });
});
