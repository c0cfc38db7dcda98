import { type ClientBase, DatabaseError } from 'pg';
import type { FullTile } from '../../core/log/merkle-tree.ts';
import type { EpochMs } from '../../core/time/instant.ts';
import type { LedgerEntry } from '../../core/signals/ledger-entry.ts';
import { EXTEND_LEASE, type Writer } from './writer-connection.ts';
import { execute, queryRow, queryRows, queryValue } from '../platform/sql.ts';

/** A connection or a pool; several queries may be sent at once. */
export type Queries = Pick<ClientBase, 'query'>;

export const ENTRY_TOPIC = 'entry';

export interface LedgerRow {
  readonly id: number;
  readonly name: string;
  readonly label: string | null;
  readonly origin: string;
}

export interface SignedHead {
  readonly size: number;
  readonly root: Uint8Array;
  readonly note: string;
  /** How many of the signals it covers have no settlement. */
  readonly openSignals: number;
}

export interface EntryRow {
  readonly index: number;
  readonly body: Buffer;
}

export interface NewEntry {
  readonly index: number;
  readonly entry: LedgerEntry;
  readonly bytes: Uint8Array;
}

/** The ledger of a name; undefined when there is none. */
export async function findLedger(db: Queries, name: string): Promise<LedgerRow | undefined> {
  return queryRow<LedgerRow>(db)`select id, name, label, origin from ledgers where name = ${name}`;
}

export interface ListedLedger extends LedgerRow {
  readonly size: number;
  readonly keys: number;
}

/** All ledgers, the oldest first. */
export async function listLedgers(db: Queries): Promise<ListedLedger[]> {
  return queryRows<ListedLedger>(db)`select id, name, label, origin,
      (select coalesce(max(size), 0) from ledger_checkpoints where ledger = ledgers.id) as size,
      (select count(*)::int from ledger_keys where ledger = ledgers.id) as keys
    from ledgers order by id`;
}

/** The latest checkpoint; undefined while the ledger is empty. */
export async function lastCheckpoint(db: Queries, ledger: number): Promise<SignedHead | undefined> {
  return queryRow<SignedHead>(db)`select size, root, note, open_signals as "openSignals"
    from ledger_checkpoints where ledger = ${ledger} order by size desc limit 1`;
}

/** Makes a ledger, unless one has this name already. */
export async function insertLedger(
  db: ClientBase,
  { name, label, origin }: Omit<LedgerRow, 'id'>,
  now: EpochMs,
): Promise<void> {
  await execute(db)`insert into ledgers (name, label, origin, created_at)
    values (${name}, ${label}, ${origin}, ${new Date(now)}) on conflict (name) do nothing`;
}

/** An entry as its bytes say it; whether they are what was recorded, `pipcast verify` checks. */
export function storedEntry<Entry extends LedgerEntry = LedgerEntry>(body: Buffer): Entry {
  return JSON.parse(body.toString('latin1')) as Entry;
}

/** Entries from an index on, in order. */
export async function readEntries(
  db: Queries,
  ledger: number,
  fromIndex: number,
  limit: number,
): Promise<EntryRow[]> {
  return queryRows<EntryRow>(db)`select index, body from ledger_entries where ledger = ${ledger}
    and index >= ${fromIndex} order by index limit ${limit}`;
}

/** How many entries no checkpoint covers, in one snapshot: a sound ledger has none. */
export async function countUncovered(db: Queries, ledger: number): Promise<number> {
  return queryValue<number>(db)`select count(*)::int as count from ledger_entries
    where ledger = ${ledger}
    and index >= (select coalesce(max(size), 0) from ledger_checkpoints where ledger = ${ledger})`;
}

/** Entries from an index on with the columns beside their bytes, by name. */
export async function readIndexed(
  db: Queries,
  ledger: number,
  fromIndex: number,
  limit: number,
): Promise<(EntryRow & { readonly columns: Record<string, unknown> })[]> {
  const rows = await queryRows<Record<string, unknown> & EntryRow>(db)`
    select index, body, kind, signal, mode, pair, timeframe, decided_ms
    from ledger_entries where ledger = ${ledger} and index >= ${fromIndex} order by index limit ${limit}`;
  return rows.map(({ index, body, ...rest }) => ({ index, body, columns: rest }));
}

/** The hashes of full tiles of a level, from an index on, in order. */
export async function readTiles(
  db: Queries,
  ledger: number,
  level: number,
  fromIndex: number,
  limit: number,
): Promise<{ readonly index: number; readonly hashes: Buffer }[]> {
  return queryRows<{ index: number; hashes: Buffer }>(db)`select index, hashes from ledger_tiles
    where ledger = ${ledger} and level = ${level} and index >= ${fromIndex}
    order by index limit ${limit}`;
}

/** Whether an append was refused because another server has taken the lease since. */
export function isFenced(error: unknown): boolean {
  return error instanceof DatabaseError && error.column === 'term';
}

/**
 * Adds entries with their tiles and the checkpoint that covers them, in one statement, so that all of it is durable or none. Without the
 * lease there is no term, which a checkpoint must have: a server that was frozen or cut off writes nothing, whatever it believes.
 */
export async function insertEntries(
  { client, term }: Writer,
  ledger: number,
  entries: readonly NewEntry[],
  tiles: readonly FullTile[],
  { size, root, note, openSignals }: SignedHead,
): Promise<void> {
  const encoded = tiles.map((tile) => ({ ...tile, hashes: Buffer.from(tile.hashes).toString('base64') }));
  await execute(client)`
    with fence as (${EXTEND_LEASE} where term = ${term} returning term
    ), entries as (
      insert into ledger_entries (ledger, index, body, kind, signal, mode, pair, timeframe, decided_ms)
      select ${ledger}, index, convert_to(body, 'UTF8'), kind, signal, mode, pair, timeframe, decided_ms
      from json_to_recordset(${JSON.stringify(entries.map(newRow))}::json) as new(
        index bigint, body text, kind text, signal uuid, mode text, pair text, timeframe text, decided_ms bigint)
    ), tiles as (
      insert into ledger_tiles (ledger, level, index, hashes)
      select ${ledger}, level, index, decode(hashes, 'base64')
      from json_to_recordset(${JSON.stringify(encoded)}::json) as new(level smallint, index bigint, hashes text)
    ), decided as (
      update signal_requests r set decision = made.index
      from json_to_recordset(${JSON.stringify(entries.flatMap(decisionsIn))}::json)
        as made(index bigint, pair text, timeframe text, decided_ms bigint), ledgers l
      where l.id = ${ledger} and r.ledger = l.name and r.decides_ms = made.decided_ms
        and r.timeframe = made.timeframe and r.pair = made.pair and r.decision is null
    )
    insert into ledger_checkpoints (ledger, size, root, note, open_signals, term)
    values (${ledger}, ${size}, ${Buffer.from(root)}, ${note}, ${openSignals}, (select term from fence))
    returning pg_notify('pipcast', ${`${ENTRY_TOPIC} `})`;
}

function newRow({ index, entry, bytes }: NewEntry): object {
  return { index, body: Buffer.from(bytes).toString('latin1'), ...entryColumns(entry) };
}

/** The decisions of an entry on P-BOT requests: a pair at an instant, with a signal or an abstention. */
function decisionsIn({ index, entry }: NewEntry): object[] {
  if ((entry.kind !== 'signal' && entry.kind !== 'abstained') || entry.mode !== 'bot') return [];
  const { timeframe, decidedMs: decided_ms } = entry;
  const pairs = entry.kind === 'signal' ? [entry.pair] : Object.keys(entry.reasons);
  return pairs.map((pair) => ({ index, pair, timeframe, decided_ms }));
}

/** The columns beside an entry's bytes; missing keys are null. */
function entryColumns(entry: LedgerEntry): Record<string, unknown> {
  const { kind } = entry;
  if (kind !== 'signal') return { kind, ...('signal' in entry && { signal: entry.signal }) };
  const { id: signal, mode, pair, timeframe, decidedMs } = entry;
  return { kind, signal, mode, pair, timeframe, decided_ms: decidedMs };
}

/** The first column that contradicts the entry, in words; undefined when there is none. */
export function columnProblem(
  stored: Readonly<Record<string, unknown>>,
  entry: LedgerEntry,
): string | undefined {
  const expected = entryColumns(entry);
  for (const key of Object.keys(stored)) {
    const [column, value] = [stored[key] ?? null, expected[key] ?? null];
    if (column !== value)
      return `its column ${key} says ${String(column)}, but the entry says ${String(value)}`;
  }
  return undefined;
}
