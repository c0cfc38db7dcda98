import { decodeWindows1252, encodingOf, type Unicode } from './encoding.ts';
import { readTradesTable, readTradesText } from './read-trades.ts';
import { isSpreadsheetPart, spreadsheetTables } from './spreadsheet.ts';
import type { Reading, ReadingOptions } from './table-trades.ts';
import { requireReadableSize, Unreadable } from './unreadable.ts';
import { zipEntries } from './zip.ts';

/** What reading a file needs of the machine it runs on. */
export interface FileTools {
  decode(bytes: Uint8Array, encoding: Unicode): string;
  /** What deflated bytes unpack to; undefined where that is more than `mostBytes`. Throws where they are damaged. */
  inflate(bytes: Uint8Array, mostBytes: number): Promise<Uint8Array | undefined>;
}

/** An XLSX file may unpack to so much; a sheet of 1,000,000 trades stays below. */
const MOST_UNPACKED_BYTES = 400_000_000;

/** First bytes of files that are often tried and hold no table, with what to do instead. */
const OTHER_FILES: readonly (readonly [first: string, sentence: string])[] = [
  ['d0cf11e0', 'This is an Excel file of the old kind (XLS): save it as XLSX or CSV.'],
  ['25504446', 'This is a PDF: export the history as CSV, XLSX or HTML.'],
  ['1f8b', 'This file is compressed with gzip: unpack it first.'],
  ['89504e47', 'This is a picture: a table or text is needed.'],
  ['ffd8ff', 'This is a picture: a table or text is needed.'],
];

/** Reads a track record out of a file of any kind that is known. Throws an Unreadable, one sentence, where that fails. */
export async function readTradesFile(
  bytes: Uint8Array,
  tools: FileTools,
  options: ReadingOptions,
): Promise<Reading> {
  requireReadableSize(bytes.length);
  const first = [...bytes.subarray(0, 4)].map((byte) => byte.toString(16).padStart(2, '0')).join('');
  const other = OTHER_FILES.find(([start]) => first.startsWith(start));
  if (other !== undefined) throw new Unreadable(other[1]);
  if (first !== '504b0304') return readTradesText(decode(bytes, tools), options);
  let unreadable: Unreadable | undefined;
  for (const table of spreadsheetTables(await unpack(bytes, tools))) {
    try {
      return readTradesTable(table, options);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      unreadable ??= error;
    }
  }
  throw unreadable ?? new Unreadable('The spreadsheet is empty.');
}

function decode(bytes: Uint8Array, tools: FileTools): string {
  const encoding = encodingOf(bytes);
  return encoding === 'windows-1252' ? decodeWindows1252(bytes) : tools.decode(bytes, encoding);
}

/** The XML texts of an XLSX file by name. */
async function unpack(bytes: Uint8Array, tools: FileTools): Promise<ReadonlyMap<string, string>> {
  const parts = new Map<string, string>();
  let left = MOST_UNPACKED_BYTES;
  for (const entry of zipEntries(bytes, isSpreadsheetPart)) {
    const plain = entry.isDeflated ? await inflated(entry.bytes, left, tools) : entry.bytes;
    left -= plain.length;
    parts.set(entry.name, tools.decode(plain, 'utf-8'));
  }
  return parts;
}

async function inflated(bytes: Uint8Array, mostBytes: number, tools: FileTools): Promise<Uint8Array> {
  let plain: Uint8Array | undefined;
  try {
    plain = await tools.inflate(bytes, mostBytes);
  } catch {
    throw new Unreadable('The XLSX file is damaged.');
  }
  if (plain === undefined)
    throw new Unreadable(
      `The XLSX file unpacks to more than ${MOST_UNPACKED_BYTES / 1e6} MB, which is not read.`,
    );
  return plain;
}
