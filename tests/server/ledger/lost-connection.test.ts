import { setImmediate as turn } from 'node:timers/promises';
import type { Pool } from 'pg';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { PlacedEntry } from '../../../src/core/signals/ledger-entry.ts';
import { LedgerTakenError, LedgerUnavailableError } from '../../../src/server/ledger/ledger.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { insertEntries, isFenced } from '../../../src/server/ledger/ledger-rows.ts';
import {
  connectWriter,
  endWriter,
  EXTEND_LEASE,
  releaseWriter,
  renewLease,
  type Writer,
} from '../../../src/server/ledger/writer-connection.ts';
import { execute } from '../../../src/server/platform/sql.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../support/test-database.ts';
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

/** Another server, after the lease had run out. */
const takeOver = () =>
  database.db.query(
    `update desk_lease set term = term + 1, writer = 'another', expires_at = clock_timestamp() + interval '1 hour'`,
  );
const WAITING = `select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()`;

describe('when the database goes away', () => {
  test('the connection is taken again, with the lease, and nothing is lost', async () => {
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

  test.each(['28000', '28P01', '3D000', '42501', 'XX000'])(
    'and reports %s to each new connection, entries are in doubt and not refused',
    async (code) => {
      const wire = await openWire(database.url);
      const db = openTestPool(wire.connection);
      await ledger.close();
      ledger = await openTestLedger({ ...database, db }, {});
      wire.refuse(code);
      const entries = [signalEntry(0)];
      for (let time = 0; time < 2; time += 1)
        await expect(ledger.append(entries)).rejects.toBeInstanceOf(LedgerUnavailableError);
      wire.mend();
      expect(await ledger.append(entries)).toHaveLength(1);
      await ledger.close();
      await db.end();
      await wire.close();
    },
  );

  test('and another server has taken over by then, each request says so, for good', async () => {
    const lost: Error[] = [];
    await ledger.close();
    ledger = await openTestLedger(database, { onLost: (reason) => lost.push(reason) });
    await takeOver();
    await cut();
    await expect.poll(() => lost).toEqual([expect.any(LedgerTakenError)]);
    for (const asked of [ledger.append([signalEntry(0)]), ledger.openSignals()])
      await expect(asked).rejects.toMatchObject({
        name: 'LedgerUnavailableError',
        message: 'The desk runs in another node of this database.',
        cause: expect.any(LedgerTakenError),
      });
  });

  test('a server that was frozen for longer than its lease writes nothing when another has taken over, and gives way', async () => {
    const lost: Error[] = [];
    await ledger.close();
    ledger = await openTestLedger(database, { onLost: (reason) => lost.push(reason) });
    await ledger.append([signalEntry(0)]);
    await takeOver();
    await expect(ledger.append([signalEntry(1)])).rejects.toThrow(LedgerUnavailableError);
    await expect.poll(() => lost).toEqual([expect.any(LedgerTakenError)]);
    expect((await database.db.query('select from ledger_entries')).rows).toHaveLength(1);
  });

  test('an idle server notices within a renewal that another has taken over', async () => {
    const lost: Error[] = [];
    await ledger.close();
    ledger = await openTestLedger(database, { onLost: (reason) => lost.push(reason) });
    await takeOver();
    await expect.poll(() => lost).toEqual([expect.any(LedgerTakenError)]);
  });

  test('what is still under way in an earlier term is waited for, and what comes in it later is refused', async () => {
    await ledger.close();
    const [earlier, holder] = [
      await connectWriter(database.db, 'pipcast ledger one'),
      await database.db.connect(),
    ];
    try {
      await holder.query('begin');
      await execute(holder)`${EXTEND_LEASE} where term = ${earlier.term}`;
      let taken: Writer | undefined;
      const taking = connectWriter(database.db, 'pipcast ledger one').then((writer) => (taken = writer));
      await expect.poll(async () => (await database.db.query(WAITING)).rows.length).toBe(1);
      expect(taken).toBeUndefined();
      await holder.query('commit');
      expect((await taking).term).toBe(earlier.term + 1);
      expect(await renewLease(earlier)).toBe(false);
      const head = { size: 0, root: new Uint8Array(32), note: '', openSignals: 0 };
      const late = await insertEntries(earlier, 1, [], [], head).catch((error: unknown) => error);
      expect(isFenced(late)).toBe(true);
      await releaseWriter(await taking);
    } finally {
      holder.release();
      await endWriter(earlier.client);
    }
  });

  describe('behind a wire', () => {
    let wire: Wire;
    let db: Pool;
    beforeEach(async () => {
      await ledger.close();
      wire = await openWire(database.url);
      db = openTestPool(wire.connection);
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
      await expect(ledger.read(0, 1)).rejects.toThrow(LedgerUnavailableError);
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

test('what is reported as recorded is on the disk, also in a database that is set not to wait for it', async () => {
  await ledger.close();
  const { rows } = await database.db.query<{ name: string }>('select current_database() as name');
  await database.db.query(`alter database "${rows[0]?.name}" set synchronous_commit = off`);
  const writer = await connectWriter(database.db, 'pipcast ledger test');
  const answer = await writer.client.query<{ synchronous_commit: string }>('show synchronous_commit');
  await releaseWriter(writer);
  expect(answer.rows).toEqual([{ synchronous_commit: 'on' }]);
});
