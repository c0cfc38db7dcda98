import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { openTestLedger, stories } from '../../../tests/server/ledger/ledger-support.ts';
import { startWitness } from '../../../tests/server/witness/witness-support.ts';
import { memoryLog } from '../../../tests/support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../../tests/support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../../tests/support/test-database.ts';
import { parseVerifierKey, type VerifierKey } from '../../core/log/checkpoint.ts';
import { cosignerKeyText } from '../../core/log/cosignature.ts';
import { epochMs } from '../../core/time/instant.ts';
import { sha256 } from '../../server/ledger/ed25519.ts';
import { createWitnessFigures, followWitnesses } from '../../server/ledger/follow-witnesses.ts';
import { readServerPolicy } from '../../server/ledger/policy-file.ts';
import { checkWitnesses } from './ledger-checks.ts';
import { countsOf } from '../../../tests/support/counts.ts';

const SEEN_S = 1_700_000_000;

let folder: string;
let file: string;
let database: TestDatabase;
beforeEach(async () => {
  folder = makeTemporaryFolder();
  file = path.join(folder, 'policy');
  database = await createTestDatabase();
});
afterEach(async () => {
  await database.drop();
  await removeTemporaryFolder(folder);
});

test('witnesses are looked at from no policy to a quorum that is too old', async () => {
  const look = (laterMs = 4_000) => checkWitnesses(database.db, file, epochMs(SEEN_S * 1000 + laterMs));
  expect(await checkWitnesses(database.db, undefined, epochMs(0))).toMatchObject({
    status: 'ok',
    found: 'none: PIPCAST_WITNESS_POLICY is not set',
  });
  await expect(look()).rejects.toThrow('cannot be read');

  const ledger = await openTestLedger(database, { name: 'live' });
  const logKey = parseVerifierKey(sha256, ledger.verifierKey) as VerifierKey;
  const alice = await startWitness(folder, [logKey], { name: 'alice', nowS: () => SEEN_S });
  const bob = await startWitness(folder, [logKey], { name: 'bob' });
  await bob.stop();
  const lines = [alice, bob].map(
    ({ key, url }, at) => `witness w${at} ${cosignerKeyText(sha256, key)} ${url}\n`,
  );
  const write = (threshold: string, log: string) =>
    writeFileSync(file, `log ${log}\n${lines.join('')}group g ${threshold} w0 w1\nquorum g\n`);
  write('any', 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW');
  expect(await look()).toEqual({
    status: 'problem',
    found: `${file} does not name the key of the ledger live`,
    advice: `Add the line: log ${ledger.verifierKey}`,
  });

  write('any', ledger.verifierKey);
  expect(await look()).toEqual({ status: 'ok', found: '2 in the policy; the ledger live is empty' });
  await ledger.append(stories(1));
  expect(await look()).toMatchObject({
    status: 'problem',
    found: '2 in the policy; none has seen the ledger live',
    advice: expect.stringContaining('no cosignature'),
  });
  const policy = readServerPolicy(file);
  const figures = createWitnessFigures(['w0', 'w1']);
  const stop = followWitnesses(ledger, { db: database.db, log: memoryLog().log, policy, figures });
  await expect.poll(() => countsOf(figures.requests)).toMatchObject({ 'w0 cosigned': 1 });
  stop();
  const seen = '2 in the policy; 1 have seen the checkpoint at 3, 4 s ago';
  expect(await look()).toEqual({ status: 'ok', found: `${seen}, not w1` });
  expect((await look(601_000)).status).toBe('problem');
  write('all', ledger.verifierKey);
  expect(await look()).toMatchObject({ status: 'problem', found: `${seen}, too few for the quorum, not w1` });

  await ledger.close();
  await expect
    .poll(look)
    .toMatchObject({ status: 'note', found: expect.stringMatching(/no server writes the ledger now$/) });
  await alice.stop();
});
