import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { newSigner, sha256 } from '../../../tests/support/log-crypto.ts';
import { checkpointText, signedNote, verifierKeyText } from './checkpoint.ts';
import { MissingPartError } from './log-source.ts';
import { leafHash, MerkleTree } from './merkle-tree.ts';
import { type GrowthOptions, growthProblems } from './verify-growth.ts';

const signer = newSigner();
const KEY = { name: 'signals.example.com/ledger/live', publicKey: signer.publicKey };
const noteOf = (origin: string) => {
  const text = checkpointText({ origin, size: 3, root: sha256(new Uint8Array([7])) });
  return signedNote(text, sha256, KEY, signer.sign(Buffer.from(text)));
};
const REPLAY = noteOf('signals.example.com/ledger/replay');
const LIVE = noteOf(KEY.name);

/** Every signature holds here: what differs is what was signed. */
const growth = (since: string, latest: string) =>
  growthProblems({
    source: { checkpoint: async () => latest, tile: async () => new Uint8Array() },
    key: KEY,
    sha256,
    ed25519: () => true,
    since,
  });

test.each([
  ['saved', REPLAY, LIVE],
  ['latest', LIVE, REPLAY],
])(
  'a %s checkpoint of another ledger is refused, though its signature holds',
  async (_which, since, latest) => {
    const problems = await growth(since, latest);
    expect(problems).toHaveLength(1);
    expect(problems[0]?.message).toContain('it is of signals.example.com/ledger/replay, not of');
  },
);

/** Entries of a ledger short enough for one tile. */
const LEAVES = Array.from({ length: 200 }, (_, index) => new Uint8Array([index]));
const FORGED = LEAVES.with(1, new Uint8Array([255]));
const hashOf = new Map<Uint8Array, Uint8Array>(
  [...LEAVES, ...FORGED].map((leaf) => [leaf, leafHash(sha256, leaf)]),
);
const hashesOf = (leaves: readonly Uint8Array[]) =>
  Buffer.concat(leaves.map((leaf) => hashOf.get(leaf) as Uint8Array));
const headNote = (leaves: readonly Uint8Array[], size: number) => {
  const tree = new MerkleTree(sha256);
  for (const leaf of leaves.slice(0, size)) tree.add(hashOf.get(leaf) as Uint8Array);
  const root = tree.root();
  const text = checkpointText({ origin: KEY.name, size, root });
  return signedNote(text, sha256, KEY, signer.sign(Buffer.from(text)));
};

function grown(since: string, latest: string, more: Partial<GrowthOptions> = {}, leaves = LEAVES) {
  return growthProblems({
    source: {
      checkpoint: async () => latest,
      tile: async (_level, _index, width) => hashesOf(leaves.slice(0, width)),
    },
    key: KEY,
    sha256,
    ed25519: async () => true,
    since,
    ...more,
  });
}

describe('a ledger that has grown out of a saved checkpoint', () => {
  test('has no problem at any two sizes', async () => {
    await fc.assert(
      fc.asyncProperty(fc.integer({ min: 1, max: 200 }), fc.integer({ min: 1, max: 200 }), async (a, b) => {
        const [from, to] = [Math.min(a, b), Math.max(a, b)];
        expect(await grown(headNote(LEAVES, from), headNote(LEAVES, to))).toEqual([]);
      }),
    );
  });

  test('may have signed the saved one with an earlier key, but not the latest', async () => {
    const now = { ...KEY, publicKey: new Uint8Array(32).fill(9) };
    const [saved, latest] = [headNote(LEAVES, 3), headNote(LEAVES, 5)];
    const text = latest.slice(0, latest.indexOf('\n\n') + 1);
    const resigned = signedNote(text, sha256, now, new Uint8Array(64));
    const both = { key: now, earlierKeys: [KEY] };
    expect(await grown(saved, resigned, both)).toEqual([]);
    expect(await grown(saved, latest, both)).toMatchObject([
      { part: 'checkpoint', index: 5, message: expect.stringContaining('it is not signed by the key') },
    ]);
    expect(await grown(saved, resigned, { key: now })).toMatchObject([{ index: 3 }]);
    const other = { ...KEY, publicKey: new Uint8Array(32).fill(8) };
    expect(await grown(saved, resigned, { key: now, earlierKeys: [other] })).toMatchObject([
      { message: expect.stringContaining(`by the key ${verifierKeyText(sha256, now)}`) },
    ]);
  });
});

describe('a ledger that has not', () => {
  test.each([
    ['another past', headNote(FORGED, 3), headNote(LEAVES, 5), LEAVES, 'has not grown out of the saved'],
    ['the same size and another past', headNote(FORGED, 3), headNote(LEAVES, 3), LEAVES, 'has not grown'],
    [
      'tiles of another past',
      headNote(LEAVES, 3),
      headNote(LEAVES, 5),
      FORGED,
      'has not grown out of the saved',
    ],
    ['fewer entries than before', headNote(LEAVES, 5), headNote(LEAVES, 4), LEAVES, 'the ledger has only 4'],
    ['a latest checkpoint of nothing', headNote(LEAVES, 4), headNote(LEAVES, 0), LEAVES, 'has only 0'],
    ['a saved checkpoint that is none', 'x', headNote(LEAVES, 4), LEAVES, 'The saved checkpoint is wrong'],
    ['a latest checkpoint that is none', headNote(LEAVES, 4), 'x', LEAVES, 'The checkpoint is wrong'],
  ])('is found by %s', async (_what, since, latest, leaves, message) => {
    expect(await grown(since, latest, {}, leaves)).toMatchObject([
      { part: 'checkpoint', message: expect.stringContaining(message) },
    ]);
  });

  test('is found by a signature that is found wrong only after a while', async () => {
    const problems = await grown(headNote(LEAVES, 3), headNote(LEAVES, 5), {
      ed25519: async () => false,
    });
    expect(problems.map(({ message }) => message)).toEqual([
      'The saved checkpoint is wrong: its signature is wrong.',
      'The checkpoint is wrong: its signature is wrong.',
    ]);
  });
});

describe('what a ledger does not show', () => {
  const source = { checkpoint: async () => headNote(LEAVES, 5), tile: async () => hashesOf(LEAVES) };
  const missing = () => Promise.reject(new MissingPartError('it is gone'));

  test.each<[string, Partial<typeof source>, string, string]>([
    ['checkpoint', { checkpoint: missing }, 'checkpoint', 'it is gone'],
    ['tile', { tile: missing }, 'tile', 'A tile is wrong: it is gone.'],
    ['whole tile', {}, 'tile', 'has a wrong length'],
  ])('is a finding: its %s', async (_what, parts, part, message) => {
    const problems = await grown(headNote(LEAVES, 3), '', { source: { ...source, ...parts } });
    expect(problems).toMatchObject([{ part, message: expect.stringContaining(message) }]);
  });

  test('is none when it could not be asked', async () => {
    const tile = () => Promise.reject(new Error('no route'));
    await expect(grown(headNote(LEAVES, 3), '', { source: { ...source, tile } })).rejects.toThrow('no route');
  });
});

test('every log has grown out of the empty one, whose root is the hash of nothing', async () => {
  expect(await grown(headNote(LEAVES, 0), headNote(LEAVES, 4), {}, LEAVES)).toEqual([]);
  const text = checkpointText({ origin: KEY.name, size: 0, root: sha256(new Uint8Array([7])) });
  const forged = signedNote(text, sha256, KEY, new Uint8Array(64));
  expect(await grown(forged, headNote(LEAVES, 4))).toMatchObject([
    { index: 0, message: expect.stringContaining('another root than an empty log') },
  ]);
});
