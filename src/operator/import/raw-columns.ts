import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { createRowBlock, type RowBlock } from '../../core/price-files/row-block.ts';

/**
 * Decoded rows in file order between the two passes of an import: the first learns what the second must know (where the
 * weekends fall, whether volumes mean anything, which rows came late). They are held on disk, so a file of any size can be
 * imported. All blocks have the same capacity.
 */
export class RawColumns {
  readonly #file: number;
  /** How many rows each block has. */
  readonly #lengths: number[] = [];
  #capacity = 0;

  constructor(folder: string) {
    this.#file = openSync(join(folder, 'raw'), 'w+', 0o600);
  }

  /** Writes a block; its owner may use it again. */
  append(block: RowBlock): void {
    this.#capacity = block.capacity;
    writeWhole(this.#file, block.bytes);
    this.#lengths.push(block.length);
  }

  /** All blocks; what is yielded is used again. */
  *blocks(): Generator<{ readonly firstRow: number; readonly block: RowBlock }> {
    let firstRow = 0;
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
    closeSync(this.#file);
  }

  #readBack(bytes: Uint8Array, from: number): void {
    for (let done = 0; done < bytes.length; ) {
      const read = readSync(this.#file, bytes, done, bytes.length - done, from + done);
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
