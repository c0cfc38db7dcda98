import { afterAll, beforeAll, expect, test } from 'vitest';
import { type LedgerReader, openLedgerReader } from '../../../src/server/ledger/ledger-reader.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, signalEntry } from './ledger-support.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

test('entries are heard once and in order, announced by the writer or read: a gap waits for the read', async () => {
  const ledger = await openTestLedger(database, { name: 'shown' });
  const shown = (await openLedgerReader(database.db, 'shown')) as LedgerReader;
  const heard: number[] = [];
  shown.onAppended((entries) => heard.push(...entries.map(({ index }) => index)));
  const first = await ledger.append([signalEntry(1)]);
  const second = await ledger.append([signalEntry(2)]);
  expect(await shown.behind()).toBe(2);
  shown.see(second);
  expect(heard).toEqual([]);
  await shown.look();
  shown.see(first);
  shown.see(second);
  await shown.look();
  expect([heard, shown.size(), await shown.behind()]).toEqual([[0, 1], 2, 0]);
  expect(await shown.read(0, 10)).toEqual([...first, ...second]);
  await ledger.close();
});

test('a ledger that the database has not is none', async () => {
  expect(await openLedgerReader(database.db, 'none')).toBeUndefined();
});
