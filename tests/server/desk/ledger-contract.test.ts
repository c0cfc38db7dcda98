import { afterAll, afterEach, beforeAll, describe } from 'vitest';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { type ContractLedger, ledgerContract } from '../../support/ledger-contract.ts';
import { type MemoryLedger, memoryLedger } from '../../support/memory-ledger.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger } from '../ledger/ledger-support.ts';

describe('a ledger in memory', () => {
  const contract = (ledger: MemoryLedger): ContractLedger => ({
    ledger,
    reopen: async () => contract(memoryLedger(ledger.entries)),
  });
  ledgerContract(async () => contract(memoryLedger()));
});

describe('a ledger in PostgreSQL', () => {
  let database: TestDatabase;
  let opened: OpenedLedger[] = [];
  let count = 0;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterEach(async () => {
    await Promise.all(opened.map((ledger) => ledger.close()));
    opened = [];
  });
  afterAll(() => database.drop());

  const openOne = async (name: string): Promise<ContractLedger> => {
    const ledger = await openTestLedger(database, { name });
    opened.push(ledger);
    return {
      ledger,
      reopen: async () => {
        await ledger.close();
        return openOne(name);
      },
    };
  };
  ledgerContract(() => {
    count += 1;
    return openOne(`contract-${count}`);
  });
});
