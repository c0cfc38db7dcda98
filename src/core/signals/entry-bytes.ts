import { asciiBytes, asciiText } from '../log/bytes.ts';
import { ENTRY_SHAPES, inOrder, shapeProblem } from './entry-shape.ts';
import type { LedgerEntry } from './ledger-entry.ts';

/** Bytes or a value that are no entry; the message says where and what is wrong. */
class EntryError extends Error {
  override readonly name = 'EntryError';
}

/**
 * The one way to write an entry: JSON without spaces, its keys in a fixed order; no value has a letter beyond ASCII. These
 * bytes are stored, hashed and served.
 * @throws EntryError when a value is not allowed, with its place.
 */
export function entryBytes(entry: LedgerEntry): Uint8Array {
  const wanted = ENTRY_SHAPES[entry.kind];
  if (wanted === undefined) throw new EntryError(`kind ${String(entry.kind)} is not a known kind of entry`);
  const problem = shapeProblem(entry, wanted, entry.kind);
  if (problem !== undefined) throw new EntryError(problem);
  return asciiBytes(JSON.stringify(inOrder(entry, wanted)));
}

/**
 * The entry that the bytes say.
 * @throws EntryError when they are anything but what `entryBytes` writes, with the place of the first problem.
 */
export function parseEntry(bytes: Uint8Array): LedgerEntry {
  const text = asciiText(bytes);
  if (text === undefined) throw new EntryError('the entry holds a byte that is not ASCII');
  const value = parseJson(text);
  const kind = typeof value === 'object' && value !== null && 'kind' in value ? value.kind : undefined;
  const wanted = Object.hasOwn(ENTRY_SHAPES, String(kind))
    ? ENTRY_SHAPES[kind as LedgerEntry['kind']]
    : undefined;
  if (wanted === undefined)
    throw new EntryError(
      `kind must be one of ${Object.keys(ENTRY_SHAPES).join(', ')}, not ${JSON.stringify(kind) ?? 'missing'}`,
    );
  const problem = shapeProblem(value, wanted, String(kind));
  if (problem !== undefined) throw new EntryError(problem);
  const canonical = JSON.stringify(inOrder(value as object, wanted));
  if (canonical !== text) {
    const at = [...canonical].findIndex((letter, index) => letter !== text[index]);
    throw new EntryError(
      `the entry is not written as it should be, from byte ${at < 0 ? canonical.length : at} on`,
    );
  }
  return value as LedgerEntry;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new EntryError('the entry is not JSON', { cause: error });
  }
}
