import { entryBytes } from '../../src/core/signals/entry-bytes.ts';
import type { LedgerEntry, SettledEntry, SignalEntry } from '../../src/core/signals/ledger-entry.ts';
import { type LedgerSource, type Verification, verifyLedger } from '../../src/core/signals/verify-ledger.ts';
import { checkpointText, signedNote } from '../../src/core/log/checkpoint.ts';
import { leafHash, MerkleTree, rootOf, TILE_WIDTH } from '../../src/core/log/merkle-tree.ts';
import { bundleEntries } from '../../src/core/log/tiles.ts';
import { ed25519, newSigner, sha256 } from './log-crypto.ts';

/**
 * What an operator can do who has the keys and shows one ledger to all: takes the entries of an honest one, bends them as a test says, and
 * signs the result. The tree is always sound: what is found is found in what the entries say.
 */

const SIGNER = newSigner();
const KEY = { name: 'signals.example.com/ledger/live', publicKey: SIGNER.publicKey };

/** What reads whole ledgers says of these entries: `verify`, `verify URL`, `verify --policy` and the page share it. */
function verifyBent(entries: readonly LedgerEntry[]): Promise<Verification> {
  const bytes = entries.map(entryBytes);
  const levels = [bytes.map((entry) => leafHash(sha256, entry))];
  for (let below = levels[0] ?? []; below.length >= TILE_WIDTH; below = levels.at(-1) ?? [])
    levels.push(
      Array.from({ length: Math.floor(below.length / TILE_WIDTH) }, (_, at) =>
        rootOf(sha256, below.slice(at * TILE_WIDTH, (at + 1) * TILE_WIDTH)),
      ),
    );
  const tree = new MerkleTree(sha256);
  for (const leaf of levels[0] ?? []) tree.add(leaf);
  const text = checkpointText({ origin: KEY.name, size: bytes.length, root: tree.root() });
  const note = signedNote(text, sha256, KEY, SIGNER.sign(Buffer.from(text)));
  const source: LedgerSource = {
    checkpoint: async () => note,
    tile: async (level, index, width) =>
      Buffer.concat(levels[level]?.slice(index * TILE_WIDTH, index * TILE_WIDTH + width) ?? []),
    entries: async (index, width) =>
      bundleEntries(bytes.slice(index * TILE_WIDTH, index * TILE_WIDTH + width)),
  };
  return verifyLedger({ source, ledgerName: 'live', key: KEY, sha256, ed25519 });
}

/** The first thing that is found wrong; `holds` where nothing is. */
export async function foundIn(entries: readonly LedgerEntry[]): Promise<string> {
  const { problems } = await verifyBent(entries);
  return problems[0]?.message ?? 'holds';
}

/** The same entries with others in place of some, or with none. */
export function bend(
  entries: readonly LedgerEntry[],
  change: (entry: LedgerEntry, index: number) => LedgerEntry | readonly LedgerEntry[] | undefined,
): LedgerEntry[] {
  return entries.flatMap((entry, index) => change(entry, index) ?? []);
}

/** Bends the settlements of one outcome; `story` gives what is recorded of the signal. */
export function bendSettled(
  entries: readonly LedgerEntry[],
  outcome: SettledEntry['outcome'],
  change: (settled: SettledEntry, signal: SignalEntry) => LedgerEntry | readonly LedgerEntry[] | undefined,
): LedgerEntry[] {
  const signals = new Map(entries.flatMap((entry) => (entry.kind === 'signal' ? [[entry.id, entry]] : [])));
  return bend(entries, (entry) => {
    const signal = entry.kind === 'settled' ? signals.get(entry.signal) : undefined;
    return entry.kind === 'settled' && entry.outcome === outcome && signal !== undefined
      ? change(entry, signal)
      : entry;
  });
}
