import type { ClientBase } from 'pg';
import { sameBytes } from '../../core/log/bytes.ts';
import { HistoryChecker, type OpenStory } from '../../core/signals/check-history.ts';
import { parseCheckpoint, signaturesProblem, type VerifierKey } from '../../core/log/checkpoint.ts';
import { parseEntry } from '../../core/signals/entry-bytes.ts';
import { LapseFinder } from '../../core/signals/lapses.ts';
import type { EnteredEntry, PlacedEntry, SignalEntry } from '../../core/signals/ledger-entry.ts';
import {
  edgeWidths,
  leafHash,
  MerkleTree,
  rootOf,
  splitHashes,
  TILE_WIDTH,
} from '../../core/log/merkle-tree.ts';
import { sha256, verifyEd25519 } from './ed25519.ts';
import { hasSigned } from './ledger-key.ts';
import {
  type EntryRow,
  lastCheckpoint,
  type LedgerRow,
  readEntries,
  readTiles,
  type SignedHead,
} from './ledger-rows.ts';
import { LedgerDamagedError } from './ledger.ts';
import { queryRows } from '../platform/sql.ts';

/** The right edge of a ledger: all that is needed to add to it. */
export interface LedgerEdge {
  readonly tree: MerkleTree;
  readonly checker: HistoryChecker;
  readonly lapses: LapseFinder;
  readonly note: string | undefined;
}

/**
 * Reads where a ledger stands from its right edge, whatever its length, and checks that the entries, tiles and checkpoint
 * there belong together. Once the `own` key has signed, the checkpoint is of no other.
 * @throws LedgerDamagedError when they do not; it names which.
 */
export async function readEdge(
  client: ClientBase,
  ledger: LedgerRow,
  keys: readonly VerifierKey[],
  own?: VerifierKey,
): Promise<LedgerEdge> {
  const head = await lastCheckpoint(client, ledger.id);
  const size = head?.size ?? 0;
  const rows = await readEntries(client, ledger.id, Math.max(0, size - TILE_WIDTH), 2 * TILE_WIDTH);
  requireRun(ledger, rows, size);
  const recent = rows.map((row) => ({ index: row.index, entry: entryOf(ledger, row) }));
  if (head !== undefined) {
    await requireSigned(ledger, head, keys);
    if (own !== undefined) await requireOwn(client, ledger, head, own);
  }
  const tree = await readTree(client, ledger, size, rows);
  if (head !== undefined && !sameBytes(tree.root(), head.root))
    throw damaged(
      ledger,
      `the entries from ${size - (size % TILE_WIDTH)} on and the full tiles do not give the root of the checkpoint at ${size}`,
    );
  const counted = head?.openSignals ?? 0;
  const open = await readOpenSignals(client, ledger.id, size, counted);
  if (open.length !== counted)
    throw damaged(ledger, `the checkpoint at ${size} counts ${counted} open signals, not ${open.length}`);
  const stories = open.map((row) => storyOf(ledger, row));
  const behind = await readBehind(client, ledger, recent, stories);
  const checker = HistoryChecker.from(ledger.name, [...behind, ...recent], stories);
  return { tree, checker, lapses: LapseFinder.from(recent, stories), note: head?.note };
}

/** What the last entries refer to: their signals, and the outages since the first open one. */
async function readBehind(
  client: ClientBase,
  ledger: LedgerRow,
  recent: readonly PlacedEntry[],
  open: readonly OpenStory[],
): Promise<PlacedEntry[]> {
  const from = recent[0]?.index ?? 0;
  const about = recent.flatMap(({ entry }) => ('signal' in entry ? [entry.signal] : []));
  const openFrom = open[0]?.index ?? from;
  const rows = await queryRows<EntryRow>(client)`
    select index, body from ledger_entries
    where ledger = ${ledger.id} and kind in ('signal', 'entered') and signal = any(${about}::uuid[]) and index < ${from}
    union all
    select index, body from ledger_entries
    where ledger = ${ledger.id} and kind = 'outage' and index >= ${openFrom} and index < ${from}
    order by index`;
  return rows.map((row) => ({ index: row.index, entry: entryOf(ledger, row) }));
}

function requireRun(ledger: LedgerRow, rows: readonly EntryRow[], size: number): void {
  const from = Math.max(0, size - TILE_WIDTH);
  rows.forEach(({ index }, at) => {
    if (index !== from + at) throw damaged(ledger, `entry ${from + at} is missing`);
  });
  const end = from + rows.length;
  if (end < size) throw damaged(ledger, `entry ${end} is missing: its checkpoint covers ${size}`);
  if (end > size) throw damaged(ledger, `it has entries from ${size} on that no checkpoint covers`);
}

function entryOf(ledger: LedgerRow, { index, body }: EntryRow) {
  try {
    return parseEntry(body);
  } catch (error) {
    throw damaged(ledger, `entry ${index} is not valid: ${String(error)}`);
  }
}

async function requireSigned(
  ledger: LedgerRow,
  head: SignedHead,
  keys: readonly VerifierKey[],
): Promise<void> {
  const parsed = parseCheckpoint(head.note);
  const what = `the checkpoint at ${head.size}`;
  if (typeof parsed === 'string') throw damaged(ledger, `${what} is malformed: ${parsed}`);
  if (parsed.origin !== ledger.origin || parsed.size !== head.size || !sameBytes(parsed.root, head.root))
    throw damaged(ledger, `${what} says another origin, size or root than its row`);
  if ((await signaturesProblem(head.note, sha256, keys, verifyEd25519)) !== undefined)
    throw damaged(ledger, `${what} is not signed by this ledger's key`);
}

/** A writer of the database can insert a key: it signs nothing behind the server's own. */
async function requireOwn(
  client: ClientBase,
  ledger: LedgerRow,
  head: SignedHead,
  own: VerifierKey,
): Promise<void> {
  if ((await signaturesProblem(head.note, sha256, [own], verifyEd25519)) === undefined) return;
  if (await hasSigned(client, ledger, own))
    throw damaged(ledger, `the checkpoint at ${head.size} is signed by another key than those before it`);
}

async function readTree(
  client: ClientBase,
  ledger: LedgerRow,
  size: number,
  recent: readonly EntryRow[],
): Promise<MerkleTree> {
  const widths = edgeWidths(size);
  const edge: Uint8Array[][] = [];
  for (const [level, width] of widths.entries()) {
    if (level === 0) {
      const partial = width === 0 ? [] : recent.slice(-width);
      edge.push(partial.map(({ body }) => leafHash(sha256, body)));
      continue;
    }
    const from = Math.floor(size / TILE_WIDTH ** (level + 1)) * TILE_WIDTH;
    const tiles = await readTiles(client, ledger.id, level - 1, from, width);
    tiles.forEach((tile, at) => {
      if (tile.index !== from + at)
        throw damaged(ledger, `tile ${from + at} of level ${level - 1} is missing`);
    });
    if (tiles.length < width)
      throw damaged(ledger, `tile ${from + tiles.length} of level ${level - 1} is missing`);
    edge.push(tiles.map(({ hashes }) => rootOf(sha256, splitHashes(hashes))));
  }
  return MerkleTree.fromEdge(sha256, size, edge);
}

function storyOf(ledger: LedgerRow, { index, body, entered }: OpenSignalRow): OpenStory {
  return {
    index,
    signal: entryOf(ledger, { index, body }) as SignalEntry,
    entered: entered === null ? undefined : (entryOf(ledger, { index, body: entered }) as EnteredEntry),
  };
}

function damaged(ledger: LedgerRow, problem: string): LedgerDamagedError {
  return new LedgerDamagedError(
    `The ledger ${ledger.name} was altered or damaged in the database: ${problem}. Nothing is added to it: restore the database from a backup; npx pipcast verify names the first entry that is wrong.`,
  );
}

/** A signal without a settlement, with its start price if it has one, as they are stored. */
interface OpenSignalRow {
  readonly index: number;
  readonly body: Buffer;
  readonly entered: Buffer | null;
}

/** Places that are searched at a time: an hour of a busy desk, whose signals last minutes at most. */
const STRETCH_PLACES = 4_096;

/**
 * The signals without a settlement among the first `size` entries of a ledger, in order. Looks from the end back, a stretch at
 * least, until `count` are found. In a ledger that was altered it may find fewer or more.
 *
 * Written so that nothing but a look-up by a key is possible: the kind is hidden from the index that begins with it, and what
 * belongs to a signal is asked for signal by signal. PostgreSQL knows nothing of a ledger that is young or was just restored,
 * and given the choice would read all of it.
 */
export async function readOpenSignals(
  client: ClientBase,
  ledger: number,
  size: number,
  count: number,
): Promise<OpenSignalRow[]> {
  const found: OpenSignalRow[] = [];
  let from = size;
  do {
    const to = from;
    from = Math.max(0, to - STRETCH_PLACES);
    const rows = await queryRows<OpenSignalRow>(client)`
      select s.index, s.body, (
          select e.body from ledger_entries e where e.ledger = ${ledger} and e.kind = 'entered' and e.signal = s.signal
        ) as entered
      from ledger_entries s
      where s.ledger = ${ledger} and s.index >= ${from} and s.index < ${to} and s.kind || '' = 'signal'
        and (select d.index from ledger_entries d
          where d.ledger = ${ledger} and d.kind = 'settled' and d.signal = s.signal) is null
      order by s.index`;
    found.unshift(...rows);
  } while (from > 0 && found.length < count);
  return found;
}
