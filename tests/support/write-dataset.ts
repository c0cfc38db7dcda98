import { rm } from 'node:fs/promises';
import type { BarColumns } from '../../src/core/market/bars.ts';
import type { TickColumns } from '../../src/core/market/tick.ts';
import type { PriceBlock } from '../../src/core/price-files/row-block.ts';
import { historyFolder } from '../../src/server/market/dataset-columns.ts';
import { createStagingFolder } from '../../src/server/market/publish-lock.ts';
import { DatasetWriter, type NewDatasetMeta, type Stored } from '../../src/operator/import/dataset-writer.ts';

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
    writer.append(toBlock(columns));
    return await writer.publish(meta, name, true);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function toBlock(columns: BarColumns | TickColumns): PriceBlock {
  const none = new Int32Array();
  const { length } = columns;
  return 'bid' in columns
    ? {
        capacity: length,
        length,
        timeMs: columns.timeMs,
        first: columns.bid,
        second: columns.ask,
        third: none,
        fourth: none,
      }
    : {
        capacity: length,
        length,
        timeMs: columns.openTimeMs,
        first: columns.open,
        second: columns.high,
        third: columns.low,
        fourth: columns.close,
      };
}
