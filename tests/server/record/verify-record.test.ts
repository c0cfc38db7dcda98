import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import type { RecordSummary } from '../../../src/core/wire/record.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { serveLedger } from '../../../src/server/routes/ledger/serve-ledger.ts';
import { SignalRecord } from '../../../src/server/record/record.ts';
import { serveRecord } from '../../../src/server/routes/record/serve-record.ts';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, memoryMarks, SECRET } from '../ledger/ledger-support.ts';
import { drawnStories } from './drawn-stories.ts';
import { verifyHere } from '../../support/run-here.ts';

let database: TestDatabase;
let ledger: OpenedLedger;
let app: FastifyInstance;
let site: string;
/** What the site does to the summaries that it sends. */
let falsify: (summary: RecordSummary) => RecordSummary = (summary) => summary;

beforeAll(async () => {
  // A Sunday: the market is closed, and no newer entry is due.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12) });
  database = await createTestDatabase();
  ledger = await openTestLedger(database, { name: 'live' });
  const log = memoryLog().log;
  app = apiApp();
  app.addHook('onSend', async ({ url }, _reply, payload) =>
    url.startsWith('/api/record?')
      ? JSON.stringify(falsify(JSON.parse(String(payload)) as RecordSummary))
      : payload,
  );
  const { db } = database;
  const access = accessWith('Bearer good', 'public');
  serveLedger(app, { secret: SECRET, db, reader: access.reader, marks: memoryMarks(), isPublic: true });
  serveRecord(app, { db, record: new SignalRecord({ db, log }), access });
  site = await app.listen({ host: '127.0.0.1', port: 0 });
  // The second engine's stories come behind the first one's.
  for (const { entries } of [...drawnStories(3, 40, 'engine-1'), ...drawnStories(4, 40, 'engine-2', 80)])
    await ledger.append(entries);
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
  await ledger.close();
  await database.drop();
});

const verify = () => verifyHere(site, {}, { json: false });

test('verify URL holds the figures of every engine version against the entries', async () => {
  const { ending, text } = await verify();
  expect(ending).toBe('ok');
  expect(text).toContain('record compared with the entries: of 3 engine versions');
});

test('verify URL does not say that a ledger holds whose record leaves an engine version out', async () => {
  falsify = (summary) => ({
    ...summary,
    choices: summary.choices.filter(({ engine }) => engine !== 'engine-1'),
  });
  const { ending, text } = await verify();
  falsify = (summary) => summary;
  expect(ending).toBe('failure');
  expect(text).toMatch(/^Not all of the ledger live .* could be checked\./);
  expect(text).toContain('The record of engine-1 was not compared: the site does not show it.');
});

test.each(['engine-1', 'engine-2'])('a record that says one win more of %s does not hold', async (engine) => {
  falsify = (summary) =>
    summary.engine === engine
      ? { ...summary, engineArm: { ...summary.engineArm, won: summary.engineArm.won + 1 } }
      : summary;
  const { ending, text } = await verify();
  falsify = (summary) => summary;
  expect(ending).toBe('ledger_wrong');
  expect(text).toContain(`The record of ${engine} is wrong: engineArm.won says`);
});

test.each<[string, unknown]>([
  ['lists nothing as an engine version', { choices: [null] }],
  ['lists numbers as engine versions', { choices: [{ ledger: 'live', engine: 1 }] }],
  ['has no size', { size: null }],
])('a record that %s is said not to be one of Pipcast', async (_what, part) => {
  falsify = (summary) => ({ ...summary, ...(part as object) });
  await expect(verify()).rejects.toMatchObject({
    name: 'CliError',
    message: 'The record at /api/record is not one of Pipcast.',
  });
  falsify = (summary) => summary;
});
