import { writeFileSync } from 'node:fs';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { parseVerifierKey, type VerifierKey } from '../../../src/core/log/checkpoint.ts';
import { cosignerKeyText } from '../../../src/core/log/cosignature.ts';
import { parsePolicy, type WitnessPolicy } from '../../../src/core/log/witness-policy.ts';
import type { LedgerEntry, SignalEntry } from '../../../src/core/signals/ledger-entry.ts';
import type { WitnessReport } from '../../../src/core/wire/witness.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import type { VerifyFlags } from '../../../src/operator/verify/verify-command.ts';
import { judgeWitnesses } from '../../../src/operator/verify/witness-check.ts';
import { findWitnessed } from '../../../src/server/ledger/cosignature-rows.ts';
import { databaseSource } from '../../../src/server/ledger/stored-tiles.ts';
import { sha256 } from '../../../src/server/ledger/ed25519.ts';
import { findLedger, type LedgerRow } from '../../../src/server/ledger/ledger-rows.ts';
import type { OpenedLedger } from '../../../src/server/ledger/open-ledger.ts';
import { serveLedger } from '../../../src/server/routes/ledger/serve-ledger.ts';
import { SignalRecord } from '../../../src/server/record/record.ts';
import { serveRecord } from '../../../src/server/routes/record/serve-record.ts';
import {
  createWitnessFigures,
  followWitnesses,
  type WitnessResult,
} from '../../../src/server/ledger/follow-witnesses.ts';
import { memoryLog } from '../../support/memory-log.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../../support/temporary-folder.ts';
import { accessWith, apiApp } from '../../support/api-app.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import { memoryMarks, openTestLedger, stories, testSecret } from '../ledger/ledger-support.ts';
import { type RunningWitness, startWitness } from './witness-support.ts';
import { countsOf } from '../../support/counts.ts';
import { verifyHere } from '../../support/run-here.ts';

const SECRET = 'a secret of this test, long enough';
const PACE = { roundMs: 10, longestRoundMs: 300, shownAgainMs: 100_000 };

let folder: string;
let database: TestDatabase;
let ledger: OpenedLedger;
let witnesses: RunningWitness[];
let policyText: string;
let policy: WitnessPolicy;
let app: FastifyInstance;
let site: string;
let nowS: number;
beforeEach(async () => {
  // A Sunday: the market is closed, and no newer entry is due.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2026, 10, 22, 12) });
  folder = makeTemporaryFolder();
  database = await createTestDatabase();
  ledger = await open();
  nowS = Math.floor(Date.now() / 1000);
  const logKey = parseVerifierKey(sha256, ledger.verifierKey) as VerifierKey;
  witnesses = [];
  for (const name of ['w1', 'w2', 'w3'])
    witnesses.push(await startWitness(folder, [logKey], { name, nowS: () => nowS }));
  policyText = policyOf(`log ${ledger.verifierKey}\n`, '2 w1 w2 w3');
  policy = parsed(policyText);
  app = apiApp();
  serveLedger(app, {
    secret: testSecret(SECRET),
    db: database.db,
    reader: async () => {},
    marks: memoryMarks(),
    isPublic: true,
    witnesses: { policy, now: () => epochMs(nowS * 1000) },
  });
  const record = new SignalRecord({ db: database.db, log: memoryLog().log });
  serveRecord(app, { db: database.db, record, access: accessWith('Bearer good', 'public') });
  site = await app.listen({ host: '127.0.0.1', port: 0 });
  vi.stubEnv('DATABASE_URL', database.url);
  vi.stubEnv('PIPCAST_DATA_DIR', folder);
  vi.stubEnv('PIPCAST_AUTH_SECRET', SECRET);
});
afterEach(async () => {
  vi.useRealTimers();
  vi.unstubAllEnvs();
  await app.close();
  for (const witness of witnesses) await witness.stop();
  await ledger.close();
  await database.drop();
  await removeTemporaryFolder(folder);
});

const open = () => openTestLedger(database, { name: 'live', secret: testSecret(SECRET) });

function policyOf(logs: string, group: string): string {
  const lines = witnesses.map(
    ({ key, url }, at) => `witness w${at + 1} ${cosignerKeyText(sha256, key)} ${url}\n`,
  );
  return `${logs}${lines.join('')}group g ${group}\nquorum g\n`;
}

function parsed(text: string): WitnessPolicy {
  const found = parsePolicy(sha256, Buffer.from(text));
  if (typeof found === 'string') throw new Error(found);
  return found;
}

/** Asks the witnesses as a server does. */
function askWitnesses() {
  const figures = createWitnessFigures(['w1', 'w2', 'w3']);
  const stop = followWitnesses(ledger, {
    db: database.db,
    log: memoryLog().log,
    policy,
    figures,
    pace: PACE,
  });
  return { figures, stop };
}

async function witnessUpTo(size: number): Promise<void> {
  const { stop } = askWitnesses();
  await expect.poll(async () => (await findWitnessed(database.db, 1, policy))?.size).toBe(size);
  // Answers under way are waited for, so that the third is there as well.
  await expect
    .poll(async () => (await findWitnessed(database.db, 1, policy))?.witnessed.by.length)
    .toBe(witnesses.filter(({ server }) => server.listening).length);
  stop();
}

async function verify(
  flags: Partial<VerifyFlags> = {},
  where: 'site' | 'database' = 'site',
  policyLines = policyText,
) {
  const file = path.join(folder, 'policy');
  writeFileSync(file, policyLines);
  const { ending, text } = await verifyHere(where === 'site' ? site : undefined, { policy: file, ...flags });
  const document = JSON.parse(text) as {
    problems: { message: string }[];
    notCompared: string[];
    witnesses?: { isQuorum: boolean; total: number; seenBy: { witness: string }[]; decisions?: object };
  };
  return { ending, ...document, messages: document.problems.map(({ message }) => message) };
}

/** As the command does it for a site, without waiting between its tries. */
async function judge(
  more: {
    nowMs?: number;
    mustBeFresh?: boolean;
    onPause?: () => Promise<void>;
    readWitnessed?: () => Promise<string | undefined>;
  } = {},
) {
  const row = (await findLedger(database.db, 'live')) as LedgerRow;
  const source = databaseSource(database.db, row);
  let pauses = 0;
  const verdict = await judgeWitnesses({
    source,
    key: parseVerifierKey(sha256, ledger.verifierKey) as VerifierKey,
    policy,
    latest: await source.checkpoint(),
    readWitnessed:
      more.readWitnessed ?? (async () => (await findWitnessed(database.db, row.id, policy))?.note),
    mustBeFresh: more.mustBeFresh ?? true,
    nowMs: more.nowMs ?? nowS * 1000,
    pause: async () => {
      pauses += 1;
      await more.onPause?.();
    },
  });
  return { pauses, messages: verdict.problems.map(({ message }) => message) };
}

describe('verify --policy', () => {
  test('holds for a ledger that the quorum has seen, at a site and in the database', async () => {
    await witnesses[2]?.stop();
    await ledger.append(stories(4));
    await witnessUpTo(12);
    const seen = { isQuorum: true, total: 3, seenBy: [{ witness: 'w1' }, { witness: 'w2' }] };
    expect(await verify()).toMatchObject({ ending: 'ok', witnesses: seen });
    expect(await verify({}, 'database')).toMatchObject({ ending: 'ok', witnesses: seen });
  });

  test('tells how many signals were seen before they expired, and only later', async () => {
    const day = stories(6);
    const seenAt = async (entries: LedgerEntry[], atMs: number) => {
      await ledger.append(entries);
      const before = nowS;
      nowS = Math.floor(atMs / 1000);
      await witnessUpTo(ledger.size());
      nowS = before;
    };
    const [first, second] = [day[0], day[3]] as [SignalEntry, SignalEntry];
    await seenAt(day.slice(0, 1), first.startMs + 1_000);
    await seenAt(day.slice(1, 4), second.expiryMs);
    await seenAt(day.slice(4, 9), nowS * 1_000);
    await ledger.append(day.slice(9));
    await witnessUpTo(ledger.size());
    const decisions = { inTime: 1, late: 5, unseen: 0, minutes: 6, silentMinutes: 5 };
    expect((await verify()).witnesses?.decisions).toEqual(decisions);
    expect((await verify({}, 'database')).witnesses?.decisions).toEqual(decisions);
    // The site counts them once their cosignatures had time to come.
    nowS += 3_600;
    const report = async () => (await app.inject('/ledger/live/witnesses')).json<WitnessReport>().signals;
    await expect.poll(report).toEqual({ expired: 6, inTime: 1 });
  });

  test("does not say that a ledger holds whose newest entry was old by the witnesses' clocks", async () => {
    await ledger.append(stories(1));
    // Monday, in market hours: the reader's own clock is a day behind.
    nowS = Date.UTC(2026, 10, 23, 9) / 1_000;
    await witnessUpTo(3);
    const { ending, notCompared, messages } = await verify();
    expect([ending, messages]).toEqual(['failure', []]);
    expect(notCompared).toEqual([expect.stringContaining('s old by the clocks of the witnesses')]);
  });

  test('holds for entries that are seen while it waits for them', async () => {
    await ledger.append(stories(2));
    await witnessUpTo(6);
    await ledger.append(stories(2, 100));
    let isFirst = true;
    const onPause = async () => {
      if (isFirst) await witnessUpTo(12);
      isFirst = false;
    };
    expect(await judge({ onPause })).toEqual({ pauses: 1, messages: [] });
  });

  test('does not hold while one of two has seen it, nor for entries behind those that were seen', async () => {
    await ledger.append(stories(2));
    expect((await judge()).messages).toEqual([
      'It lacks the quorum of the policy: 0 of 3 witnesses have seen its checkpoint at 6.',
    ]);
    await witnessUpTo(6);
    await ledger.append(stories(1, 100));
    const { pauses, messages } = await judge();
    expect(pauses).toBeGreaterThan(10);
    expect(messages[0]).toContain(
      'It lacks the quorum of the policy: 0 of 3 witnesses have seen its checkpoint at 9.',
    );
  });

  test("the reader's policy counts, not the operator's", async () => {
    await witnesses[0]?.stop();
    await ledger.append(stories(1));
    await witnessUpTo(3);
    expect((await verify()).ending).toBe('ok');
    policy = parsed(policyOf(`log ${ledger.verifierKey}\n`, 'all w1 w2 w3'));
    expect((await judge()).messages[0]).toContain('It lacks the quorum of the policy');
  });

  test('does not hold for a running site that no witness has seen for long: it may be an old copy', async () => {
    await ledger.append(stories(1));
    await witnessUpTo(3);
    const later = { nowMs: (nowS + 601) * 1000 };
    expect((await judge(later)).messages[0]).toContain('this one may be an old copy');
    expect((await judge({ nowMs: (nowS + 599) * 1000 })).messages).toEqual([]);
    expect((await judge({ ...later, mustBeFresh: false })).messages).toEqual([]);
  });

  test('does not hold for a database that a server writes without showing it to a witness', async () => {
    nowS -= 601;
    await ledger.append(stories(1));
    await witnessUpTo(3);
    expect(await verify({}, 'database')).toMatchObject({
      ending: 'ledger_wrong',
      messages: [expect.stringContaining('this one may be an old copy')],
    });
  });

  test('asks which log is meant, and takes no other', async () => {
    await ledger.append(stories(1));
    await witnessUpTo(3);
    const nameless = policyOf('', '2 w1 w2 w3');
    await expect(verify({}, 'site', nameless)).rejects.toMatchObject({ code: 'usage' });
    expect((await verify({ key: ledger.verifierKey }, 'site', nameless)).ending).toBe('ok');
    const other = policyOf(
      'log PeterNeumann+c74f20a3+ARpc2QcUPDhMQegwxbzhKqiBfsVkmqq/LDE4izWy10TW\n',
      '2 w1 w2 w3',
    );
    await expect(verify({}, 'site', other)).rejects.toMatchObject({ code: 'ledger_wrong' });
    await expect(verify({ policy: '/nowhere' })).rejects.toMatchObject({ code: 'usage' });
  });
});

describe('a person with the database and the secret, and without the keys of the witnesses,', () => {
  const asOwner = (sql: string) =>
    database.db.query(
      `set session_replication_role = replica; ${sql}; set session_replication_role = origin`,
    );

  beforeEach(async () => {
    await ledger.append(stories(4));
    await witnessUpTo(12);
    await ledger.append(stories(1, 50));
    await witnessUpTo(15);
  });

  /** Cuts the ledger back, cosignatures included, and lets the server go on from there. */
  async function cutBack(size: number): Promise<void> {
    await ledger.close();
    await asOwner(`delete from ledger_cosignatures where size > ${size};
      delete from ledger_checkpoints where size > ${size}; delete from ledger_entries where index >= ${size}`);
    ledger = await open();
  }

  /** Asks the witnesses until each has said this. */
  async function askUntilEachSaid(result: WitnessResult): Promise<void> {
    const { figures, stop } = askWitnesses();
    const all = ['w1', 'w2', 'w3'].map((name) => `${name} ${result}`);
    await expect
      .poll(async () => Object.keys(await countsOf(figures.requests)))
      .toEqual(expect.arrayContaining(all));
    stop();
  }

  test('cannot put other entries in the place of the last ones', async () => {
    await cutBack(12);
    await ledger.append(stories(3, 200));
    // The witnesses are asked as ever, and refuse.
    await askUntilEachSaid('refused');
    expect((await judge()).messages[0]).toContain('It lacks the quorum of the policy');
  });

  test('cannot keep an older part fresh by showing it again', async () => {
    await cutBack(12);
    await askUntilEachSaid('ahead');
    expect((await judge({ nowMs: (nowS + 3_600) * 1000 })).messages[0]).toContain(
      'this one may be an old copy',
    );
  });

  test('cannot move cosignatures to a checkpoint of their own', async () => {
    const { rows } = await database.db.query<{ witness: string; line: string }>(
      'select witness, line from ledger_cosignatures where size = 15',
    );
    expect(rows).toHaveLength(3);
    await cutBack(0);
    await ledger.append(stories(5, 300));
    for (const { witness, line } of rows)
      await database.db.query('insert into ledger_cosignatures values (1, 15, $1, $2, $3)', [
        witness,
        nowS,
        line,
      ]);
    expect((await judge()).messages[0]).toContain('lacks the quorum');
    expect((await app.inject('/ledger/live/witnessed')).statusCode).toBe(404);
  });

  test('cannot show the true checkpoint beside a rewritten ledger', async () => {
    const honest = (await findWitnessed(database.db, 1, policy))?.note;
    for (const size of [5, 4]) {
      await cutBack(0);
      await ledger.append(stories(size, 300));
      const { messages } = await judge({ readWitnessed: async () => honest });
      expect(messages.join()).toMatch(/has not grown out of|tile/i);
    }
  });
});
