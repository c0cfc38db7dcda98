import {
  edgeWidths,
  HASH_BYTES,
  nodeHash,
  rootOf,
  type Sha256,
  splitHashes,
  TILE_HEIGHT,
  TILE_WIDTH,
} from './merkle-tree.ts';
import { type RangeRoot, splitPoint } from './proofs.ts';
import { type TileRef, tileWidth } from './tiles.ts';

/** A tile of hashes, not a bundle of entries. */
export type HashTile = TileRef & { readonly level: number };

export type ReadTile = (tile: HashTile) => Promise<Uint8Array>;

/** The roots of a tree's parts out of its tiles, for proofs. Each tile is read when it is needed. */
export function tileRangeRoot(sha256: Sha256, size: number, readTile: ReadTile): RangeRoot {
  const rangeRoot = async (from: number, to: number): Promise<Uint8Array> => {
    const height = Math.log2(to - from);
    if (!Number.isInteger(height) || from % (to - from) !== 0) {
      const split = from + splitPoint(to - from);
      return nodeHash(sha256, await rangeRoot(from, split), await rangeRoot(split, to));
    }
    const level = Math.floor(height / TILE_HEIGHT);
    const first = from / TILE_WIDTH ** level;
    const index = Math.floor(first / TILE_WIDTH);
    const at = first % TILE_WIDTH;
    const hashes = await readTile({ level, index, width: tileWidth(level, index, size) });
    const count = 2 ** (height - level * TILE_HEIGHT);
    return rootOf(sha256, splitHashes(hashes.subarray(at * HASH_BYTES, (at + count) * HASH_BYTES)));
  };
  return rangeRoot;
}

/** The partial tiles at the right edge of a tree, lowest first. */
export function edgeTiles(size: number): HashTile[] {
  return edgeWidths(size)
    .map((width, level) => ({ level, index: Math.floor(size / TILE_WIDTH ** (level + 1)), width }))
    .filter(({ width }) => width > 0);
}
