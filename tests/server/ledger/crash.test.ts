import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { parseVerifierKey } from '../../../src/core/log/checkpoint.ts';
import type { LedgerEntry, PlacedEntry } from '../../../src/core/signals/ledger-entry.ts';
import { verifyLedger } from '../../../src/core/signals/verify-ledger.ts';
import { databaseSource, storedCheckpoints } from '../../../src/server/ledger/stored-tiles.ts';
import { sha256, verifyEd25519 } from '../../../src/server/ledger/ed25519.ts';
import { LedgerUnavailableError } from '../../../src/server/ledger/ledger.ts';
import { findLedger } from '../../../src/server/ledger/ledger-rows.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { seededRandom } from '../../support/seeded-random.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, stories } from './ledger-support.ts';

/** How often the connection is killed, each time at another instant of an append under way. */
const KILLS = 25;

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

async function verify() {
  const row = await findLedger(database.db, 'test');
  const key = parseVerifierKey(sha256, ledger.verifierKey);
  if (row === undefined || key === undefined) throw new Error('no ledger');
  return verifyLedger({
    source: databaseSource(database.db, row),
    ledgerName: 'test',
    key,
    sha256,
    ed25519: verifyEd25519,
    earlier: storedCheckpoints(database.db, row),
  });
}

const kill = () =>
  database.db.query(
    `select pg_terminate_backend(pid) from pg_stat_activity
     where application_name like 'pipcast ledger%' and datname = current_database()`,
  );

const idOf = (entry: LedgerEntry): string => `${entry.kind} ${'signal' in entry ? entry.signal : entry.id}`;

test('whatever instant the database is killed at, nothing that was acknowledged is lost and nothing is there twice', async () => {
  const random = seededRandom(4);
  const announced: PlacedEntry[] = [];
  const acknowledged = new Map<string, number>();
  ledger.onAppended((entries) => announced.push(...entries));
  let isKilling = true;
  let doubts = 0;

  /** As the desk does: one thing after the other about a signal, and again when the database did not answer. */
  const write = async () => {
    for (let minute = 0; isKilling; minute += 2) {
      for (const entry of stories(1, minute)) {
        for (;;) {
          try {
            const [placed] = await ledger.append([entry]);
            acknowledged.set(idOf(entry), placed?.index ?? -1);
            break;
          } catch (error) {
            if (!(error instanceof LedgerUnavailableError)) throw error;
            doubts += 1;
            await sleep(5);
          }
        }
      }
    }
  };
  const killAtRandom = async () => {
    for (let kills = 0; kills < KILLS; kills += 1) {
      await sleep(random() % 60);
      await kill();
    }
    isKilling = false;
  };
  await Promise.all([write(), killAtRandom()]);

  const verification = await verify();
  expect(verification.problems).toEqual([]);
  expect(doubts).toBeGreaterThan(0);
  expect(ledger.size()).toBe(verification.size);
  expect(announced.map(({ index }) => index)).toEqual(
    Array.from({ length: verification.size }, (_, at) => at),
  );
  const places = new Map(announced.map(({ entry, index }) => [idOf(entry), index]));
  expect(places.size).toBe(announced.length);
  expect([...acknowledged].filter(([id, index]) => places.get(id) !== index)).toEqual([]);
});

test('entries whose commit was in doubt are announced once they turn out durable, and are not recorded again', async () => {
  const announced: PlacedEntry[] = [];
  ledger.onAppended((entries) => announced.push(...entries));
  const [signal, ...rest] = stories(1);
  if (signal === undefined) throw new Error('no signal');
  // The statement is held by a lock until it is killed from outside; another one commits behind its back.
  const blocker = await database.db.connect();
  await blocker.query('begin; lock table ledger_checkpoints in exclusive mode');
  const appending = ledger.append([signal]).catch((error: unknown) => error);
  await expect.poll(async () => (await waiting()).length).toBe(1);
  await kill();
  expect(await appending).toBeInstanceOf(LedgerUnavailableError);
  await blocker.query('rollback');
  blocker.release();
  expect((await ledger.append([signal])).map(({ index }) => index)).toEqual([0]);
  await ledger.append(rest);
  expect(announced.map(({ entry }) => entry)).toEqual([signal, ...rest]);
});

function waiting(): Promise<unknown[]> {
  return database.db
    .query(`select 1 from pg_stat_activity where wait_event_type = 'Lock' and application_name like 'pipcast ledger%'
            and datname = current_database()`)
    .then(({ rows }) => rows);
}

test('a second writer that has no lock is stopped by the places that are taken', async () => {
  const [first, second] = stories(1);
  if (first === undefined || second === undefined) throw new Error('no story');
  await ledger.append([first]);
  // Another process has written entry 1 meanwhile.
  await database.db.query(
    `insert into ledger_entries (ledger, index, kind, body) values (1, 1, 'outage', '{}')`,
  );
  await expect(ledger.append([second])).rejects.toThrow(LedgerUnavailableError);
  await expect(ledger.append([second])).rejects.toThrow('it has entries from 1 on that no checkpoint covers');
});
