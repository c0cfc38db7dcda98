import { closeSync, openSync, readSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createRowBlock, type HistoryRow, type RowBlock } from '../../core/price-files/row-block.ts';
import { ClockReader, type WallClock } from '../../core/time/wall-clock.ts';
import type { HistoryCleaner } from '../../core/price-files/history-cleaner.ts';
import { ImportRefusal } from '../../server/market/dataset-store.ts';

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
    writeFileSync(this.#file, block.bytes);
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

/** Rows out of order are sorted in memory; a file with more of them than this has to be sorted first. */
const MOST_LATE_ROWS = 1_000_000;

export interface Conversion {
  readonly outOfOrder: number;
  /** Times that the clock never shows. */
  readonly skippedTimes: number;
}

/**
 * Hands every decoded row to the cleaner with its time on UTC, in order of time; rows of one instant keep their place in
 * the file. Throws an ImportRefusal when too many are out of order.
 */
export function convertRows(
  raw: RawColumns,
  clock: WallClock,
  cleaner: HistoryCleaner,
  signal: AbortSignal,
): Conversion {
  const late = lateRows(raw, clock);
  const reader = new ClockReader(clock);
  let next = 0;
  let latest = Number.NEGATIVE_INFINITY;
  const pushLateBefore = (timeMs: number, row: number): void => {
    for (let each = late[next]; each !== undefined; each = late[next]) {
      if (each.timeMs > timeMs || (each.timeMs === timeMs && each.row > row)) return;
      cleaner.push(each);
      next += 1;
    }
  };
  for (const { firstRow, block } of raw.blocks()) {
    signal.throwIfAborted();
    for (let index = 0; index < block.length; index += 1) {
      const utcMs = reader.toUtc(block.timeMs[index] as number);
      if (utcMs < latest) continue;
      latest = utcMs;
      pushLateBefore(utcMs, firstRow + index);
      cleaner.push(rowOf(block, index, firstRow, utcMs, false));
    }
  }
  pushLateBefore(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { outOfOrder: late.length, skippedTimes: reader.skipped };
}

/** Those that came after a later one, by time, then by place in the file. */
function lateRows(raw: RawColumns, clock: WallClock): readonly HistoryRow[] {
  const reader = new ClockReader(clock);
  const late: HistoryRow[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const { firstRow, block } of raw.blocks()) {
    for (let index = 0; index < block.length; index += 1) {
      const utcMs = reader.toUtc(block.timeMs[index] as number);
      if (utcMs >= latest) latest = utcMs;
      else late.push(rowOf(block, index, firstRow, utcMs, true));
    }
    if (late.length > MOST_LATE_ROWS) {
      throw new ImportRefusal(
        'unsorted',
        `More than ${MOST_LATE_ROWS.toLocaleString('en')} rows are not in order of time.`,
        'Sort the file by time first, or import it in parts.',
      );
    }
  }
  return late.sort((one, other) => one.timeMs - other.timeMs || one.row - other.row);
}

function rowOf(
  { open, high, low, close, flags }: RowBlock,
  index: number,
  firstRow: number,
  timeMs: number,
  isLate: boolean,
): HistoryRow {
  return {
    timeMs,
    open: open[index] as number,
    high: high[index] as number,
    low: low[index] as number,
    close: close[index] as number,
    flags: flags[index] as number,
    row: firstRow + index,
    isLate,
  };
}
