import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { epochMs } from '../../src/core/time/instant.ts';
import { parseVerifierKey } from '../../src/core/log/checkpoint.ts';
import { entryBytes, parseEntry } from '../../src/core/signals/entry-bytes.ts';
import type { LedgerEntry, PlacedEntry } from '../../src/core/signals/ledger-entry.ts';
import { verifyLedger } from '../../src/core/signals/verify-ledger.ts';
import { openServerSecret } from '../../src/server/platform/server-secret.ts';
import { databaseSource, storedCheckpoints } from '../../src/server/ledger/stored-tiles.ts';
import { sha256, verifyEd25519 } from '../../src/server/ledger/ed25519.ts';
import { findLedger, type LedgerRow, readEntries } from '../../src/server/ledger/ledger-rows.ts';
import { memoryMarks } from '../server/ledger/ledger-support.ts';
import { openLedger } from '../../src/server/ledger/open-ledger.ts';
import { openStream, type StreamReader } from '../server/stream/stream-reader.ts';
import { rounds } from '../support/rounds.ts';
import { seededRandom } from '../support/seeded-random.ts';
import { createTestDatabase, startTestDatabaseSource, type TestDatabase } from '../support/test-database.ts';
import { memoryLog } from '../support/memory-log.ts';
import { type DeskChild, startDeskChild } from './support/desk-child.ts';
import type { DeskOrder, KillPoint } from './support/desk-process.ts';

/** Two rounds of three end at a point: 9 are each step and each kind, 18 each step of each kind. */
const ROUNDS = rounds(9, 50);
/** Processes that get ready while another is at work: most of a round is the time that Node takes to start. */
const AHEAD = 2;
/** In each round: one that goes on after what it has seen, and a new one. */
const CLIENTS = 2;
const LEDGER = 'kill-rounds';
const SECRET = 'a secret for fifty short lives';
/** Monday morning; London is open for eight hours more. */
const FIRST_MS = Date.UTC(2018, 1, 5, 9);
/** How long the desk is away, on its own clock: not noticed, for seconds, and past the end of every signal. */
const AWAY_MS = [1, 900, 7000, 90_000];

/** A point that is not reached by then never will be. */
const STUCK_MS = 30_000;
/** It takes a minute on two busy cores. */
const TEST_LIMIT_MS = 300_000;

const STEPS: readonly KillPoint['step'][] = ['before-append', 'during-append', 'before-shown', 'after-shown'];
const KINDS: readonly KillPoint['kind'][] = ['signal', 'entered', 'settled'];

let source: Awaited<ReturnType<typeof startTestDatabaseSource>>;
let database: TestDatabase;
const waiting: DeskChild[] = [];
beforeAll(async () => {
  source = await startTestDatabaseSource();
});
beforeEach(async () => {
  database = await createTestDatabase(source.source);
});
afterEach(async () => {
  for (const child of waiting.splice(0)) child.kill();
  await database.drop();
});
afterAll(() => source.stop());

test(
  `what ${ROUNDS} desks killed at every step have shown is recorded, verifies, and is settled once`,
  async () => {
    const random = seededRandom(20_261_120);
    const shown = new Map<number, string>();
    const hits = new Map<string, number>();
    waiting.push(...Array.from({ length: AHEAD }, startDeskChild));
    const nextChild = (): DeskChild => {
      waiting.push(startDeskChild());
      return waiting.shift() as DeskChild;
    };
    for (let round = 0; round < ROUNDS; round += 1) {
      const child = nextChild();
      const kill = killPointOf(round);
      const origin = await child.go({
        ...(await orderFrom(random)),
        seed: round,
        clients: CLIENTS,
        ...(kill && { kill }),
      });
      const clients = origin === undefined ? [] : await openClients(origin, shown);
      if (kill === undefined) void sleep(20 + (random() % 200)).then(child.kill);
      const giveUp = setTimeout(child.kill, STUCK_MS);
      const { isHit, complaints } = await child.ended;
      clearTimeout(giveUp);
      await Promise.all(clients.map(({ closed }) => closed));
      expect(complaints, `round ${round}`).toBe('');
      if (isHit && kill !== undefined) count(hits, `${kill.step} ${kill.kind}`);
      for (const client of clients) note(client, shown);
    }

    // A busy machine records less before each kill; of that the clients have seen all but what came just before it.
    const watched = (await allEntries()).length;
    expect(watched).toBeGreaterThan(5 * ROUNDS);
    expect(shown.size).toBeGreaterThan(0.95 * watched);

    // One more, without a watcher, which ends in order, long after the last signal.
    const order = await orderFrom(random);
    const child = nextChild();
    await child.go({ ...order, seed: ROUNDS, clients: 0, untilMs: order.startMs + 100_000 });
    expect(await child.ended).toMatchObject({ code: 0, complaints: '' });

    const recorded = await allEntries();
    const points = Array.from({ length: ROUNDS }, (_, round) => killPointOf(round));
    expect(new Set(points.flatMap((point) => point?.step ?? [])).size).toBe(STEPS.length);
    expect(new Set(points.flatMap((point) => point?.kind ?? [])).size).toBe(KINDS.length);
    expect(new Set(hits.keys())).toEqual(
      new Set(points.flatMap((point) => (point ? `${point.step} ${point.kind}` : []))),
    );
    for (const [index, entry] of shown)
      expect(recorded[index] && textOf(recorded[index]), `entry ${index}`).toBe(entry);
    expect(await problems()).toEqual([]);
    const settlements = new Map<string, number>();
    for (const entry of recorded) if (entry.kind === 'settled') count(settlements, entry.signal);
    const last = recorded.findLast(({ kind }) => kind === 'settled')?.atMs ?? 0;
    for (const entry of recorded) {
      if (entry.kind !== 'signal' || entry.expiryMs > last - 25_000) continue;
      expect(settlements.get(entry.id), entry.id).toBe(1);
    }
    const reasons = new Set(recorded.map((entry) => (entry.kind === 'settled' ? entry.reason : undefined)));
    expect([...reasons].sort()).toEqual(['server-down', undefined]);
    expect(recorded.filter(({ kind }) => kind === 'outage').length).toBeGreaterThan(ROUNDS / 3);
  },
  TEST_LIMIT_MS,
);

/** Two rounds of three end themselves at a point, each point in its turn; the third is ended from outside. */
function killPointOf(round: number): KillPoint | undefined {
  if (round % 3 === 2) return undefined;
  const turn = round - Math.floor(round / 3);
  const step = STEPS[turn % STEPS.length];
  // As many kinds as are no divisor of the steps: each step comes to each kind.
  const kind = KINDS[turn % KINDS.length];
  return step && kind && { step, kind, nth: 1 + (round % 7) };
}

async function orderFrom(random: () => number): Promise<Omit<DeskOrder, 'seed' | 'clients'>> {
  // The desk before is dead, and its last statement, which extends the lease, is over: the next one waits nothing.
  const writers = `select from pg_stat_activity where application_name like 'pipcast ledger%' and datname = current_database()`;
  await expect.poll(async () => (await database.db.query(writers)).rowCount).toBe(0);
  await database.db.query(`update desk_lease set expires_at = '-infinity'`);
  const { rows } = await database.db.query<{ at: string | null }>(
    "select max((convert_from(body, 'UTF8')::json->>'atMs')::bigint) as at from ledger_entries",
  );
  const lastMs = Number(rows[0]?.at ?? FIRST_MS);
  const startMs = lastMs + (AWAY_MS[random() % AWAY_MS.length] ?? 1);
  return { databaseUrl: database.url, ledgerName: LEDGER, secret: SECRET, startMs };
}

/** The server may be gone before they are there. */
async function openClients(origin: string, shown: ReadonlyMap<number, string>): Promise<StreamReader[]> {
  const last = Math.max(-1, ...shown.keys());
  const opened = await Promise.allSettled([
    openStream(origin, {
      authorization: 'Bearer x',
      ...(last >= 0 && { 'last-event-id': `${LEDGER}/${last}` }),
    }),
    openStream(origin, { authorization: 'Bearer x' }),
  ]);
  return opened.flatMap((result) => (result.status === 'fulfilled' ? [result.value] : []));
}

/** Whatever any client was shown at a place must be the same for all, for ever. */
function note(client: StreamReader, shown: Map<number, string>): void {
  const placed = client.events.flatMap(({ name, data }): PlacedEntry[] => {
    if (name === 'entry') return [JSON.parse(data) as PlacedEntry];
    return name === 'hello' ? (JSON.parse(data) as { recent: PlacedEntry[] }).recent : [];
  });
  for (const { index, entry } of placed) {
    const text = textOf(entry);
    expect(shown.get(index) ?? text, `entry ${index}`).toBe(text);
    shown.set(index, text);
  }
}

/** An entry as its bytes in the ledger say it. */
function textOf(entry: LedgerEntry): string {
  return Buffer.from(entryBytes(entry)).toString();
}

async function ledgerRow(): Promise<LedgerRow> {
  const row = await findLedger(database.db, LEDGER);
  if (row === undefined) throw new Error('no desk made its ledger');
  return row;
}

async function allEntries(): Promise<LedgerEntry[]> {
  const rows = await readEntries(database.db, (await ledgerRow()).id, 0, 1_000_000);
  return rows.map(({ body }) => parseEntry(body));
}

async function problems() {
  const { log } = memoryLog();
  const secret = openServerSecret(SECRET, '/nowhere');
  const ledger = await openLedger({
    db: database.db,
    log,
    name: LEDGER,
    label: undefined,
    originHost: 'signals.example.com',
    secret,
    marks: memoryMarks(),
    now: () => epochMs(FIRST_MS),
  });
  const key = parseVerifierKey(sha256, ledger.verifierKey);
  await ledger.close();
  if (key === undefined) throw new Error('the ledger gave no verifier key');
  const row = await ledgerRow();
  const found = await verifyLedger({
    source: databaseSource(database.db, row),
    ledgerName: LEDGER,
    key,
    sha256,
    ed25519: verifyEd25519,
    earlier: storedCheckpoints(database.db, row),
  });
  return found.problems;
}

function count(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
}
