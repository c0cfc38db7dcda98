import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import { databaseRequests } from '../../../src/server/desk/signal-requests.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { memoryLedger } from '../../support/memory-ledger.ts';
import { memoryRequests } from '../../support/memory-requests.ts';
import { requestsContract } from '../../support/requests-contract.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger } from '../ledger/ledger-support.ts';

describe('requests in memory', () => {
  requestsContract(async () => {
    let nowMs = Date.UTC(2018, 1, 5);
    const ledger = memoryLedger();
    const requests = memoryRequests(ledger, () => nowMs);
    return { requests, ledger, pass: async (ms) => void (nowMs += ms) };
  });
});

describe('requests in PostgreSQL', () => {
  let database: TestDatabase;
  const opened: OpenedLedger[] = [];
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.splice(0).map((ledger) => ledger.close()));
    await database.db.query('delete from signal_requests');
  });
  afterAll(() => database.drop());

  let count = 0;
  requestsContract(async () => {
    count += 1;
    const name = `requests-${count}`;
    const ledger = await openTestLedger(database, { name });
    opened.push(ledger);
    return {
      ledger,
      requests: databaseRequests(database.db, name),
      // The past is moved instead of the database's clock.
      pass: async (ms) => {
        await database.db.query(
          `update signal_requests set asked_at = asked_at - $1 * interval '1 millisecond'`,
          [ms],
        );
      },
    };
  });
});
