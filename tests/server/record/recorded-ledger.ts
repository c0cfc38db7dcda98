import type { FastifyInstance } from 'fastify';
import type { Pool } from 'pg';
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import type { SignalRecord } from '../../../src/server/record/record.ts';
import type { PricesOfPath } from '../../../src/server/routes/record/serve-record.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger } from '../ledger/ledger-support.ts';
import type { DrawnStory } from './drawn-stories.ts';
import { recordServer, SIGNED_IN } from './record-server.ts';

/** A ledger of each test's own, with a server of its record. To be called once a test file. */
export function recordedLedger() {
  let database: TestDatabase;
  let ledger: OpenedLedger;
  let served: { readonly app: FastifyInstance; readonly record: SignalRecord };
  let count = 0;
  let prices: PricesOfPath = async () => [];

  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  beforeEach(async () => {
    count += 1;
    prices = async () => [];
    ledger = await openTestLedger(database, { name: `test-${count}` });
    served = recordServer(database.db, undefined, (...asked) => prices(...asked));
    served.record.follow(ledger);
  });
  afterEach(async () => {
    await served.app.close();
    await ledger.close();
  });

  return {
    get db(): Pool {
      return database.db;
    },
    get ledger(): OpenedLedger {
      return ledger;
    },
    get app(): FastifyInstance {
      return served.app;
    },
    get record(): SignalRecord {
      return served.record;
    },

    /** From now on the market has these prices of the past. */
    keepPrices(kept: PricesOfPath): void {
      prices = kept;
    },

    /** Ends the ledger and writes that of a replay from now on. */
    async goOnWithReplay(): Promise<void> {
      await ledger.close();
      ledger = await openTestLedger(database, { name: `replay-${count}` });
      served.record.follow(ledger);
    },

    /** What the record answers to a signed-in reader. */
    async get<T>(path: string): Promise<T> {
      const response = await served.app.inject({ url: `/api/record${path}`, headers: SIGNED_IN });
      expect([response.statusCode, response.body]).toEqual([200, response.body]);
      return response.json<T>();
    },

    async append(stories: readonly DrawnStory[]): Promise<void> {
      for (const { entries } of stories) await ledger.append(entries);
    },
  };
}
