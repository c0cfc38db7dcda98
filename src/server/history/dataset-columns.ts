import { endianness } from 'node:os';
import { join } from 'node:path';
import type { PriceFileKind } from '../../core/history/layout.ts';
import { ImportRefusal } from './import-refusal.ts';

const BIG_ENDIAN = endianness() === 'BE';

export type BlockField = 'timeMs' | 'first' | 'second' | 'third' | 'fourth';

/** Files of a kind in the order of the block's fields; numbers are little-endian doubles (times) and 32-bit integers. */
export const COLUMN_FILES: Readonly<Record<PriceFileKind, readonly (readonly [BlockField, string])[]>> = {
  m1: [
    ['timeMs', 'open-time-ms.f64'],
    ['first', 'open.i32'],
    ['second', 'high.i32'],
    ['third', 'low.i32'],
    ['fourth', 'close.i32'],
  ],
  ticks: [
    ['timeMs', 'time-ms.f64'],
    ['first', 'bid.i32'],
    ['second', 'ask.i32'],
  ],
};

/** Where data sets live under the data folder. */
export function historyFolder(dataDir: string): string {
  return join(dataDir, 'history');
}

/** The numbers as little-endian bytes: the bytes themselves, or a turned copy on a computer that counts the other way. */
export function littleEndian(
  bytes: Uint8Array,
  { BYTES_PER_ELEMENT: width }: { BYTES_PER_ELEMENT: number },
): Uint8Array {
  if (!BIG_ENDIAN) return bytes;
  const copy = bytes.slice();
  swap(copy, width);
  return copy;
}

/** Turns little-endian bytes just read into this computer's order, in place. */
export function fromLittleEndian(bytes: Uint8Array, width: number): void {
  if (BIG_ENDIAN) swap(bytes, width);
}

function swap(bytes: Uint8Array, width: number): void {
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (width === 8) view.swap64();
  else view.swap32();
}

/** A column file that is missing, short or changed. */
export function damaged(name: string, file: string): ImportRefusal {
  return new ImportRefusal(
    'damaged-dataset',
    `The data set ${name} is damaged: ${file} is not what was stored.`,
    `Remove it (pipcast import --remove ${name}) and import its file again.`,
  );
}
