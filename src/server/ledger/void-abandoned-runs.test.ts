import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { LedgerDamagedError, LedgerTakenError } from './ledger.ts';
import { voidAbandonedRuns } from './void-abandoned-runs.ts';

const RUNS = ['replay-1', 'replay-2'].map((name) => ({ name, label: undefined }));
const { log } = Fastify();

/** Ends runs whose ledgers all fail to open like that; returns the ledgers that were tried. */
async function tried(error: Error): Promise<string[]> {
  const names: string[] = [];
  const open = async ({ name }: { name: string }) => {
    names.push(name);
    throw error;
  };
  try {
    await voidAbandonedRuns(RUNS, open, log);
  } catch (thrown) {
    if (thrown !== error) throw thrown;
    names.push('rejected');
  }
  return names;
}

test('a ledger that another server writes is not taken for a damaged one: nothing more is ended', async () => {
  expect(await tried(new LedgerTakenError())).toEqual(['replay-1', 'rejected']);
});

test('a damaged ledger keeps the others from nothing', async () => {
  expect(await tried(new LedgerDamagedError('altered'))).toEqual(['replay-1', 'replay-2']);
});
