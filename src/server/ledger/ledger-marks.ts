import { existsSync, readFileSync } from 'node:fs';
import { mkdir, open, rename } from 'node:fs/promises';
import path from 'node:path';
import { sameBytes } from '../../core/log/bytes.ts';
import {
  checkpointSize,
  parseCheckpoint,
  signaturesProblem,
  type VerifierKey,
} from '../../core/log/checkpoint.ts';
import { MissingPartError } from '../../core/log/log-source.ts';
import { syncFolder } from '../platform/durable-files.ts';
import { sha256, verifyEd25519 } from './ed25519.ts';
import type { LedgerRow } from './ledger-rows.ts';
import type { StoredTiles } from './stored-tiles.ts';

export type LedgerMarks = ReturnType<typeof fileMarks>;

/**
 * The last checkpoint of each ledger that this computer signed, in files outside the database: what was removed from the end of a
 * ledger, or rewritten, is found out by them though the database alone looks sound.
 */
export function fileMarks(dataDir: string) {
  const folder = path.join(dataDir, 'ledger-marks');
  const place = (ledger: string) => path.join(folder, ledger);
  return {
    /** Where the mark of a ledger is, for messages. */
    place,
    /** The signed note; undefined while there is none. */
    read: (ledger: string) => (existsSync(place(ledger)) ? readFileSync(place(ledger), 'utf8') : undefined),
    /** Resolves once the note would survive a power cut. */
    async write(ledger: string, note: string): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const draft = `${place(ledger)}.new`;
      const file = await open(draft, 'w', 0o600);
      try {
        await file.writeFile(note);
        await file.sync();
      } finally {
        await file.close();
      }
      await rename(draft, place(ledger));
      syncFolder(folder);
    },
  };
}

export interface Marked {
  readonly ledger: Pick<LedgerRow, 'name' | 'origin'>;
  readonly size: number;
  readonly keys: readonly VerifierKey[];
  readonly tiles: StoredTiles;
}

/** Why a ledger has not grown out of its mark, in words; undefined when it has, or there is no mark. */
export async function markProblem(
  marks: LedgerMarks,
  name: string,
  marked: Marked | undefined,
): Promise<string | undefined> {
  const note = marks.read(name);
  if (note === undefined) return undefined;
  const where = `the mark in ${marks.place(name)}`;
  const head = parseCheckpoint(note);
  if (typeof head === 'string') return `${where} is not a checkpoint: ${head}`;
  if (marked === undefined)
    return head.size === 0
      ? undefined
      : `the database has no such ledger, but ${where} is of ${head.size} entries`;
  const { ledger, size, keys, tiles } = marked;
  if (head.origin !== ledger.origin) return `${where} is of ${head.origin}, not of ${ledger.origin}`;
  if ((await signaturesProblem(note, sha256, keys, verifyEd25519)) !== undefined)
    return `${where} is not signed by a key of this ledger`;
  if (size < head.size)
    return `it has ${size} entries, but ${where} is of ${head.size}: the last ones were removed`;
  const root = await rootOf(tiles, head.size, size);
  if (root !== undefined && sameBytes(root, head.root)) return undefined;
  return `it has not grown out of ${where}, which is of ${head.size} entries: they were rewritten`;
}

/** The newer of a mark and the database's latest checkpoint; a server goes on showing what it has signed. */
export function newestCheckpoint(mark: string | undefined, latest: string | undefined): string | undefined {
  return checkpointSize(mark ?? '') > checkpointSize(latest ?? '') ? mark : latest;
}

/** The root over the first entries of a tree, by its tiles; undefined when one of them is missing. */
async function rootOf(tiles: StoredTiles, markSize: number, size: number): Promise<Uint8Array | undefined> {
  if (markSize === 0) return sha256(new Uint8Array());
  try {
    return await tiles.rangeRoot(size)(0, markSize);
  } catch (error) {
    if (error instanceof MissingPartError) return undefined;
    throw error;
  }
}
