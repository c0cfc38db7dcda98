import { MissingPartError } from '../../core/log/log-source.ts';
import type { LedgerSource } from '../../core/signals/verify-ledger.ts';
import { TILE_WIDTH } from '../../core/log/merkle-tree.ts';
import { bundleEntries } from '../../core/log/tiles.ts';
import {
  columnProblem,
  countUncovered,
  lastCheckpoint,
  type LedgerRow,
  type Queries,
  readIndexed,
} from './ledger-rows.ts';
import { StoredTiles } from './stored-tiles.ts';

/** A ledger read from the database itself. The columns beside an entry's bytes are compared with them as well. */
export function databaseSource(db: Queries, ledger: LedgerRow): LedgerSource {
  const tiles = new StoredTiles(db, ledger.id);
  /** Columns of entries that were read and not checked yet. */
  const columns = new Map<number, Readonly<Record<string, unknown>>>();
  return {
    async checkpoint() {
      const head = await lastCheckpoint(db, ledger.id);
      const count = await countUncovered(db, ledger.id);
      if (head === undefined || count > 0)
        throw new MissingPartError(
          `A checkpoint is missing: the last one covers ${head?.size ?? 0} entries, and there are ${count} more.`,
        );
      return head.note;
    },
    async tile(level, index, width) {
      const hashes = await tiles.hashes(level, index, width);
      if (hashes === undefined) throw new MissingPartError('it, or what it is made of, is missing');
      return hashes;
    },
    async entries(index, width) {
      const from = index * TILE_WIDTH;
      const rows = await readIndexed(db, ledger.id, from, width);
      const gap = rows.findIndex((row, at) => row.index !== from + at);
      const run = gap < 0 ? rows : rows.slice(0, gap);
      for (const row of run) columns.set(row.index, row.columns);
      return bundleEntries(run.map(({ body }) => body));
    },
    entryProblem(index, entry) {
      const stored = columns.get(index) ?? {};
      columns.delete(index);
      return columnProblem(stored, entry);
    },
  };
}

/** The checkpoints of a ledger in the order of their sizes. */
export async function* storedCheckpoints(db: Queries, ledger: LedgerRow): AsyncGenerator<string> {
  let size = 0;
  for (;;) {
    const { rows } = await db.query<{ size: number; note: string }>(
      `select size, note from ledger_checkpoints where ledger = $1 and size > $2 order by size limit 500`,
      [ledger.id, size],
    );
    for (const row of rows) yield row.note;
    const last = rows.at(-1);
    if (last === undefined) return;
    size = last.size;
  }
}
