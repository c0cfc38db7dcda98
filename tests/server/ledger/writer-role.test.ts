import { randomBytes } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { checkLedgerRole } from '../../../src/operator/doctor/database-checks.ts';
import { withClient } from '../../../src/server/db/database-pool.ts';
import { grantWriter, writerRole } from '../../../src/server/db/migrate.ts';
import { createTestDatabase, openTestPool, type TestDatabase } from '../../support/test-database.ts';
import { checkpointText, signedNote, verifierKeyText } from '../../../src/core/log/checkpoint.ts';
import { leafHash, MerkleTree } from '../../../src/core/log/merkle-tree.ts';
import { entryBytes } from '../../../src/core/signals/entry-bytes.ts';
import { servedKey } from '../../../src/server/ledger/ledger-key.ts';
import { findLedger, type LedgerRow, readEntries } from '../../../src/server/ledger/ledger-rows.ts';
import { newSigner, sha256 } from '../../support/log-crypto.ts';
import { openTestLedger, outageEntry, SECRET, START_MS, stories } from './ledger-support.ts';

const WRITER = `pipcast_writer_${randomBytes(4).toString('hex')}`;

let database: TestDatabase;
let writer: Pool;

beforeAll(async () => {
  database = await createTestDatabase();
  await database.db.query(`create role ${WRITER} login password 'of-the-tests'`);
  await withClient({ connectionString: database.url }, (owner) => grantWriter(owner, WRITER));
  const url = new URL(database.url);
  url.username = WRITER;
  url.password = 'of-the-tests';
  writer = openTestPool({ connectionString: url.href, max: 3 });
});
afterAll(async () => {
  await writer.end();
  await database.db.query(`drop owned by ${WRITER}; drop role ${WRITER}`);
  await database.drop();
});

test('the writer writes and reads a ledger, and doctor is content with it', async () => {
  const ledger = await openTestLedger({ db: writer }, { name: 'live' });
  await ledger.append(stories(100));
  expect(await ledger.read(0, 1)).toHaveLength(1);
  await ledger.append([outageEntry(START_MS + 900 * 60_000)]);
  await ledger.close();
  expect(await writerRole(writer)).toEqual({ role: WRITER, isOwner: false, mayChange: false });
  expect((await checkLedgerRole(writer)).status).toBe('ok');
});

test.each([
  'delete from ledger_entries',
  'update ledger_checkpoints set note = note',
  'truncate ledger_tiles',
  'alter table ledger_entries disable trigger all',
  'drop trigger ledger_entries_only_grow on ledger_entries',
  'drop table ledger_cosignatures',
  'set session_replication_role = replica',
  'create or replace function refuse_ledger_change() returns trigger language plpgsql as $$ begin return null; end $$',
  "update pipcast_migrations set sha256 = ''",
])('the writer may not: %s', async (statement) => {
  await expect(writer.query(statement)).rejects.toMatchObject({ code: '42501' });
});

test('a key that the writer puts in signs nothing behind the own one, and is not the one that is shown', async () => {
  const ledger = await openTestLedger({ db: writer }, { name: 'taken' });
  await ledger.append(stories(2));
  const { origin, verifierKey } = ledger;
  await ledger.close();
  const { rows } = await writer.query("select id from ledgers where name = 'taken'");
  const id = rows[0].id as number;
  const foreign = newSigner();
  await writer.query(
    `insert into ledger_keys (ledger, secret_id, public_key, sealed_private_key, created_at)
     values ($1, $2, $3, '', now() + interval '1 year')`,
    [id, randomBytes(8).toString('hex'), foreign.publicKey],
  );
  const found = (await findLedger(writer, 'taken')) as LedgerRow;
  const shown = await servedKey(writer, found, SECRET);
  expect(shown && verifierKeyText(sha256, shown)).toBe(verifierKey);
  // A backdated entry, with the tree and a checkpoint that fit it.
  const tree = new MerkleTree(sha256);
  const bodies = (await readEntries(writer, id, 0, 100)).map(({ body }) => body);
  const bytes = entryBytes(outageEntry(START_MS + 1_000 * 60_000));
  for (const body of [...bodies, bytes]) tree.add(leafHash(sha256, body));
  const text = checkpointText({ origin, size: tree.size, root: tree.root() });
  const key = { name: origin, publicKey: foreign.publicKey };
  const note = signedNote(text, sha256, key, foreign.sign(Buffer.from(text)));
  await writer.query("insert into ledger_entries (ledger, index, body, kind) values ($1, $2, $3, 'outage')", [
    id,
    bodies.length,
    Buffer.from(bytes),
  ]);
  await writer.query(
    `insert into ledger_checkpoints (ledger, size, root, note, open_signals, term) values ($1, $2, $3, $4, 0, 1)`,
    [id, tree.size, Buffer.from(tree.root()), note],
  );
  await expect(openTestLedger({ db: writer }, { name: 'taken' })).rejects.toThrow(
    'is signed by another key than those before it',
  );
});

test('processes that start at once all give the rights', async () => {
  const give = () => withClient({ connectionString: database.url }, (owner) => grantWriter(owner, WRITER));
  for (let round = 0; round < 5; round += 1) await Promise.all(Array.from({ length: 6 }, give));
  expect(await writerRole(writer)).toEqual({ role: WRITER, isOwner: false, mayChange: false });
});

test('the writer does all with the accounts', async () => {
  for (const statement of ['update users set email = email', 'delete from sessions'])
    expect((await writer.query(statement)).rowCount).toBe(0);
});

test('doctor notes a role that owns the ledger', async () => {
  expect(await writerRole(database.db)).toMatchObject({ isOwner: true, mayChange: true });
  expect(await checkLedgerRole(database.db)).toMatchObject({
    status: 'note',
    found: expect.stringContaining('owns the ledger'),
    advice: expect.stringContaining('DATABASE_OWNER_URL'),
  });
});
