import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import { pipeline, type Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { TextDecoder } from 'node:util';
import { createGunzip } from 'node:zlib';
import { ImportRefusal } from '../../server/market/dataset-store.ts';
import { codeOf } from '../../server/platform/database-error.ts';

const CHUNK_BYTES = 1 << 20;
const DAMAGED_HINT = 'Download the file again; `gzip -t FILE` tells whether it is whole.';

/** A price file under reading: its unpacked text in chunks, and its counts so far. */
export interface InputBytes {
  /** File name without folders, `stdin` for standard input. */
  readonly name: string;
  /** Size on disk; undefined for a pipe. */
  readonly totalBytes: number | undefined;
  /** Bytes read from disk so far, packed if the file is. */
  readBytes(): number;
  /** SHA-256 of the unpacked text as far as it was read; call it once, at the end. */
  sha256(): string;
  readonly chunks: AsyncIterable<string>;
}

type Source = Readable & { readonly bytesRead?: number };

/** Opens a file, or standard input for `-`; gzip is recognised by its first bytes. Throws an ImportRefusal. */
export async function openInput(path: string, stdin: Source): Promise<InputBytes> {
  const isPiped = path === '-';
  const totalBytes = isPiped ? undefined : await fileSize(path);
  const hash = createHash('sha256');
  let readBytes = (): number => 0;

  async function* chunks(): AsyncGenerator<string> {
    // Opened where it is read: an import that is refused before leaves no file open.
    const source: Source = isPiped ? stdin : createReadStream(path, { highWaterMark: CHUNK_BYTES });
    readBytes = () => source.bytesRead ?? 0;
    let decoder: TextDecoder | undefined;
    let isQuoted: boolean | undefined;
    try {
      for await (const chunk of await unpacked(source)) {
        hash.update(chunk);
        // What programs put around the text is left out: a byte order mark, the UTF-16 that MetaTrader writes, quotes around every field.
        decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
        const text = decoder.decode(chunk, { stream: true });
        isQuoted ??= text.slice(0, 4096).includes('"');
        yield isQuoted ? text.replaceAll('"', '') : text;
      }
    } catch (error) {
      throw readProblem(error);
    } finally {
      source.destroy();
      await finished(source).catch(() => undefined);
    }
  }

  return {
    name: isPiped ? 'stdin' : basename(path),
    totalBytes,
    readBytes: () => readBytes(),
    sha256: () => hash.digest('hex'),
    chunks: chunks(),
  };
}

/** What is in a stream, unpacked if its first two bytes are those of gzip. */
async function unpacked(source: Readable): Promise<AsyncIterable<Uint8Array> | readonly Uint8Array[]> {
  let first = Buffer.alloc(0);
  for await (const chunk of source.iterator({ destroyOnReturn: false })) {
    first = Buffer.concat([first, chunk as Uint8Array]);
    if (first.length >= 2) break;
  }
  if (source.readableEnded) return first.length === 0 ? [] : [first];
  source.unshift(first);
  // Its error is the stream's, which is read.
  return first[0] === 0x1f && first[1] === 0x8b
    ? pipeline(source, createGunzip({ chunkSize: CHUNK_BYTES }), () => undefined)
    : source;
}

async function fileSize(path: string): Promise<number> {
  const found = await stat(path).catch((error: unknown) => {
    throw readProblem(error);
  });
  if (!found.isDirectory()) return found.size;
  throw new ImportRefusal('unreadable', 'This is a folder.', 'Give the path of one file.');
}

function readProblem(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (code === 'ENOENT') return new ImportRefusal('unreadable', 'There is no such file.', 'Check the path.');
  if (code === 'Z_BUF_ERROR')
    return new ImportRefusal('cut', 'The gzip file ends in the middle: it was cut.', DAMAGED_HINT);
  if (code.startsWith('Z_'))
    return new ImportRefusal('damaged-gzip', `The gzip file is damaged (${code}).`, DAMAGED_HINT);
  return /^E[A-Z]/.test(code) && !code.startsWith('ERR_')
    ? new ImportRefusal('unreadable', `It cannot be read (${code}).`, 'Check who may read the file.')
    : error;
}
