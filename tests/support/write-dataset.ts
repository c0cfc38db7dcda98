import { rm } from 'node:fs/promises';
import type { BarColumns } from '../../src/core/market/bars.ts';
import type { TickColumns } from '../../src/core/market/tick.ts';
import { DatasetWriter, type NewDatasetMeta, type Stored } from '../../src/operator/import/dataset-writer.ts';
import { createStagingFolder, historyFolder } from '../../src/server/market/dataset-store.ts';

/** Stores bars or ticks that are in memory already; returns the data set that holds them. */
export async function writeDataset(
  dataDir: string,
  name: string,
  meta: NewDatasetMeta,
  columns: BarColumns | TickColumns,
): Promise<Stored> {
  const folder = await createStagingFolder(historyFolder(dataDir));
  try {
    const writer = DatasetWriter.in(folder, dataDir, meta.kind);
    writer.append('bid' in columns ? { kind: 'ticks', ticks: columns } : { kind: 'm1', bars: columns });
    return await writer.publish(meta, name, true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
