import { setImmediate as turn } from 'node:timers/promises';
import { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlacedEntry } from '../../../src/core/signals/ledger-entry.ts';
import { LedgerUnavailableError } from '../../../src/server/ledger/ledger.ts';
import { LedgerTakenError } from '../../../src/server/ledger/ledger-errors.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { connectWriter, endWriter } from '../../../src/server/ledger/writer-connection.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openWire, type Wire } from '../database-wire.ts';
import { openTestLedger, signalEntry } from './ledger-support.ts';

let database: TestDatabase;
let ledger: OpenedLedger;

beforeEach(async () => {
  database = await createTestDatabase();
  ledger = await openTestLedger(database);
});
afterEach(async () => {
  await ledger.close();
  await database.drop();
});

const indexes = (entries: readonly PlacedEntry[]) => entries.map(({ index }) => index);

/** Ends the ledger's connection, as a crash of the database would. */
const cut = () =>
  database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name like 'pipcast ledger%'
     and datname = current_database()`,
  );

describe('when the database goes away', () => {
  test('the connection is taken again, with the lock, and nothing is lost', async () => {
    await ledger.append([signalEntry(0)]);
    await cut();
    const next = signalEntry(1);
    await ledger.append([next]).catch((error) => {
      expect(error).toBeInstanceOf(LedgerUnavailableError);
      return ledger.append([next]);
    });
    expect(ledger.size()).toBe(2);
    await expect(openTestLedger(database)).rejects.toThrow(LedgerTakenError);
  });

  test('and another server has the lock by then, each request says so, for good', async () => {
    const lost: Error[] = [];
    await ledger.close();
    ledger = await openTestLedger(database, { onLost: (reason) => lost.push(reason) });
    const other = await database.db.connect();
    try {
      // It waits for the lock while the ledger's connection is ended.
      await Promise.all([other.query('select pg_advisory_lock(1885957219, 10)'), cut()]);
      await expect.poll(() => lost).toEqual([expect.any(LedgerTakenError)]);
      for (const asked of [ledger.append([signalEntry(0)]), ledger.openSignals()])
        await expect(asked).rejects.toMatchObject({
          name: 'LedgerUnavailableError',
          message: 'The desk runs in another server of this database.',
          cause: expect.any(LedgerTakenError),
        });
    } finally {
      await other.query('select pg_advisory_unlock_all()');
      other.release();
    }
    await expect(ledger.append([signalEntry(0)])).rejects.toThrow(LedgerUnavailableError);
  });

  test('and does not end the lost connection, that is no other server', async () => {
    await ledger.close();
    const lost = await connectWriter(database.db, 'pipcast ledger lost');
    const { rows } = await database.db.query<{ name: string }>('select current_database() as name');
    // A backend that outlives being told to end.
    await database.db.query(`
      create function public.pg_terminate_backend(integer) returns boolean language sql as 'select true';
      alter database "${rows[0]?.name}" set search_path = public, pg_catalog`);
    try {
      await expect(connectWriter(database.db, 'pipcast ledger lost')).rejects.toThrow(LedgerUnavailableError);
      await expect(connectWriter(database.db, 'pipcast ledger new')).rejects.toThrow(LedgerTakenError);
    } finally {
      await endWriter(lost);
    }
  });

  describe('behind a wire', () => {
    let wire: Wire;
    let db: Pool;
    beforeEach(async () => {
      await ledger.close();
      wire = await openWire(database.url);
      db = new Pool(wire.connection);
      db.on('error', () => {});
      ledger = await openTestLedger({ db });
      await ledger.append([signalEntry(0)]);
    });
    afterEach(async () => {
      vi.useRealTimers();
      await ledger.close();
      await wire.close();
      await db.end();
    });

    test('an append is refused at once while no database answers, and goes through once one does', async () => {
      wire.cut();
      // No time limit of a connection or a query rings.
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      await expect(ledger.append([signalEntry(1)])).rejects.toThrow(LedgerUnavailableError);
      await expect(ledger.openSignals()).rejects.toThrow(LedgerUnavailableError);
      await expect(ledger.read(0, 1)).resolves.toHaveLength(1);
      vi.useRealTimers();
      wire.mend();
      expect(indexes(await ledger.append([signalEntry(1)]))).toEqual([1]);
      expect(await ledger.openSignals()).toHaveLength(2);
    });

    test('an append on a connection on which nothing arrives any more is given up after six seconds', async () => {
      wire.freeze();
      vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
      const appending = ledger.append([signalEntry(1)]).catch((error: unknown) => error);
      while (vi.getTimerCount() === 0) await turn();
      vi.advanceTimersByTime(6_000);
      expect(await appending).toBeInstanceOf(LedgerUnavailableError);
      vi.useRealTimers();
      expect(indexes(await ledger.append([signalEntry(1)]))).toEqual([1]);
    });

    test('it comes back by itself, without a request', async () => {
      wire.cut();
      await expect(ledger.append([signalEntry(1)])).rejects.toThrow(LedgerUnavailableError);
      wire.mend();
      await expect.poll(async () => (await database.db.query(LEDGER_CONNECTIONS)).rows[0].count).toBe(1);
    });
  });
});

const LEDGER_CONNECTIONS = `select count(*)::int as count from pg_stat_activity
  where application_name like 'pipcast ledger%' and datname = current_database()`;

test('what is told as recorded is on the disk, also in a database that is set not to wait for it', async () => {
  await ledger.close();
  const { rows } = await database.db.query<{ name: string }>('select current_database() as name');
  await database.db.query(`alter database "${rows[0]?.name}" set synchronous_commit = off`);
  const writer = await connectWriter(database.db, 'pipcast ledger test');
  const answer = await writer.query<{ synchronous_commit: string }>('show synchronous_commit');
  await endWriter(writer);
  expect(answer.rows).toEqual([{ synchronous_commit: 'on' }]);
});
