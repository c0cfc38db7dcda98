import { writeFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { sameBytes } from '../../../src/core/log/bytes.ts';
import { parseCheckpoint, parseVerifierKey, signatureProblem } from '../../../src/core/log/checkpoint.ts';
import { entryBytes } from '../../../src/core/signals/entry-bytes.ts';
import { leafHash, splitHashes } from '../../../src/core/log/merkle-tree.ts';
import { inclusionProof, isIncluded } from '../../../src/core/log/proofs.ts';
import { tileRangeRoot } from '../../../src/core/log/tile-roots.ts';
import { tilePath, unbundleEntries } from '../../../src/core/log/tiles.ts';
import type { VerifyFlags } from '../../../src/operator/verify/verify-command.ts';
import { sha256, verifyEd25519 } from '../../../src/server/ledger/ed25519.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { SignalRecord } from '../../../src/server/record/record.ts';
import { serveRecord } from '../../../src/server/routes/record/serve-record.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { serveLedger } from '../../../src/server/routes/ledger/serve-ledger.ts';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, signalEntry, stories, memoryMarks, SECRET } from './ledger-support.ts';
import { verifyHere } from '../../support/run-here.ts';

const ENTRIES = [...stories(100), signalEntry(1_000)];
const SIZE = ENTRIES.length;
const TOKEN = 'token-of-a-trader';

let database: TestDatabase;
let ledger: OpenedLedger;
let app: FastifyInstance;
let site: string;
let folder: string;
const marks = memoryMarks();

beforeAll(async () => {
  // A Sunday: the market is closed, and no newer entry is due.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12) });
  folder = await mkdtemp(path.join(tmpdir(), 'pipcast-verify-'));
  database = await createTestDatabase();
  ledger = await openTestLedger(database, { name: 'live', marks });
  await ledger.append(ENTRIES.slice(0, 200));
  writeFileSync(path.join(folder, 'saved'), ledger.checkpoint() ?? '');
  await ledger.append(ENTRIES.slice(200));
  app = apiApp();
  serveLedger(app, {
    secret: SECRET,
    db: database.db,
    reader: accessWith(`Bearer ${TOKEN}`).reader,
    marks,
    isPublic: false,
  });
  serveRecord(app, {
    db: database.db,
    record: new SignalRecord({ db: database.db, log: memoryLog().log }),
    access: accessWith(`Bearer ${TOKEN}`),
  });
  site = await app.listen({ host: '127.0.0.1', port: 0 });
});
afterAll(async () => {
  vi.useRealTimers();
  await app.close();
  await ledger.close();
  await database.drop();
  await rm(folder, { recursive: true });
});

const get = (url: string, token?: string) =>
  app.inject({ url, headers: token === undefined ? {} : { authorization: `Bearer ${token}` } });

describe('a ledger over HTTP', () => {
  test('shows its checkpoint as a signed note, and its key', async () => {
    const [note, keyText] = [await get('/ledger/live/checkpoint'), await get('/ledger/live/key')];
    expect(note.headers).toMatchObject({
      'content-type': 'text/plain; charset=utf-8',
      'cache-control': 'public, max-age=5',
    });
    expect(note.body).toBe(ledger.checkpoint());
    const key = parseVerifierKey(sha256, keyText.body.trim());
    if (key === undefined) throw new Error('no key');
    expect(await signatureProblem(note.body, sha256, key, verifyEd25519)).toBeUndefined();
    expect(parseCheckpoint(note.body)).toMatchObject({
      origin: 'signals.example.com/ledger/live',
      size: SIZE,
    });
  });

  test('shows full and partial tiles, whose hashes are those of the entries', async () => {
    const full = await get('/ledger/live/tile/0/000');
    expect(full.headers).toMatchObject({
      'content-type': 'application/octet-stream',
      'cache-control': 'public, max-age=31536000, immutable',
    });
    expect(full.rawPayload).toHaveLength(8_192);
    const partial = await get(`/ledger/live/tile/0/001.p/${SIZE - 256}`);
    const leaves = [full, partial].flatMap(({ rawPayload }) => splitHashes(rawPayload));
    expect(leaves.map((leaf) => Buffer.from(leaf).toString('hex'))).toEqual(
      ENTRIES.map((entry) => Buffer.from(leafHash(sha256, entryBytes(entry))).toString('hex')),
    );
    expect((await get('/ledger/live/tile/1/000.p/1')).rawPayload).toHaveLength(32);
    // A tree that was smaller had this tile.
    expect((await get('/ledger/live/tile/0/000.p/200')).rawPayload).toEqual(
      full.rawPayload.subarray(0, 6_400),
    );
  });

  test('shows entries to those who may read them, and hashes to all', async () => {
    expect((await get('/ledger/live/tile/entries/000')).statusCode).toBe(401);
    const bundle = await get(`/ledger/live/tile/entries/001.p/${SIZE - 256}`, TOKEN);
    expect(bundle.headers).toMatchObject({
      'cache-control': 'private, max-age=5',
      'content-encoding': 'gzip',
      vary: 'authorization',
    });
    expect(
      unbundleEntries(gunzipSync(bundle.rawPayload))?.map((bytes) => Buffer.from(bytes).toString()),
    ).toEqual(ENTRIES.slice(256).map((entry) => Buffer.from(entryBytes(entry)).toString()));
  });

  test('lets shared caches keep full bundles of a public record for good, and tiles of any', async () => {
    const open = apiApp();
    serveLedger(open, { secret: SECRET, db: database.db, reader: async () => {}, marks, isPublic: true });
    const bundle = await open.inject('/ledger/live/tile/entries/000');
    await open.close();
    expect(bundle.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(bundle.headers['vary']).toBeUndefined();
    expect((await get('/ledger/live/tile/0/000')).headers['vary']).toBeUndefined();
    const signedIn = await get('/ledger/live/tile/entries/000', TOKEN);
    expect(signedIn.headers['cache-control']).toBe('private, max-age=31536000, immutable');
  });

  test('gives what a proof needs: an entry is shown to be in the tree by hashes alone', async () => {
    const head = parseCheckpoint(ledger.checkpoint() ?? '');
    if (typeof head === 'string') throw new Error(head);
    const readTile = async (tile: Parameters<typeof tilePath>[0]) =>
      (await get(`/ledger/live/${tilePath(tile)}`)).rawPayload;
    for (const index of [0, 255, 256, SIZE - 1]) {
      const proof = await inclusionProof(index, SIZE, tileRangeRoot(sha256, SIZE, readTile));
      const bytes = entryBytes(ENTRIES[index] as (typeof ENTRIES)[number]);
      expect(isIncluded(sha256, bytes, index, head, proof)).toBe(true);
    }
    expect(sameBytes(head.root, await tileRangeRoot(sha256, SIZE, readTile)(0, SIZE))).toBe(true);
  });

  test.each([
    '/ledger/none/checkpoint',
    '/ledger/live/tile/0/001',
    `/ledger/live/tile/0/001.p/${SIZE - 255}`,
    '/ledger/live/tile/0/1',
    '/ledger/live/tile/0/..%2f000',
    '/ledger/live/tile/2/000.p/1',
    '/ledger/%00/key',
  ])('%s is not there', async (url) => {
    expect((await get(url)).statusCode).toBe(404);
  });

  test('lists the ledgers there are', async () => {
    expect((await get('/ledger')).json()).toEqual({
      ledgers: [
        { name: 'live', label: null, origin: 'signals.example.com/ledger/live', size: SIZE, keys: 1 },
      ],
    });
  });
});

describe('pipcast verify URL', () => {
  const run = (flags: Partial<VerifyFlags> = {}, token: string | undefined = TOKEN) =>
    verifyHere(site, flags, { json: false, env: { PIPCAST_TOKEN: token } });

  test('checks every entry and says so', async () => {
    const { ending, text } = await run();
    expect(ending).toBe('ok');
    expect(text).toContain(
      `holds: all ${SIZE} entries, the tree over them, its signature, the outcomes, each signal's end and each open minute.`,
    );
    expect(text).toContain(`key ${ledger.verifierKey} (shown by the ledger itself`);
  });

  test('holds it against a key and a checkpoint that were saved', async () => {
    const since = path.join(folder, 'saved');
    const { ending, text } = await run({ key: ledger.verifierKey, since });
    expect([ending, text]).toEqual(['ok', expect.stringContaining('earlier checkpoints compared 1')]);
    const other = ledger.verifierKey.replace('live', 'evil');
    await expect(run({ key: other })).rejects.toThrow('This is not a verifier key');
  });

  test('names what is wrong', async () => {
    const client = await database.db.connect();
    await client.query('set session_replication_role = replica');
    await client.query(
      `update ledger_entries set body = convert_to(replace(convert_from(body, 'UTF8'), '2.65', '2.66'), 'UTF8') where index = 90`,
    );
    const { ending, text } = await run();
    await client.query(
      `update ledger_entries set body = convert_to(replace(convert_from(body, 'UTF8'), '2.66', '2.65'), 'UTF8') where index = 90`,
    );
    await client.query('set session_replication_role = origin');
    client.release();
    expect(ending).toBe('ledger_wrong');
    expect(text).toContain('Entry 90 is wrong: it was altered: its hash is not the one in the tree.');
  });

  test('says what to do when the record is not public, and when there is no such ledger', async () => {
    await expect(run({}, '')).rejects.toMatchObject({
      message: expect.stringContaining('is not open to everybody'),
      hint: 'Put an access token of an account into PIPCAST_TOKEN.',
    });
    const unknown = await run({ ledger: 'none' }).catch((error: unknown) => error);
    expect(unknown).toMatchObject({ code: 'not_found', hint: `See ${site}/ledger for those there are.` });
    expect((await get('/ledger')).statusCode).toBe(200);
  });
});
