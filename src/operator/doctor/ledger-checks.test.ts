import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  openTestLedger,
  signalEntry,
  stories,
  testSecret,
} from '../../../tests/server/ledger/ledger-support.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { checkLedger } from './ledger-checks.ts';

const SECRET = 'a secret of this test, long enough';
const CONFIG = { dataDir: '/nowhere/that/exists', authSecret: SECRET };
const WELL =
  'live: 31 entries, the last checkpoint and its signature hold, 1 open signal, the last entry of 2026-11-21T';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

// A ledger only grows, so what happens to it happens in this order, in one test.
test('a ledger is looked at from its first start to its damage', async () => {
  const look = (config: Parameters<typeof checkLedger>[1] = CONFIG) => checkLedger(database.db, config);
  expect(await look()).toEqual({
    status: 'ok',
    found: 'none yet; the first start with market prices makes it',
  });

  const replay = await openTestLedger(database, { name: 'replay-1', secret: testSecret(SECRET) });
  expect((await look()).found).toBe('replay-1: empty; a server writes it now');
  await replay.close();

  const ledger = await openTestLedger(database, { name: 'live', secret: testSecret(SECRET) });
  await ledger.append([...stories(10), signalEntry(100)]);
  const busy = await look();
  expect(busy.status).toBe('ok');
  expect(busy.found).toContain(WELL);
  expect(busy.found).toMatch(/; 1 more of replays and made-up prices; a server writes it now$/);
  await ledger.close();
  await expect.poll(async () => (await look()).found).toMatch(/no server writes it now$/);

  for (const [authSecret, what] of [
    ['another secret, which is long enough too', 'PIPCAST_AUTH_SECRET'],
    [undefined, '/nowhere/that/exists/auth-secret'],
  ] as const) {
    expect(await look({ ...CONFIG, authSecret })).toMatchObject({
      status: 'note',
      found: expect.stringContaining('sealed with another secret'),
      advice: expect.stringContaining(`Restore ${what}.`),
    });
  }

  await database.db.query(
    `set session_replication_role = replica;
     update ledger_entries set body = convert_to(replace(convert_from(body, 'UTF8'), 'CALL', 'PUT'), 'UTF8') where index = 27;
     set session_replication_role = origin`,
  );
  expect(await look()).toEqual({
    status: 'problem',
    found: expect.stringContaining('The ledger live was altered or damaged in the database'),
    advice: 'Find the first wrong entry: npx pipcast verify --ledger live',
  });
});
