import { mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { rounds } from '../../../tests/support/rounds.ts';
import { writeDataset } from '../../../tests/support/write-dataset.ts';
import type { BarColumns } from '../../core/market/bars.ts';
import type { TickColumns } from '../../core/market/tick.ts';
import { findDataset, listDatasets, readDataset, removeDataset, streamDataset } from './dataset-store.ts';

let dataDir: string;
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'pipcast-store-'));
});
afterEach(() => {
  rmSync(dataDir, { recursive: true });
});

function bars(rows: number, seed = 1): BarColumns {
  const column = (factor: number): Int32Array =>
    Int32Array.from({ length: rows }, (_, row) => (row + seed) * factor);
  return {
    length: rows,
    openTimeMs: Float64Array.from({ length: rows }, (_, row) => 1.5e12 + row * 60_000),
    open: column(3),
    high: column(5),
    low: column(-7),
    close: column(11),
  };
}

describe('a data set', () => {
  it('is read as it was written, whole or block by block', async () => {
    const written = bars(150_000);
    await writeDataset(dataDir, 'set', written);
    const read = await readDataset(dataDir, 'set');
    expect(read.kind === 'm1' && read.bars.length).toBe(written.length);
    for (const column of ['openTimeMs', 'open', 'high', 'low', 'close'] as const)
      expect(read.kind === 'm1' && read.bars[column].join() === written[column].join(), column).toBe(true);
    const closes: number[] = [];
    for await (const part of streamDataset(dataDir, 'set'))
      if (part.kind === 'm1') closes.push(...part.bars.close);
    expect(closes.join() === written.close.join()).toBe(true);
  });

  it('of ticks keeps every quote to the last bit', async () => {
    const number32 = fc.integer({ min: -(2 ** 31), max: 2 ** 31 - 1 });
    const quotes = fc.array(fc.tuple(fc.integer({ min: 0, max: 4e12 }), number32, number32), {
      minLength: 1,
      maxLength: 50,
    });
    await fc.assert(
      fc.asyncProperty(quotes, async (rows) => {
        const ticks: TickColumns = {
          length: rows.length,
          timeMs: Float64Array.from(rows, ([timeMs]) => timeMs),
          bid: Int32Array.from(rows, ([, bid]) => bid),
          ask: Int32Array.from(rows, ([, , ask]) => ask),
        };
        const { meta } = await writeDataset(dataDir, 'ticks', ticks);
        const read = await readDataset(dataDir, meta.name);
        expect(read.kind === 'ticks' && read.ticks).toEqual(ticks);
        await removeDataset(dataDir, meta.name);
      }),
      { numRuns: rounds(8, 25) },
    );
  });

  it('that holds the same prices as another is not stored beside it', async () => {
    await writeDataset(dataDir, 'one', bars(10));
    const again = await writeDataset(dataDir, 'two', bars(10), 'b');
    expect(again).toMatchObject({ status: 'known', meta: { name: 'one' } });
    expect(await listDatasets(dataDir)).toHaveLength(1);
  });

  it('does not take the name of another', async () => {
    await writeDataset(dataDir, 'one', bars(10));
    await expect(writeDataset(dataDir, 'one', bars(10, 2))).rejects.toMatchObject({
      code: 'name-taken',
    });
    expect(readdirSync(join(dataDir, 'history'))).toEqual(['one']);
  });

  it('is found damaged when one byte, or the length, of any column has changed', async () => {
    await writeDataset(dataDir, 'set', bars(1000));
    const folder = join(dataDir, 'history', 'set');
    for (const file of readdirSync(folder).filter((name) => name !== 'meta.json')) {
      const path = join(folder, file);
      const whole = readFileSync(path);
      const changed = Buffer.from(whole);
      changed[777] = (changed[777] ?? 0) ^ 1;
      writeFileSync(path, changed);
      await expect(readDataset(dataDir, 'set')).rejects.toMatchObject({ code: 'damaged-dataset' });
      await expect(drain(streamDataset(dataDir, 'set'))).rejects.toMatchObject({ code: 'damaged-dataset' });
      writeFileSync(path, whole);
      truncateSync(path, whole.length - 8);
      await expect(readDataset(dataDir, 'set')).rejects.toMatchObject({ code: 'damaged-dataset' });
      rmSync(path);
      await expect(drain(streamDataset(dataDir, 'set'))).rejects.toMatchObject({ code: 'damaged-dataset' });
      writeFileSync(path, whole);
    }
    expect((await readDataset(dataDir, 'set')).meta.rows).toBe(1000);
  });

  it('that is removed is gone, and one that is not there is named as missing', async () => {
    await writeDataset(dataDir, 'set', bars(10));
    await removeDataset(dataDir, 'set');
    expect(readdirSync(join(dataDir, 'history'))).toEqual([]);
    await expect(removeDataset(dataDir, 'set')).rejects.toMatchObject({ code: 'not-found' });
    await expect(readDataset(dataDir, '../set')).rejects.toMatchObject({ code: 'not-found' });
  });

  it('with a description that is not its own is not listed', async () => {
    await writeDataset(dataDir, 'set', bars(10));
    const path = join(dataDir, 'history', 'set', 'meta.json');
    const text = readFileSync(path, 'utf8');
    for (const wrong of [
      '',
      '{',
      '{}',
      text.replace('"set"', '"other"'),
      text.replace('"version": 1', '"version": 2'),
    ]) {
      writeFileSync(path, wrong);
      expect(await findDataset(dataDir, 'set')).toBeUndefined();
      expect(await listDatasets(dataDir)).toEqual([]);
    }
  });
});

async function drain(blocks: AsyncIterable<unknown>): Promise<void> {
  for await (const _ of blocks);
}
