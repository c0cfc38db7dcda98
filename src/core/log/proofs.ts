import { sameBytes } from './bytes.ts';
import { leafHash, nodeHash, type Sha256 } from './merkle-tree.ts';

/** The root over the leaves from `from` (included) to `to` (excluded). */
export type RangeRoot = (from: number, to: number) => Uint8Array | Promise<Uint8Array>;

/** The largest power of two below a number of leaves: where RFC 6962 splits them. */
export function splitPoint(leaves: number): number {
  let split = 1;
  while (split * 2 < leaves) split *= 2;
  return split;
}

/**
 * The hashes that lead from a leaf to the root of a tree (RFC 6962, section 2.1.1), lowest first.
 * Throws a RangeError when the tree has no such leaf.
 */
export async function inclusionProof(
  index: number,
  size: number,
  rangeRoot: RangeRoot,
): Promise<Uint8Array[]> {
  if (!(index >= 0 && index < size)) throw new RangeError(`a tree of ${size} has no leaf ${index}`);
  const proof: Uint8Array[] = [];
  let [from, to] = [0, size];
  while (to - from > 1) {
    const split = from + splitPoint(to - from);
    if (index < split) {
      proof.push(await rangeRoot(split, to));
      to = split;
    } else {
      proof.push(await rangeRoot(from, split));
      from = split;
    }
  }
  return proof.reverse();
}

/** The root that an inclusion proof leads to; undefined when its length does not fit the leaf and the size. */
function rootFromInclusion(
  sha256: Sha256,
  index: number,
  size: number,
  leaf: Uint8Array,
  proof: readonly Uint8Array[],
): Uint8Array | undefined {
  if (!(index >= 0 && index < size)) return undefined;
  let [at, last, hash] = [index, size - 1, leaf];
  for (const sibling of proof) {
    if (last === 0) return undefined;
    if (at % 2 === 1 || at === last) {
      hash = nodeHash(sha256, sibling, hash);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else hash = nodeHash(sha256, hash, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 ? hash : undefined;
}

/** Whether an entry's bytes are a leaf of the tree with a root. */
export function isIncluded(
  sha256: Sha256,
  entry: Uint8Array,
  index: number,
  tree: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  const root = rootFromInclusion(sha256, index, tree.size, leafHash(sha256, entry), proof);
  return root !== undefined && sameBytes(root, tree.root);
}

/**
 * The hashes that show that a tree grew out of a smaller one (RFC 6962, section 2.1.2).
 * Throws a RangeError unless 0 < from <= to.
 */
export async function consistencyProof(
  fromSize: number,
  toSize: number,
  rangeRoot: RangeRoot,
): Promise<Uint8Array[]> {
  if (!(fromSize > 0 && fromSize <= toSize))
    throw new RangeError(`no consistency proof from ${fromSize} to ${toSize}`);
  const proof: Uint8Array[] = [];
  let [from, to, isWhole] = [0, toSize, true];
  while (fromSize !== to) {
    const split = from + splitPoint(to - from);
    if (fromSize <= split) {
      proof.push(await rangeRoot(split, to));
      to = split;
    } else {
      proof.push(await rangeRoot(from, split));
      from = split;
      isWhole = false;
    }
  }
  if (!isWhole) proof.push(await rangeRoot(from, to));
  return proof.reverse();
}

/** Whether a proof shows that the tree `to` grew out of the tree `from`. */
export function isConsistent(
  sha256: Sha256,
  from: { readonly size: number; readonly root: Uint8Array },
  to: { readonly size: number; readonly root: Uint8Array },
  proof: readonly Uint8Array[],
): boolean {
  if (!(from.size > 0 && from.size <= to.size)) return false;
  if (from.size === to.size) return proof.length === 0 && sameBytes(from.root, to.root);
  const isPowerOfTwo = Number.isInteger(Math.log2(from.size));
  const [first, ...rest] = isPowerOfTwo ? [from.root, ...proof] : proof;
  if (first === undefined) return false;
  let [at, last] = [from.size - 1, to.size - 1];
  while (at % 2 === 1) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  let [old, grown] = [first, first];
  for (const hash of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      old = nodeHash(sha256, hash, old);
      grown = nodeHash(sha256, hash, grown);
      while (at % 2 === 0 && at !== 0) [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
    } else grown = nodeHash(sha256, grown, hash);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && sameBytes(old, from.root) && sameBytes(grown, to.root);
}
