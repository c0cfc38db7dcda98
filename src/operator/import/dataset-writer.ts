import { createHash, type Hash } from 'node:crypto';
import { closeSync, fsyncSync, mkdirSync, openSync } from 'node:fs';
import { rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { PriceFileKind } from '../../core/price-files/layout.ts';
import type { Prices } from '../../core/price-files/row-block.ts';
import {
  COLUMN_FILES,
  columnsOf,
  type DatasetMeta,
  historyFolder,
} from '../../server/market/dataset-columns.ts';
import { listDatasets, takenNames } from '../../server/market/dataset-store.ts';
import { errorCode, ImportRefusal } from '../../server/market/dataset-refusal.ts';
import { syncFolder, writeOnce } from '../../server/platform/durable-files.ts';
import { writeWhole } from './raw-columns.ts';

/** What a finished import knows about its data set; the columns and the unique name are added when it is stored. */
export type NewDatasetMeta = Omit<DatasetMeta, 'version' | 'name' | 'columns'>;

/** The end of storing: a new data set, or the one that already holds the same prices. */
export type Stored =
  | { readonly status: 'stored'; readonly meta: DatasetMeta }
  | { readonly status: 'known'; readonly meta: DatasetMeta };

/**
 * Writes a data set in blocks. Nothing shows until `publish`: the files are built in a folder beside the data sets,
 * flushed to disk and renamed, so a run that is killed leaves nothing that is ever listed.
 */
export class DatasetWriter {
  readonly folder: string;
  #columns: DatasetMeta['columns'] | undefined;
  readonly #dataDir: string;
  readonly #files: readonly { name: string; file: number; hash: Hash; bytes: number }[];

  private constructor(dataDir: string, folder: string, kind: PriceFileKind) {
    this.#dataDir = dataDir;
    this.folder = folder;
    this.#files = COLUMN_FILES[kind].map((name) => ({
      name,
      file: openSync(join(folder, name), 'wx', 0o600),
      hash: createHash('sha256'),
      bytes: 0,
    }));
  }

  /** Begins a data set in a folder made by `createStagingFolder`, in a place of its own there. */
  static in(staging: string, dataDir: string, kind: PriceFileKind): DatasetWriter {
    const folder = join(staging, 'dataset');
    mkdirSync(folder, { mode: 0o700 });
    return new DatasetWriter(dataDir, folder, kind);
  }

  append(prices: Prices): void {
    for (const [at, values] of columnsOf(prices).entries()) {
      const column = this.#files[at];
      if (column === undefined) continue;
      const bytes = new Uint8Array(values.buffer, values.byteOffset, values.byteLength);
      writeWhole(column.file, bytes);
      column.hash.update(bytes);
      column.bytes += bytes.length;
    }
  }

  /** Closes the column files, flushed to disk, and describes them. A second call only describes. */
  close(): DatasetMeta['columns'] {
    this.#columns ??= this.#files.map(({ name, file, hash, bytes }) => {
      fsyncSync(file);
      closeSync(file);
      return { file: name, bytes, sha256: hash.digest('hex') };
    });
    return this.#columns;
  }

  /** Closes the files without flushing them, for a run that stores nothing. */
  abandon(): void {
    if (this.#columns !== undefined) return;
    this.#columns = [];
    for (const { file } of this.#files) closeSync(file);
  }

  /**
   * Makes the data set visible under `wanted`, or the first free name made of it; `exact` refuses a taken name. A data set
   * with the same file or the same prices is returned instead, also when another run has stored it meanwhile.
   */
  async publish(meta: NewDatasetMeta, wanted: string, exact: boolean): Promise<Stored> {
    const columns = this.close();
    const history = historyFolder(this.#dataDir);
    return alone(history, async () => {
      const existing = await listDatasets(this.#dataDir);
      const known = existing.find((other) => samePrices(other, { ...meta, columns }));
      if (known !== undefined) return { status: 'known', meta: known };
      const name = freeName(wanted, exact, new Set(await takenNames(this.#dataDir)));
      const complete: DatasetMeta = { version: 1, name, ...meta, columns };
      writeOnce(join(this.folder, 'meta.json'), `${JSON.stringify(complete, undefined, 2)}\n`);
      await rename(this.folder, join(history, name));
      syncFolder(history);
      return { status: 'stored', meta: complete };
    });
  }
}

const LOCK_FILE = '.publishing';
/** Far longer than the last step of an import takes: the run that made such a lock was killed. */
const ABANDONED_MS = 10_000;

/** Runs the short last step of an import alone: two runs that store the same file must not both find it missing. */
async function alone<T>(history: string, work: () => Promise<T>): Promise<T> {
  const lock = join(history, LOCK_FILE);
  for (;;) {
    try {
      await writeFile(lock, '', { flag: 'wx' });
      break;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
    }
    const found = await stat(lock).catch(() => undefined);
    if (found !== undefined && Date.now() - found.mtimeMs > ABANDONED_MS) await rm(lock, { force: true });
    else await wait(25);
  }
  try {
    return await work();
  } finally {
    await rm(lock, { force: true });
  }
}

function samePrices(stored: DatasetMeta, fresh: Pick<DatasetMeta, 'pair' | 'kind' | 'columns'>): boolean {
  return (
    stored.pair === fresh.pair &&
    stored.kind === fresh.kind &&
    fresh.columns.every(({ file, sha256 }) =>
      stored.columns.some((column) => column.file === file && column.sha256 === sha256),
    )
  );
}

function freeName(wanted: string, exact: boolean, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  if (exact) {
    throw new ImportRefusal(
      'name-taken',
      `There is a data set ${wanted} with other prices.`,
      'Give another --name, or remove that one first (--remove).',
    );
  }
  let number = 2;
  while (taken.has(`${wanted}-${number}`)) number += 1;
  return `${wanted}-${number}`;
}
