import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import type { PriceFileKind } from '../../core/price-files/layout.ts';
import { createRowBlock, type RowBlock } from '../../core/price-files/row-block.ts';

const READ_ROWS = 65_536;
/** Decoded rows that are kept in memory; a longer file goes to disk. About five million bars, fourteen years of minutes. */
const MEMORY_BYTES = 128 << 20;

type Field = 'timeMs' | 'open' | 'high' | 'low' | 'close' | 'flags';

/**
 * Decoded rows in file order between the two passes of an import: the first learns what the second must know (where the
 * weekends fall, whether volumes mean anything, which rows came late). They are held in memory up to a limit and on disk,
 * in this computer's byte order, beyond it, so a file of any size can be imported.
 */
export class RawColumns {
  rows = 0;
  readonly #folder: string;
  readonly #fields: readonly Field[];
  readonly #memoryBytes: number;
  readonly #rowBytes: number;
  #held: RowBlock[] = [];
  #files: readonly number[] | undefined;

  /** `memoryBytes` is the limit from which rows go to `folder`. */
  constructor(folder: string, kind: PriceFileKind, memoryBytes = MEMORY_BYTES) {
    this.#folder = folder;
    this.#fields =
      kind === 'm1' ? ['timeMs', 'open', 'high', 'low', 'close', 'flags'] : ['timeMs', 'open', 'high'];
    this.#rowBytes = kind === 'm1' ? 25 : 16;
    this.#memoryBytes = memoryBytes;
  }

  /** Takes a block over; its owner must not use it again. */
  append(block: RowBlock): void {
    this.#held.push(block);
    this.rows += block.length;
    if (this.#files !== undefined || this.rows * this.#rowBytes > this.#memoryBytes) this.#writeHeld();
  }

  /** Only the times, block by block; what is yielded is used again. */
  *times(): Generator<{ readonly firstRow: number; readonly timeMs: Float64Array }> {
    for (const { firstRow, block } of this.#parts(['timeMs'])) {
      yield { firstRow, timeMs: block.timeMs.subarray(0, block.length) };
    }
  }

  /** All fields, block by block; what is yielded is used again. */
  *blocks(): Generator<{ readonly firstRow: number; readonly block: RowBlock }> {
    yield* this.#parts(this.#fields);
  }

  /** Closes the files; they go with their folder. */
  close(): void {
    for (const file of this.#files ?? []) closeSync(file);
    this.#files = [];
  }

  *#parts(fields: readonly Field[]): Generator<{ readonly firstRow: number; readonly block: RowBlock }> {
    let firstRow = 0;
    if (this.#files === undefined) {
      for (const block of this.#held) {
        yield { firstRow, block };
        firstRow += block.length;
      }
      return;
    }
    const block = createRowBlock(READ_ROWS);
    for (; firstRow < this.rows; firstRow += READ_ROWS) {
      block.length = Math.min(READ_ROWS, this.rows - firstRow);
      for (const field of fields) this.#read(field, block[field].subarray(0, block.length), firstRow);
      yield { firstRow, block };
    }
  }

  #writeHeld(): void {
    this.#files ??= this.#fields.map((field) => openSync(join(this.#folder, `raw-${field}`), 'wx+', 0o600));
    for (const block of this.#held) {
      for (const [index, field] of this.#fields.entries()) {
        const column = block[field].subarray(0, block.length);
        const bytes = new Uint8Array(column.buffer, column.byteOffset, column.byteLength);
        writeWhole(this.#files[index] ?? -1, bytes);
      }
    }
    this.#held = [];
  }

  #read(field: Field, into: RowBlock[Field], row: number): void {
    const file = this.#files?.[this.#fields.indexOf(field)] ?? -1;
    const bytes = new Uint8Array(into.buffer, into.byteOffset, into.byteLength);
    let done = 0;
    while (done < bytes.length) {
      const read = readSync(file, bytes, done, bytes.length - done, row * into.BYTES_PER_ELEMENT + done);
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
