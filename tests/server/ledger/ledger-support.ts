import { randomUUID } from 'node:crypto';
import { ENGINE_VERSION } from '../../../src/core/engine/model.ts';
import { epochMs } from '../../../src/core/time/instant.ts';
import {
  type EnteredEntry,
  type LateEntry,
  type LedgerEntry,
  type OutageEntry,
  type RecordedQuote,
  type SettledEntry,
  type SignalEntry,
  signalId,
} from '../../../src/core/signals/ledger-entry.ts';
import { controlOf } from '../../../src/core/signals/signal-rules.ts';
import { sha256 } from '../../support/log-crypto.ts';
import { LATE_ENTRY_MS, outcomeOf } from '../../../src/core/signals/settlement.ts';
import { openServerSecret, type ServerSecret } from '../../../src/server/platform/server-secret.ts';
import type { LedgerOptions } from '../../../src/server/ledger/writer-session.ts';
import type { LedgerMarks } from '../../../src/server/ledger/ledger-marks.ts';
import { type OpenedLedger, openLedger } from '../../../src/server/ledger/open-ledger.ts';
import { memoryLog } from '../../support/memory-log.ts';
import type { TestDatabase } from '../../support/test-database.ts';
import { quoted } from '../../support/quoted.ts';
import { settledFor, signalAt } from '../../support/entries.ts';

/** Midnight of a Saturday: the market is closed, so that no minute is due and stories may stand alone. */
export const START_MS = Date.UTC(2026, 10, 21);
const MINUTE_MS = 60_000;

export const SECRET = testSecret('a secret of the tests, long enough');

export function testSecret(text: string): ServerSecret {
  return openServerSecret(text, '/nowhere');
}

/** Marks that are kept in memory. */
export function memoryMarks(): LedgerMarks {
  const notes = new Map<string, string>();
  return {
    place: (ledger) => `memory/${ledger}`,
    read: (ledger) => notes.get(ledger),
    write: async (ledger, note) => void notes.set(ledger, note),
  };
}

/** Opens a ledger of a test's database. */
export function openTestLedger(
  database: Pick<TestDatabase, 'db'>,
  {
    name = 'test',
    secret = SECRET,
    marks = memoryMarks(),
    ...more
  }: { name?: string; secret?: ServerSecret; marks?: LedgerMarks } & Pick<LedgerOptions, 'onLost'> = {},
): Promise<OpenedLedger> {
  return openLedger({
    db: database.db,
    log: memoryLog().log,
    name,
    label: undefined,
    originHost: 'signals.example.com',
    secret,
    marks,
    now: () => epochMs(START_MS),
    ...more,
  });
}

/** Takes all ledgers out of a database, past the triggers that keep them: a new database would take a third of a second. */
export async function emptyLedgers({ db }: TestDatabase): Promise<void> {
  await db.query('set local session_replication_role = replica; truncate ledgers cascade');
}

/** The P-Special signal of a minute, counted from midnight, with the control that is drawn for it. */
export function signalEntry(minute: number, more: Partial<SignalEntry> = {}): SignalEntry {
  const decidedMs = START_MS + minute * MINUTE_MS;
  const signal = signalAt(decidedMs, {
    atMs: decidedMs + 200,
    id: signalId(randomUUID()),
    confidence: 52.37,
    engine: ENGINE_VERSION,
    reasons: { 'last-bar-up': 2.65, 'momentum-down': -0.25 },
    ...more,
  });
  return { ...signal, control: controlOf(sha256, signal) };
}

function quoteAt(instantMs: number, bid: number, ageMs = 250): RecordedQuote {
  return quoted({ bid, ask: bid + 12, timeMs: instantMs - ageMs, ageMs });
}

export function enteredEntry(signal: SignalEntry, bid = 108_500): EnteredEntry {
  return {
    kind: 'entered',
    atMs: signal.startMs + 300,
    signal: signal.id,
    quote: quoteAt(signal.startMs, bid),
  };
}

/** Settled right after its expiry, without what a late entry came to; with `lateBid`, the price 5 s later, with it. */
export function settledEntry(
  signal: SignalEntry,
  entered: EnteredEntry,
  exitBid = 108_510,
  lateBid?: number,
): SettledEntry {
  const exit = quoteAt(signal.expiryMs, exitBid);
  return {
    kind: 'settled',
    atMs: signal.expiryMs + (lateBid === undefined ? 400 : LATE_ENTRY_MS + 400),
    signal: signal.id,
    outcome: outcomeOf(signal.direction, entered.quote, exit),
    control: outcomeOf(signal.control, entered.quote, exit),
    entry: entered.quote,
    exit,
    provenMs: signal.expiryMs + 150,
    enteredLate:
      lateBid === undefined ? { outcome: 'void', reason: 'no-proof' } : lateEntry(signal, lateBid, exitBid),
  };
}

function lateEntry(
  { direction, startMs, expiryMs }: SignalEntry,
  exitBid: number,
  endBid: number,
): LateEntry {
  const startsMs = startMs + LATE_ENTRY_MS;
  // Of a signal of 5 s it is the quote that the signal itself ended on.
  const entry = quoteAt(startsMs, startsMs === expiryMs ? endBid : 108_500);
  const exit = quoteAt(expiryMs + LATE_ENTRY_MS, exitBid);
  const provenMs = expiryMs + LATE_ENTRY_MS + 150;
  return { outcome: outcomeOf(direction, entry, exit), entry, exit, provenMs };
}

export function voidEntry(signal: SignalEntry): SettledEntry {
  return settledFor(signal, { reason: 'no-entry', atMs: signal.expiryMs + 15_000 });
}

export function outageEntry(atMs: number): OutageEntry {
  return { kind: 'outage', atMs, id: randomUUID(), fromMs: atMs - 5_000, toMs: atMs, reason: 'no-feed' };
}

/** Whole stories of as many minutes, one after the other: signal, start price, settlement. */
export function stories(count: number, firstMinute = 0): LedgerEntry[] {
  return Array.from({ length: count }, (_, at) => {
    // Two minutes apart, so that one is over before the next begins.
    const signal = signalEntry(firstMinute + 2 * at);
    const entered = enteredEntry(signal);
    return [signal, entered, settledEntry(signal, entered, 108_490 + (at % 21))];
  }).flat();
}
