import type { Pool } from 'pg';
import { inclusionProof } from '../../core/log/proofs.ts';
import { type HashTile, tileRangeRoot } from '../../core/log/tile-roots.ts';
import { tilePath } from '../../core/log/tiles.ts';
import { sha256 } from '../ledger/ed25519.ts';
import { lastCheckpoint } from '../ledger/ledger-rows.ts';
import { StoredTiles } from '../ledger/stored-tiles.ts';

/** The way of entries to the root of a checkpoint, as in RFC 6962. */
export interface InclusionProofs {
  /** The signed note, and how many entries it covers. */
  readonly checkpoint: string;
  readonly size: number;
  /** For each entry the sibling hashes from its leaf up. */
  readonly paths: readonly (readonly Uint8Array[])[];
}

/** Proves that entries of ledgers are in them. */
export class InclusionProver {
  readonly #db: Pool;
  /** Kept, because they remember the roots of full tiles. */
  readonly #tiles = new Map<number, StoredTiles>();

  constructor(db: Pool) {
    this.#db = db;
  }

  /**
   * Proves that entries are in a ledger, all of them against its latest checkpoint; a few tiles are read for that.
   * Throws an Error when a part of the tree is missing: the ledger was damaged.
   */
  async prove(ledger: number, indexes: readonly number[]): Promise<InclusionProofs> {
    const head = await lastCheckpoint(this.#db, ledger);
    if (head === undefined) throw new Error(`ledger ${ledger} has entries and no checkpoint`);
    const stored = this.#tiles.get(ledger) ?? new StoredTiles(this.#db, ledger);
    this.#tiles.set(ledger, stored);
    // Entries of one signal lie close together and share most of their tiles.
    const read = new Map<string, Promise<Uint8Array>>();
    const readTile = (tile: HashTile): Promise<Uint8Array> => {
      const path = tilePath(tile);
      const reading = read.get(path) ?? readStored(stored, tile);
      read.set(path, reading);
      return reading;
    };
    const rangeRoot = tileRangeRoot(sha256, head.size, readTile);
    const paths = await Promise.all(indexes.map((index) => inclusionProof(index, head.size, rangeRoot)));
    return { checkpoint: head.note, size: head.size, paths };
  }
}

async function readStored(stored: StoredTiles, tile: HashTile): Promise<Uint8Array> {
  const hashes = await stored.hashes(tile.level, tile.index, tile.width);
  if (hashes === undefined) throw new Error(`${tilePath(tile)} of the ledger is missing`);
  return hashes;
}
