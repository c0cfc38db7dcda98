import { concatBytes } from '../../core/log/bytes.ts';
import { MissingPartError } from '../../core/log/log-source.ts';
import { HASH_BYTES, leafHash, rootOf, splitHashes, TILE_WIDTH } from '../../core/log/merkle-tree.ts';
import type { RangeRoot } from '../../core/log/proofs.ts';
import { tileRangeRoot } from '../../core/log/tile-roots.ts';
import { bundleEntries, tilePath } from '../../core/log/tiles.ts';
import { BoundedMap } from '../platform/bounded-map.ts';
import { sha256 } from './ed25519.ts';
import {
  columnProblem,
  countUncovered,
  type EntryRow,
  lastCheckpoint,
  type LedgerRow,
  type Queries,
  readEntries,
  readIndexed,
  readTiles,
} from './ledger-rows.ts';
import type { LedgerSource } from '../../core/signals/verify-ledger.ts';
import { queryRows } from '../platform/sql.ts';

/** Roots of full tiles in memory: a partial tile above them is made of up to 255. */
const MOST_ROOTS = 4_096;

/** The tiles and bundles of a ledger in the database: full tiles as they are stored, partial ones made when asked for. */
export class StoredTiles {
  readonly #db: Queries;
  readonly #ledger: number;
  readonly #roots = new BoundedMap<string, Uint8Array>(MOST_ROOTS);

  constructor(db: Queries, ledger: number) {
    this.#db = db;
    this.#ledger = ledger;
  }

  /** The hashes of a tile that is in the tree; undefined when what it is made of is missing. */
  async hashes(level: number, index: number, width: number): Promise<Uint8Array | undefined> {
    const [stored] = await readTiles(this.#db, this.#ledger, level, index, 1);
    if (stored?.index === index) return stored.hashes.subarray(0, width * HASH_BYTES);
    if (width === TILE_WIDTH) return undefined;
    if (level > 0) return this.#rootsOfTiles(level - 1, index * TILE_WIDTH, width);
    const rows = await this.rows(index, width);
    return rows.length === width ? concatBytes(rows.map(({ body }) => leafHash(sha256, body))) : undefined;
  }

  /** The entries of a bundle; fewer when one is missing: those before it. */
  async rows(index: number, width: number): Promise<EntryRow[]> {
    const from = index * TILE_WIDTH;
    return beforeGap(from, await readEntries(this.#db, this.#ledger, from, width));
  }

  /** A bundle of entries as it is served; undefined when one is missing. */
  async bundle(index: number, width: number): Promise<Uint8Array | undefined> {
    const rows = await this.rows(index, width);
    return rows.length === width ? bundleEntries(rows.map(({ body }) => body)) : undefined;
  }

  /** The roots of parts of the tree of a size, for proofs; each tile is read once. Rejects with a MissingPartError. */
  rangeRoot(size: number): RangeRoot {
    const known = new Map<string, Uint8Array>();
    return tileRangeRoot(sha256, size, async (tile) => {
      const path = tilePath(tile);
      const hashes = known.get(path) ?? (await this.hashes(tile.level, tile.index, tile.width));
      if (hashes === undefined) throw new MissingPartError(`${path} of the ledger is missing`);
      known.set(path, hashes);
      return hashes;
    });
  }

  async #rootsOfTiles(level: number, from: number, count: number): Promise<Uint8Array | undefined> {
    const key = (index: number) => `${level}/${index}`;
    const wanted = Array.from({ length: count }, (_, at) => from + at);
    const first = wanted.find((index) => !this.#roots.has(key(index)));
    if (first !== undefined) {
      for (const { index, hashes } of await readTiles(
        this.#db,
        this.#ledger,
        level,
        first,
        from + count - first,
      ))
        this.#roots.set(key(index), rootOf(sha256, splitHashes(hashes)));
    }
    const roots = wanted.map((index) => this.#roots.get(key(index)));
    return roots.every((root) => root !== undefined) ? concatBytes(roots) : undefined;
  }
}

/** The tiles of each ledger of a database: one object each, as it holds the roots of full tiles. */
export function tilesByLedger(db: Queries): (ledger: number) => StoredTiles {
  const known = new Map<number, StoredTiles>();
  return (ledger) => {
    const tiles = known.get(ledger) ?? new StoredTiles(db, ledger);
    known.set(ledger, tiles);
    return tiles;
  };
}

function beforeGap<Row extends EntryRow>(from: number, rows: Row[]): Row[] {
  const gap = rows.findIndex(({ index }, at) => index !== from + at);
  return gap < 0 ? rows : rows.slice(0, gap);
}

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
      const run = beforeGap(from, await readIndexed(db, ledger.id, from, width));
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
    const rows = await queryRows<{ size: number; note: string }>(db)`select size, note
      from ledger_checkpoints where ledger = ${ledger.id} and size > ${size} order by size limit 500`;
    for (const row of rows) yield row.note;
    const last = rows.at(-1);
    if (last === undefined) return;
    size = last.size;
  }
}
