import { concatBytes } from './bytes.ts';

/** SHA-256, handed in by the caller: core has none. */
export type Sha256 = (bytes: Uint8Array) => Uint8Array;

export const HASH_BYTES = 32;
/** A tile is 256 hashes wide: a subtree of height 8. */
export const TILE_WIDTH = 256;
export const TILE_HEIGHT = 8;

/** The hash of a leaf (RFC 6962, section 2.1). */
export function leafHash(sha256: Sha256, leaf: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(leaf.length + 1);
  bytes.set(leaf, 1);
  return sha256(bytes);
}

/** The hash of an inner node (RFC 6962, section 2.1). */
export function nodeHash(sha256: Sha256, left: Uint8Array, right: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(1 + 2 * HASH_BYTES);
  bytes[0] = 1;
  bytes.set(left, 1);
  bytes.set(right, 1 + HASH_BYTES);
  return sha256(bytes);
}

/** A tile that is full and never changes any more. */
export interface FullTile {
  readonly level: number;
  readonly index: number;
  /** 256 hashes, 8,192 bytes. */
  readonly hashes: Uint8Array;
}

/**
 * A Merkle tree that grows to the right and remembers its right edge only: the hash of each perfect subtree, and the
 * tiles that are not full yet. Memory grows with the logarithm of its size.
 */
export class MerkleTree {
  readonly #sha256: Sha256;
  #size = 0;
  /** By height: the perfect subtrees that the tree is made of, the lowest one rightmost. */
  #peaks: (Uint8Array | undefined)[] = [];
  /** By level: the hashes of the partial tile. */
  #edge: Uint8Array[][] = [];

  constructor(sha256: Sha256) {
    this.#sha256 = sha256;
  }

  /**
   * Takes a tree up from its right edge: for each level, lowest first, the hashes of its partial tile.
   * Throws a RangeError when their numbers are not those of a tree of this size.
   */
  static fromEdge(sha256: Sha256, size: number, edge: readonly (readonly Uint8Array[])[]): MerkleTree {
    const tree = new MerkleTree(sha256);
    edgeWidths(size).forEach((width, level) => {
      const hashes = edge[level] ?? [];
      if (hashes.length !== width)
        throw new RangeError(
          `a tree of ${size} entries has ${width} hashes at the edge of level ${level}, not ${hashes.length}`,
        );
      tree.#edge[level] = [...hashes];
      let taken = 0;
      for (let height = TILE_HEIGHT - 1; height >= 0; height -= 1) {
        const span = 2 ** height;
        if ((width & span) === 0) continue;
        tree.#peaks[level * TILE_HEIGHT + height] = rootOf(sha256, hashes.slice(taken, taken + span));
        taken += span;
      }
    });
    tree.#size = size;
    return tree;
  }

  get size(): number {
    return this.#size;
  }

  /** Adds a leaf by its hash; returns the tiles that are full with it, lowest first. */
  add(leaf: Uint8Array): FullTile[] {
    const filled: FullTile[] = [];
    let hash = leaf;
    let height = 0;
    this.#keep(0, hash, filled);
    for (;;) {
      const left = this.#peaks[height];
      if (left === undefined) break;
      hash = nodeHash(this.#sha256, left, hash);
      this.#peaks[height] = undefined;
      height += 1;
      if (height % TILE_HEIGHT === 0) this.#keep(height / TILE_HEIGHT, hash, filled);
    }
    this.#peaks[height] = hash;
    this.#size += 1;
    return filled;
  }

  /** The root; of an empty tree the hash of nothing. */
  root(): Uint8Array {
    let root: Uint8Array | undefined;
    for (const peak of this.#peaks) {
      if (peak === undefined) continue;
      root = root === undefined ? peak : nodeHash(this.#sha256, peak, root);
    }
    return root ?? this.#sha256(new Uint8Array());
  }

  /** The hashes of the partial tile at a level; none when it is empty. */
  edge(level: number): readonly Uint8Array[] {
    return this.#edge[level] ?? [];
  }

  #keep(level: number, hash: Uint8Array, filled: FullTile[]): void {
    const tile = this.#edge[level] ?? [];
    this.#edge[level] = tile;
    tile.push(hash);
    if (tile.length < TILE_WIDTH) return;
    const index = Math.floor(this.#size / TILE_WIDTH ** (level + 1));
    filled.push({ level, index, hashes: concatBytes(tile) });
    this.#edge[level] = [];
  }
}

/** How many hashes the partial tile of each level has, lowest first, up to the level above which there is nothing. */
export function edgeWidths(size: number): number[] {
  const widths: number[] = [];
  for (let rest = size; rest > 0; rest = Math.floor(rest / TILE_WIDTH)) widths.push(rest % TILE_WIDTH);
  return widths;
}

/** The root over the hashes of neighbouring subtrees of one height; their number is a power of two. */
export function rootOf(sha256: Sha256, hashes: readonly Uint8Array[]): Uint8Array {
  let row = [...hashes];
  while (row.length > 1) {
    const above: Uint8Array[] = [];
    for (let at = 0; at + 1 < row.length; at += 2)
      above.push(nodeHash(sha256, row[at] as Uint8Array, row[at + 1] as Uint8Array));
    row = above;
  }
  const root = row[0];
  if (root === undefined) throw new RangeError('a subtree has at least one hash');
  return root;
}

/** The hashes of a tile's bytes. */
export function splitHashes(bytes: Uint8Array): Uint8Array[] {
  return Array.from({ length: Math.floor(bytes.length / HASH_BYTES) }, (_, at) =>
    bytes.slice(at * HASH_BYTES, (at + 1) * HASH_BYTES),
  );
}
