import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { sha256 } from '../../../tests/support/log-crypto.ts';
import { edgeWidths, type FullTile, leafHash, MerkleTree, nodeHash, splitHashes } from './merkle-tree.ts';
import { consistencyProof, inclusionProof, isConsistent, isIncluded, splitPoint } from './proofs.ts';
import { bundleEntries, isInTree, parseTilePath, tilePath, tileWidth, unbundleEntries } from './tiles.ts';
import { runs } from '../../../tests/support/rounds.ts';

const hex = (bytes: Uint8Array) => Buffer.from(bytes).toString('hex');
const leaf = (at: number) => new TextEncoder().encode(`entry ${at}`);

const LEAVES = Array.from({ length: 1_000 }, (_, at) => leaf(at));
const LEAF_HASHES = LEAVES.map((each) => leafHash(sha256, each));
const knownRoots = new Map<string, Uint8Array>();

/** The definition of RFC 6962, section 2.1, of the leaves `from` to before `to`; each root is computed once. */
function rangeRoot(from: number, to: number): Uint8Array {
  if (from === to) return sha256(new Uint8Array());
  if (from + 1 === to) return LEAF_HASHES[from] as Uint8Array;
  const known = knownRoots.get(`${from}-${to}`);
  if (known !== undefined) return known;
  const split = from + splitPoint(to - from);
  const root = nodeHash(sha256, rangeRoot(from, split), rangeRoot(split, to));
  knownRoots.set(`${from}-${to}`, root);
  return root;
}

/** Small trees of every shape, and those around the powers of two where a tree gets a new level. */
const SIZES = [...Array.from({ length: 70 }, (_, at) => at + 1), 127, 128, 129, 255, 256, 257, 300];

function grown(size: number): { tree: MerkleTree; tiles: FullTile[] } {
  const tree = new MerkleTree(sha256);
  const tiles = LEAF_HASHES.slice(0, size).flatMap((each) => tree.add(each));
  return { tree, tiles };
}

describe('the tree', () => {
  test('has the roots of the published vectors of RFC 6962 trees', () => {
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const roots = [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ];
    const tree = new MerkleTree(sha256);
    expect(hex(tree.root())).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855');
    inputs.forEach((input, at) => {
      tree.add(leafHash(sha256, Buffer.from(input, 'hex')));
      expect(hex(tree.root())).toBe(roots[at]);
    });
  });

  test('has the root of the definition at every size', () => {
    const tree = new MerkleTree(sha256);
    const sizes = Array.from({ length: 600 }, (_, at) => at + 1);
    const wrong = sizes.filter((size) => {
      tree.add(LEAF_HASHES[size - 1] as Uint8Array);
      return hex(tree.root()) !== hex(rangeRoot(0, size));
    });
    expect(wrong).toEqual([]);
  });

  test('goes on from its right edge as if it had never stopped', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 900 }), fc.integer({ min: 0, max: 100 }), (size, more) => {
        const { tree, tiles } = grown(size);
        const edge = edgeWidths(size).map((_, level) => tree.edge(level));
        const taken = MerkleTree.fromEdge(sha256, size, edge);
        expect(hex(taken.root())).toBe(hex(tree.root()));
        const later = LEAF_HASHES.slice(size, size + more).flatMap((each) => taken.add(each));
        const whole = grown(size + more);
        expect(hex(taken.root())).toBe(hex(whole.tree.root()));
        expect(
          [...tiles, ...later].map(({ level, index, hashes }) => [level, index, hex(sha256(hashes))]),
        ).toEqual(whole.tiles.map(({ level, index, hashes }) => [level, index, hex(sha256(hashes))]));
      }),
      { numRuns: 12 },
    );
  });

  test('cannot be taken up from an edge of another size', () => {
    expect(() => MerkleTree.fromEdge(sha256, 3, [[sha256(new Uint8Array())]])).toThrow(RangeError);
  });

  test('fills a tile of leaf hashes each 256 entries, and one above it each 65,536', () => {
    const tree = new MerkleTree(sha256);
    const tiles: FullTile[] = [];
    for (let at = 0; at < 65_536 + 256; at += 1)
      tiles.push(...tree.add(LEAF_HASHES[at % 1_000] as Uint8Array));
    expect(tiles.filter(({ level }) => level === 0)).toHaveLength(257);
    expect(tiles.filter(({ level }) => level > 0).map(({ level, index }) => [level, index])).toEqual([
      [1, 0],
    ]);
    const first = tiles[0] as FullTile;
    expect(hex(splitHashes(first.hashes)[3] as Uint8Array)).toBe(hex(leafHash(sha256, leaf(3))));
    const above = tiles.find(({ level }) => level === 1) as FullTile;
    expect(hex(splitHashes(above.hashes)[0] as Uint8Array)).toBe(hex(rangeRoot(0, 256)));
    expect(tree.edge(0)).toHaveLength(0);
    expect(tree.edge(1)).toHaveLength(1);
    expect(tree.edge(2)).toHaveLength(1);
  });
});

describe('proofs', () => {
  test('show every leaf of every tree, and no other', async () => {
    for (let size = 1; size <= runs(40, 70); size += 1) {
      const tree = { size, root: rangeRoot(0, size) };
      for (let index = 0; index < size; index += 1) {
        const proof = await inclusionProof(index, size, rangeRoot);
        expect(isIncluded(sha256, leaf(index), index, tree, proof)).toBe(true);
        expect(isIncluded(sha256, leaf(index + 1), index, tree, proof)).toBe(false);
        expect(isIncluded(sha256, leaf(index), index, tree, [...proof, tree.root])).toBe(false);
        expect(isIncluded(sha256, leaf(index), index, { ...tree, size: 4 * size }, proof)).toBe(false);
        for (const outside of [-1, index - size, index + size])
          expect(isIncluded(sha256, leaf(index), outside, tree, proof)).toBe(false);
        if (proof.length > 0) {
          expect(isIncluded(sha256, leaf(index), index, tree, proof.slice(1))).toBe(false);
          expect(isIncluded(sha256, leaf(index), (index + 1) % size, tree, proof)).toBe(false);
        }
      }
    }
    await expect(inclusionProof(5, 5, rangeRoot)).rejects.toThrow(RangeError);
  });

  test('show that a tree grew out of a smaller one, for every pair of small sizes and those around powers of two', async () => {
    const roots = [new Uint8Array(), ...grownRoots(300)];
    const wrong: string[] = [];
    for (const to of SIZES) {
      for (const from of SIZES.filter((size) => size <= to)) {
        const [old, now] = [roots[from] as Uint8Array, roots[to] as Uint8Array];
        const proof = await consistencyProof(from, to, rangeRoot);
        const check = (one: Uint8Array, other: Uint8Array, hashes: readonly Uint8Array[]) =>
          isConsistent(sha256, { size: from, root: one }, { size: to, root: other }, hashes);
        if (!check(old, now, proof)) wrong.push(`${from} to ${to} is refused`);
        if (from < to && check(now, now, proof)) wrong.push(`${from} to ${to} takes another old root`);
        if (check(old, roots[0] as Uint8Array, proof)) wrong.push(`${from} to ${to} takes another new root`);
        if (check(old, now, [...proof, old])) wrong.push(`${from} to ${to} takes a longer proof`);
        if (proof.length > 0 && check(old, now, proof.slice(0, -1)))
          wrong.push(`${from} to ${to} takes a shorter proof`);
        const claimed = { size: 4 * to, root: now };
        if (from < to && isConsistent(sha256, { size: from, root: old }, claimed, proof))
          wrong.push(`${from} to ${to} takes the new root for one of ${claimed.size} leaves`);
      }
    }
    expect(wrong).toEqual([]);
    await expect(consistencyProof(6, 5, rangeRoot)).rejects.toThrow(RangeError);
    await expect(consistencyProof(0, 5, rangeRoot)).rejects.toThrow(RangeError);
    expect(await consistencyProof(5, 5, rangeRoot)).toEqual([]);
    const empty = { size: 0, root: sha256(new Uint8Array()) };
    expect(isConsistent(sha256, empty, empty, [])).toBe(false);
  });
});

function grownRoots(size: number): Uint8Array[] {
  const tree = new MerkleTree(sha256);
  return LEAF_HASHES.slice(0, size).map((each) => {
    tree.add(each);
    return tree.root();
  });
}

describe('tiles', () => {
  test.each([
    [{ level: 0, index: 0, width: 256 }, 'tile/0/000'],
    [{ level: 1, index: 1_234_067, width: 256 }, 'tile/1/x001/x234/067'],
    [{ level: 'entries' as const, index: 273, width: 112 }, 'tile/entries/273.p/112'],
  ])('%j has its path', (tile, path) => {
    expect(tilePath(tile)).toBe(path);
    expect(parseTilePath(path)).toEqual(tile);
  });

  test.each([
    'tile/0/0',
    'tile/00/000',
    'tile/64/000',
    'tile/0/x000/001',
    'tile/0/001/002',
    'tile/0/000.p/0',
    'tile/0/000.p/256',
    'tile/0/000.p/01',
    'tile/data/000',
    'tile/0/000/',
    'tile/-1/000',
  ])('%s is no path of a tile', (path) => {
    expect(parseTilePath(path)).toBeUndefined();
  });

  test('a tree of 70,000 has the tiles that the specification counts', () => {
    expect(edgeWidths(70_000)).toEqual([112, 17, 1]);
    expect(tileWidth(0, 272, 70_000)).toBe(256);
    expect(tileWidth(0, 273, 70_000)).toBe(112);
    expect(tileWidth(0, 274, 70_000)).toBe(0);
    expect(tileWidth(1, 0, 70_000)).toBe(256);
    expect(tileWidth(2, 0, 70_000)).toBe(1);
    expect(isInTree({ level: 0, index: 273, width: 112 }, 70_000)).toBe(true);
    expect(isInTree({ level: 0, index: 273, width: 113 }, 70_000)).toBe(false);
    expect(isInTree({ level: 2, index: 0, width: 2 }, 70_000)).toBe(false);
  });

  test('bundles give their entries back, and lengths that do not add up are refused', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 700 }), { maxLength: 20 }), (entries) => {
        expect(unbundleEntries(bundleEntries(entries))?.map(hex)).toEqual(entries.map(hex));
      }),
    );
    expect(unbundleEntries(new Uint8Array([0]))).toBeUndefined();
    expect(unbundleEntries(new Uint8Array([0, 5, 1, 2]))).toBeUndefined();
    expect(() => bundleEntries([new Uint8Array(65_536)])).toThrow(RangeError);
  });
});
