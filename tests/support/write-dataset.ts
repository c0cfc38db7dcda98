import { rm } from 'node:fs/promises';
import type { BarColumns } from '../../src/core/market/bars.ts';
import type { TickColumns } from '../../src/core/market/tick.ts';
import { DatasetWriter, type NewDatasetMeta, type Stored } from '../../src/operator/import/dataset-writer.ts';
import { createStagingFolder, historyFolder } from '../../src/server/market/dataset-store.ts';

/** Stores bars or ticks of EUR/USD that are in memory already; returns the data set that holds them. */
export async function writeDataset(
  dataDir: string,
  name: string,
  columns: BarColumns | TickColumns,
  sha256 = 'a',
): Promise<Stored> {
  const timesMs = 'bid' in columns ? columns.timeMs : columns.openTimeMs;
  const meta: NewDatasetMeta = {
    pair: 'EUR/USD',
    kind: 'bid' in columns ? 'ticks' : 'm1',
    source: 'csv',
    clock: 'UTC',
    rows: columns.length,
    firstMs: timesMs[0] as number,
    lastMs: timesMs.at(-1) as number,
    digits: 5,
    sha256,
    importedAt: '2026-11-20T12:00:00.000Z',
    fileName: 'x.csv',
    allowed: [],
  };
  const folder = await createStagingFolder(historyFolder(dataDir));
  try {
    const writer = new DatasetWriter(folder, dataDir, meta.kind);
    writer.append('bid' in columns ? { kind: 'ticks', ticks: columns } : { kind: 'm1', bars: columns });
    return await writer.publish(meta, name, true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
