import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
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

/** Opens a file, or standard input for `-`; gzip is recognised by its first bytes. Throws an ImportRefusal. */
export async function openInput(path: string, stdin: Readable): Promise<InputBytes> {
  const piped = path === '-';
  const totalBytes = piped ? undefined : await fileSize(path);
  const raw = piped ? (stdin as AsyncIterable<Uint8Array>) : readFileOf(path);
  const hash = createHash('sha256');
  let readBytes = 0;

  async function* counted(): AsyncGenerator<Uint8Array> {
    try {
      for await (const chunk of raw) {
        readBytes += chunk.length;
        yield chunk;
      }
    } catch (error) {
      throw readProblem(error);
    }
  }

  async function* text(): AsyncGenerator<Uint8Array> {
    const source = counted();
    const first = await atLeastTwoBytes(source);
    const isGzip = first[0] === 0x1f && first[1] === 0x8b;
    const whole = prepend(first, source);
    for await (const chunk of isGzip ? unpack(whole) : whole) {
      hash.update(chunk);
      yield chunk;
    }
  }

  return {
    name: piped ? 'stdin' : basename(path),
    totalBytes,
    readBytes: () => readBytes,
    sha256: () => hash.digest('hex'),
    chunks: withoutDecoration(text()),
  };
}

async function* readFileOf(path: string): AsyncGenerator<Uint8Array> {
  const stream = createReadStream(path, { highWaterMark: CHUNK_BYTES });
  const closed = new Promise<void>((resolve) => stream.once('close', () => resolve()));
  try {
    yield* stream as AsyncIterable<Uint8Array>;
  } finally {
    stream.destroy();
    await closed;
  }
}

async function fileSize(path: string): Promise<number> {
  try {
    const found = await stat(path);
    if (!found.isDirectory()) return found.size;
  } catch (error) {
    throw readProblem(error);
  }
  throw new ImportRefusal('unreadable', 'This is a folder.', 'Give the path of one file.');
}

function readProblem(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'ENOENT') {
    return new ImportRefusal('unreadable', 'There is no such file.', 'Check the path.');
  }
  if (code?.startsWith('E')) {
    return new ImportRefusal('unreadable', `It cannot be read (${code}).`, 'Check who may read the file.');
  }
  return error;
}

async function atLeastTwoBytes(source: AsyncGenerator<Uint8Array>): Promise<Uint8Array> {
  let bytes: Uint8Array = new Uint8Array();
  while (bytes.length < 2) {
    const next = await source.next();
    if (next.done === true) return bytes;
    bytes = Buffer.concat([bytes, next.value]);
  }
  return bytes;
}

async function* prepend(first: Uint8Array, rest: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  try {
    yield first;
    yield* rest;
  } finally {
    // A reader that stops at the first piece has not come to the rest, which holds the open file.
    await rest.return(undefined);
  }
}

async function* unpack(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  // Its error is the stream's, which is read below.
  const piped = pipeline(packed, gunzip).catch(() => undefined);
  try {
    yield* gunzip as AsyncIterable<Uint8Array>;
  } catch (error) {
    throw gzipProblem(error);
  } finally {
    gunzip.destroy();
    await piped;
    await packed.return(undefined);
  }
}

function gzipProblem(error: unknown): unknown {
  const code = codeOf(error);
  if (code === 'Z_BUF_ERROR') {
    return new ImportRefusal('cut', 'The gzip file ends in the middle: it was cut.', DAMAGED_HINT);
  }
  if (code?.startsWith('Z_')) {
    return new ImportRefusal('damaged-gzip', `The gzip file is damaged (${code}).`, DAMAGED_HINT);
  }
  return error;
}

/** Leaves out what programs put around the text: a byte order mark, the UTF-16 that MetaTrader writes, quotes around every field. */
async function* withoutDecoration(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  let decoder: TextDecoder | undefined;
  let isQuoted: boolean | undefined;
  for await (const chunk of chunks) {
    decoder ??= new TextDecoder(chunk[0] === 0xff && chunk[1] === 0xfe ? 'utf-16le' : 'utf-8');
    const text = decoder.decode(chunk, { stream: true });
    isQuoted ??= text.slice(0, 4096).includes('"');
    yield isQuoted ? text.replaceAll('"', '') : text;
  }
}
