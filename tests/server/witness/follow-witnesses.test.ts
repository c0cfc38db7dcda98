import type { RequestListener } from 'node:http';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { parseCheckpoint, parseVerifierKey, type VerifierKey } from '../../../src/core/log/checkpoint.ts';
import { cosignerKeyText } from '../../../src/core/log/cosignature.ts';
import { parsePolicy, type WitnessPolicy } from '../../../src/core/log/witness-policy.ts';
import type { WitnessReport } from '../../../src/core/wire/witness.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import { openWitnessKey } from '../../../src/operator/witness/witness-key.ts';
import { sha256 } from '../../../src/server/ledger/ed25519.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { serveLedger } from '../../../src/server/routes/ledger/serve-ledger.ts';
import {
  followWitnesses,
  createWitnessFigures,
  type WitnessFigures,
  type WitnessResult,
} from '../../../src/server/ledger/follow-witnesses.ts';
import { listenHere } from '../../support/local-server.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { apiApp } from '../../support/api-app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { openTestLedger, stories, memoryMarks, SECRET } from '../ledger/ledger-support.ts';
import { type RunningWitness, startWitness } from './witness-support.ts';
import { countsOf } from '../../support/counts.ts';

/** When the witnesses of these tests live, and what the server's clock says. */
const SEEN_S = 1_700_000_000;
const NOW_MS = SEEN_S * 1000 + 4_000;
const PACE = { roundMs: 20, longestRoundMs: 300, shownAgainMs: 100_000 };

let folder: string;
let database: TestDatabase;
let ledger: OpenedLedger;
let logKey: VerifierKey;
/** Ended last first. */
let ends: (() => void | Promise<void>)[];
beforeEach(async () => {
  folder = makeTemporaryFolder();
  database = await createTestDatabase();
  ledger = await openTestLedger(database);
  logKey = parseVerifierKey(sha256, ledger.verifierKey) as VerifierKey;
  ends = [() => removeTemporaryFolder(folder), () => database.drop(), () => ledger.close()];
});
afterEach(async () => {
  for (const end of ends.reverse()) await end();
});

async function honest(name: string, port?: number): Promise<RunningWitness> {
  const witness = await startWitness(folder, [logKey], { name, port, nowS: () => SEEN_S });
  ends.push(() => witness.stop());
  return witness;
}

/** A server that answers as the test says. */
async function strange(listener: RequestListener): Promise<string> {
  const { origin, stop } = await listenHere(listener);
  ends.push(stop);
  return origin;
}

interface Named {
  readonly key: VerifierKey;
  readonly url: string;
}

function policyOf(quorum: string, witnesses: Record<string, Named>): WitnessPolicy {
  const names = Object.keys(witnesses);
  const lines = Object.entries(witnesses).map(
    ([name, { key, url }]) => `witness ${name} ${cosignerKeyText(sha256, key)} ${url}`,
  );
  const text = [
    `log ${ledger.verifierKey}`,
    ...lines,
    `group g ${quorum} ${names.join(' ')}`,
    'quorum g',
    '',
  ];
  const policy = parsePolicy(sha256, Buffer.from(text.join('\n')));
  if (typeof policy === 'string') throw new Error(policy);
  return policy;
}

function follow(policy: WitnessPolicy, pace = PACE) {
  const figures = createWitnessFigures(policy.witnesses.map(({ name }) => name));
  const { log, entries, text } = memoryLog();
  const stop = followWitnesses(ledger, { db: database.db, log, policy, figures, pace });
  ends.push(stop);
  return { figures, entries, text, stop };
}

async function serve(policy: WitnessPolicy | undefined): Promise<FastifyInstance> {
  const app = apiApp();
  serveLedger(app, {
    secret: SECRET,
    db: database.db,
    reader: async () => {},
    marks: memoryMarks(),
    isPublic: true,
    witnesses: policy && { policy, now: () => epochMs(NOW_MS) },
  });
  ends.push(() => app.close());
  return app;
}

const report = async (app: FastifyInstance) =>
  (await app.inject('/ledger/test/witnesses')).json<WitnessReport>();
const count = async ({ requests }: WitnessFigures, name: string, result: WitnessResult) =>
  (await countsOf(requests))[`${name} ${result}`] ?? 0;

describe('with one honest witness, one that lies and one that is away', () => {
  test('appends go on, the honest word is served, and the one that was away catches up', async () => {
    const [alice, carol] = [await honest('alice'), await honest('carol')];
    await carol.stop();
    const liarsKey = openWitnessKey(`${folder}/liar.key`, 'bob.example.com');
    // Its signature is a true one of its key, but of another tree.
    const liar = await strange((_request, response) => {
      response.end(liarsKey.cosign('signals.example.com/ledger/test\n1\nAAAA\n', SEEN_S));
    });
    const policy = policyOf('2', { alice, bob: { key: liarsKey.verifier, url: liar }, carol });
    const app = await serve(policy);
    expect(await report(app)).toMatchObject({ total: 3, newest: null });
    const { figures, entries } = follow(policy);

    await ledger.append(stories(3));
    await expect.poll(() => count(figures, 'alice', 'cosigned')).toBeGreaterThan(0);
    await expect.poll(() => count(figures, 'bob', 'wrong')).toBeGreaterThan(0);
    await expect.poll(() => count(figures, 'carol', 'away')).toBeGreaterThan(0);
    await expect
      .poll(async () => (await report(app)).newest)
      .toEqual({ size: 9, seenBy: ['alice'], isQuorum: false, ageMs: 4_000 });
    expect((await app.inject('/ledger/test/witnessed')).statusCode).toBe(404);
    const note = (await app.inject('/ledger/test/checkpoint')).body;
    expect(note.startsWith(`${ledger.checkpoint()}\u2014 alice.example.com `)).toBe(true);
    expect(note).not.toContain('bob.example.com');
    expect(entries().filter(({ witness }) => witness === 'bob')).toHaveLength(1);

    await honest('carol', Number(new URL(carol.url).port));
    await ledger.append(stories(1, 50));
    await expect
      .poll(async () => (await report(app)).newest)
      .toEqual({ size: 12, seenBy: ['alice', 'carol'], isQuorum: true, ageMs: 4_000 });
    const witnessed = (await app.inject('/ledger/test/witnessed')).body;
    expect(witnessed).toBe((await app.inject('/ledger/test/checkpoint')).body);
    expect((await figures.quorum.get()).values).toMatchObject([{ value: SEEN_S }]);
  });

  test('one that never answers delays no other and is asked for one thing at a time', async () => {
    const alice = await honest('alice');
    let [open, most] = [0, 0];
    const hanging = await strange(() => {
      open += 1;
      most = Math.max(most, open);
    });
    const { verifier } = openWitnessKey(`${folder}/hanging.key`, 'hanging.example.com');
    const { figures } = follow(policyOf('any', { alice, hanging: { key: verifier, url: hanging } }));
    for (let minute = 0; minute < 20; minute += 4) {
      await ledger.append(stories(1, minute));
      const size = ledger.size();
      await expect.poll(async () => (await lastSeen()) ?? 0).toBe(size);
    }
    expect(await count(figures, 'alice', 'cosigned')).toBeGreaterThanOrEqual(5);
    expect([open, most]).toEqual([1, 1]);
  });
});

async function lastSeen(): Promise<number | undefined> {
  const { rows } = await database.db.query<{ size: string | null }>(
    'select max(size) as size from ledger_cosignatures',
  );
  const size = rows[0]?.size;
  return size === null || size === undefined ? undefined : Number(size);
}

describe('a witness', () => {
  test('that already knows the ledger is asked from where it is, also by a server that started over', async () => {
    const alice = await honest('alice');
    const policy = policyOf('all', { alice });
    await ledger.append(stories(100));
    const first = follow(policy);
    await expect.poll(lastSeen).toBe(300);
    first.stop();
    await ledger.append(stories(1, 500));
    const second = follow(policy);
    await expect.poll(lastSeen).toBe(303);
    expect(await countsOf(second.figures.requests)).toMatchObject({ 'alice cosigned': 1 });
    for (const result of ['wrong', 'refused'] as const)
      expect(await count(second.figures, 'alice', result)).toBe(0);
  });

  test('is shown a ledger again to which nothing was added, and says it with a new time', async () => {
    let nowS = SEEN_S;
    const alice = await startWitness(folder, [logKey], { name: 'alice', nowS: () => nowS++ });
    ends.push(() => alice.stop());
    await ledger.append(stories(1));
    const policy = policyOf('all', { alice });
    follow(policy, { ...PACE, shownAgainMs: 30 });
    const app = await serve(policy);
    await expect.poll(async () => (await report(app)).newest?.ageMs).toBeLessThan(2_000);
    // However often, there is one line of it.
    expect((await app.inject('/ledger/test/checkpoint')).body.match(/alice/g)).toHaveLength(1);
  });

  test('that knows a longer ledger, or another one, tells of a rewritten one', async () => {
    const alice = await honest('alice');
    const policy = policyOf('all', { alice });
    await ledger.append(stories(4));
    const before = follow(policy);
    await expect.poll(lastSeen).toBe(12);
    before.stop();
    await ledger.close();

    // As a person would who has the database and the secret.
    await database.db.query(`set session_replication_role = replica;
      delete from ledger_cosignatures; delete from ledger_checkpoints where size > 0; delete from ledger_entries;
      set session_replication_role = origin`);
    ledger = await openTestLedger(database);
    await ledger.append(stories(3));
    const { figures, text } = follow(policy);
    await expect.poll(() => count(figures, 'alice', 'ahead')).toBeGreaterThan(0);
    expect(text()).toContain('has cosigned 12 entries of this ledger, which has only 9');
    await ledger.append(stories(2, 100));
    await expect.poll(() => count(figures, 'alice', 'refused')).toBeGreaterThan(0);
    expect(await lastSeen()).toBeUndefined();
    expect(alice.events.join()).toContain('the consistency proof does not lead from the tree');
  });

  test('that redirects is away, and the address that it names is not asked', async () => {
    let asked = 0;
    const other = await strange((_request, response) => {
      asked += 1;
      response.end();
    });
    const url = await strange(
      (_request, response) => void response.writeHead(307, { location: other }).end(),
    );
    const { verifier } = openWitnessKey(`${folder}/strange.key`, 'strange.example.com');
    const { figures } = follow(policyOf('all', { strange: { key: verifier, url } }));
    await ledger.append(stories(1));
    await expect.poll(() => count(figures, 'strange', 'away')).toBeGreaterThan(0);
    expect(asked).toBe(0);
  });

  test.each<[string, RequestListener]>([
    ['an endless answer', (_request, response) => void response.write('x'.repeat(100_000))],
    ['a size that it was sent', (_request, response) => void response.writeHead(409).end('0\n')],
    ['a size that is none', (_request, response) => void response.writeHead(409).end('many\n')],
    [
      'sizes that always differ',
      (() => {
        let size = 1;
        return (_request, response) => void response.writeHead(409).end(`${(size = 3 - size)}\n`);
      })(),
    ],
    ['no line', (_request, response) => void response.end()],
    ['lines of others', (_request, response) => void response.end('\u2014 other.example AAAAAAAAAAAA\n')],
    ['a text', (_request, response) => void response.end('hello\n')],
  ])('that answers with %s is wrong, and nothing of it is kept', async (_what, listener) => {
    const url = await strange(listener);
    const { verifier } = openWitnessKey(`${folder}/strange.key`, 'strange.example.com');
    const { figures } = follow(policyOf('all', { strange: { key: verifier, url } }));
    await ledger.append(stories(1));
    await expect.poll(() => count(figures, 'strange', 'wrong')).toBeGreaterThan(0);
    expect(await lastSeen()).toBeUndefined();
  });
});

test('without a policy no witness is said to have seen the ledger', async () => {
  await ledger.append(stories(1));
  const app = await serve(undefined);
  expect(await report(app)).toEqual({ total: 0, signals: null, newest: null });
  expect((await app.inject('/ledger/test/witnessed')).statusCode).toBe(404);
  expect((await app.inject('/ledger/none/witnesses')).statusCode).toBe(404);
  expect(parseCheckpoint((await app.inject('/ledger/test/checkpoint')).body)).toMatchObject({ size: 3 });
});

test('lines that were altered in the database are not served as witnessed', async () => {
  const alice = await honest('alice');
  const policy = policyOf('all', { alice });
  follow(policy);
  await ledger.append(stories(1));
  await expect.poll(lastSeen).toBe(3);
  const app = await serve(policy);
  await database.db.query(`set session_replication_role = replica;
    update ledger_cosignatures set line = overlay(line placing 'AAAA' from length(line) - 20);
    set session_replication_role = origin`);
  expect(await report(app)).toMatchObject({ total: 1, newest: null });
});
