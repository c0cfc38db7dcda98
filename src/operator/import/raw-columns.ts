import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createRowBlock, type RowBlock } from '../../core/price-files/row-block.ts';

/** Decoded rows that are kept in memory; those of a longer file go to disk. About five million bars, fourteen years of minutes. */
const MEMORY_BYTES = 128 << 20;

/**
 * Decoded rows in file order between the two passes of an import: the first learns what the second must know (where the
 * weekends fall, whether volumes mean anything, which rows came late). Blocks beyond a limit are held on disk, so a file of
 * any size can be imported. All blocks have the same capacity.
 */
export class RawColumns {
  readonly #path: string;
  readonly #memoryBytes: number;
  readonly #held: RowBlock[] = [];
  /** How many rows each block on disk has. */
  readonly #lengths: number[] = [];
  #capacity = 0;
  #file: number | undefined;

  /** `memoryBytes` is the limit from which blocks go to `folder`. */
  constructor(folder: string, memoryBytes = MEMORY_BYTES) {
    this.#path = join(folder, 'raw');
    this.#memoryBytes = memoryBytes;
  }

  /** Takes a block over; its owner must not use it again. */
  append(block: RowBlock): void {
    this.#capacity = block.capacity;
    if (this.#file === undefined && (this.#held.length + 1) * block.bytes.length <= this.#memoryBytes) {
      this.#held.push(block);
      return;
    }
    this.#file ??= openSync(this.#path, 'wx+', 0o600);
    writeWhole(this.#file, block.bytes);
    this.#lengths.push(block.length);
  }

  /** All blocks; what is yielded is used again. */
  *blocks(): Generator<{ readonly firstRow: number; readonly block: RowBlock }> {
    let firstRow = 0;
    for (const block of this.#held) {
      yield { firstRow, block };
      firstRow += block.length;
    }
    const block = createRowBlock(this.#capacity);
    for (const [at, length] of this.#lengths.entries()) {
      this.#readBack(block.bytes, at * block.bytes.length);
      block.length = length;
      yield { firstRow, block };
      firstRow += length;
    }
  }

  /** Closes the file; it goes with its folder. */
  close(): void {
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #readBack(bytes: Uint8Array, from: number): void {
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#file as number, bytes, done, bytes.length - done, from + done);
      if (read === 0) throw new Error('a file that this import wrote is shorter than what was written');
      done += read;
    }
  }
}

/** Writes every byte: one call may write fewer on a full disk before the next one fails. */
export function writeWhole(file: number, bytes: Uint8Array): void {
  let done = 0;
  while (done < bytes.length) done += writeSync(file, bytes, done, bytes.length - done);
}
