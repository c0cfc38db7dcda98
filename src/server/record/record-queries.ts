import type { ClientBase, Pool } from 'pg';
import type { LedgerEntry, SettledEntry, SignalEntry, SignalId } from '../../core/signals/ledger-entry.ts';
import type { RecordRow } from '../../core/wire/record.ts';
import {
  columnProblem,
  lastCheckpoint,
  readIndexed,
  type SignedHead,
  storedEntry,
} from '../ledger/ledger-rows.ts';
import { recordRow } from '../../core/record/ledger-fold.ts';
import { inclusionProof } from '../../core/log/proofs.ts';
import type { TlogProof } from '../../core/log/tlog-proof.ts';
import type { WitnessPolicy } from '../../core/log/witness-policy.ts';
import { findWitnessed, withCosignatures } from '../ledger/cosignature-rows.ts';
import { tilesByLedger } from '../ledger/stored-tiles.ts';
import { queryRows } from '../platform/sql.ts';

export interface ReadEntry {
  readonly index: number;
  readonly entry: LedgerEntry | undefined;
  readonly problem: string | undefined;
}

/** The entries of a ledger from a place on, in order, read from their bytes and compared with the columns beside them. */
export async function readAfter(
  db: ClientBase | Pool,
  ledger: number,
  size: number,
  most: number,
): Promise<ReadEntry[]> {
  let next = size;
  return (await readIndexed(db, ledger, size, most)).map(({ index, body, columns }): ReadEntry => {
    const missing = index === next ? undefined : `entry ${next} is missing`;
    next = index + 1;
    try {
      const entry = storedEntry(body);
      const problem = columnProblem(columns, entry);
      return { index, entry, problem: missing ?? (problem && `entry ${index} is wrong: ${problem}`) };
    } catch {
      return { index, entry: undefined, problem: missing ?? `entry ${index} is wrong: it is not JSON` };
    }
  });
}

/**
 * All queries here are written so that nothing but a look-up by a key is possible. PostgreSQL knows nothing of a ledger that is
 * young: it takes it for a handful of rows, and given the choice would read all of them.
 */

/** The rows at these places of a ledger, in the order of the places. */
export async function readRows(db: Pool, ledger: number, indexes: readonly number[]): Promise<RecordRow[]> {
  const rows = await queryRows<{ place: number; settled: Buffer; signal: Buffer }>(db)`
    select wanted.index as place, settled.body as settled, (
        select signal.body from ledger_entries signal
        where signal.ledger = ${ledger} and signal.kind = 'signal' and signal.signal = settled.signal
      ) as signal
    from unnest(${indexes}::bigint[]) as wanted(index)
    cross join lateral (
      select body, signal from ledger_entries where ledger = ${ledger} and index = wanted.index limit 1
    ) settled`;
  const byPlace = new Map(rows.map((row) => [row.place, row]));
  return indexes.map((index) => {
    const row = byPlace.get(index);
    if (row === undefined) throw new Error(`entry ${index} of ledger ${ledger} is gone from the database`);
    return recordRow(index, storedEntry<SignalEntry>(row.signal), storedEntry<SettledEntry>(row.settled));
  });
}

/** One entry about a signal with the bytes that were hashed. */
export interface StoredEntry {
  readonly index: number;
  readonly body: Buffer;
  readonly entry: LedgerEntry;
}

/** All entries about a signal, in order; none when the id is unknown. */
export async function readStory(db: Pool, ledger: number, signal: SignalId): Promise<StoredEntry[]> {
  const rows = await queryRows<{ place: number; body: Buffer }>(db)`
    select found.index as place, found.body
    from unnest(array['signal', 'entered', 'settled']) as wanted(kind)
    cross join lateral (
      select index, body from ledger_entries where ledger = ${ledger} and kind = wanted.kind and signal = ${signal} limit 1
    ) found
    order by found.index`;
  return rows.map(({ place, body }) => ({ index: place, body, entry: storedEntry(body) }));
}

/** The way of entries to the root of a checkpoint, as in RFC 6962. */
export interface InclusionProofs {
  /** The signed note, and how many entries it covers. */
  readonly checkpoint: string;
  readonly size: number;
  /** For each entry the sibling hashes from its leaf up. */
  readonly paths: readonly (readonly Uint8Array[])[];
}

export function createProver(db: Pool) {
  const tilesOf = tilesByLedger(db);
  const latest = async (ledger: number): Promise<SignedHead> => {
    const head = await lastCheckpoint(db, ledger);
    if (head === undefined) throw new Error(`ledger ${ledger} has entries and no checkpoint`);
    return head;
  };
  return {
    /**
     * Proves that entries are in a ledger, all of them against its latest checkpoint; a few tiles are read for that.
     * Throws an Error when a part of the tree is missing: the ledger was damaged.
     */
    async prove(ledger: number, indexes: readonly number[]): Promise<InclusionProofs> {
      const { note, size } = await latest(ledger);
      const root = tilesOf(ledger).rangeRoot(size);
      const paths = await Promise.all(indexes.map((index) => inclusionProof(index, size, root)));
      return { checkpoint: note, size, paths };
    },
    /**
     * Proves an entry against the first checkpoint over it that the quorum of a policy has seen: that tells how early it was there.
     * Without a policy or a quorum against the latest one. Throws as `prove` does.
     */
    async proveEarliest(
      ledger: number,
      index: number,
      policy: WitnessPolicy | undefined,
    ): Promise<Pick<TlogProof, 'index' | 'path' | 'checkpoint'>> {
      const witnessed = policy && (await findWitnessed(db, ledger, policy, index));
      const head = witnessed ?? (await latest(ledger));
      const checkpoint = witnessed?.note ?? (await withCosignatures(db, ledger, head));
      return {
        index,
        path: await inclusionProof(index, head.size, tilesOf(ledger).rangeRoot(head.size)),
        checkpoint,
      };
    },
  };
}
