import { type FileHandle, open } from 'node:fs/promises';
import { join } from 'node:path';
import type { DayPrices } from '../../core/market/day-prices.ts';
import { DAY_MS } from '../../core/time/instant.ts';
import { COLUMN_FILES, damaged, historyFolder } from './dataset-columns.ts';
import type { DatasetMeta } from './dataset-meta.ts';

const TIME_BYTES = 8;
const PRICE_BYTES = 4;

/**
 * The rows of a data set on a day of UTC, counted from 1970, without reading the others. Throws an ImportRefusal where a column
 * is missing or short; their checksums are not looked at.
 */
export async function readDatasetDay(dataDir: string, meta: DatasetMeta, day: number): Promise<DayPrices> {
  const [times = '', ...prices] = COLUMN_FILES[meta.kind].map(([, file]) => file);
  const folder = join(historyFolder(dataDir), meta.name);
  const read = async <T>(file: string, use: (handle: FileHandle) => Promise<T>): Promise<T> => {
    const handle = await open(join(folder, file)).catch(() => undefined);
    if (handle === undefined) throw damaged(meta.name, file);
    return use(handle).finally(() => handle.close());
  };
  const bytesOf = async (handle: FileHandle, file: string, from: number, to: number, width: number) => {
    const bytes = new Uint8Array((to - from) * width);
    const { bytesRead } = await handle.read(bytes, 0, bytes.length, from * width);
    if (bytesRead !== bytes.length) throw damaged(meta.name, file);
    return bytes.buffer;
  };

  const { from, to, timeMs } = await read(times, async (handle) => {
    const timesOf = async (first: number, end: number) =>
      new Float64Array(await bytesOf(handle, times, first, end, TIME_BYTES));
    const firstFrom = async (ms: number): Promise<number> => {
      let low = 0;
      let high = meta.rows;
      while (low < high) {
        const middle = (low + high) >> 1;
        if (((await timesOf(middle, middle + 1))[0] as number) < ms) low = middle + 1;
        else high = middle;
      }
      return low;
    };
    const first = await firstFrom(day * DAY_MS);
    const end = await firstFrom((day + 1) * DAY_MS);
    const found = await timesOf(first, end);
    return { from: first, to: end, timeMs: Int32Array.from(found, (ms) => ms - day * DAY_MS) };
  });
  const columns = await Promise.all(
    prices.map((file) =>
      read(file, async (handle) => new Int32Array(await bytesOf(handle, file, from, to, PRICE_BYTES))),
    ),
  );
  const [first, second, third, fourth] = columns as [Int32Array, Int32Array, Int32Array, Int32Array];
  return meta.kind === 'ticks'
    ? { kind: 'ticks', timeMs, bid: first, ask: second }
    : { kind: 'm1', timeMs, open: first, high: second, low: third, close: fourth };
}
