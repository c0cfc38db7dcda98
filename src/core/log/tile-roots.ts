import {
  edgeWidths,
  HASH_BYTES,
  MerkleTree,
  nodeHash,
  rootOf,
  type Sha256,
  splitHashes,
  TILE_HEIGHT,
  TILE_WIDTH,
} from './merkle-tree.ts';
import { type RangeRoot, splitPoint } from './proofs.ts';
import { type TileRef, tileWidth } from './tiles.ts';
import { concatBytes, sameBytes } from './bytes.ts';
import type { TreeHead } from './checkpoint.ts';
import { MissingPartError } from './log-source.ts';

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

/** Which of two things that contradict each other does not lead to the checkpoint's root. */
export type AlteredPart = 'entry' | 'tile' | 'unclear';

interface Dispute {
  readonly readTile: ReadTile;
  readonly sha256: Sha256;
  readonly head: TreeHead;
  /** A tile of level 0. */
  readonly ref: HashTile;
  readonly tile: Uint8Array;
  readonly leaves: readonly Uint8Array[];
}

/** Whether it is the entries or their tile that was altered, when the two do not agree. Reads the tiles above. */
export async function alteredPart(dispute: Dispute): Promise<AlteredPart> {
  const { ref, tile, leaves } = dispute;
  try {
    if (await leadsToRoot(dispute, ref, tile)) return 'entry';
    const computed = concatBytes(leaves);
    return leaves.length === ref.width && (await leadsToRoot(dispute, ref, computed)) ? 'tile' : 'unclear';
  } catch (error) {
    if (error instanceof MissingPartError) return 'unclear';
    throw error;
  }
}

/** Whether the tree would have the checkpoint's root if the tile had these hashes. */
async function leadsToRoot(
  dispute: Omit<Dispute, 'ref'>,
  ref: HashTile,
  hashes: Uint8Array,
): Promise<boolean> {
  const { sha256, head, readTile } = dispute;
  if (ref.width === TILE_WIDTH) {
    const level = ref.level + 1;
    const index = Math.floor(ref.index / TILE_WIDTH);
    const parent = { level, index, width: tileWidth(level, index, head.size) };
    const above = await readTile(parent);
    if (above.length !== parent.width * HASH_BYTES) return false;
    // Replaced, not compared with what is there: a partial tile is made of those below it.
    const replaced = above.slice();
    replaced.set(rootOf(sha256, splitHashes(hashes)), (ref.index % TILE_WIDTH) * HASH_BYTES);
    return leadsToRoot(dispute, parent, replaced);
  }
  const edge: Uint8Array[][] = [];
  for (const each of edgeTiles(head.size)) {
    const isOurs = each.level === ref.level;
    edge[each.level] = splitHashes(isOurs ? hashes : await readTile(each));
  }
  try {
    return sameBytes(MerkleTree.fromEdge(sha256, head.size, edge).root(), head.root);
  } catch {
    // Tiles of wrong lengths have no root.
    return false;
  }
}
