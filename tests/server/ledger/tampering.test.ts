import { generateKeyPairSync, sign } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  checkpointText,
  parseVerifierKey,
  signedNote,
  verifierKeyText,
} from '../../../src/core/log/checkpoint.ts';
import { type Verification, verifyLedger } from '../../../src/core/signals/verify-ledger.ts';
import { leafHash, MerkleTree } from '../../../src/core/log/merkle-tree.ts';
import { databaseSource, storedCheckpoints } from '../../../src/server/ledger/stored-tiles.ts';
import { sha256, verifyEd25519 } from '../../../src/server/ledger/ed25519.ts';
import { findLedger } from '../../../src/server/ledger/ledger-rows.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, signalEntry, stories } from './ledger-support.ts';

/** Two full tiles and a partial one; a checkpoint after every tenth story, and one after each entry of the last ones. */
const STORIES = 190;
const SIZE = STORIES * 3 + 3;

let database: TestDatabase;
let keyText: string;

beforeAll(async () => {
  database = await createTestDatabase();
  const ledger = await openTestLedger(database);
  keyText = ledger.verifierKey;
  const entries = stories(STORIES);
  for (let from = 0; from < entries.length; from += 30) await ledger.append(entries.slice(from, from + 30));
  for (let at = 0; at < 3; at += 1) await ledger.append([signalEntry(1_000 + at)]);
  await ledger.close();
});
afterAll(() => database.drop());

async function verify(key = keyText, name = 'test'): Promise<Verification> {
  const ledger = await findLedger(database.db, name);
  const verifier = parseVerifierKey(sha256, key);
  if (ledger === undefined || verifier === undefined) throw new Error('no ledger or no key');
  return verifyLedger({
    source: databaseSource(database.db, ledger),
    ledgerName: name,
    key: verifier,
    sha256,
    ed25519: verifyEd25519,
    earlier: storedCheckpoints(database.db, ledger),
  });
}

/** Verifies the ledger with a change that the triggers would refuse, and takes the change back. */
async function verifyAltered(change: string, key = keyText): Promise<string[]> {
  const tables = ['ledger_entries', 'ledger_tiles', 'ledger_checkpoints'];
  const client = await database.db.connect();
  try {
    await client.query('set session_replication_role = replica');
    for (const table of tables) await client.query(`create table kept_${table} as table ${table}`);
    await client.query(change);
    return (await verify(key)).problems.map(({ message }) => message);
  } finally {
    for (const table of tables) {
      await client.query(`delete from ${table}; insert into ${table} select * from kept_${table}`);
      await client.query(`drop table kept_${table}`);
    }
    await client.query('set session_replication_role = origin');
    client.release();
  }
}

const inBody = (index: number, from: string, to: string) =>
  `update ledger_entries set body = convert_to(replace(convert_from(body, 'UTF8'), '${from}', '${to}'), 'UTF8')
   where index = ${index}`;

test('an unaltered ledger verifies from its first entry to its checkpoint', async () => {
  expect(await verify()).toMatchObject({
    origin: 'signals.example.com/ledger/test',
    size: SIZE,
    checked: SIZE,
    kinds: { signal: STORIES + 3, entered: STORIES, settled: STORIES, abstained: 0, outage: 0 },
    earlierCheckpoints: STORIES / 10 + 3,
    problems: [],
  });
});

describe('what was altered in the database is named', () => {
  test.each([
    [
      'a reason, in a full tile',
      inBody(300, 'momentum-down', 'momentum-up'),
      ['Entry 300 is wrong: it was altered: its hash is not the one in the tree.'],
    ],
    [
      'a reason, at the edge',
      inBody(571, 'momentum-down', 'momentum-up'),
      ['Entry 571 is wrong: it was altered: the checkpoint that was signed with it has another root.'],
    ],
    [
      'a reason, among those that share a checkpoint',
      inBody(540, 'momentum-down', 'momentum-up'),
      [
        'Entry 540 is wrong: it or one up to entry 569 was altered: the checkpoint that was signed with them has another root.',
      ],
    ],
    [
      'an outcome',
      inBody(5, '"won"', '"lost"'),
      ['Entry 5 is wrong: it says that the control lost, but by its prices it won.'],
    ],
    [
      'a byte that is no JSON',
      `update ledger_entries set body = set_byte(body, 0, 40) where index = 7`,
      ['Entry 7 is wrong: the entry is not JSON.'],
    ],
    ['a deleted row', 'delete from ledger_entries where index = 299', ['Entry 299 is wrong: it is missing.']],
    [
      'a deleted last row',
      `delete from ledger_entries where index = ${SIZE - 1}`,
      [`Entry ${SIZE - 1} is wrong: it is missing.`],
    ],
    [
      'two rows that changed places',
      'update ledger_entries set index = 300000 where index = 100; update ledger_entries set index = 100 where index = 103; update ledger_entries set index = 103 where index = 300000',
      [expect.stringMatching(/^Entry 100 is wrong: there is no open signal/)],
    ],
    [
      'a column',
      `update ledger_entries set kind = 'void' where index = 302`,
      ['Entry 302 is wrong: its column kind says void, but the entry says settled.'],
    ],
    [
      'a tile',
      'update ledger_tiles set hashes = set_byte(hashes, 1000, get_byte(hashes, 1000) # 1) where index = 1',
      ['Tile 1 of level 0 is wrong: it does not fit its entries, which fit the checkpoint.'],
    ],
    [
      'a deleted tile',
      'delete from ledger_tiles where index = 0',
      ['Tile 0 of level 0 is wrong: it, or what it is made of, is missing.'],
    ],
    [
      'the signature of the last checkpoint',
      `update ledger_checkpoints set note = overlay(note placing 'AAAA' from length(note) - 40) where size = ${SIZE}`,
      ['The checkpoint is wrong: its signature is wrong.'],
    ],
    [
      'the signature of an earlier checkpoint',
      `update ledger_checkpoints set note = overlay(note placing 'AAAA' from length(note) - 40) where size = 60`,
      ['The checkpoint at 60 is wrong: its signature is wrong.'],
    ],
    [
      'the root of an earlier checkpoint',
      `update ledger_checkpoints set note = (select note from ledger_checkpoints where size = 30) where size = 60`,
      ['The checkpoint at 30 stands behind one of 30 entries.'],
    ],
    [
      'a deleted last checkpoint',
      `delete from ledger_checkpoints where size = ${SIZE}`,
      ['A checkpoint is missing: the last one covers 572 entries, and there are 1 more.'],
    ],
  ])('%s', async (_, change, messages) => {
    expect(await verifyAltered(change)).toEqual(messages);
  });
});

describe('an outcome that was swapped, with the tree built again over it and signed with another key', () => {
  /** What a person with the whole database, but without the server's secret, can do. */
  async function forge(): Promise<{ changes: string; key: string }> {
    const { rows } = await database.db.query<{ body: Buffer }>(
      'select body from ledger_entries order by index',
    );
    const bodies = rows.map(({ body }, index) =>
      index === 5 ? Buffer.from(body.toString().replace('"control":"won"', '"control":"lost"')) : body,
    );
    const tree = new MerkleTree(sha256);
    const tiles = bodies.flatMap((body) => tree.add(leafHash(sha256, body)));
    const pair = generateKeyPairSync('ed25519');
    const publicKey = pair.publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
    const key = { name: 'signals.example.com/ledger/test', publicKey };
    const text = checkpointText({ origin: key.name, size: SIZE, root: tree.root() });
    const note = signedNote(text, sha256, key, sign(null, Buffer.from(text), pair.privateKey));
    const changes = [
      `update ledger_entries set body = decode('${bodies[5]?.toString('hex')}', 'hex') where index = 5`,
      ...tiles.map(
        ({ index, hashes }) =>
          `update ledger_tiles set hashes = decode('${Buffer.from(hashes).toString('hex')}', 'hex') where index = ${index}`,
      ),
      'delete from ledger_checkpoints',
      `insert into ledger_checkpoints values (1, ${SIZE}, decode('${Buffer.from(tree.root()).toString('hex')}', 'hex'), '${note}', 3, 1)`,
    ].join(';');
    return { changes, key: verifierKeyText(sha256, key) };
  }

  test('fails by its signature, and the entry is named by its prices', async () => {
    const { changes } = await forge();
    expect(await verifyAltered(changes)).toEqual([
      `The checkpoint is wrong: it is not signed by the key ${keyText}.`,
      'Entry 5 is wrong: it says that the control lost, but by its prices it won.',
    ]);
  });

  test('fails by its prices for those who trust that key', async () => {
    const { changes, key } = await forge();
    expect(await verifyAltered(changes, key)).toEqual([
      'Entry 5 is wrong: it says that the control lost, but by its prices it won.',
    ]);
  });
});
