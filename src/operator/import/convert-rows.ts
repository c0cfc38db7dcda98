import { ClockReader, type WallClock } from '../../core/time/wall-clock.ts';
import type { HistoryCleaner } from '../../core/price-files/history-cleaner.ts';
import type { RowBlock } from '../../core/price-files/row-block.ts';
import { ImportRefusal } from '../../server/market/dataset-refusal.ts';
import type { RawColumns } from './raw-columns.ts';

/** Rows out of order are sorted in memory; a file with more of them than this has to be sorted first. */
const MOST_LATE_ROWS = 1_000_000;

/** Rows that came after a later one, sorted by time, then by place in the file. */
interface LateRows {
  readonly count: number;
  readonly row: Float64Array;
  readonly utcMs: Float64Array;
  readonly values: Int32Array;
  readonly order: Uint32Array;
}

const VALUES = 5;

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
  const rows = findLateRows(raw, clock);
  const late = rows.length === 0 ? undefined : readLateRows(raw, clock, rows);
  const reader = new ClockReader(clock);
  let next = 0;
  let latest = Number.NEGATIVE_INFINITY;

  const pushLateBefore = (utcMs: number, row: number): void => {
    if (late === undefined) return;
    while (next < late.count) {
      const at = late.order[next] ?? 0;
      const lateMs = late.utcMs[at] ?? 0;
      if (lateMs > utcMs || (lateMs === utcMs && (late.row[at] ?? 0) > row)) return;
      const [a = 0, b = 0, low = 0, close = 0, flags = 0] = late.values.subarray(
        at * VALUES,
        at * VALUES + VALUES,
      );
      cleaner.push(lateMs, a, b, low, close, flags, late.row[at] ?? 0, true);
      next += 1;
    }
  };

  for (const { firstRow, block } of raw.blocks()) {
    signal.throwIfAborted();
    for (let index = 0; index < block.length; index += 1) {
      const utcMs = reader.toUtc(block.timeMs[index] ?? 0);
      if (utcMs < latest) continue;
      latest = utcMs;
      const row = firstRow + index;
      if (late !== undefined) pushLateBefore(utcMs, row);
      cleaner.push(
        utcMs,
        value(block.open, index),
        value(block.high, index),
        value(block.low, index),
        value(block.close, index),
        block.flags[index] ?? 0,
        row,
        false,
      );
    }
  }
  pushLateBefore(Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY);
  return { outOfOrder: rows.length, skippedTimes: reader.skipped };
}

function value(column: Int32Array, index: number): number {
  return column[index] ?? 0;
}

function findLateRows(raw: RawColumns, clock: WallClock): readonly number[] {
  const reader = new ClockReader(clock);
  const rows: number[] = [];
  let latest = Number.NEGATIVE_INFINITY;
  for (const { firstRow, timeMs } of raw.times()) {
    for (let index = 0; index < timeMs.length; index += 1) {
      const utcMs = reader.toUtc(timeMs[index] ?? 0);
      if (utcMs >= latest) latest = utcMs;
      else rows.push(firstRow + index);
    }
    if (rows.length > MOST_LATE_ROWS) {
      throw new ImportRefusal(
        'unsorted',
        `More than ${MOST_LATE_ROWS.toLocaleString('en')} rows are not in order of time.`,
        'Sort the file by time first, or import it in parts.',
      );
    }
  }
  return rows;
}

function readLateRows(raw: RawColumns, clock: WallClock, rows: readonly number[]): LateRows {
  const count = rows.length;
  const reader = new ClockReader(clock);
  const late = {
    count,
    row: Float64Array.from(rows),
    utcMs: new Float64Array(count),
    values: new Int32Array(count * VALUES),
    order: Uint32Array.from({ length: count }, (_, index) => index),
  };
  let at = 0;
  for (const { firstRow, block } of raw.blocks()) {
    for (; at < count && (late.row[at] ?? 0) < firstRow + block.length; at += 1) {
      const index = (late.row[at] ?? 0) - firstRow;
      late.utcMs[at] = reader.toUtc(block.timeMs[index] ?? 0);
      late.values.set(valuesOf(block, index), at * VALUES);
    }
  }
  late.order.sort((x, y) => (late.utcMs[x] ?? 0) - (late.utcMs[y] ?? 0) || x - y);
  return late;
}

function valuesOf(block: RowBlock, index: number): readonly number[] {
  return [
    value(block.open, index),
    value(block.high, index),
    value(block.low, index),
    value(block.close, index),
    block.flags[index] ?? 0,
  ];
}
