import { randomUUID } from 'node:crypto';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { AbstainedEntry, LedgerEntry } from '../../../src/core/signals/ledger-entry.ts';
import { readEnds } from '../../../src/server/record/read-ends.ts';
import { createTestDatabase, type TestDatabase } from '../../support/test-database.ts';
import {
  enteredEntry,
  openTestLedger,
  outageEntry,
  settledEntry,
  signalEntry,
  START_MS,
  stories,
  voidEntry,
} from '../ledger/ledger-support.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});
afterAll(() => database.drop());

const won = signalEntry(0, { confidence: 53.07, engine: 'odd-{engine}' });
const entered = enteredEntry(won);
const settled = settledEntry(won, entered);
const lost = signalEntry(10, { mode: 'bot', pair: 'USD/JPY', direction: 'PUT', control: 'CALL' });
const voided = voidEntry(lost);
const outage = outageEntry(voided.atMs + 1);
const abstained: AbstainedEntry = {
  kind: 'abstained',
  atMs: START_MS + 20 * 60_000,
  id: randomUUID(),
  mode: 'special',
  timeframe: '1min',
  decidedMs: START_MS + 20 * 60_000,
  engine: won.engine,
  reasons: { 'EUR/USD': 'stale' },
};
const open = signalEntry(30);
const entries: LedgerEntry[] = [won, entered, settled, lost, voided, outage, abstained, open];

let ledgerId: number;
beforeEach(async () => {
  const name = `ends-${randomUUID().slice(0, 8)}`;
  const ledger = await openTestLedger(database, { name });
  await ledger.append(entries);
  await ledger.close();
  const { rows } = await database.db.query<{ id: number }>('select id from ledgers where name = $1', [name]);
  ledgerId = rows[0]?.id ?? 0;
});

const traitsOf = ({ engine, mode, source, pair, timeframe, direction }: typeof won) => ({
  engine,
  mode,
  source,
  pair,
  timeframe,
  direction,
});

test('what ended is read as it was recorded, in its order, and nothing of what is open', async () => {
  const { confidence, decidedMs, startMs } = won;
  const read = await readEnds(database.db, ledgerId, -1, 100);
  expect(read).toMatchObject({ lastIndex: entries.length - 1, isEnd: true });
  expect(read.ends).toEqual([
    {
      kind: 'settled',
      index: 2,
      ...traitsOf(won),
      confidence,
      decidedMs,
      startMs,
      settledMs: settled.atMs,
      outcome: settled.outcome,
      control: settled.control,
      enteredLate: 'void',
    },
    {
      kind: 'settled',
      index: 4,
      ...traitsOf(lost),
      confidence: lost.confidence,
      decidedMs: lost.decidedMs,
      startMs: lost.startMs,
      settledMs: voided.atMs,
      outcome: 'void',
      control: 'void',
      reason: voided.reason,
    },
    { kind: 'outage', index: 5, entry: outage },
    { kind: 'abstained', index: 6, entry: abstained },
  ]);
});

test('a stretch has as many places as are asked, and the next one begins behind it', async () => {
  const read = async (after: number, places: number) => {
    const { ends, lastIndex, isEnd } = await readEnds(database.db, ledgerId, after, places);
    return [ends.map(({ index }) => index), lastIndex, isEnd];
  };
  expect(await read(-1, 2)).toEqual([[], 1, false]);
  expect(await read(1, 4)).toEqual([[2, 4, 5], 5, false]);
  expect(await read(5, 2)).toEqual([[6], 7, false]);
  expect(await read(7, 2)).toEqual([[], 7, true]);
  expect(await readEnds(database.db, 999_999, -1, 2)).toEqual({ ends: [], lastIndex: -1, isEnd: true });
});

test('looks entries up by their places, also while PostgreSQL knows nothing of the ledger', async () => {
  const ledger = await openTestLedger(database, { name: 'long' });
  await ledger.append(stories(300));
  await ledger.close();
  const asked: string[] = [];
  const listener = {
    query: async ({ text }: { text: string }) => ({ rows: [{ last: -1 }, asked.push(text)] }),
  };
  await readEnds(listener as unknown as Pool, ledgerId, 1, 2);
  const text = asked[0]?.replaceAll('$1', String(ledgerId)).replaceAll('$2', '1').replaceAll('$3', '2');
  const client = await database.db.connect();
  await client.query('set enable_seqscan = off');
  const { rows } = await client.query<{ 'QUERY PLAN': string }>(`explain ${text}`);
  client.release(true);
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/ledger_entries_pkey[^]*Index Cond: \(\(ledger = \d+\) AND \(index > /);
  expect(plan).not.toContain('kind_signal');
});

test('columns that somebody altered so that the batch no longer fits are no record', async () => {
  const client = await database.db.connect();
  await client.query(
    `set session_replication_role = replica; update ledger_entries set engine = E'two\\nlines' where ledger = ${ledgerId};
     set session_replication_role = origin`,
  );
  client.release();
  await expect(readEnds(database.db, ledgerId, -1, 100)).rejects.toThrow('npx pipcast verify names it');
});
