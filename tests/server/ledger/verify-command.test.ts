import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { serveLedger } from '../../../src/server/routes/ledger/serve-ledger.ts';
import type { VerifyFlags } from '../../../src/operator/verify/verify-command.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, stories, testSecret, memoryMarks } from './ledger-support.ts';
import { verifyHere } from '../../support/run-here.ts';

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

async function verify(flags: Partial<VerifyFlags> = {}, url?: string, token?: string) {
  const { ending, text } = await verifyHere(url, flags, { env: { PIPCAST_TOKEN: token } });
  return { ending, document: JSON.parse(text) as Record<string, unknown> };
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

test('a reader who expects the first key learns of the second', async () => {
  const { ending, document } = await verify({ key: keys[0] as string });
  expect(ending).toBe('ledger_wrong');
  expect(document).toMatchObject({
    ok: false,
    problems: [
      { part: 'checkpoint', message: `The checkpoint is wrong: it is not signed by the key ${keys[0]}.` },
    ],
  });
});

test('a key that another party put into the database is not believed', async () => {
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
  const { rows } = await database.db.query(
    'select note from ledger_checkpoints where size > 0 order by size limit 1',
  );
  const since = path.join(folder, 'saved-checkpoint');
  writeFileSync(since, rows[0].note);
  await (await openTestLedger(database, { name: 'replay-young' })).close();
  await expect(verify({ ledger: 'replay-young' })).rejects.toMatchObject({
    code: 'not_found',
    message: 'The ledger replay-young has no entries yet.',
    hint: expect.stringMatching(/^Those with entries, for --ledger: live\b/),
  });
  expect((await verify({ ledger: 'replay-young', since })).ending).toBe('ledger_wrong');
});

describe('an auditor who kept a checkpoint', () => {
  let app: FastifyInstance;
  let site: string;
  let file: string;

  beforeAll(async () => {
    app = apiApp();
    serveLedger(app, {
      secret: testSecret(SECRETS[1]),
      db: database.db,
      reader: accessWith('Bearer of-a-reader').reader,
      marks: memoryMarks(),
      isPublic: true,
    });
    app.get('/api/record', async (_request, reply) => reply.code(404).send());
    site = await app.listen({ port: 0, host: '127.0.0.1' });
    file = path.join(folder, 'kept');
  });
  afterAll(() => app.close());
  beforeEach(async () => writeFileSync(file, await noteAt(30)));

  /** With what has to be said because the secret changed on the way. */
  const since = (more: Partial<VerifyFlags> = {}, token = 'of-a-reader') =>
    verify({ since: file, key: keys[1] as string, earlierKey: keys[0] as string, ...more }, site, token);
  const problemsOf = async (more?: Partial<VerifyFlags>) => (await since(more)).document['problems'];

  test('needs an account where the entries are not open, but not for the hashes', async () => {
    await expect(since({}, '')).rejects.toMatchObject({
      message: expect.stringContaining('is not open to everybody'),
    });
    const grown = await since({ growth: true }, '');
    expect(grown).toMatchObject({
      ending: 'ok',
      document: { ok: true, key: keys[1], checkpoint: await noteAt(60), problems: [] },
    });
  });

  test('finds out by the hashes alone that an entry before it was altered', async () => {
    await alter(`update ledger_entries set body = body || '\\x20' where index = 7`);
    const { ending, document } = await since({ growth: true }, '');
    await alter(
      `update ledger_entries set body = substring(body from 1 for length(body) - 1) where index = 7`,
    );
    expect(ending).toBe('ledger_wrong');
    expect(document['problems']).toMatchObject([
      { index: 30, message: expect.stringContaining('has not grown out of the saved checkpoint') },
    ]);
  });

  test('has to say since when', async () => {
    await expect(verify({ growth: true }, site)).rejects.toMatchObject({ code: 'usage' });
  });

  test('sees that the ledger grew out of it, and gets the checkpoint of now for the next time', async () => {
    expect((await since()).document).toMatchObject({
      key: keys[1],
      size: 60,
      earlierCheckpoints: 1,
      checkpoint: await noteAt(60),
      problems: [],
    });
  });

  test('learns of a new key, and takes it only when the old one is named', async () => {
    const { ending, document } = await verify({ since: file, key: keys[1] as string }, site, 'of-a-reader');
    expect(ending).toBe('ledger_wrong');
    expect(document['problems']).toMatchObject([
      { message: `The checkpoint at 30 is wrong: it is not signed by the key ${keys[1]}.` },
    ]);
  });

  test('finds out that an entry before it was altered', async () => {
    await alter(`update ledger_entries set body = body || '\\x20' where index = 7`);
    const found = await problemsOf();
    await alter(
      `update ledger_entries set body = substring(body from 1 for length(body) - 1) where index = 7`,
    );
    expect(found).toMatchObject([{ part: 'entry', index: 7 }]);
    expect(await problemsOf()).toEqual([]);
  });

  test('finds out that the ledger was put back', async () => {
    writeFileSync(file, await noteAt(60));
    await alter(
      `create table kept as table ledger_checkpoints; delete from ledger_checkpoints where size = 60`,
    );
    const found = await problemsOf({ key: keys[0] as string, earlierKey: keys[1] as string });
    await alter(`insert into ledger_checkpoints select * from kept where size = 60; drop table kept`);
    expect(found).toMatchObject([
      { message: 'The saved checkpoint covers 60 entries, but the ledger has only 30.' },
    ]);
  });
});

async function noteAt(size: number): Promise<string> {
  const { rows } = await database.db.query<{ note: string }>(
    'select note from ledger_checkpoints where size = $1 and ledger = 1',
    [size],
  );
  return rows[0]?.note ?? '';
}

/** The 32 bytes of a verifier key, in base64. */
function keyBytes(text: string | undefined): string {
  const encoded = text?.split('+').slice(2).join('+') ?? '';
  return Buffer.from(encoded, 'base64').subarray(1).toString('base64');
}
