import type { ScoredPair } from '../../src/core/market/instruments.ts';
import type { Dataset, DatasetMeta } from '../../src/server/market/dataset-store.ts';
import { barWalk, tickWalk, type WalkOptions } from './price-walks.ts';

/** Data sets that were never stored: made-up prices under the names and facts that a stored set has. */
export class MemoryDatasets {
  readonly #sets = new Map<string, Dataset>();
  /** Names in the order in which they were read. */
  readonly reads: string[] = [];

  readonly read = async (name: string): Promise<Dataset> => {
    this.reads.push(name);
    const dataset = this.#sets.get(name);
    if (dataset === undefined) throw new Error(`no data set ${name}`);
    return dataset;
  };

  addBars(name: string, pair: ScoredPair, options: WalkOptions): DatasetMeta {
    const bars = barWalk(options);
    const meta = metaOf(name, pair, 'm1', bars.openTimeMs);
    this.#sets.set(name, { meta, kind: 'm1', bars });
    return meta;
  }

  addTicks(name: string, pair: ScoredPair, options: WalkOptions): DatasetMeta {
    const ticks = tickWalk(options);
    const meta = metaOf(name, pair, 'ticks', ticks.timeMs);
    this.#sets.set(name, { meta, kind: 'ticks', ticks });
    return meta;
  }
}

function metaOf(name: string, pair: ScoredPair, kind: 'm1' | 'ticks', timesMs: Float64Array): DatasetMeta {
  return {
    version: 1,
    name,
    pair,
    kind,
    source: 'csv',
    clock: 'UTC',
    rows: timesMs.length,
    firstMs: timesMs[0] ?? 0,
    lastMs: timesMs.at(-1) ?? 0,
    digits: 5,
    sha256: '',
    importedAt: '2026-11-20T12:00:00.000Z',
    fileName: `${name}.csv`,
    allowed: [],
    columns: [],
  };
}
