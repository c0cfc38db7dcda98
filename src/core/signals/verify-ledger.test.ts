import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { signalAt } from '../../../tests/support/entries.ts';
import { ed25519, newSigner, sha256 } from '../../../tests/support/log-crypto.ts';
import { checkpointText, signedNote, type VerifierKey } from '../log/checkpoint.ts';
import { entryBytes } from './entry-bytes.ts';
import { type LedgerEntry, type OutageEntry, signalId } from './ledger-entry.ts';
import { MissingPartError } from '../log/log-source.ts';
import { type LedgerSource, verifyLedger, type VerifyOptions } from './verify-ledger.ts';
import { leafHash, MerkleTree, rootOf, TILE_WIDTH } from '../log/merkle-tree.ts';
import { bundleEntries } from '../log/tiles.ts';
import { IS_WHOLE } from '../../../tests/support/rounds.ts';

function signer(name = 'signals.example.com/ledger/live') {
  const { publicKey, sign } = newSigner();
  const key: VerifierKey = { name, publicKey };
  const note = (size: number, root: Uint8Array) => {
    const text = checkpointText({ origin: name, size, root });
    return signedNote(text, sha256, key, sign(Buffer.from(text)));
  };
  return { key, note };
}
const OURS = signer();

const outage = (index: number): OutageEntry => ({
  kind: 'outage',
  atMs: index,
  id: `3f0e8a52-1f7c-4c1d-9f0a-${String(index).padStart(12, '0')}`,
  fromMs: 0,
  toMs: index,
  reason: 'no-feed',
});

/** What a log of these entries shows: everything can be altered afterwards. */
function shown(entries: readonly LedgerEntry[]) {
  const bytes = entries.map(entryBytes);
  const levels = [bytes.map((entry) => leafHash(sha256, entry))];
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? []) {
    const tiles = Math.floor(below.length / TILE_WIDTH);
    levels.push(
      Array.from({ length: tiles }, (_, at) =>
        rootOf(sha256, below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
      ),
    );
  }
  const rootAt = (size: number) => {
    const tree = new MerkleTree(sha256);
    for (const leaf of levels[0]?.slice(0, size) ?? []) tree.add(leaf);
    return tree.root();
  };
  return { bytes, levels, rootAt, note: OURS.note(bytes.length, rootAt(bytes.length)) };
}
type Shown = ReturnType<typeof shown>;

function sourceOf({ bytes, levels, note }: Shown): LedgerSource {
  return {
    checkpoint: async () => note,
    tile: async (level, index, width) => {
      const hashes = levels[level]?.slice(index * TILE_WIDTH, index * TILE_WIDTH + width) ?? [];
      return Buffer.concat(hashes);
    },
    entries: async (index, width) =>
      bundleEntries(bytes.slice(index * TILE_WIDTH, index * TILE_WIDTH + width)),
  };
}

function verified(log: Shown, more: Partial<VerifyOptions> = {}, source: Partial<LedgerSource> = {}) {
  return verifyLedger({
    source: { ...sourceOf(log), ...source },
    ledgerName: 'live',
    key: OURS.key,
    sha256,
    ed25519,
    ...more,
  });
}

/** Two full tiles and a partial one. */
const SIZE = 573;
const LOG = shown(Array.from({ length: SIZE }, (_, index) => outage(index)));
const altered = (bytes: Uint8Array, at: number) => bytes.with(at, (bytes[at] ?? 0) ^ 1);
const missing = () => Promise.reject(new MissingPartError('it is gone'));
const EARLIER = [100, 300, 512, SIZE].map((size) => OURS.note(size, LOG.rootAt(size)));

test('a log verifies, and tells how far it is after each bundle', async () => {
  const progress: number[][] = [];
  const found = await verified(LOG, {
    earlier: EARLIER,
    onProgress: (...numbers) => progress.push(numbers),
  });
  expect(found).toEqual({
    origin: OURS.key.name,
    size: SIZE,
    root: LOG.rootAt(SIZE),
    checkpoint: OURS.note(SIZE, LOG.rootAt(SIZE)),
    checked: SIZE,
    kinds: { signal: 0, entered: 0, settled: 0, abstained: 0, outage: SIZE },
    outcomes: { won: 0, lost: 0, unchanged: 0, void: 0 },
    openSignals: 0,
    overdueSignals: 0,
    silentMinutes: 0,
    openMinutes: 0,
    outageMinutes: 0,
    outageMs: ((SIZE - 1) * SIZE) / 2,
    engineChanges: 0,
    firstAtMs: 0,
    lastAtMs: SIZE - 1,
    earlierCheckpoints: 4,
    problems: [],
  });
  expect(progress).toEqual([
    [256, SIZE],
    [512, SIZE],
    [SIZE, SIZE],
  ]);
});

describe('what is missing in a history that was signed is named', () => {
  /** Friday, 10:00 UTC, in market hours. */
  const T = Date.UTC(2026, 10, 20, 10);
  const id = signalId('3f0e8a52-1f7c-4c1d-9f0a-000000000001');
  const signal = signalAt(T, { id });
  const later = (minute: number): OutageEntry => {
    const atMs = T + minute * 60_000;
    return { ...outage(minute), atMs, fromMs: atMs - 30_000, toMs: atMs };
  };

  test('a signal that never ended and minutes without a decision, though all else of the log is sound', async () => {
    const found = await verified(shown([signal, later(4), later(5)]));
    expect(found).toMatchObject({ checked: 3, openSignals: 1, overdueSignals: 1, silentMinutes: 2 });
    expect(found.problems).toEqual([
      {
        part: 'signal',
        index: 0,
        message: `The signal ${id} (entry 0) is overdue: it had no settlement by 2026-11-20 10:02:01 UTC.`,
      },
      {
        part: 'minute',
        index: 1,
        message:
          'The 2 minutes from 2026-11-20 10:01 UTC on have neither a P-Special signal nor an abstention nor an outage.',
      },
    ]);
  });

  test('a hundred findings by name, the others by their number', async () => {
    const found = await verified(shown(Array.from({ length: 150 }, (_, at) => later(3 * at))));
    expect(found.problems).toHaveLength(101);
    expect(found.problems.at(-1)?.message).toContain('silent minutes: 140');
  });
});

test.each([0, 1, 255, 256, 257, 512])('a log of %i entries verifies', async (size) => {
  const log = shown(Array.from({ length: size }, (_, index) => outage(index)));
  expect(await verified(log)).toMatchObject({ size, checked: size, problems: [] });
});

test('four bundles are asked for at once, and the next when the first of them is there', async () => {
  const log = shown(Array.from({ length: 6 * TILE_WIDTH }, (_, index) => outage(index)));
  const asked: number[] = [];
  const give: (() => void)[] = [];
  const { entries } = sourceOf(log);
  const source: Partial<LedgerSource> = {
    entries: async (index, width) => {
      asked.push(index);
      await new Promise<void>((resolve) => give.push(resolve));
      return entries(index, width);
    },
  };
  const found = verified(log, {}, source);
  const turn = () => new Promise(setImmediate);
  await turn();
  expect(asked).toEqual([0, 1, 2, 3]);
  give[3]?.();
  await turn();
  expect(asked).toHaveLength(4);
  for (let next = 0; next < 6; next += 1) {
    give[next]?.();
    await turn();
    expect(asked).toHaveLength(Math.min(6, next + 5));
  }
  expect(await found).toMatchObject({ problems: [] });
});

describe('whatever is altered is found where it is', () => {
  const places = fc.nat(SIZE - 1);

  test('an entry', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(100), fc.boolean(), async (index, at, withEarlier) => {
        const bytes = LOG.bytes.with(index, altered(LOG.bytes[index] as Uint8Array, at));
        const { problems, checked } = await verified(
          { ...LOG, bytes },
          withEarlier ? { earlier: EARLIER } : {},
        );
        expect(problems).toMatchObject([{ part: 'entry', index }]);
        expect(checked).toBe(index);
      }),
      { numRuns: 15 },
    );
  });

  test('a hash of level 0', async () => {
    await fc.assert(
      fc.asyncProperty(places, fc.nat(31), async (place, at) => {
        const hashes = LOG.levels[0] ?? [];
        const levels = LOG.levels.with(0, hashes.with(place, altered(hashes[place] as Uint8Array, at)));
        const { problems } = await verified({ ...LOG, levels });
        expect(problems).toEqual([
          {
            part: 'tile',
            level: 0,
            index: Math.floor(place / TILE_WIDTH),
            message: expect.stringContaining('it does not fit its entries, which fit the checkpoint'),
          },
        ]);
      }),
      { numRuns: 12 },
    );
  });

  test('a hash of level 1', async () => {
    const hashes = LOG.levels[1] ?? [];
    const levels = LOG.levels.with(1, hashes.with(1, altered(hashes[1] as Uint8Array, 5)));
    expect((await verified({ ...LOG, levels })).problems).toEqual([
      {
        part: 'tile',
        level: 1,
        index: 0,
        message: 'Tile 0 of level 1 is wrong: it does not fit the tiles and entries below it.',
      },
    ]);
  });

  test('an entry together with its hash: the root tells', async () => {
    const index = 400;
    const forged = shown(
      Array.from({ length: SIZE }, (_, at) => ({ ...outage(at), fromMs: at === index ? 1 : 0 })),
    );
    const log = { ...forged, note: LOG.note };
    expect((await verified(log)).problems).toEqual([
      {
        part: 'checkpoint',
        index: SIZE,
        message: `The checkpoint is wrong: it is not of these ${SIZE} entries, whose tree has another root.`,
      },
    ]);
    expect((await verified(log, { earlier: EARLIER })).problems).toMatchObject([
      {
        part: 'entry',
        index: 300,
        message: expect.stringContaining('it or one up to entry 511 was altered'),
      },
    ]);
    expect((await verified(log, { earlier: EARLIER.slice(0, 2) })).problems).toMatchObject([
      { message: expect.stringContaining('Up to entry 299 they agree with an earlier checkpoint.') },
    ]);
    const alone = [400, 401].map((size) => OURS.note(size, LOG.rootAt(size)));
    expect((await verified(log, { earlier: alone })).problems).toMatchObject([
      { part: 'entry', index: 400, message: expect.stringContaining('it was altered: the checkpoint') },
    ]);
  });

  test.each([
    ['is cut off', []],
    ['is too long', [...(LOG.levels[1] ?? []), sha256(new Uint8Array())]],
    ['is another', (LOG.levels[1] ?? []).map((hash) => altered(hash, 0))],
  ])(
    'an entry, where the tile above its own %s: which of them is wrong is left open',
    async (_what, hashes) => {
      const bytes = LOG.bytes.with(300, entryBytes({ ...outage(300), fromMs: 1 }));
      const tile: LedgerSource['tile'] = async (level, index, width) =>
        level === 1 ? Buffer.concat(hashes) : sourceOf(LOG).tile(level, index, width);
      const { problems } = await verified({ ...LOG, bytes }, {}, { tile });
      expect(problems).toMatchObject([{ part: 'entry', index: 300 }]);
      expect(problems[0]?.message).toContain('neither leads to the checkpoint');
    },
  );

  test('an entry, where the tile above its own is whole: it is the entry', async () => {
    const bytes = LOG.bytes.with(300, entryBytes({ ...outage(300), fromMs: 1 }));
    expect((await verified({ ...LOG, bytes })).problems).toMatchObject([
      {
        part: 'entry',
        index: 300,
        message: expect.stringContaining('it was altered: its hash is not the one in the tree.'),
      },
    ]);
  });
});

describe('what is missing is named', () => {
  test.each<[string, Partial<LedgerSource>, object]>([
    ['checkpoint', { checkpoint: missing }, { part: 'checkpoint', index: undefined, message: 'it is gone' }],
    ['bundle', { entries: missing }, { part: 'entry', index: 0, message: 'Entry 0 is wrong: it is gone.' }],
    ['tile', { tile: missing }, { part: 'tile', index: 0, level: 0 }],
    [
      'part of a tile',
      { tile: async () => new Uint8Array(32) },
      { part: 'tile', index: 0, level: 0, message: expect.stringContaining('it has a wrong length') },
    ],
    [
      'end of a bundle',
      {
        entries: async (index, width) => bundleEntries(LOG.bytes.slice(index * 256, index * 256 + width - 3)),
      },
      { part: 'entry', index: 253, message: 'Entry 253 is wrong: it is missing.' },
    ],
    [
      'end of a bundle and its tile',
      {
        entries: async (index, width) => bundleEntries(LOG.bytes.slice(index * 256, index * 256 + width - 3)),
        tile: missing,
      },
      { part: 'entry', index: 253, message: 'Entry 253 is wrong: it is missing.' },
    ],
    [
      'sense of a bundle',
      { entries: async () => new Uint8Array([0, 9, 1]) },
      { part: 'entry', index: 0, message: 'Entry 0 is wrong: its bundle is malformed.' },
    ],
    [
      'end of a bundle that is too long',
      { entries: async () => bundleEntries(LOG.bytes.slice(0, 257)) },
      { part: 'entry', index: 256, message: 'Entry 256 is wrong: its bundle is too long.' },
    ],
  ])('a %s', async (_what, source, problem) => {
    const { problems } = await verified(LOG, {}, source);
    expect(problems).toMatchObject([problem]);
  });

  test('a source that fails otherwise ends the verification, and nothing fails unheard', async () => {
    const entries = () => Promise.reject(new Error('no route'));
    await expect(verified(LOG, {}, { entries })).rejects.toThrow('no route');
  });
});

describe('checkpoints', () => {
  const other = signer();
  const stranger = signer('signals.example.com/ledger/replay');
  const latest = (note: string) => ({ checkpoint: async () => note });

  test('of another ledger and texts that are none are refused before anything is read', async () => {
    for (const [note, problem] of [
      [stranger.note(SIZE, LOG.rootAt(SIZE)), `it is of ${stranger.key.name}, not of ${OURS.key.name}`],
      ['x', 'it is not a signed note'],
    ] as const) {
      const { problems, checked } = await verified(LOG, {}, latest(note));
      expect(problems).toMatchObject([
        { part: 'checkpoint', message: `The checkpoint is wrong: ${problem}.` },
      ]);
      expect(checked).toBe(0);
    }
  });

  test('that others signed are refused, and the entries are looked at anyway', async () => {
    const { problems, checked } = await verified(LOG, {}, latest(other.note(SIZE, LOG.rootAt(SIZE))));
    expect(problems).toMatchObject([{ part: 'checkpoint', index: SIZE }]);
    expect(checked).toBe(SIZE);
  });

  test('of the past may be signed with an earlier key, and with no other', async () => {
    const earlier = [other.note(100, LOG.rootAt(100)), ...EARLIER.slice(1)];
    expect((await verified(LOG, { earlier, earlierKeys: [other.key] })).problems).toEqual([]);
    expect((await verified(LOG, { earlier })).problems).toMatchObject([
      { part: 'checkpoint', index: 100, message: expect.stringContaining('it is not signed by the key') },
    ]);
  });

  test.each([
    ['of another ledger', stranger.note(300, LOG.rootAt(300)), 'The checkpoint at 300 is wrong: it is of'],
    ['that is none', 'x', 'A checkpoint after entry 99 is wrong: it is not a signed note.'],
    ['that goes back', EARLIER[0] as string, 'The checkpoint at 100 stands behind one of 100 entries.'],
  ])('of the past %s is named, and those behind it are still compared', async (_what, note, message) => {
    const earlier = [EARLIER[0] as string, note, ...EARLIER.slice(2)];
    const found = await verified(LOG, { earlier });
    expect(found.problems).toMatchObject([{ part: 'checkpoint', message: expect.stringContaining(message) }]);
    expect(found.earlierCheckpoints).toBe(message.includes('at 300') ? 4 : 3);
  });
});

test('what a source knows besides is asked for each entry, with the signal that it belongs to', async () => {
  const found = await verified(
    LOG,
    {},
    {
      entryProblem: (index, entry) =>
        index === 7 && entry.kind === 'outage' ? 'a column differs' : undefined,
    },
  );
  expect(found.problems).toMatchObject([
    { part: 'entry', index: 7, message: 'Entry 7 is wrong: a column differs.' },
  ]);
});

test('an entry that breaks a rule of the history ends it there, though tree and signature hold', async () => {
  const settled: LedgerEntry = {
    kind: 'settled',
    atMs: 1,
    signal: signalId(outage(7).id),
    outcome: 'void',
    control: 'void',
    reason: 'late',
  };
  const found = await verified(shown([outage(0), settled, outage(2)]));
  expect(found.problems).toMatchObject([
    { part: 'entry', index: 1, message: expect.stringContaining('there is no open signal') },
  ]);
  expect([found.checked, found.kinds.settled, found.outcomes.void]).toEqual([1, 0, 0]);
});

test.runIf(IS_WHOLE)('a tile above the lowest that is missing is named', async () => {
  const tile: LedgerSource['tile'] = (level, index, width) =>
    level === 1 ? missing() : sourceOf(LOG).tile(level, index, width);
  const { problems } = await verified(LOG, {}, { tile });
  expect(problems).toMatchObject([
    { part: 'tile', level: 1, index: 0, message: expect.stringContaining('it is gone') },
  ]);
});

test('a full tile of level 1 is compared as soon as it is full', async () => {
  const bytes = Array.from({ length: TILE_WIDTH ** 2 + 1 }, (_, index) => entryBytes(outage(index)));
  const leaves = bytes.map((entry) => leafHash(sha256, entry));
  const above = Array.from({ length: TILE_WIDTH }, (_, at) => sha256(new Uint8Array([at])));
  const note = OURS.note(bytes.length, sha256(new Uint8Array()));
  const { problems, checked } = await verified({ ...LOG, bytes, levels: [leaves, above], note });
  expect(problems).toMatchObject([{ part: 'tile', level: 1, index: 0 }]);
  expect(checked).toBe(TILE_WIDTH ** 2);
});
