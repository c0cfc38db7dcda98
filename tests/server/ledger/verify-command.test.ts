import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { PassThrough } from 'node:stream';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { Output } from '../../../src/server/cli/output.ts';
import { verifyCommand, type VerifyFlags } from '../../../src/server/cli/verify/verify-command.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, stories, testSecret } from './ledger-support.ts';

const SECRETS = ['the first secret of the tests, long', 'the second secret of the tests, long'] as const;

let database: TestDatabase;
let folder: string;
let keys: string[];

beforeAll(async () => {
  folder = makeTemporaryFolder();
  database = await createTestDatabase();
  keys = [];
  // The secret changed on the way: later checkpoints are signed with another key.
  for (const [at, secret] of SECRETS.entries()) {
    const ledger = await openTestLedger(database, { name: 'live', secret: testSecret(secret) });
    keys.push(ledger.verifierKey);
    await ledger.append(stories(10, 100 * at));
    await ledger.close();
  }
});
afterAll(async () => {
  await database.drop();
  await removeTemporaryFolder(folder);
});
beforeEach(() => {
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('PIPCAST_DATA_DIR', folder);
  vi.stubEnv('PIPCAST_AUTH_SECRET', SECRETS[1]);
});
afterEach(() => {
  vi.unstubAllEnvs();
});

async function verify(flags: Partial<VerifyFlags> = {}) {
  const [stdin, stdout, stderr] = [new PassThrough(), new PassThrough(), new PassThrough()];
  const io = { stdin, stdout, stderr, env: {} };
  const ending = await verifyCommand({ io, output: new Output(io, true) }, undefined, {
    ledger: 'live',
    ...flags,
  });
  return { ending, document: JSON.parse(String(stdout.read())) as Record<string, unknown> };
}

const alter = (change: string) =>
  database.db.query(
    `set session_replication_role = replica; ${change}; set session_replication_role = origin`,
  );

test('the own database is verified with the key that the own secret opens, earlier keys included', async () => {
  expect(await verify()).toMatchObject({
    ending: 'ok',
    document: {
      ok: true,
      ledger: 'live',
      key: keys[1],
      size: 60,
      checked: 60,
      earlierCheckpoints: 2,
      problems: [],
    },
  });
});

test('a reader who expects the first key is told of the second', async () => {
  const { ending, document } = await verify({ key: keys[0] as string });
  expect(ending).toBe('ledger_wrong');
  expect(document).toMatchObject({
    ok: false,
    problems: [
      { part: 'checkpoint', message: `The checkpoint is wrong: it is not signed by the key ${keys[0]}.` },
    ],
  });
});

test('a key that was put into the database by somebody else is not believed', async () => {
  await alter(`update ledger_keys set public_key = decode(repeat('ab', 32), 'hex')
               where encode(public_key, 'base64') = '${keyBytes(keys[1])}'`);
  await expect(verify()).rejects.toMatchObject({
    code: 'ledger_wrong',
    message: expect.stringContaining('was not put into the database by this server'),
  });
  await alter(`update ledger_keys set public_key = decode('${keyBytes(keys[1])}', 'base64')
               where public_key = decode(repeat('ab', 32), 'hex')`);
});

test('an unknown ledger is answered with those that there are', async () => {
  await expect(verify({ ledger: 'replay-x' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'There is no ledger replay-x.',
    hint: expect.stringMatching(/^Known ledgers: live\b/),
  });
});

test('a ledger that was opened and has no entries yet is not called wrong, except by a saved checkpoint', async () => {
  const { rows } = await database.db.query('select note from ledger_checkpoints order by size limit 1');
  const since = path.join(folder, 'saved-checkpoint');
  writeFileSync(since, rows[0].note);
  await (await openTestLedger(database, { name: 'replay-young' })).close();
  await expect(verify({ ledger: 'replay-young' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'The ledger replay-young has no entries yet.',
  });
  expect((await verify({ ledger: 'replay-young', since })).ending).toBe('ledger_wrong');
});

/** The 32 bytes of a verifier key, in base64. */
function keyBytes(text: string | undefined): string {
  const encoded = text?.split('+').slice(2).join('+') ?? '';
  return Buffer.from(encoded, 'base64').subarray(1).toString('base64');
}
