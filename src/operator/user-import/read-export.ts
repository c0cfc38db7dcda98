import { pipeline } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { csvRows } from './csv-rows.ts';
import { ExportFormatError, type ExportRow } from './hosted-user.ts';
import { jsonLineRows, jsonRows } from './json-rows.ts';

type ExportFormat = 'csv' | 'json' | 'json lines';

/** As much of the beginning as is looked at to tell the format. In UTF-16 units. */
const SAMPLE = 16_384;

/**
 * Reads an export of the hosted service's users, row by row, in constant memory: JSON (an array, objects in a row, or
 * one a line) or CSV with a heading line; each also compressed with gzip. The format is recognised by how the file begins, never by
 * its name.
 * Throws an ExportFormatError when the file is none of these or cannot be read to its end.
 */
export async function* readExport(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<ExportRow> {
  const text = decode(bytes)[Symbol.asyncIterator]();
  const pieces: string[] = [];
  let sample = '';
  while (sample.length < SAMPLE) {
    const next = await text.next();
    if (next.done === true) break;
    pieces.push(next.value);
    sample += next.value;
  }
  const all = resume(pieces, text);
  const format = exportFormat(sample);
  if (format === 'json') yield* jsonRows(all);
  else if (format === 'json lines') yield* jsonLineRows(all);
  else yield* csvRows(all, csvDelimiter(sample));
}

/** Tells the format by the beginning of the text; throws an ExportFormatError when it is none we know. */
function exportFormat(sample: string): ExportFormat {
  const begin = sample.trimStart();
  const firstLine = begin.split('\n', 1)[0] ?? '';
  if (begin === '') throw new ExportFormatError('the file is empty');
  if (begin.startsWith('[')) return 'json';
  if (begin.startsWith('{')) return /^\{.*\}\s*$/.test(firstLine) ? 'json lines' : 'json';
  if (/(?:^|[,;\t])\s*"?email"?\s*(?:[,;\t\r]|$)/i.test(firstLine)) return 'csv';
  throw new ExportFormatError(
    'not an export that can be read: it is neither JSON nor CSV with a first line that names the columns',
    1,
  );
}

function csvDelimiter(sample: string): string {
  const firstLine = sample.trimStart().split('\n', 1)[0] ?? '';
  return [';', '\t'].find((delimiter) => firstLine.includes(delimiter) && !firstLine.includes(',')) ?? ',';
}

async function* decode(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  try {
    for await (const chunk of unpack(bytes)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? '';
    if (code === 'ERR_ENCODING_INVALID_ENCODED_DATA') {
      throw new ExportFormatError('the file is not UTF-8 text; save it as UTF-8');
    }
    if (code.startsWith('Z_')) throw new ExportFormatError('the gzip file is broken or cut off');
    throw error;
  }
}

/** Decompresses gzip, which large exports are kept as. */
async function* unpack(bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  const source = bytes[Symbol.asyncIterator]();
  const first = await source.next();
  if (first.done === true) return;
  const all = resume([first.value], source);
  if (first.value[0] !== 0x1f || first.value[1] !== 0x8b) yield* all;
  else {
    const unpacked = createGunzip();
    pipeline(all, unpacked, () => {
      // An error of the source destroys the stream with it, and so ends the loop that reads it.
    });
    yield* unpacked as AsyncIterable<Buffer>;
  }
}

/** What was taken off the beginning, and then the rest. */
async function* resume<T>(begin: readonly T[], rest: AsyncIterator<T>): AsyncGenerator<T> {
  yield* begin;
  for (let next = await rest.next(); next.done !== true; next = await rest.next()) yield next.value;
}
