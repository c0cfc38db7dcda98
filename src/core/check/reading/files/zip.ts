/** The files in a ZIP archive (APPNOTE 6.3.10), without archives over 4 GB, encryption and other methods than deflate. */
import { Unreadable } from '../unreadable.ts';

export interface ZipEntry {
  readonly name: string;
  readonly isDeflated: boolean;
  /** As it is stored in the archive. */
  readonly bytes: Uint8Array;
}

const END = 0x06054b50;
const DIRECTORY = 0x02014b50;
const LOCAL = 0x04034b50;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const MOST_ENTRIES = 10_000;

/** The entries whose names are wanted. Throws an Unreadable where the archive is cut off or damaged. */
export function zipEntries(bytes: Uint8Array, isWanted: (name: string) => boolean): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return readDirectory(view, bytes, isWanted);
  } catch (error) {
    if (error instanceof RangeError) throw damaged();
    throw error;
  }
}

function damaged(): Unreadable {
  return new Unreadable({ code: 'damaged' });
}

function readDirectory(view: DataView, bytes: Uint8Array, isWanted: (name: string) => boolean): ZipEntry[] {
  let end = bytes.length - END_BYTES;
  const earliest = Math.max(0, end - LONGEST_COMMENT);
  while (end >= earliest && view.getUint32(end, true) !== END) end -= 1;
  if (end < earliest) throw damaged();
  const count = Math.min(MOST_ENTRIES, view.getUint16(end + 10, true));
  let at = view.getUint32(end + 16, true);
  const entries: ZipEntry[] = [];
  let stored = 0;
  for (let entry = 0; entry < count; entry += 1) {
    if (view.getUint32(at, true) !== DIRECTORY) throw damaged();
    const flags = view.getUint16(at + 8, true);
    const method = view.getUint16(at + 10, true);
    const size = view.getUint32(at + 20, true);
    const nameLength = view.getUint16(at + 28, true);
    const local = view.getUint32(at + 42, true);
    const name = String.fromCharCode(...bytes.subarray(at + 46, at + 46 + Math.min(nameLength, 200)));
    at += 46 + nameLength + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
    if (!isWanted(name)) continue;
    if ((flags & 1) !== 0) throw new Unreadable({ code: 'password' });
    if ((method !== 0 && method !== 8) || view.getUint32(local, true) !== LOCAL) throw damaged();
    const from = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
    // Entries that overlap would unpack the same bytes again and again.
    stored += size;
    if (from + size > bytes.length || stored > bytes.length) throw damaged();
    entries.push({ name, isDeflated: method === 8, bytes: bytes.subarray(from, from + size) });
  }
  return entries;
}
