import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PriceFileKind } from '../../core/history/layout.ts';
import { createRowBlock, type RowBlock } from '../../core/history/row-block.ts';

const READ_ROWS = 65_536;

type Field = 'timeMs' | 'open' | 'high' | 'low' | 'close' | 'flags';

/**
 * Decoded rows on disk, in file order and in this computer's byte order, between the two passes of an import: the first
 * learns what the second must know (where the weekends fall, whether volumes mean anything, which rows came late), and
 * a file of any size is held by neither.
 */
export class RawColumns {
  rows = 0;
  readonly #fields: readonly Field[];
  readonly #files: readonly number[];

  constructor(folder: string, kind: PriceFileKind) {
    this.#fields =
      kind === 'm1' ? ['timeMs', 'open', 'high', 'low', 'close', 'flags'] : ['timeMs', 'open', 'high'];
    this.#files = this.#fields.map((field) => openSync(join(folder, `raw-${field}`), 'wx+', 0o600));
  }

  /** Adds a block; the file's pages are the only copy afterwards. */
  append(block: RowBlock): void {
    for (const [index, field] of this.#fields.entries()) {
      const column = block[field].subarray(0, block.length);
      writeWhole(
        this.#files[index] ?? -1,
        new Uint8Array(column.buffer, column.byteOffset, column.byteLength),
      );
    }
    this.rows += block.length;
  }

  /** Only the times, block by block; the block is used again. */
  *times(): Generator<{ readonly firstRow: number; readonly timeMs: Float64Array }> {
    const column = new Float64Array(READ_ROWS);
    for (let row = 0; row < this.rows; row += READ_ROWS) {
      const part = column.subarray(0, Math.min(READ_ROWS, this.rows - row));
      this.#read(0, part, row);
      yield { firstRow: row, timeMs: part };
    }
  }

  /** All fields, block by block; the block is used again. */
  *blocks(): Generator<{ readonly firstRow: number; readonly block: RowBlock }> {
    const block = createRowBlock(READ_ROWS);
    for (let row = 0; row < this.rows; row += READ_ROWS) {
      block.length = Math.min(READ_ROWS, this.rows - row);
      for (const [index, field] of this.#fields.entries())
        this.#read(index, block[field].subarray(0, block.length), row);
      yield { firstRow: row, block };
    }
  }

  /** Closes the files; they go with their folder. */
  close(): void {
    for (const file of this.#files) closeSync(file);
  }

  #read(index: number, into: RowBlock[Field], row: number): void {
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    let done = 0;
    while (done < bytes.length) {
      const position = row * into.BYTES_PER_ELEMENT + done;
      const read = readSync(this.#files[index] ?? -1, bytes, done, bytes.length - done, position);
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
