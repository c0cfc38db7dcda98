import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { parseVerifierKey, type VerifierKey } from '../../../src/core/log/checkpoint.ts';
import { cosignerKeyText } from '../../../src/core/log/cosignature.ts';
import { parsePolicy, type WitnessPolicy } from '../../../src/core/log/witness-policy.ts';
import type { LedgerEntry, SignalEntry } from '../../../src/core/signals/ledger-entry.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import { isoTime } from '../../../src/operator/output.ts';
import type { VerifyFlags } from '../../../src/operator/verify/verify-command.ts';
import { findWitnessed } from '../../../src/server/ledger/cosignature-rows.ts';
import { sha256 } from '../../../src/server/ledger/ed25519.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { followWitnesses, createWitnessFigures } from '../../../src/server/ledger/follow-witnesses.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { settledFor } from '../../support/entries.ts';
import { openTestLedger, outageEntry, signalEntry, stories } from '../ledger/ledger-support.ts';
import { recordServer, SIGNED_IN } from '../record/record-server.ts';
import { type RunningWitness, startWitness } from './witness-support.ts';
import { verifyHere } from '../../support/run-here.ts';

const PACE = { roundMs: 10, longestRoundMs: 300, shownAgainMs: 100_000 };

let folder: string;
let database: TestDatabase;
let ledger: OpenedLedger;
let witnesses: RunningWitness[];
let policyText: string;
let policy: WitnessPolicy;
let app: FastifyInstance;
let nowS = 0;
/** The file of the first signal, once its story was over, and of one that no witness has seen. */
let proof: string;
let unseen: string;
/** Of one that witnesses saw when it was over, and of one that ended for want of a server. */
let seenLate: string;
let serverDown: string;

const [signal, entered, settled] = stories(1) as [SignalEntry, LedgerEntry, LedgerEntry];

beforeAll(async () => {
  folder = makeTemporaryFolder();
  database = await createTestDatabase();
  ledger = await openTestLedger(database);
  const logKey = parseVerifierKey(sha256, ledger.verifierKey) as VerifierKey;
  witnesses = [];
  for (const name of ['w1', 'w2', 'w3'])
    witnesses.push(await startWitness(folder, [logKey], { name, nowS: () => nowS }));
  const lines = witnesses.map(
    ({ key, url }, at) => `witness w${at + 1} ${cosignerKeyText(sha256, key)} ${url}\n`,
  );
  policyText = `log ${ledger.verifierKey}\n${lines.join('')}group g 2 w1 w2 w3\nquorum g\n`;
  policy = parsePolicy(sha256, Buffer.from(policyText)) as WitnessPolicy;
  const served = recordServer(database.db, policy);
  app = served.app;
  served.record.follow(ledger);

  // Entries in front of it, so that no path is empty.
  await ledger.append(stories(2, -100));
  await ledger.append([signal]);
  await witnessedAt(signal.startMs + 2_000);
  // The first word is the proof, not one of the same checkpoint that was given again.
  await witnessedAt(signal.startMs + 50_000, 10);
  await ledger.append([entered, settled]);
  await witnessedAt(signal.expiryMs + 5_000);
  const later = stories(1, 50);
  await ledger.append(later);
  proof = await proofOf(signal.id);
  unseen = await proofOf((later[0] as SignalEntry).id);
  const overMs = (later[0] as SignalEntry).expiryMs + 5_000;
  const down = signalEntry(60);
  const end = settledFor(down, { reason: 'server-down' });
  await ledger.append([down, { ...outageEntry(down.expiryMs), reason: 'server-down' }, end]);
  await witnessedAt(overMs);
  seenLate = await proofOf((later[0] as SignalEntry).id);
  serverDown = await proofOf(down.id);
});
afterAll(async () => {
  await app.close();
  for (const witness of witnesses) await witness.stop();
  await ledger.close();
  await database.drop();
  await removeTemporaryFolder(folder);
});

async function witnessedAt(ms: number, shownAgainMs = PACE.shownAgainMs): Promise<void> {
  nowS = Math.floor(ms / 1000);
  const figures = createWitnessFigures(['w1', 'w2', 'w3']);
  const stop = followWitnesses(ledger, {
    db: database.db,
    log: memoryLog().log,
    policy,
    figures,
    pace: { ...PACE, shownAgainMs },
  });
  await vi.waitFor(
    async () => {
      const newest = await findWitnessed(database.db, 1, policy);
      const times = newest?.witnessed.by.map(({ cosignature }) => cosignature.timeS);
      expect([newest?.size, times]).toEqual([ledger.size(), [nowS, nowS, nowS]]);
    },
    { timeout: 60_000 },
  );
  stop();
}

async function proofOf(id: string): Promise<string> {
  const answer = await app.inject({ url: `/api/record/signals/${id}/proof`, headers: SIGNED_IN });
  expect(answer.headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `attachment; filename="pipcast-${id}.tlog-proof"`,
  });
  return answer.body;
}

function verify(text: string, flags: Partial<VerifyFlags> = {}, { json = false, hasPolicy = true } = {}) {
  const [file, policyFile] = [path.join(folder, 'a.tlog-proof'), path.join(folder, 'policy')];
  writeFileSync(file, text);
  writeFileSync(policyFile, policyText);
  return verifyHere(file, { ...(hasPolicy && { policy: policyFile }), ...flags }, { json });
}

/** The file with what is in its extra line changed. */
function withExtra(text: string, change: (extra: { entry: string; earlier: string[] }) => object): string {
  return text.replace(/^extra (.*)$/m, (_, base64: string) => {
    const extra = JSON.parse(Buffer.from(base64, 'base64').toString()) as {
      entry: string;
      earlier: string[];
    };
    const json = JSON.stringify(change(extra)).replaceAll('\u2014', '\\u2014');
    return `extra ${Buffer.from(json).toString('base64')}`;
  });
}

describe('the proof of a signal', () => {
  test('holds without server and database, and says when witnesses saw the signal', async () => {
    const { ending, text } = await verify(proof);
    expect(ending).toBe('ok');
    expect(text).toContain('holds: the ledger signals.example.com/ledger/test has this signal.');
    expect(text).toContain('EUR/USD CALL 1min, 52.37%');
    expect(text).toContain(
      `under the checkpoint at 7: seen by w1, w2, w3 at ${isoTime(epochMs(signal.startMs + 2_000))}`,
    );
    expect(text).toContain('enough witnesses had seen the signal 58 s before its expiry');
    expect(JSON.parse((await verify(proof, {}, { json: true })).text)).toMatchObject({
      ok: true,
      signal: { id: signal.id },
      entries: [
        { kind: 'signal', checkpoint: 7 },
        { kind: 'entered', checkpoint: 9 },
        { kind: 'settled', checkpoint: 9 },
      ],
    });
  });

  test('that no witness has seen holds by the key of the ledger, and not by the policy', async () => {
    expect((await verify(unseen)).text).toContain(
      'lacks the quorum of the policy: 0 of 3 witnesses have seen it',
    );
    const { ending, text } = await verify(unseen, { key: ledger.verifierKey }, { hasPolicy: false });
    expect([ending, text]).toEqual(['ok', expect.stringContaining('is the word of the ledger alone')]);
  });

  test('that witnesses first saw after its expiry does not hold', async () => {
    const { ending, text } = await verify(seenLate);
    expect([ending, text]).toEqual([
      'ledger_wrong',
      expect.stringContaining('Enough witnesses saw the signal only 5 s after its expiry'),
    ]);
  });

  test('that ended for want of a server holds without the outage, which is in the ledger alone', async () => {
    expect((await verify(serverDown)).ending).toBe('ok');
  });

  test('is a checkpoint to keep: a ledger that has not grown out of it does not hold', async () => {
    const kept = path.join(folder, 'kept.tlog-proof');
    const since = async (text: string) => {
      writeFileSync(kept, text);
      vi.stubEnv('DATABASE_URL', database.url).stubEnv('PIPCAST_DATA_DIR', folder);
      const flags = { ledger: 'test', key: ledger.verifierKey, since: kept };
      return verifyHere(undefined, flags, { json: false }).finally(() => vi.unstubAllEnvs());
    };
    expect((await since(proof)).ending).toBe('ok');
    const other = proof.replace(
      /(\n9\n)(.)/,
      (_, size: string, letter: string) => size + (letter === 'A' ? 'B' : 'A'),
    );
    expect(await since(other)).toMatchObject({
      ending: 'ledger_wrong',
      text: expect.stringContaining('The checkpoint at 9 is wrong'),
    });
    await expect(since('nothing')).rejects.toMatchObject({ code: 'usage' });
  });

  test.each<[string, (text: string) => string, RegExp]>([
    [
      'another outcome',
      (text) =>
        withExtra(text, (extra) => ({
          ...extra,
          entry: extra.entry.replace(/"outcome":"\w+"/, '"outcome":"won" '),
        })),
      /do not lead to the root/,
    ],
    ['another place', (text) => text.replace('index 8', 'index 7'), /do not lead to the root/],
    [
      'another direction',
      (text) =>
        withExtra(text, ({ entry, earlier: [first = '', ...rest] }) => ({
          entry,
          earlier: [
            withExtra(first, (extra) => ({ ...extra, entry: extra.entry.replace('CALL', 'PUT') })),
            ...rest,
          ],
        })),
      /Entry 6 is not proven/,
    ],
    ['a hash less', (text) => text.replace(/(index 8\n).*\n/, '$1'), /do not lead to the root/],
    [
      'no witness',
      (text) => text.replace(/— w\d\.example\.com .*\n/g, ''),
      /lacks the quorum of the policy: 0 of 3/,
    ],
    [
      'one witness',
      (text) => text.replace(/— w[12]\.example\.com .*\n/g, ''),
      /lacks the quorum of the policy: 1 of 3/,
    ],
    [
      'one witness thrice',
      (text) =>
        text.replace(/— w[12]\.example\.com .*\n/g, '').replace(/(— w3\.example\.com .*\n)/, '$1$1$1'),
      /lacks the quorum of the policy: 1 of 3/,
    ],
    [
      'a signature of the ledger less',
      (text) => text.replace(/— signals\.example\.com.*\n/g, ''),
      /it is not signed by the key/,
    ],
    ['another size', (text) => text.replace('\n9\n', '\n10\n'), /its signature is wrong/],
    [
      'no signal in it',
      (text) => withExtra(text, (extra) => ({ ...extra, earlier: [] })),
      /does not begin with a signal/,
    ],
    [
      'the entries in another order',
      (text) => withExtra(text, (extra) => ({ ...extra, earlier: extra.earlier.toReversed() })),
      /does not begin with a signal/,
    ],
    [
      'the signal twice',
      (text) => withExtra(text, (extra) => ({ ...extra, earlier: [extra.earlier[0], ...extra.earlier] })),
      /stands behind entry 6/,
    ],
    [
      'no start price',
      (text) => withExtra(text, (extra) => ({ ...extra, earlier: extra.earlier.slice(0, 1) })),
      /Entry 8 is wrong/,
    ],
    [
      'an earlier entry of another signal',
      (text) => withExtra(text, (extra) => ({ ...extra, earlier: earlierOf(unseen) })),
      /is not proven|lacks/,
    ],
    ['no extra line', (text) => text.replace(/^extra .*\n/m, ''), /not that of a signal/],
    ['a text in it', () => 'hello', /is malformed/],
  ])('with %s does not hold', async (_what, change, problem) => {
    const changed = change(proof);
    expect(changed).not.toBe(proof);
    const { ending, text } = await verify(changed);
    expect([ending, text]).toEqual(['ledger_wrong', expect.stringMatching(problem)]);
  });

  test('needs the name of its ledger', async () => {
    await expect(verify(proof, {}, { hasPolicy: false })).rejects.toMatchObject({ code: 'usage' });
    const stranger = 'PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW';
    expect((await verify(proof, { key: stranger })).text).toContain(
      'no key of the ledger signals.example.com/ledger/test is known',
    );
  });

  test('is there for those who may read the record, of settled signals', async () => {
    const ask = async (id: string, headers: Record<string, string> = SIGNED_IN) =>
      (await app.inject({ url: `/api/record/signals/${id}/proof`, headers })).statusCode;
    expect(await ask(signal.id, {})).toBe(401);
    expect(await ask('3f0e8a52-1f7c-4c1d-9f0a-000000000000')).toBe(404);
    expect(await ask('nothing')).toBe(400);
  });
});

/** The proofs of earlier entries in a file. */
function earlierOf(text: string): string[] {
  const [, base64 = ''] = /^extra (.*)$/m.exec(text) ?? [];
  return (JSON.parse(Buffer.from(base64, 'base64').toString()) as { earlier: string[] }).earlier;
}
