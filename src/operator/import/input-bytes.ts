import { createHash } from 'node:crypto';
import { open, stat } from 'node:fs/promises';
import { basename } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { errorCode, ImportRefusal } from '../../server/market/dataset-refusal.ts';

const CHUNK_BYTES = 1 << 20;
const DAMAGED_HINT = 'Download the file again; `gzip -t FILE` tells whether it is whole.';

/** A price file being read: its unpacked text in pieces, with what is known about it so far. */
export interface InputBytes {
  /** File name without folders, `stdin` for standard input. */
  readonly name: string;
  /** Size on disk; undefined for a pipe. */
  readonly totalBytes: number | undefined;
  /** Bytes read from disk so far, packed if the file is. */
  readBytes(): number;
  /** Bytes of text so far. */
  textBytes(): number;
  /** SHA-256 of the unpacked text as far as it was read; to be called once, at the end. */
  sha256(): string;
  /** The text, a piece at a time. A piece is valid until the next is asked for. */
  readonly chunks: AsyncIterable<Uint8Array>;
}

/** Opens a file, or standard input for `-`; gzip is recognised by its first bytes. Throws an ImportRefusal. */
export async function openInput(path: string, stdin: Readable): Promise<InputBytes> {
  const piped = path === '-';
  const totalBytes = piped ? undefined : await fileSize(path);
  const raw = piped ? (stdin as AsyncIterable<Uint8Array>) : readFileAhead(path);
  const hash = createHash('sha256');
  let readBytes = 0;
  let textBytes = 0;

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
      textBytes += chunk.length;
      hash.update(chunk);
      yield chunk;
    }
  }

  return {
    name: piped ? 'stdin' : basename(path),
    totalBytes,
    readBytes: () => readBytes,
    textBytes: () => textBytes,
    sha256: () => hash.digest('hex'),
    chunks: withoutDecoration(text()),
  };
}

/** Reads a file into two buffers in turn: the next piece is read while the last one is decoded. */
async function* readFileAhead(path: string): AsyncGenerator<Uint8Array> {
  const file = await open(path);
  try {
    const buffers = [new Uint8Array(CHUNK_BYTES), new Uint8Array(CHUNK_BYTES)] as const;
    let turn: 0 | 1 = 0;
    const begin = (into: Uint8Array): Promise<{ bytesRead: number }> => {
      const result = file.read(into, 0, CHUNK_BYTES);
      // The last one is not awaited when decoding stops early.
      result.catch(() => undefined);
      return result;
    };
    let reading = begin(buffers[turn]);
    for (;;) {
      const { bytesRead } = await reading;
      if (bytesRead === 0) return;
      const piece = buffers[turn].subarray(0, bytesRead);
      turn = turn === 0 ? 1 : 0;
      reading = begin(buffers[turn]);
      yield piece;
    }
  } finally {
    await file.close();
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
  const code = errorCode(error);
  if (code === 'ENOENT') {
    return new ImportRefusal('unreadable', 'There is no such file.', 'Check the path.');
  }
  if (code.startsWith('E')) {
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

/** Unpacks on the thread pool, so that unpacking and decoding share the time between two cores. */
async function* unpack(packed: AsyncGenerator<Uint8Array>): AsyncGenerator<Uint8Array> {
  const gunzip = createGunzip({ chunkSize: CHUNK_BYTES });
  let failure: unknown;
  const closed = new Promise<void>((resolve) => gunzip.once('close', () => resolve()));
  const feeding = (async () => {
    try {
      for await (const chunk of packed) {
        if (gunzip.destroyed) return;
        // Damaged bytes end the stream without the write ever being answered.
        await Promise.race([writeChunk(gunzip, chunk), closed]);
      }
      gunzip.end();
    } catch (error) {
      failure = error;
      gunzip.destroy();
    }
  })();
  try {
    for await (const chunk of gunzip as AsyncIterable<Uint8Array>) yield chunk;
  } catch (error) {
    throw failure ?? gzipProblem(error);
  } finally {
    gunzip.destroy();
    await feeding;
  }
  if (failure !== undefined) throw failure;
}

/** Resolves when the chunk was unpacked, so that its buffer can be used again. */
function writeChunk(stream: Writable, chunk: Uint8Array): Promise<void> {
  return new Promise((resolve) => {
    stream.write(chunk, () => resolve());
  });
}

function gzipProblem(error: unknown): unknown {
  const code = errorCode(error);
  if (code === 'Z_BUF_ERROR') {
    return new ImportRefusal('cut', 'The gzip file ends in the middle: it was cut.', DAMAGED_HINT);
  }
  if (code.startsWith('Z_')) {
    return new ImportRefusal('damaged-gzip', `The gzip file is damaged (${code}).`, DAMAGED_HINT);
  }
  return error;
}

/**
 * Makes plain text of what programs put around it: a byte order mark, the UTF-16 that MetaTrader writes, quotes around
 * every field. What is left holds one byte a character where it matters: digits, points, delimiters and line ends.
 */
async function* withoutDecoration(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  let started = false;
  let wide = false;
  let quoted = false;
  let odd = 0;
  for await (const chunk of chunks) {
    let bytes = chunk;
    if (!started) {
      started = true;
      wide = bytes[0] === 0xff && bytes[1] === 0xfe;
      if (wide) bytes = bytes.subarray(2);
      else if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) bytes = bytes.subarray(3);
      quoted = bytes.subarray(0, 4096).includes(QUOTE);
    }
    if (wide) {
      const narrowed = narrow(bytes, odd);
      odd = (odd + bytes.length) % 2;
      bytes = narrowed;
    }
    yield quoted ? bytes.filter((byte) => byte !== QUOTE) : bytes;
  }
}

const QUOTE = 34;

/** Keeps the low byte of each UTF-16 unit; a unit beyond ASCII becomes a byte that no price row holds. */
function narrow(bytes: Uint8Array, odd: number): Uint8Array {
  const kept = new Uint8Array((bytes.length + 1 - odd) >> 1);
  let length = 0;
  for (let at = odd; at < bytes.length; at += 2) {
    kept[length] = (bytes[at + 1] ?? 0) === 0 ? (bytes[at] ?? 0) : 0x3f;
    length += 1;
  }
  return kept;
}
