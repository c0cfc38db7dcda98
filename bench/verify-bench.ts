import { createHash, randomUUID } from 'node:crypto';
import { epochMs } from '../src/core/time/instant.ts';
import { parseVerifierKey } from '../src/core/log/checkpoint.ts';
import { entryBytes } from '../src/core/signals/entry-bytes.ts';
import type { LedgerEntry, RecordedQuote, SignalEntry } from '../src/core/signals/ledger-entry.ts';
import { controlOf } from '../src/core/signals/control.ts';
import { outcomeOf } from '../src/core/signals/settlement.ts';
import { verifyLedger } from '../src/core/signals/verify-ledger.ts';
import { openServerSecret } from '../src/server/platform/server-secret.ts';
import { openDatabase } from '../src/server/db/open-database.ts';
import { createLogger } from '../src/server/routes/site/logger.ts';
import { databaseSource, storedCheckpoints } from '../src/server/ledger/database-source.ts';
import { sha256, verifyEd25519 } from '../src/server/ledger/ed25519.ts';
import { findLedger } from '../src/server/ledger/ledger-rows.ts';
import { fileMarks } from '../src/server/ledger/ledger-marks.ts';
import { type OpenedLedger, openLedger } from '../src/server/ledger/open-ledger.ts';
import { makeTemporaryFolder, removeTemporaryFolder } from '../tests/support/temporary-folder.ts';
import { bounded, compared, type Figure, median } from './figure.ts';
import { signalId } from '../src/core/signals/signal-id.ts';
import { post, startWitness, TestLog } from '../tests/server/witness/witness-support.ts';
import { abstainedAt } from '../tests/support/entries.ts';
import { quoted } from '../tests/support/quoted.ts';

/** 100,000 settled signals are four entries each, with the minutes between; a third of that says the same, sooner. */
const STORIES = 34_000;
const ENTRIES_A_COMMIT = 30;
const SINGLE_APPENDS = 500;
const APPENDS_AT_ONCE = 100;
const ROUNDS = 3;
const COSIGNATURES = 100;
const WITNESSED_FROM = 5_000;
const WITNESSED_AT_ONCE = 7;
const START_MS = Date.UTC(2026, 0, 5);
const MINUTE_MS = 60_000;

/**
 * The ledger on the embedded PostgreSQL as it is delivered, durable writes and all: entries verified a second from the
 * database (entries, rules, outcomes, columns, tree, tiles, every checkpoint) against bare SHA-256 over the same bytes; and
 * appends a second, one after the other and a hundred at once.
 */
export async function* verifyBench(): AsyncGenerator<Figure> {
  const folder = makeTemporaryFolder();
  const log = createLogger('error', process.stderr);
  const database = await openDatabase({ dataDir: folder, databaseUrl: undefined }, log);
  const { db } = database;
  let ledger: OpenedLedger | undefined;
  try {
    const secret = openServerSecret(undefined, folder);
    const place = {
      originHost: 'bench.example.com',
      label: undefined,
      secret,
      marks: fileMarks(folder),
      log,
      db,
    };
    ledger = await openLedger({ ...place, name: 'bench', now: () => epochMs(Date.now()) });
    const entries = stories(0, STORIES);
    for (let from = 0; from < entries.length; from += ENTRIES_A_COMMIT)
      await ledger.append(entries.slice(from, from + ENTRIES_A_COMMIT));
    const row = await findLedger(db, 'bench');
    const key = parseVerifierKey(sha256, ledger.verifierKey);
    if (row === undefined || key === undefined) throw new Error('the ledger is not there');

    const bodies = entries.map(entryBytes);
    const bare: number[] = [];
    const verified: number[] = [];
    for (let round = 0; round < ROUNDS; round += 1) {
      bare.push(entries.length / (await seconds(() => hashAll(bodies))));
      const took = await seconds(async () => {
        const verification = await verifyLedger({
          source: databaseSource(db, row),
          ledgerName: 'bench',
          key,
          sha256,
          ed25519: verifyEd25519,
          earlier: storedCheckpoints(db, row),
        });
        if (verification.problems.length > 0) throw new Error(verification.problems[0]?.message);
      });
      verified.push(entries.length / took);
    }

    const more = stories(STORIES, 4_000);
    const waits: number[] = [];
    const single = await seconds(async () => {
      for (const entry of more.splice(0, SINGLE_APPENDS)) {
        const from = performance.now();
        await ledger?.append([entry]);
        waits.push(performance.now() - from);
      }
    });
    const count = more.length;
    const together = await seconds(async () => {
      while (more.length > 0)
        await Promise.all(more.splice(0, APPENDS_AT_ONCE).map((entry) => ledger?.append([entry])));
    });
    waits.sort((one, other) => one - other);
    const witness = await witnessCost(folder);
    yield* [
      compared('ledger verified from the database', median(verified), 'entries/s', {
        name: 'bare SHA-256 of the same bytes',
        value: median(bare),
      }),
      bounded('ledger appends, durable, one after the other', SINGLE_APPENDS / single, 'appends/s'),
      bounded('ledger append, durable, p99', waits[Math.floor(waits.length * 0.99)] ?? 0, 'ms'),
      bounded(`ledger appends, durable, ${APPENDS_AT_ONCE} at once`, count / together, 'appends/s'),
      bounded('cosignature by a witness, durable', witness.ms, 'ms'),
      bounded('what a witness is sent for it', witness.bytes, 'bytes'),
    ];
  } finally {
    await ledger?.close();
    await database.close();
    await removeTemporaryFolder(folder);
  }
}

/** What a cosignature costs a witness whose log grows by some entries at a time, as a ledger does in a second. */
async function witnessCost(folder: string): Promise<{ readonly ms: number; readonly bytes: number }> {
  const log = new TestLog('bench.example.com/ledger/live').grow(WITNESSED_FROM);
  const witness = await startWitness(folder, [log.key]);
  const answers = [(await post(witness.url, await log.request(0))).status];
  const times: number[] = [];
  let bytes = 0;
  for (let round = 0; round < COSIGNATURES; round += 1) {
    const size = WITNESSED_FROM + round * WITNESSED_AT_ONCE;
    const request = await log.grow(WITNESSED_AT_ONCE).request(size);
    bytes = Math.max(bytes, request.length);
    const from = performance.now();
    answers.push((await post(witness.url, request)).status);
    times.push(performance.now() - from);
  }
  await witness.stop();
  if (answers.some((status) => status !== 200)) throw new Error(`the witness answered ${answers.join(' ')}`);
  return { ms: median(times), bytes };
}

/** Whole stories, each signal over before the next: signal, start price, settlement, and the abstention of the minute between. */
function stories(first: number, count: number): LedgerEntry[] {
  return Array.from({ length: count }, (_, at) => {
    const decidedMs = START_MS + 2 * (first + at) * MINUTE_MS;
    const drawn: Omit<SignalEntry, 'control'> = {
      kind: 'signal',
      atMs: decidedMs + 200,
      id: signalId(randomUUID()),
      mode: 'special',
      source: 'synthetic',
      pair: 'EUR/USD',
      timeframe: '1min',
      decidedMs,
      startMs: decidedMs + 1_000,
      expiryMs: decidedMs + 61_000,
      direction: at % 2 === 0 ? 'CALL' : 'PUT',
      confidence: 52.4,
      engine: 'fade-logit-1',
      reasons: { 'last-bar-up': 2.65, 'momentum-down': -0.25 },
    };
    const signal: SignalEntry = { ...drawn, control: controlOf(sha256, drawn) };
    const entry = quoteAt(signal.startMs, 108_500);
    const exit = quoteAt(signal.expiryMs, 108_480 + (at % 41));
    return [
      signal,
      { kind: 'entered', atMs: signal.startMs + 300, signal: signal.id, quote: entry },
      {
        kind: 'settled',
        atMs: signal.expiryMs + 300,
        signal: signal.id,
        outcome: outcomeOf(signal.direction, entry, exit),
        control: outcomeOf(signal.control, entry, exit),
        entry,
        exit,
        provenMs: signal.expiryMs + 100,
        enteredLate: { outcome: 'void', reason: 'no-proof' },
      },
      abstainedAt(decidedMs + MINUTE_MS, { atMs: decidedMs + MINUTE_MS + 1_400, source: 'synthetic' }),
    ] satisfies LedgerEntry[];
  }).flat();
}

function quoteAt(instantMs: number, bid: number): RecordedQuote {
  return quoted({ bid, ask: bid + 12, timeMs: instantMs - 250, ageMs: 250 });
}

function hashAll(bodies: readonly Uint8Array[]): void {
  for (const body of bodies) createHash('sha256').update(body).digest();
}

async function seconds(work: () => void | Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return (performance.now() - from) / 1_000;
}
