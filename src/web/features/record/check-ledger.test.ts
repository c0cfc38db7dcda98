import { generateKeyPairSync, sign } from 'node:crypto';
import { sha256 } from '@noble/hashes/sha2.js';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { checkpointText, signedNote, verifierKeyText } from '../../../core/log/checkpoint.ts';
import { entryBytes } from '../../../core/signals/entry-bytes.ts';
import type { LedgerEntry } from '../../../core/signals/ledger-entry.ts';
import { leafHash, MerkleTree } from '../../../core/log/merkle-tree.ts';
import { bundleEntries } from '../../../core/log/tiles.ts';
import { LedgerFold } from '../../../core/record/ledger-fold.ts';
import { signalAt } from '../../../../tests/support/fake-market-store.ts';
import { createApiClient } from '../../lib/api-client.ts';
import { checkLedger } from './ledger-check.tsx';

const ORIGIN = 'signals.example.com/ledger/live';
const START_MS = Date.parse('2026-11-18T09:32:00Z');

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: START_MS + 150_000 }));
afterEach(() => void vi.useRealTimers());

const ENTRIES: LedgerEntry[] = [0, 1, 2].map((minute) => ({
  kind: 'abstained',
  atMs: START_MS + minute * 60_000,
  id: `5f0a4a58-6a0c-4b4e-9d0c-0a4f7c1b2d3${minute}`,
  mode: 'special',
  timeframe: '1min',
  decidedMs: START_MS + minute * 60_000,
  engine: 'fade-logit-1',
  source: 'kraken',
  reasons: { 'EUR/USD': 'stale' },
}));

/** What its record says of entries. */
function summaryOf(entries: readonly LedgerEntry[]) {
  const fold = new LedgerFold();
  for (const [index, entry] of entries.entries()) fold.add({ index, entry });
  const engine = 'fade-logit-1';
  return { ledger: 'live', label: null, engine, choices: [], ...fold.figures(engine) };
}

/** A server that publishes these entries under a checkpoint that is signed over `signed`. */
function server({
  signed = ENTRIES,
  served = ENTRIES,
}: {
  signed?: LedgerEntry[];
  served?: LedgerEntry[];
} = {}) {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const raw = publicKey.export({ format: 'der', type: 'spki' }).subarray(-32);
  const key = { name: ORIGIN, publicKey: new Uint8Array(raw) };
  const tree = new MerkleTree(sha256);
  const leaves = (entries: LedgerEntry[]) => entries.map(entryBytes);
  for (const leaf of leaves(signed)) tree.add(leafHash(sha256, leaf));
  const text = checkpointText({ origin: ORIGIN, size: signed.length, root: tree.root() });
  const answers: Record<string, string | Uint8Array> = {
    '/ledger': JSON.stringify({ ledgers: [{ name: 'live', keys: 2 }] }),
    '/api/record?ledger=live': JSON.stringify(summaryOf(signed)),
    '/ledger/live/key': `${verifierKeyText(sha256, key)}\n`,
    '/ledger/live/checkpoint': signedNote(text, sha256, key, sign(null, Buffer.from(text), privateKey)),
    [`/ledger/live/tile/entries/000.p/${served.length}`]: bundleEntries(leaves(served)),
    [`/ledger/live/tile/0/000.p/${signed.length}`]: Buffer.concat(
      leaves(signed).map((leaf) => leafHash(sha256, leaf)),
    ),
  };
  return async (path: string) => {
    const body = answers[path];
    return body === undefined
      ? new Response(null, { status: 404 })
      : new Response(new Uint8Array(Buffer.from(body)));
  };
}

const check = (send: ReturnType<typeof server>) =>
  checkLedger(createApiClient({ fetch: (path) => send(String(path)) }), 'live')(
    () => {},
    new AbortController().signal,
  );

test('a ledger that is what was signed verifies, with its root', async () => {
  const outcome = await check(server());
  expect(outcome).toEqual({
    isSound: true,
    entries: 3,
    past: { sinceMs: START_MS, outages: 0, outageMs: 0, engines: 0, keys: 1 },
    rootHash: expect.stringMatching(/^[\da-f]{64}$/),
  });
});

test('a record whose figures do not follow from the entries is named', async () => {
  const summary = summaryOf(ENTRIES);
  const published = server();
  const withRecord = (body: object) => async (path: string) =>
    path === '/api/record?ledger=live' ? Response.json(body) : published(path);
  expect(await check(withRecord(summary))).toMatchObject({ isSound: true });
  const lie = { ...summary, abstentions: { ...summary.abstentions, total: 2 } };
  expect(await check(withRecord(lie))).toMatchObject({
    isSound: false,
    problem: 'The record of fade-logit-1 is wrong: abstentions.total says 2, but by the entries it is 3.',
  });
});

test('a server without a record is no server whose record was compared', async () => {
  const published = server();
  const without = (path: string) =>
    path.startsWith('/api/') ? Promise.resolve(new Response(null, { status: 404 })) : published(path);
  expect(await check(without)).toEqual({
    isSound: undefined,
    problem: 'The record was not compared: there is no record.',
  });
});

test('a ledger whose newest entry is older than a minute in market hours is not called verified', async () => {
  vi.setSystemTime(START_MS + 120_000 + 65_001);
  expect(await check(server())).toEqual({
    isSound: undefined,
    problem:
      "The newest entry is 65 s old by this computer's clock, and the market is open: the desk does not run, or an old copy of the ledger is shown.",
  });
});

test('minutes without a decision are named', async () => {
  const silent = [ENTRIES[0], { ...ENTRIES[2], atMs: START_MS + 240_000, decidedMs: START_MS + 240_000 }];
  const signed = silent as LedgerEntry[];
  expect(await check(server({ signed, served: signed }))).toMatchObject({
    isSound: false,
    problem: expect.stringContaining('3 minutes from 2026-11-18 09:33 UTC on have neither'),
  });
});

test('a ledger that was cut back behind the record that the server shows is named', async () => {
  const summary = summaryOf(ENTRIES);
  const cut = ENTRIES.slice(0, 2);
  const published = server({ signed: cut, served: cut });
  const outcome = await check(async (path) =>
    path === '/api/record?ledger=live' ? Response.json(summary) : published(path),
  );
  expect(outcome).toEqual({
    isSound: false,
    problem:
      'The record of fade-logit-1 is wrong: it says that it is of 3 entries, but the ledger has only 2.',
  });
});

test('a signal that was not settled in time is named', async () => {
  const open = signalAt(START_MS);
  const abstained = (minute: number): LedgerEntry => ({
    ...(ENTRIES[0] as LedgerEntry & { kind: 'abstained' }),
    id: `5f0a4a58-6a0c-4b4e-9d0c-0a4f7c1b2d4${minute}`,
    atMs: START_MS + minute * 60_000,
    decidedMs: START_MS + minute * 60_000,
  });
  const settledLate: LedgerEntry[] = [open, abstained(1), abstained(2), abstained(3)];
  expect(await check(server({ signed: settledLate, served: settledLate }))).toEqual({
    isSound: false,
    problem: expect.stringMatching(/^The signal .{36} \(entry 0\) is overdue: it had no settlement by /),
  });
  const inTime = settledLate.slice(0, 3);
  expect(await check(server({ signed: inTime, served: inTime }))).toMatchObject({ isSound: true });
});

test('an entry that was altered after it was signed is named', async () => {
  const [first, second, third] = ENTRIES as [LedgerEntry, LedgerEntry, LedgerEntry];
  const altered = { ...second, reasons: { 'EUR/USD': 'spread' } } as LedgerEntry;
  const outcome = await check(server({ served: [first, altered, third] }));
  expect(outcome).toMatchObject({ isSound: false, problem: expect.stringMatching(/entry 1\b/i) });
});

test('a missing entry is a broken ledger, a server that does not answer is none at all', async () => {
  expect(await check(server({ served: ENTRIES.slice(0, 2) }))).toMatchObject({ isSound: false });
  const gone = () => Promise.reject(new TypeError('Failed to fetch'));
  await expect(check(gone)).rejects.toThrow(
    'The server cannot be reached. Check your connection and try again.',
  );
});
