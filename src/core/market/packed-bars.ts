import { MINUTE_MS } from '../time/instant.ts';
import type { BarColumns } from './bars.ts';

/**
 * Bars as they travel: how many, then the columns one after the other, each value as the step from what is known by then, in
 * variable-length integers (LEB128, signs in the lowest bit). Steps are small, and gzip makes two bytes a bar of them.
 */
export function packBars({ length, openTimeMs, open, high, low, close }: BarColumns): Uint8Array {
  const bytes = new Uint8Array(5 * LONGEST * length + LONGEST);
  let at = 0;
  const write = (step: number): void => {
    let rest = step < 0 ? -2 * step - 1 : 2 * step;
    for (; rest >= 128; rest = Math.floor(rest / 128)) bytes[at++] = (rest % 128) + 128;
    bytes[at++] = rest;
  };
  const column = (stepOf: (row: number) => number): void => {
    for (let row = 0; row < length; row += 1) write(stepOf(row));
  };
  write(length);
  column((row) => (value(openTimeMs, row) - (row === 0 ? 0 : value(openTimeMs, row - 1))) / MINUTE_MS);
  column((row) => value(open, row) - (row === 0 ? 0 : value(close, row - 1)));
  column((row) => value(close, row) - value(open, row));
  column((row) => value(high, row) - Math.max(value(open, row), value(close, row)));
  column((row) => Math.min(value(open, row), value(close, row)) - value(low, row));
  return bytes.subarray(0, at);
}

/** Reads what `packBars` wrote. Throws a RangeError where it was cut off. */
export function unpackBars(bytes: Uint8Array): BarColumns {
  let at = 0;
  const read = (): number => {
    let [folded, unit] = [0, 1];
    for (;;) {
      const byte = bytes[at++];
      if (byte === undefined) throw new RangeError('The bars are cut off.');
      folded += (byte % 128) * unit;
      if (byte < 128) return folded % 2 === 1 ? -(folded + 1) / 2 : folded / 2;
      unit *= 128;
    }
  };
  const length = read();
  // Each bar has at least a byte in each column: a false length allocates nothing.
  if (length < 0 || length * 5 > bytes.length) throw new RangeError('The bars are cut off.');
  const column = (): Int32Array => Int32Array.from({ length }, read);
  const times = column();
  const openTimeMs = new Float64Array(length);
  const [open, close, high, low] = [column(), column(), column(), column()];
  for (let row = 0; row < length; row += 1) {
    openTimeMs[row] = value(times, row) * MINUTE_MS + (row === 0 ? 0 : value(openTimeMs, row - 1));
    open[row] = value(open, row) + (row === 0 ? 0 : value(close, row - 1));
    close[row] = value(close, row) + value(open, row);
    high[row] = value(high, row) + Math.max(value(open, row), value(close, row));
    low[row] = Math.min(value(open, row), value(close, row)) - value(low, row);
  }
  return { length, openTimeMs, open, high, low, close };
}

/** Bytes of a signed 32-bit step, at most. */
const LONGEST = 5;

function value(column: Int32Array | Float64Array, row: number): number {
  return column[row] as number;
}
